package project

import (
	"path/filepath"
	"strings"
)

// DataFormat is how a file holds its values, as the flag --data-format calls it.
type DataFormat string

// The formats.
const (
	JSON   DataFormat = "json"   // one value; for parameters, a query string
	NDJSON DataFormat = "ndjson" // one value on each line
	CBOR   DataFormat = "cbor"   // one value
	CAR    DataFormat = "car"    // the records of a repository
)

// DataFormatOf returns the format that the extension of a file name stands for,
// regardless of case and of a .gz after it. For any other extension it returns
// JSON and false.
func DataFormatOf(name string) (DataFormat, bool) {
	switch filepath.Ext(strings.TrimSuffix(strings.ToLower(name), ".gz")) {
	case ".json":
		return JSON, true
	case ".ndjson", ".jsonl":
		return NDJSON, true
	case ".cbor":
		return CBOR, true
	case ".car":
		return CAR, true
	}
	return JSON, false
}

// Compressed reports whether the extension of a file name is that of a gzip file.
func Compressed(name string) bool { return strings.EqualFold(filepath.Ext(name), ".gz") }
