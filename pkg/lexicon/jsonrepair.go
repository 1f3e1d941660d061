package lexicon

import (
	"bytes"
	"strings"
)

// repairable reports whether err is due to a comment or a trailing comma.
func (r *jsonReader) repairable(err error) bool {
	at := r.offsetOf(err)
	return r.comment(at) > 0 || r.trailingComma(at)
}

// comment returns the length of the comment that begins at the offset; 0 when
// there is none.
func (r *jsonReader) comment(at int) int {
	rest := r.text[at:]
	switch {
	case bytes.HasPrefix(rest, []byte("//")):
		if end := bytes.IndexByte(rest, '\n'); end >= 0 {
			return len(bytes.TrimSuffix(rest[:end], []byte("\r")))
		}
		return len(rest)
	case bytes.HasPrefix(rest, []byte("/*")):
		if end := bytes.Index(rest, []byte("*/")); end >= 0 {
			return end + 2
		}
		return len(rest)
	}
	return 0
}

// trailingComma reports whether the character at the offset is a comma with nothing
// but blanks and comments before the next closing bracket.
func (r *jsonReader) trailingComma(at int) bool {
	if at >= len(r.text) || r.text[at] != ',' {
		return false
	}
	for at++; at < len(r.text); at++ {
		switch c := r.text[at]; {
		case strings.IndexByte(blanks, c) >= 0:
		case c == ']' || c == '}':
			return true
		case r.comment(at) > 0:
			at += r.comment(at) - 1
		default:
			return false
		}
	}
	return false
}

// repair replaces each comment and each trailing comma by blanks and returns a
// finding for each.
func (r *jsonReader) repair() (repaired Collector) {
	r.text = bytes.Clone(r.text)
	blank := func(start, end int, message, help string) {
		repaired.Add(Finding{
			Rule: RuleJSONSyntax, Severity: RuleJSONSyntax.Severity[ProfileV1], Message: message, Help: help,
			Location: Location{Source: r.source, Span: r.span(start, end)},
		})
		for i := start; i < end; i++ {
			if r.text[i] != '\n' {
				r.text[i] = ' '
			}
		}
	}
	inString := false
	for i := 0; i < len(r.text); i++ {
		switch c := r.text[i]; {
		case inString:
			if c == '\\' {
				i++
			} else if c == '"' || c == '\n' {
				inString = false
			}
		case c == '"':
			inString = true
		case c == '/' && r.comment(i) > 0:
			blank(i, i+r.comment(i), "JSON does not allow comments", "remove the comment")
		case c == ',' && r.trailingComma(i):
			blank(i, i+1, "JSON does not allow a trailing comma", "remove the comma")
		}
	}
	return repaired
}
