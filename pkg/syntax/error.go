package syntax

import (
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Error says why text is not valid in a string format, and where.
type Error struct {
	Format string // name of the format in Lexicon, such as "at-uri"
	Reason string // what is wrong, without the name of the format: "label 2 is 64 bytes long, but at most 63 are allowed"
	Offset int    // byte offset of the mistake; len(text) if something is missing at the end
}

// Error returns the format, the reason and, where it helps, the offset in one line. It
// does not contain the text itself, which can be anything.
func (e *Error) Error() string {
	text := "not a valid " + noun(e.Format) + ": " + e.Reason
	if strings.Contains(e.Reason, " long, ") || strings.HasPrefix(e.Reason, "it is ") || strings.HasPrefix(e.Reason, "it must ") {
		return text // about a length or the whole text, so an offset would only confuse
	}
	return text + " (at byte offset " + strconv.Itoa(e.Offset) + " in the string)"
}

// noun returns what a text in a format is called in a sentence.
func noun(format string) string {
	switch format {
	case "cid", "did", "nsid", "tid", "uri":
		return strings.ToUpper(format)
	case "at-uri":
		return "AT URI"
	case "language":
		return "language tag"
	case "record-key":
		return "record key"
	case "space-ref":
		return "space reference"
	}
	return format
}

// Reason returns the Reason of an *Error, and the text of any other error.
func Reason(err error) string {
	var invalid *Error
	if errors.As(err, &invalid) {
		return invalid.Reason
	}
	return err.Error()
}

// fault is the result of scanning a format; the zero fault means that the text is valid.
// It contains no text made at run time, so that a check allocates nothing unless its
// caller asks for the reason, which err builds.
//
// It is small enough for Go to keep it in registers, which makes checking short texts
// several times faster.
type fault struct {
	reason reason
	at     position
	a, b   int32 // numbers for the reason
}

// position is where in a text a fault is.
type position struct {
	offset  int32
	part    part
	segment bool // what the reason calls a label is a segment of an NSID
}

// part is a part of a text whose name precedes the reason.
type part uint8

const (
	partWhole part = iota // the text itself, not named
	partAuthority
	partCollection
	partRecordKey
	partSpaceMarker
	partSpaceType
	partSpaceKey
	partAuthor
)

var partNames = [...]string{"", "authority", "collection", "record key", "part after the authority", "space type", "space key", "author"}

// fail makes a fault at a byte offset.
func fail(why reason, offset int) fault {
	return fault{reason: why, at: position{offset: int32(offset)}}
}

// with sets the numbers that the reason uses.
func (f fault) with(a, b int) fault {
	f.a, f.b = int32(a), int32(b)
	return f
}

// reason is a template of an Error.Reason. "%a" and "%b" are the numbers of the fault,
// and "%c" is the byte or character at its offset, quoted.
type reason string

func (f fault) ok() bool { return f.reason == "" }

// offset returns the byte offset of the fault.
func (f fault) offset() int { return int(f.at.offset) }

// shift moves a fault in a part of a text to its offset in the whole text.
func (f fault) shift(n int) fault {
	f.at.offset += int32(n)
	return f
}

// in is shift for a part with a name, such as "collection".
func (f fault) in(p part, n int) fault {
	f.at.part = p
	return f.shift(n)
}

// Faults that several formats share.
const (
	reasonEmpty reason = "it is empty"
)

// tooLong is the fault of a text of more than most bytes.
func tooLong(text string, most int) fault {
	return fail("it is %a bytes long, but at most %b are allowed", most).with(len(text), most)
}

// mismatch returns the offset of the first byte of text that differs from prefix.
func mismatch(text, prefix string) int {
	n := min(len(text), len(prefix))
	for i := range n {
		if text[i] != prefix[i] {
			return i
		}
	}
	return n
}

// err returns the fault as an *Error; nil for the zero fault.
func (f fault) err(format Format, text string) error {
	if f.ok() {
		return nil
	}
	return &Error{Format: format.String(), Reason: f.words(text), Offset: f.offset()}
}

// words fills in the template of the reason.
func (f fault) words(text string) string {
	r := string(f.reason)
	if f.at.segment {
		r = strings.Replace(r, "label", "segment", 1)
	}
	if f.at.part != partWhole {
		part := "the " + partNames[f.at.part]
		if predicate, ok := strings.CutPrefix(r, "it "); ok {
			r = part + " " + predicate
		} else {
			r = "in " + part + ", " + r
		}
	}
	if f.a == 1 {
		r = strings.Replace(r, "%a bytes", "%a byte", 1)
	}
	r = strings.Replace(r, "%a", strconv.Itoa(int(f.a)), 1)
	r = strings.Replace(r, "%b", strconv.Itoa(int(f.b)), 1)
	if before, after, ok := strings.Cut(r, "%c"); ok {
		r = before + quoteAt(text, f.offset()) + after
	}
	return r
}

// quoteAt quotes the character of text at offset for a message, escaped if a terminal
// could act on it.
func quoteAt(text string, offset int) string {
	if offset >= len(text) {
		return "the end"
	}
	c, size := utf8.DecodeRuneInString(text[offset:])
	if c == utf8.RuneError && size == 1 {
		return "byte 0x" + strconv.FormatUint(uint64(text[offset]), 16)
	}
	if c == '"' {
		return `'"'`
	}
	return strconv.QuoteToGraphic(string(c))
}
