package syntax

import (
	"strings"
	"time"
)

// TID is a timestamp identifier: 13 characters that sort by the time of their creation.
type TID string

const (
	tidLength   = 13
	tidAlphabet = "234567abcdefghijklmnopqrstuvwxyz"
)

const (
	reasonTIDLength reason = "it is %a bytes long, but must be 13"
	reasonTIDFirst  reason = "it begins with %c, but the first character must be 2 to 7 or a to j"
	reasonTIDChar   reason = "it contains %c, but only 2 to 7 and a to z are allowed"
)

// ParseTID returns text as a TID, or an *Error: 13 characters out of 2 to 7
// and a to z, the first one not after j.
func ParseTID(text string) (TID, error) { return parse[TID](FormatTID, text) }

// IsTID reports whether ParseTID accepts text. It allocates nothing.
func IsTID(text string) bool { return scanTID(text).ok() }

// Time returns the time in the TID, in UTC, exact to the microsecond.
func (t TID) Time() time.Time {
	return time.UnixMicro(int64(t.integer() >> 10 & (1<<53 - 1))).UTC()
}

// ClockID returns the number from 0 to 1023 that distinguishes TIDs that were created at
// the same time in different places.
func (t TID) ClockID() int { return int(t.integer() & (1<<10 - 1)) }

func (t TID) integer() uint64 {
	var n uint64
	for i := range len(t) {
		n = n<<5 | uint64(max(0, strings.IndexByte(tidAlphabet, t[i])))
	}
	return n
}

func scanTID(text string) fault {
	if len(text) != tidLength {
		return fail(reasonTIDLength, min(len(text), tidLength)).with(len(text), 0)
	}
	for i := range tidLength {
		if c := text[i]; !is(c, lower) && (c < '2' || c > '7') {
			return fail(reasonTIDChar, i)
		}
	}
	if text[0] > 'j' {
		return fail(reasonTIDFirst, 0)
	}
	return fault{}
}
