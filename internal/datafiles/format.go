package datafiles

import (
	"path/filepath"
	"slices"
	"strings"
)

// Format is how a file holds its values, as the flag --data-format calls it.
type Format string

// The formats.
const (
	JSON   Format = "json"   // one value; for parameters, a query string
	NDJSON Format = "ndjson" // one value on each line
	CBOR   Format = "cbor"   // one value
	CAR    Format = "car"    // the records of a repository
)

// FormatByName returns the format of that name; false if there is none.
func FormatByName(name string) (Format, bool) {
	return Format(name), slices.Contains([]Format{JSON, NDJSON, CBOR, CAR}, Format(name))
}

// FormatOf returns the format that the extension of a file name stands for,
// regardless of case and of a .gz after it. For any other extension it returns
// JSON and false.
func FormatOf(name string) (Format, bool) {
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
