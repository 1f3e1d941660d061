package syntax

// RecordKey names a record within a collection.
type RecordKey string

const maxRecordKey = 512 // bytes

const (
	reasonRecordKeyDots reason = `it must not be "." or ".."`
	reasonRecordKeyChar reason = "it contains %c, but only letters, digits, and . _ ~ : - are allowed"
)

// ParseRecordKey returns text as a record key, or an *Error: 1 to 512 letters,
// digits and any of "._~:-", but neither "." nor "..".
func ParseRecordKey(text string) (RecordKey, error) { return parse[RecordKey](FormatRecordKey, text) }

// IsRecordKey reports whether ParseRecordKey accepts text. It allocates
// nothing.
func IsRecordKey(text string) bool { return scanRecordKey(text).ok() }

func scanRecordKey(text string) fault {
	switch {
	case text == "":
		return fail(reasonEmpty, 0)
	case len(text) > maxRecordKey:
		return tooLong(text, maxRecordKey)
	case text == "." || text == "..":
		return fail(reasonRecordKeyDots, 0)
	}
	for i := range len(text) {
		if !is(text[i], nameChar) && text[i] != '~' {
			return fail(reasonRecordKeyChar, i)
		}
	}
	return fault{}
}
