package jsontree

import (
	"bytes"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

// ReadBroken reads a text that need not be valid JSON, as it is while somebody types.
// It skips what it does not understand and closes what is left open. The result is
// that of ReadJSON for a text without errors; nil where there is no value at all.
//
// A member whose value is not written yet has one that is Missing. A string ends with
// its line at the latest.
func ReadBroken(source *diag.Source) *Value {
	r := &brokenReader{text: source.Text}
	if bytes.HasPrefix(r.text, ByteOrderMark) {
		r.at = len(ByteOrderMark)
	}
	for r.peek() != 0 {
		root := &Value{Contents: &nothing}
		if r.value(root, nil) {
			return root
		}
		r.at++ // a stray bracket, comma or colon
	}
	return nil
}

// Missing reports whether v is not written yet, see ReadBroken.
func (v *Value) Missing() bool { return v.Kind == KindNull && v.Text == "" }

// brokenReader reads a text into Values as ReadBroken does.
type brokenReader struct {
	text            []byte
	at              int
	objects, arrays int // that are open
	made            int
}

// peek skips to the next token and returns its first byte; 0 at the end.
func (r *brokenReader) peek() byte {
	for r.at < len(r.text) {
		switch rest := r.text[r.at:]; {
		case strings.IndexByte(Blanks, rest[0]) >= 0:
			r.at++
		case commentLength(rest) > 0:
			r.at += commentLength(rest)
		default:
			return rest[0]
		}
	}
	return 0
}

// value reads the next token into v if a value begins with it, and reports whether
// it does.
func (r *brokenReader) value(v *Value, parent *Value) bool {
	c := r.peek()
	if r.made++; r.made > MaxValues {
		r.at = len(r.text)
		return false
	}
	v.parent, v.Span.Start = parent, int32(r.at)
	switch {
	case strings.IndexByte("}],:\x00", c) >= 0:
		return false
	case (c == '{' || c == '[') && r.objects+r.arrays == MaxDepth:
		return false
	case c == '{':
		v.Kind, v.Contents = KindObject, new(Contents)
		r.objects++
		r.container(v, '}')
		r.objects--
	case c == '[':
		v.Kind, v.Contents = KindArray, new(Contents)
		r.arrays++
		r.container(v, ']')
		r.arrays--
	case c == '"':
		v.Kind = KindString
		v.Text = r.string()
	default:
		v.Text = r.word()
		switch {
		case v.Text == "true" || v.Text == "false":
			v.Kind = KindBoolean
		case c == '-' || '0' <= c && c <= '9':
			v.Kind = KindNumber
		}
	}
	v.Span.End = int32(r.at)
	return true
}

// container reads what is in an object or array, up to its closing bracket. Without that
// it ends where an object or array around it goes on.
func (r *brokenReader) container(v *Value, closing byte) {
	array := v.Kind == KindArray
	for r.at++; ; {
		switch c := r.peek(); {
		case c == closing:
			r.at++
			return
		case c == 0, !array && c == ']' && r.arrays > 0, array && r.objects > 0 && (c == '}' || c == '"' && r.beforeColon()):
			v.open = true
			return
		case array:
			item := &Value{Contents: &nothing, index: int32(len(v.Items))}
			if r.value(item, v) {
				v.Items = append(v.Items, item)
			} else {
				r.at++
			}
		case strings.IndexByte("],:", c) >= 0:
			r.at++
		case c == '{' || c == '[':
			if !r.value(&Value{Contents: &nothing}, nil) { // a value without a name
				r.at++
			}
		default:
			r.member(v)
		}
	}
}

// member reads a name, quoted or not, and its value.
func (r *brokenReader) member(v *Value) {
	m := Member{Value: &Value{Contents: &nothing, parent: v, index: int32(len(v.Members))}}
	m.NameSpan.Start = int32(r.at)
	if r.text[r.at] == '"' {
		m.Name = r.string()
	} else {
		m.Name = r.word()
	}
	m.NameSpan.End = int32(r.at)
	m.Duplicate = v.Member(m.Name) != nil
	m.Value.Span = diag.Span{Start: m.NameSpan.End, End: m.NameSpan.End}
	if r.peek() == ':' {
		r.at++
		m.Value.Span = r.blank()
		if before := r.at; r.peek() != '"' || !r.beforeColon() {
			index := m.Value.index
			if !r.value(m.Value, v) {
				m.Value.Span = diag.Span{Start: int32(before), End: r.blankFrom(before)}
			}
			m.Value.index = index
		}
	} else {
		r.at = int(m.NameSpan.End)
	}
	v.Members = append(v.Members, m)
	v.indexLast()
}

// blank returns the rest of the line from here, as far as it is blank.
func (r *brokenReader) blank() diag.Span {
	return diag.Span{Start: int32(r.at), End: r.blankFrom(r.at)}
}

func (r *brokenReader) blankFrom(at int) int32 {
	for at < len(r.text) && (r.text[at] == ' ' || r.text[at] == '\t') {
		at++
	}
	return int32(at)
}

// beforeColon reports whether the string that begins here is a name.
func (r *brokenReader) beforeColon() bool {
	at := r.at
	r.string()
	colon := r.peek() == ':'
	r.at = at
	return colon
}

// string reads a string and returns its text.
func (r *brokenReader) string() string {
	start := r.at
	for r.at++; r.at < len(r.text); r.at++ {
		switch r.text[r.at] {
		case '\\':
			if r.at+1 < len(r.text) && r.text[r.at+1] != '\n' {
				r.at++
			}
		case '"':
			r.at++
			return unquote(r.text[start:r.at])
		case '\n':
			return r.unclosed(start)
		}
	}
	r.at = len(r.text)
	return r.unclosed(start)
}

// unclosed ends a string whose closing quote is missing. What closes the values
// around it, at the end of the line, is not part of it.
func (r *brokenReader) unclosed(start int) string {
	line := bytes.TrimRight(r.text[start+1:r.at], Blanks+",]}")
	r.at = start + 1 + len(line)
	return string(line)
}

func unquote(quoted []byte) string {
	inner := quoted[1 : len(quoted)-1]
	if bytes.IndexByte(inner, '\\') < 0 {
		return string(inner)
	}
	if text, err := jsontext.AppendUnquote(nil, quoted); err == nil {
		return string(text)
	}
	return string(inner)
}

// word reads what is neither a string nor punctuation.
func (r *brokenReader) word() string {
	start := r.at
	for r.at++; r.at < len(r.text) && strings.IndexByte(Blanks+`{}[],:"`, r.text[r.at]) < 0; r.at++ {
	}
	return string(r.text[start:r.at])
}
