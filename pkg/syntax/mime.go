package syntax

import "strings"

// A type or a subtype has at most 127 characters: RFC 6838 section 4.2.
const maxMIMEName = 127

// IsMIMEType reports whether s is a MIME type: a type and a subtype of the
// characters of RFC 6838 section 4.2. Parameters may follow; they are not
// looked into. It allocates nothing.
func IsMIMEType(s string) bool {
	essence, parameters := cutParameters(s)
	for i := range len(parameters) {
		if c := parameters[i]; c != '\t' && (c < ' ' || c > '~') {
			return false
		}
	}
	if strings.HasSuffix(essence, "*") {
		return false // the one form that a pattern has and a type has not
	}
	return scanMIMEPattern(essence).ok()
}

// cutParameters divides a MIME type into type/subtype and what follows from
// the first semicolon on, with the white space before it.
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

// MIMEPattern is a pattern for MIME types: one type ("image/png"), all of a
// kind ("image/*"), all ("*/*"), or those that begin alike ("text/ht*"). Case
// does not count. The zero MIMEPattern matches nothing.
type MIMEPattern struct {
	text string
}

// ParseMIMEPattern reads an entry of "accept" of a blob (blob in the
// specification). The error is an *Error.
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
		return fail(`a "*" alone is not allowed, all types are "*/*"`, 0)
	}
	if text != "" && text[0] == '*' {
		return fail(`a "*" as the type is allowed in "*/*" only`, 0)
	}
	end, f := scanMIMEName(text, 0)
	switch {
	case !f.ok():
		return f
	case end == len(text):
		return fail(`a "/" and a subtype are needed after the type`, end)
	case text[end] != '/':
		return fail("found %c in the type, which is not allowed there", end)
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
		return fail(`a "*" may stand only at the end`, end)
	case text[end] == ';':
		return fail("parameters are not allowed here", end)
	}
	return fail("found %c in the subtype, which is not allowed there", end)
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
		return end, fail("a letter or digit is needed, found %c", start)
	case !is(text[start], alphanumeric):
		return end, fail("a type or subtype begins with a letter or digit, found %c", start)
	case end-start > maxMIMEName:
		return end, fail("a type or subtype of %a characters, at most 127", start+maxMIMEName).with(end-start, 0)
	}
	return end, fault{}
}

// String returns the pattern as it was written.
func (p MIMEPattern) String() string { return p.text }

// prefix returns what the types that p matches begin with, or, unless glob,
// the one type.
func (p MIMEPattern) prefix() (prefix string, glob bool) {
	if p.text == "*/*" {
		return "", true
	}
	return strings.CutSuffix(p.text, "*")
}

// IsPartialGlob reports whether p is a glob that stops within a subtype, such
// as "text/ht*". The network knows none of these.
func (p MIMEPattern) IsPartialGlob() bool {
	prefix, glob := p.prefix()
	return glob && prefix != "" && !strings.HasSuffix(prefix, "/")
}

// Match reports whether p matches a MIME type, which must be one. Its
// parameters do not count. It allocates nothing.
func (p MIMEPattern) Match(mimeType string) bool {
	prefix, glob := p.prefix()
	if glob {
		return hasPrefixFold(mimeType, prefix)
	}
	essence, _ := cutParameters(mimeType)
	return equalFold(essence, prefix)
}

// Contains reports whether p matches every type that q matches.
func (p MIMEPattern) Contains(q MIMEPattern) bool {
	prefix, glob := p.prefix()
	other, otherGlob := q.prefix()
	if glob {
		return hasPrefixFold(other, prefix)
	}
	return !otherGlob && equalFold(other, prefix)
}
