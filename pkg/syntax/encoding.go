package syntax

import (
	"slices"
	"strings"
)

// Encoding is the set of MIME types that the body of a method can have: the union of
// its patterns.
type Encoding []MIMEPattern

// ParseEncoding parses the field "encoding" of a body: MIME types separated by commas,
// each of which can also be "type/*" or "*/*". Parameters are dropped. The error is an
// *Error.
func ParseEncoding(s string) (Encoding, error) {
	all := make(Encoding, 0, 1+strings.Count(s, ","))
	start := 0
	for entry := range strings.SplitSeq(s, ",") {
		p, f := scanEncodingEntry(entry)
		if f = f.shift(start); !f.ok() {
			return nil, &Error{Format: "encoding", Reason: f.words(s), Offset: f.offset()}
		}
		all = append(all, p)
		start += len(entry) + 1
	}
	return all, nil
}

func scanEncodingEntry(entry string) (MIMEPattern, fault) {
	blanks := len(entry) - len(strings.TrimLeft(entry, " \t"))
	text, parameters := cutParameters(strings.TrimRight(entry[blanks:], " \t"))
	p := MIMEPattern{text}
	f := scanMIMEPattern(text)
	switch {
	case text == "":
		f = fail("a MIME type is missing", 0)
	case !f.ok():
	case p.IsPartialGlob():
		f = fail(`"*" is allowed only as a whole subtype`, len(text)-1)
	case parameters != "" && !IsMIMEType(text+parameters):
		f = fail("the parameters are not valid", len(text))
	}
	return p, f.shift(blanks)
}

// Match reports whether a valid MIME type is in the set.
func (e Encoding) Match(mimeType string) bool {
	return slices.ContainsFunc(e, func(p MIMEPattern) bool { return p.Match(mimeType) })
}

// HasJSON reports whether the set contains JSON: application/json itself, possibly by a
// glob, or a type that ends in "+json".
func (e Encoding) HasJSON() bool {
	const suffix = "+json"
	for _, p := range e {
		if n := len(p.text) - len(suffix); p.Match("application/json") || n > 0 && equalFold(p.text[n:], suffix) {
			return true
		}
	}
	return false
}
