package jsontree

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

// FuzzReadJSON holds the reader against jsontext: what one accepts, the other does, with
// the same values at the same places. What it refuses, the reader finds something in.
func FuzzReadJSON(f *testing.F) {
	for _, cases := range jsonCases {
		for _, c := range cases {
			f.Add([]byte(c.text))
		}
	}
	f.Add([]byte(`{"a\u00e9": [1, -2.5e+3, {"b": null}, "\ud83d\ude00\n"], "a": {}, "": [true, false]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		tree, found := read(string(text))
		accepted := !tree.Partial
		for _, f := range found {
			accepted = accepted && f.Rule != diag.RuleJSONSyntax
			if f.Rule == diag.RuleTooDeep {
				return
			}
		}
		start := len(text) - len(bytes.TrimPrefix(text, []byte(ByteOrderMark)))
		o := oracle{dec: jsontext.NewDecoder(bytes.NewReader(text[start:]), jsontext.AllowDuplicateNames(true)), start: start}
		o.value()
		if _, err := o.dec.ReadToken(); err != io.EOF {
			o.failed = true
		}
		if accepted == o.failed {
			t.Fatalf("%q: accepted is %v, by jsontext %v", text, accepted, !o.failed)
		}
		if !accepted {
			return
		}
		if got := places(tree.Root); got != o.String() {
			t.Errorf("%q: got\n%s\nwant\n%s", text, got, o.String())
		}
	})
}

// places writes a value with all places in it.
func places(v *Value) string {
	var b strings.Builder
	for i := range v.Members {
		m := &v.Members[i]
		fmt.Fprintf(&b, "%q %d-%d: %s", m.Name, m.NameSpan.Start, m.NameSpan.End, places(m.Value))
	}
	for _, item := range v.Items {
		b.WriteString(places(item))
	}
	return fmt.Sprintf("%s%s %q %d-%d\n", b.String(), v.Kind, v.Text, v.Span.Start, v.Span.End)
}

// oracle writes what jsontext reads as places does.
type oracle struct {
	strings.Builder
	dec    *jsontext.Decoder
	start  int // of what it reads in the text
	failed bool
}

// token reads a token, or a value that is one, and returns it with its place.
func (o *oracle) token() (raw []byte, start, end int) {
	raw, err := o.dec.ReadValue()
	if err != nil {
		o.failed = true
	}
	end = o.start + int(o.dec.InputOffset())
	return raw, end - len(raw), end
}

func (o *oracle) value() {
	switch kind := o.dec.PeekKind(); kind {
	case '{', '[':
		_, _ = o.dec.ReadToken()
		start := o.start + int(o.dec.InputOffset()) - 1
		for !o.failed && o.dec.PeekKind() != kind+2 { // the brackets are 2 apart in ASCII
			if kind == '{' {
				raw, start, end := o.token()
				name, err := jsontext.AppendUnquote(nil, raw)
				o.failed = o.failed || err != nil
				fmt.Fprintf(o, "%q %d-%d: ", name, start, end)
			}
			o.value()
		}
		if _, err := o.dec.ReadToken(); err != nil {
			o.failed = true
		}
		fmt.Fprintf(o, "%s %q %d-%d\n", map[jsontext.Kind]Kind{'{': KindObject, '[': KindArray}[kind], "", start, o.start+int(o.dec.InputOffset()))
	default:
		raw, start, end := o.token()
		if kind == '"' {
			raw, _ = jsontext.AppendUnquote(nil, raw)
		}
		name := map[jsontext.Kind]Kind{'n': KindNull, 't': KindBoolean, 'f': KindBoolean, '0': KindNumber, '"': KindString}[kind]
		fmt.Fprintf(o, "%s %q %d-%d\n", name, raw, start, end)
	}
}
