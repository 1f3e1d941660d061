package datafile

import (
	"bufio"
	"bytes"
	"io"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/repo"
)

// Detect tells the format of data from its content: several JSON values one after
// another are NDJSON, and what cannot be JSON is CBOR or a CAR file, unless it is plain text,
// about which a reader of JSON has more to say. With params, a text that does not look like
// JSON is a query string. No more than limit bytes are read; the reader that is returned has
// them all. An error of reading comes up in that reader.
func Detect(in io.Reader, params bool, limit int) (Format, io.Reader) {
	text := bufio.NewReaderSize(in, 4096)
	first, _ := text.Peek(1)
	if len(first) == 1 && !startsText(first[0], params) || len(first) == 1 && first[0] == '\n' {
		const header = 64 // bytes that tell a CAR file
		head, _ := text.Peek(header)
		switch {
		case repo.IsCAR(head):
			return CAR, text
		case first[0] != '\n' && !isPlainText(head):
			return CBOR, text
		}
	}
	var seen bytes.Buffer
	several := isSeveral(io.TeeReader(io.LimitReader(text, int64(limit)), &seen), params)
	all := io.MultiReader(&seen, text)
	if several {
		return NDJSON, all
	}
	return JSON, all
}

// startsText reports whether a byte can be the first one of a JSON text, with params also
// of a query string.
func startsText(c byte, params bool) bool {
	const byteOrderMark = 0xef // its first byte
	return params && ' ' < c && c < 0x7f || c == byteOrderMark || strings.IndexByte(" \t\r\n{[\"-0123456789tfn", c) >= 0
}

// isPlainText reports whether bytes look like text, and are not a short string in CBOR.
func isPlainText(head []byte) bool {
	const kind, size = 0xe0, 0x1f
	c := head[0]
	isString := (c&kind == 0x40 || c&kind == 0x60) && len(head) == 1+int(c&size)
	return ' ' < c && c < 0x7f && !isString
}

// isSeveral reports whether a text begins with a JSON value on one line that something
// else follows.
func isSeveral(in io.Reader, params bool) bool {
	text := bufio.NewReaderSize(in, 4096)
	if mark, _ := text.Peek(3); string(mark) == "\uFEFF" {
		_, _ = text.Discard(len(mark))
	}
	depth, quoted, escaped, begun, ended := 0, false, false, false, false
	for {
		c, err := text.ReadByte()
		blank := c == ' ' || c == '\t' || c == '\r' || c == '\n'
		switch {
		case err != nil:
			return false
		case ended && !blank:
			return true
		case escaped:
			escaped = false
		case quoted:
			escaped = c == '\\'
			if quoted = c != '"'; !quoted {
				ended = depth == 0
			}
		case c == '\n' && begun && depth > 0:
			return false // a value on several lines
		case blank:
			ended = begun && depth == 0
		case c == '"':
			begun, quoted = true, true
		case c == '{', c == '[':
			begun = true
			depth++
		case c == '}', c == ']':
			depth--
			ended = depth <= 0
		case !begun && (params || !startsText(c, false)): // a query string, or plain text
			return false
		default:
			begun = true
		}
	}
}
