package syntax

import "strings"

// A type or a subtype has at most 127 characters: RFC 6838 section 4.2.
const maxMIMEName = 127

// IsMIMEType reports whether s is a MIME type: a type and a subtype with the characters
// of RFC 6838 section 4.2. Parameters can follow, which are not checked. It allocates
// nothing.
func IsMIMEType(s string) bool {
	essence, parameters := cutParameters(s)
	for i := range len(parameters) {
		if c := parameters[i]; c != '\t' && (c < ' ' || c > '~') {
			return false
		}
	}
	if strings.HasSuffix(essence, "*") {
		return false // a pattern
	}
	return scanMIMEPattern(essence).ok()
}

// cutParameters splits a MIME type into type/subtype and the rest, which begins at the
// first semicolon or the white space before it.
func cutParameters(s string) (essence, parameters string) {
	end := strings.IndexByte(s, ';')
	if end < 0 {
		return s, ""
	}
	for end > 0 && (s[end-1] == ' ' || s[end-1] == '\t') {
		end--
	}
	return s[:end], s[end:]
}

// MIMEPattern is a pattern for MIME types: one type ("image/png"), all subtypes of a type
// ("image/*"), everything ("*/*"), or a prefix ("text/ht*"). Matching ignores case. The
// zero MIMEPattern matches nothing.
type MIMEPattern struct {
	text string
}

// ParseMIMEPattern parses an entry of "accept" of a blob. The error is an *Error.
func ParseMIMEPattern(s string) (MIMEPattern, error) {
	if f := scanMIMEPattern(s); !f.ok() {
		return MIMEPattern{}, &Error{Format: "MIME type pattern", Reason: f.words(s), Offset: f.offset()}
	}
	return MIMEPattern{s}, nil
}

func scanMIMEPattern(text string) fault {
	if text == "*/*" {
		return fault{}
	}
	if text == "*" {
		return fail(`"*" alone is not allowed; use "*/*" for all types`, 0)
	}
	if text != "" && text[0] == '*' {
		return fail(`"*" as the type is allowed only in "*/*"`, 0)
	}
	end, f := scanMIMEName(text, 0)
	switch {
	case !f.ok():
		return f
	case end == len(text):
		return fail(`expected "/" and a subtype after the type`, end)
	case text[end] != '/':
		return fail("%c is not allowed in the type", end)
	case text[end+1:] == "*":
		return fault{}
	}
	end, f = scanMIMEName(text, end+1)
	switch {
	case !f.ok():
		return f
	case end == len(text), text[end:] == "*":
		return fault{}
	case text[end] == '*':
		return fail(`"*" is allowed only at the end`, end)
	case text[end] == ';':
		return fail("parameters are not allowed", end)
	}
	return fail("%c is not allowed in the subtype", end)
}

// scanMIMEName checks the type or subtype that begins at text[start], and
// returns where it ends.
func scanMIMEName(text string, start int) (end int, f fault) {
	end = start
	for end < len(text) && is(text[end], mimeChar) {
		end++
	}
	switch {
	case end == start:
		return end, fail("expected a letter or digit, found %c", start)
	case !is(text[start], alphanumeric):
		return end, fail("a type or subtype must begin with a letter or digit, not %c", start)
	case end-start > maxMIMEName:
		return end, fail("a type or subtype is %a characters long, but at most 127 are allowed", start+maxMIMEName).with(end-start, 0)
	}
	return end, fault{}
}

// String returns the pattern as written.
func (p MIMEPattern) String() string { return p.text }

// prefix returns the prefix of the types that p matches or, unless glob, the type.
func (p MIMEPattern) prefix() (prefix string, glob bool) {
	if p.text == "*/*" {
		return "", true
	}
	return strings.CutSuffix(p.text, "*")
}

// IsPartialGlob reports whether p is a glob that ends within a subtype, such as
// "text/ht*", which the network does not support.
func (p MIMEPattern) IsPartialGlob() bool {
	prefix, glob := p.prefix()
	return glob && prefix != "" && !strings.HasSuffix(prefix, "/")
}

// Match reports whether p matches a valid MIME type, ignoring its parameters. It
// allocates nothing.
func (p MIMEPattern) Match(mimeType string) bool {
	prefix, glob := p.prefix()
	if glob {
		return hasPrefixFold(mimeType, prefix)
	}
	essence, _ := cutParameters(mimeType)
	return equalFold(essence, prefix)
}
