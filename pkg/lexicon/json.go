package lexicon

import (
	"bytes"
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// MaxDepth is how many levels of objects and arrays a text may have.
const MaxDepth = 1000

var byteOrderMark = []byte("\uFEFF")

// jsonReader reads a text into a tree of Values.
type jsonReader struct {
	source *Source
	found  []Finding

	text   []byte // the source's text with what could be mended blanked out
	string string // the same, for Values to share
	base   int    // offset of text in the source: the byte-order mark
	dec    *jsontext.Decoder
	depth  int
	slab   []Value
}

// errStop ends the reading of a text after its finding was made.
var errStop = errors.New("stop")

// readJSON reads the one JSON value of source. Faults become findings, without
// a severity, and the reading goes on where that is possible: comments and
// trailing commas are passed over, of repeated names all are kept. It returns
// what could be read, nil when that is nothing, and whether the text was read
// to its end.
func readJSON(source *Source) (root *Value, found []Finding, whole bool) {
	r := &jsonReader{source: source, text: source.Text}
	if bytes.HasPrefix(r.text, byteOrderMark) {
		r.base = len(byteOrderMark)
		r.text = r.text[r.base:]
		r.find(ruleByteOrderMark, Span{0, int32(r.base)}, "", "the file begins with a byte-order mark", "save it as UTF-8 without one")
	}
	if len(bytes.TrimLeft(r.text, blanks)) == 0 {
		r.find(ruleJSONSyntax, Span{}, "", "the file is empty", "a Lexicon is a JSON object with lexicon, id and defs")
		return nil, r.found, false
	}
	r.mendUTF8()
	before := len(r.found)
	root, err := r.read()
	if err != nil && r.mendable(err) {
		r.found = r.found[:before] // the second attempt finds them again
		r.mendSyntax()
		root, err = r.read()
	}
	if err != nil {
		r.explain(err)
	}
	return root, r.found, err == nil
}

const blanks = " \t\r\n"

// find makes a finding on a span of the source.
func (r *jsonReader) find(rule *Rule, span Span, pointer, message, help string) {
	r.found = append(r.found, Finding{
		Rule: rule, Message: message, Help: help,
		Location: Location{Source: r.source, Span: span, Pointer: pointer},
	})
}

// read makes one attempt at the text.
func (r *jsonReader) read() (root *Value, err error) {
	r.string = string(r.text)
	r.dec = jsontext.NewDecoder(bytes.NewBuffer(r.text), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	r.depth = 0
	if r.dec.PeekKind() == 0 {
		_, err := r.dec.ReadToken()
		return nil, err
	}
	root = r.newValue()
	if err := r.value(root); err != nil {
		return root, err
	}
	end := int(r.dec.InputOffset())
	after := len(r.text) - len(bytes.TrimLeft(r.text[end:], blanks))
	if after < len(r.text) {
		return root, &trailingError{after}
	}
	return root, nil
}

// trailingError says that text follows the one value of a file.
type trailingError struct{ offset int }

func (e *trailingError) Error() string { return "text after the value" }

func (r *jsonReader) newValue() *Value {
	if len(r.slab) == cap(r.slab) {
		r.slab = make([]Value, 0, min(max(16, len(r.text)/32), 512))
	}
	r.slab = r.slab[:len(r.slab)+1]
	return &r.slab[len(r.slab)-1]
}

// value reads the next value into v.
func (r *jsonReader) value(v *Value) error {
	switch r.dec.PeekKind() {
	case '{', '[':
		if r.depth == MaxDepth {
			at := r.skipBlanks(int(r.dec.InputOffset()))
			r.find(ruleTooDeep, r.span(at, at+1), "", "nested more than 1000 levels deep", "no Lexicon needs that: check how the file was made")
			return errStop
		}
		r.depth++
		var err error
		if r.dec.PeekKind() == '{' {
			err = r.object(v)
		} else {
			err = r.array(v)
		}
		r.depth--
		if err != nil {
			v.Span.End = int32(r.base + len(r.text))
		}
		return err
	default:
		return r.scalar(v)
	}
}

// skipBlanks returns the offset of the next token after one that ends at end.
func (r *jsonReader) skipBlanks(end int) int {
	for end < len(r.text) && strings.IndexByte(" \t\r\n:,", r.text[end]) >= 0 {
		end++
	}
	return end
}

func (r *jsonReader) span(start, end int) Span {
	return Span{int32(r.base + start), int32(r.base + end)}
}

func (r *jsonReader) open(v *Value, kind Kind) error {
	if _, err := r.dec.ReadToken(); err != nil {
		return err
	}
	end := int(r.dec.InputOffset())
	v.Kind, v.Span = kind, r.span(end-1, end)
	return nil
}

func (r *jsonReader) close(v *Value) error {
	_, err := r.dec.ReadToken()
	v.Span.End = int32(r.base) + int32(r.dec.InputOffset())
	return err
}

func (r *jsonReader) array(v *Value) error {
	if err := r.open(v, KindArray); err != nil {
		return err
	}
	for k := r.dec.PeekKind(); k != ']'; k = r.dec.PeekKind() {
		item := r.newValue()
		item.parent, item.index = v, int32(len(v.Items))
		if k != 0 {
			v.Items = append(v.Items, item)
		}
		if err := r.value(item); err != nil {
			return err
		}
	}
	return r.close(v)
}

// manyMembers is the number of members from which on repeated names are looked
// for in a map.
const manyMembers = 16

func (r *jsonReader) object(v *Value) error {
	if err := r.open(v, KindObject); err != nil {
		return err
	}
	var seen map[string]bool
	for r.dec.PeekKind() != '}' {
		name, span, err := r.stringToken()
		if err != nil {
			return err
		}
		m := Member{Name: name, NameSpan: span, Value: r.newValue()}
		m.Value.parent, m.Value.index = v, int32(len(v.Members))
		if len(v.Members) >= manyMembers {
			if seen == nil {
				seen = make(map[string]bool, 2*manyMembers)
				for _, m := range v.Members {
					seen[m.Name] = true
				}
			}
			m.Duplicate = seen[name]
			seen[name] = true
		} else {
			m.Duplicate = v.Member(name) != nil
		}
		v.Members = append(v.Members, m)
		if err := r.value(m.Value); err != nil {
			return err
		}
		if m.Duplicate {
			r.find(ruleDuplicateKey, span, m.Value.Pointer(), "the key "+quote(name)+" stands twice in this object", "only the first one counts: remove or rename one of the two")
		}
	}
	return r.close(v)
}

func (r *jsonReader) scalar(v *Value) error {
	kind := r.dec.PeekKind()
	if kind == '"' {
		text, span, err := r.stringToken()
		v.Kind, v.Span, v.Text = KindString, span, text
		return err
	}
	raw, err := r.dec.ReadValue()
	if err != nil {
		return err
	}
	end := int(r.dec.InputOffset())
	v.Span = r.span(end-len(raw), end)
	v.Text = r.string[end-len(raw) : end]
	switch kind {
	case 't', 'f':
		v.Kind = KindBoolean
	case '0':
		v.Kind = KindNumber
		if end < len(r.text) && strings.IndexByte("0123456789", r.text[end]) >= 0 {
			r.find(ruleJSONSyntax, r.span(end-len(raw), end), v.Pointer(), "a number must not begin with 0", "remove the leading zeros")
			return errStop
		}
	}
	return nil
}

// stringToken reads a string token. Lone surrogates are raised and become U+FFFD.
func (r *jsonReader) stringToken() (string, Span, error) {
	raw, err := r.dec.ReadValue()
	if err != nil {
		return "", Span{}, err
	}
	end := int(r.dec.InputOffset())
	start := end - len(raw)
	if bytes.IndexByte(raw, '\\') < 0 {
		return r.string[start+1 : end-1], r.span(start, end), nil
	}
	if at := loneSurrogate(raw); at >= 0 {
		r.find(ruleJSONSyntax, r.span(start+at, start+at+6), "", "half of a surrogate pair is no character", `write the character itself, or both halves as in \ud83d\ude00`)
	}
	text, _ := jsontext.AppendUnquote(nil, raw)
	return string(text), r.span(start, end), nil
}

// loneSurrogate returns the offset of the first escape in the string token raw
// that is half of a surrogate pair; -1 when there is none.
func loneSurrogate(raw []byte) int {
	for i := 0; i+1 < len(raw); i++ {
		if raw[i] != '\\' {
			continue
		}
		if raw[i+1] != 'u' {
			i++
			continue
		}
		switch high := surrogateAt(raw, i); {
		case high == 0:
			i += 5
		case high == 1 && surrogateAt(raw, i+6) == 2:
			i += 11
		default:
			return i
		}
	}
	return -1
}

// surrogateAt returns 1 when a \u escape of a leading surrogate begins at i, 2
// for a trailing one, else 0.
func surrogateAt(raw []byte, i int) int {
	if i+6 > len(raw) || raw[i] != '\\' || raw[i+1] != 'u' || raw[i+2]|0x20 != 'd' {
		return 0
	}
	switch c := raw[i+3] | 0x20; {
	case c == '8' || c == '9' || c == 'a' || c == 'b':
		return 1
	case c >= 'c' && c <= 'f':
		return 2
	}
	return 0
}

// mendUTF8 raises a finding for each run of bytes that are not UTF-8 and puts
// question marks in their place.
func (r *jsonReader) mendUTF8() {
	if utf8.Valid(r.text) {
		return
	}
	r.text = bytes.Clone(r.text)
	for i := 0; i < len(r.text); {
		c, size := utf8.DecodeRune(r.text[i:])
		if c != utf8.RuneError || size > 1 {
			i += size
			continue
		}
		start := i
		for i < len(r.text) && c == utf8.RuneError && size == 1 {
			r.text[i] = '?'
			i++
			c, size = utf8.DecodeRune(r.text[i:])
		}
		r.find(ruleJSONSyntax, r.span(start, i), "", "these bytes are not UTF-8", "save the file as UTF-8")
	}
}
