// Package syntax checks the string formats and identifiers of AT Protocol Lexicons.
//
// [Format] has all formats, by the names that schemas use. Identifiers also have a string
// type, a Parse function whose *[Error] says what is wrong and at which byte, and an Is
// function that allocates nothing; the package example shows both. The package also matches
// MIME types and counts graphemes.
package syntax

// Format is a string format of Lexicon: a value of the field "format" of a
// string schema (String formats in the specification, with the later additions
// tid and record-key, and those that come with spaces). The zero Format is none.
type Format uint8

// The formats, in the order of the specification's list, and then those that a draft of
// the protocol adds.
const (
	FormatNone Format = iota
	FormatAtIdentifier
	FormatATURI
	FormatCID
	FormatDatetime
	FormatDID
	FormatHandle
	FormatNSID
	FormatURI
	FormatLanguage
	FormatTID
	FormatRecordKey
	FormatSpaceRef     // the AT URI of a space
	FormatATURIOrSpace // FormatATURI with the AT URIs of spaces and of the records in them
)

// String returns the name of the format in schemas, which is the same for FormatATURI and
// FormatATURIOrSpace; "" for FormatNone.
func (f Format) String() string { return formats[f].name }

// FormatByName returns the format with that name, which is case-sensitive; FormatNone
// when there is none. The format named at-uri is FormatATURI. Which formats a schema can
// use depends on its profile: see lexicon.FormatByName.
func FormatByName(name string) Format {
	for f := FormatAtIdentifier; int(f) < len(formats); f++ {
		if formats[f].name == name {
			return f
		}
	}
	return FormatNone
}

// Formats returns all formats, in the order of the constants.
func Formats() []Format {
	all := make([]Format, 0, len(formats)-1)
	for f := FormatAtIdentifier; int(f) < len(formats); f++ {
		all = append(all, f)
	}
	return all
}

// Valid reports whether text is valid in the format; all text is valid in FormatNone.
// It allocates nothing.
func (f Format) Valid(text string) bool { return formats[f].scan(text).ok() }

// Check returns nil if text is valid in the format, or else an *Error that says what is
// wrong and at which byte.
func (f Format) Check(text string) error { return formats[f].scan(text).err(f, text) }

// parse is the body of the Parse function of a format.
func parse[T ~string](format Format, text string) (T, error) {
	if err := format.Check(text); err != nil {
		return "", err
	}
	return T(text), nil
}

// Lengths returns the minimum and maximum number of bytes of a valid text. The maximum
// is 0 if there is no limit; that of an AT URI follows from the limits of its parts.
func (f Format) Lengths() (least, greatest int) {
	return formats[f].least, formats[f].greatest
}

// formats describes each format, by its number.
var formats = [...]struct {
	name            string
	scan            func(text string) fault
	least, greatest int // bytes; greatest 0: no limit
}{
	FormatNone:         {"", func(string) fault { return fault{} }, 0, 0},
	FormatAtIdentifier: {"at-identifier", scanAtIdentifier, 3, 2048},
	FormatATURI:        {"at-uri", scanATURI, 8, 2884},
	FormatCID:          {"cid", scanCID, 8, 256},
	FormatDatetime:     {"datetime", scanDatetime, 20, 0},
	FormatDID:          {"did", scanDID, 7, 2048},
	FormatHandle:       {"handle", scanHandle, 3, 253},
	FormatNSID:         {"nsid", scanNSID, 5, 317},
	FormatURI:          {"uri", scanURI, 3, 8192},
	FormatLanguage:     {"language", scanLanguage, 2, 0},
	FormatTID:          {"tid", scanTID, 13, 13},
	FormatRecordKey:    {"record-key", scanRecordKey, 1, 512},
	FormatSpaceRef:     {"space-ref", scanSpaceRef, 26, 2890},
	FormatATURIOrSpace: {"at-uri", scanATURIOrSpace, 8, 5770},
}
