package cmd

import (
	"path/filepath"
	"slices"
	"strings"
)

// dataFormat is how a file holds its values, as the flag --data-format calls it.
type dataFormat string

const (
	formatJSON   dataFormat = "json"   // one value; for parameters a query string
	formatNDJSON dataFormat = "ndjson" // one value on each line
	formatCBOR   dataFormat = "cbor"   // one value
	formatCAR    dataFormat = "car"    // the records of a repository
)

// dataFormatByName returns the format of that name; false when there is none.
func dataFormatByName(name string) (dataFormat, bool) {
	known := slices.Contains([]dataFormat{formatJSON, formatNDJSON, formatCBOR, formatCAR}, dataFormat(name))
	return dataFormat(name), known
}

// dataFormatOf returns the format that the extension of a file's name stands
// for, without regard to case and to .gz behind it. For any other extension it is
// JSON and false.
func dataFormatOf(name string) (dataFormat, bool) {
	switch filepath.Ext(strings.TrimSuffix(strings.ToLower(name), ".gz")) {
	case ".json":
		return formatJSON, true
	case ".ndjson", ".jsonl":
		return formatNDJSON, true
	case ".cbor":
		return formatCBOR, true
	case ".car":
		return formatCAR, true
	}
	return formatJSON, false
}
