package datamodel

import (
	"fmt"

	"github.com/lexsmith/lexsmith/internal/words"
)

// The major types of CBOR, the upper three bits of the first byte of an item.
const (
	cborUnsigned = iota
	cborNegative
	cborBytes
	cborText
	cborArray
	cborMap
	cborTag
	cborSimple
)

const (
	cborFalse  = 0xf4
	cborTrue   = 0xf5
	cborNull   = 0xf6
	cborHalf   = 0xf9
	cborDouble = 0xfb
	cborLink   = 42 // the tag of a link
)

// cborNames is what messages call an item of each major type.
var cborNames = [...]string{
	cborUnsigned: "an integer", cborNegative: "an integer", cborBytes: "a byte string", cborText: "a text string",
	cborArray: "an array", cborMap: "a map", cborTag: "a tag", cborSimple: "a simple value or float",
}

// CBORError says why bytes are not one value in DAG-CBOR.
type CBORError struct {
	Offset  int    // the byte that is wrong
	Reason  string // what was found there, and what is allowed
	TooDeep bool   // nested more than MaxDepth levels deep
	TooMany bool   // more than MaxTokens values and keys; else malformed
}

func cborError(offset int, format string, args ...any) *CBORError {
	return &CBORError{Offset: offset, Reason: fmt.Sprintf(format, args...)}
}

func (e *CBORError) Error() string { return fmt.Sprintf("%s (at byte offset %d)", e.Reason, e.Offset) }

// bytesCount is a number of bytes in words.
func bytesCount(n int) string { return words.Count(n, "byte") }

// areLeft ends a sentence about data that is too short: "2 bytes are left".
func areLeft(n int) string {
	if n == 1 {
		return "1 byte is left"
	}
	return bytesCount(n) + " are left"
}
