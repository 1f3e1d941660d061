package syntax

import (
	"errors"
	"fmt"
	"strings"

	"github.com/lexsmith/lexsmith/internal/words"
)

// RecordKey names a record within a collection.
type RecordKey string

const maxRecordKey = 512 // bytes

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
		return fail(`it must not be "." or ".."`, 0)
	}
	for i := range len(text) {
		if !is(text[i], nameChar) && text[i] != '~' {
			return fail("it contains %c, but only letters, digits, and . _ ~ : - are allowed", i)
		}
	}
	return fault{}
}

// IsRecordKeyType reports whether the field key of a record schema says which keys its
// records can have: "tid", "nsid", "any" or "literal:VALUE".
func IsRecordKeyType(keyType string) bool {
	literal, isLiteral := strings.CutPrefix(keyType, "literal:")
	return keyType == "tid" || keyType == "nsid" || keyType == "any" || isLiteral && literal != ""
}

// CheckRecordKey checks a record key against a record key type. The error says what is
// wrong with the key: "must be …" or "is not a valid …". An unknown key type only asks for
// the syntax of record keys.
func CheckRecordKey(keyType, key string) error {
	format := FormatRecordKey
	switch literal, isLiteral := strings.CutPrefix(keyType, "literal:"); {
	case isLiteral && key == literal:
		return nil
	case isLiteral:
		return errors.New("must be " + words.Quote(literal))
	case keyType == "tid":
		format = FormatTID
	case keyType == "nsid":
		format = FormatNSID
	}
	if err := format.Check(key); err != nil {
		return fmt.Errorf("is %w", err)
	}
	return nil
}
