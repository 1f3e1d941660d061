package lexicon

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// maxValues is how many values a schema file may have: each takes a hundred bytes
// and more.
const maxValues = 1 << 20

// MaxDepth is how many levels of objects and arrays a text may have.
const MaxDepth = 1000

var byteOrderMark = []byte("\uFEFF")

// jsonReader reads a text into a tree of Values.
type jsonReader struct {
	source *Source
	found  Collector

	text   []byte // the source's text with what could be mended blanked out
	string string // the same, for Values to share
	base   int    // offset of text in the source: the byte-order mark
	dec    *jsontext.Decoder
	depth  int
	slab   []Value
	made   int // values so far
	most   int // how many values there may be; 0: any number

	repeated *Value // the value of a repeated name that is being read, the outermost one
}

// fault ends the reading of a text where JSON itself would go on.
type fault struct {
	rule          *Rule
	span          Span
	pointer       string
	message, help string
}

func (f *fault) Error() string { return f.message }

// readJSON reads the one JSON value of source. Faults become findings, in the
// order of the text and with the severity that their rules have in every profile, and the reading goes on where that
// is possible: comments and trailing commas are passed over, of repeated names
// all are kept. It returns what could be read, nil when that is nothing, and
// whether the text was read to its end. It stops at more than most values, unless
// that is 0.
func readJSON(source *Source, most int) (root *Value, found Collector, whole bool) {
	r := &jsonReader{source: source, text: source.Text, most: most}
	what, help := "file", "save it as UTF-8 without one"
	if source.FirstLine > 0 {
		what, help = "line", "remove it: it belongs at the begin of a file, and is not needed there"
	}
	if bytes.HasPrefix(r.text, byteOrderMark) {
		r.base = len(byteOrderMark)
		r.text = r.text[r.base:]
		r.find(RuleByteOrderMark, Span{0, int32(r.base)}, "", "the "+what+" begins with a byte-order mark", help)
	}
	if len(bytes.TrimLeft(r.text, blanks)) == 0 {
		r.find(RuleJSONSyntax, r.span(0, 0), "", "the "+what+" is empty", "a "+what+" holds one JSON value")
		return nil, r.found, false
	}
	r.mendUTF8()
	before := r.found.Findings()
	root, err := r.read()
	if err != nil && r.mendable(err) {
		r.found.Reset() // the second attempt finds them again
		for _, f := range before {
			r.found.Add(f)
		}
		mended := r.mendSyntax()
		root, err = r.read()
		for _, f := range mended.Findings() {
			// Behind a fault a comment can be the inside of a broken string.
			if err == nil || int(f.Span.Start) < r.base+r.offsetOf(err) {
				r.found.Add(f)
			}
		}
	}
	if err != nil {
		r.explain(err)
	}
	r.found.Sort()
	return root, r.found, err == nil
}

const blanks = " \t\r\n"

// find makes a finding on a span of the source.
func (r *jsonReader) find(rule *Rule, span Span, pointer, message, help string) {
	r.found.Add(Finding{
		Rule: rule, Severity: rule.Severity[ProfileV1], Message: message, Help: help,
		Location: Location{Source: r.source, Span: span, Pointer: pointer},
	})
}

// read makes one attempt at the text.
func (r *jsonReader) read() (root *Value, err error) {
	r.string = string(r.text)
	r.dec = jsontext.NewDecoder(bytes.NewBuffer(r.text), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	r.depth, r.repeated, r.made = 0, nil, 0
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
		if r.beforeColon() {
			root = nil
		}
		return root, &fault{
			rule: RuleJSONSyntax, span: r.source.character(r.base + after),
			message: "there is text after the end of the JSON value", help: "one value is all there may be: remove what follows it",
		}
	}
	return root, nil
}

func (r *jsonReader) newValue() *Value {
	if len(r.slab) == cap(r.slab) {
		r.slab = make([]Value, 0, min(max(16, len(r.text)/32), 512))
	}
	r.slab = r.slab[:len(r.slab)+1]
	r.made++
	return &r.slab[len(r.slab)-1]
}

// value reads the next value into v.
func (r *jsonReader) value(v *Value) error {
	if r.most > 0 && r.made > r.most {
		at := r.skipBlanks(int(r.dec.InputOffset()))
		return &fault{
			rule: RuleJSONSyntax, span: r.source.character(r.base + min(at, len(r.text))), pointer: r.pointer(v),
			message: "more than " + strconv.Itoa(r.most) + " values, which no schema has", help: "check how the file was made",
		}
	}
	switch r.dec.PeekKind() {
	case '{', '[':
		if r.depth == MaxDepth {
			at := r.skipBlanks(int(r.dec.InputOffset()))
			return &fault{
				rule: RuleTooDeep, span: r.span(at, at+1), pointer: r.pointer(v),
				message: "nested more than 1000 levels deep", help: "no value of sense is that deep: check how the file was made",
			}
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

// pointer returns the pointer of v, or of what was repeated around it: pointers
// lead to the first value of a name.
func (r *jsonReader) pointer(v *Value) string {
	if r.repeated != nil {
		v = r.repeated
	}
	return v.Pointer()
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
		v.Items = append(v.Items, item)
		if err := r.value(item); err != nil {
			if item.unread() {
				v.Items = v.Items[:item.index]
				if item.index > 0 && r.beforeColon() {
					v.Items = v.Items[:item.index-1]
				}
			}
			return err
		}
	}
	return r.close(v)
}

// beforeColon reports whether it is a colon that the decoder stopped at: the value
// before it, read last, is none then but a name, since a bracket or brace before
// it is missing.
func (r *jsonReader) beforeColon() bool {
	rest := bytes.TrimLeft(r.text[r.dec.InputOffset():], blanks)
	return len(rest) > 0 && rest[0] == ':'
}

// fewMembers is the number of members that most objects stay below.
const fewMembers = 4

// manyMembers is the number of members from which on names are looked for in a
// map.
const manyMembers = 16

func (r *jsonReader) object(v *Value) error {
	if err := r.open(v, KindObject); err != nil {
		return err
	}
	for r.dec.PeekKind() != '}' {
		name, span, err := r.stringToken(v)
		if err != nil {
			if last := len(v.Members) - 1; last >= 0 && r.beforeColon() {
				v.Members = v.Members[:last]
			}
			return err
		}
		m := Member{Name: name, NameSpan: span, Value: r.newValue()}
		m.Value.parent, m.Value.index = v, int32(len(v.Members))
		m.Duplicate = v.Member(name) != nil
		if v.Members == nil {
			v.Members = make([]Member, 0, fewMembers)
		}
		v.Members = append(v.Members, m)
		v.indexLast()
		outermost := m.Duplicate && r.repeated == nil
		if outermost {
			r.repeated = m.Value
			if !r.found.Skip(RuleDuplicateKey, RuleDuplicateKey.Severity[ProfileV1], r.source) {
				r.find(RuleDuplicateKey, span, m.Value.Pointer(), "the key "+quote(name)+" stands twice in this object", "only the first one counts: remove or rename one of the two")
			}
		}
		if err := r.value(m.Value); err != nil {
			if m.Value.unread() {
				v.Members = v.Members[:m.Value.index]
			}
			return err
		}
		if outermost {
			r.repeated = nil
		}
	}
	return r.close(v)
}

// indexLast makes the last member of an object known to Member.
func (v *Value) indexLast() {
	first := len(v.Members) - 1
	switch {
	case len(v.Members) < manyMembers:
		return
	case v.byName == nil:
		v.byName, first = make(map[string]int32, 2*manyMembers), 0
	}
	for i := first; i < len(v.Members); i++ {
		if m := &v.Members[i]; !m.Duplicate {
			v.byName[m.Name] = int32(i)
		}
	}
}

func (r *jsonReader) scalar(v *Value) error {
	kind := r.dec.PeekKind()
	if kind == '"' {
		text, span, err := r.stringToken(v)
		v.Kind, v.Span, v.Text = KindString, span, text
		return err
	}
	raw, err := r.dec.ReadValue()
	if err != nil {
		return err
	}
	end := int(r.dec.InputOffset())
	span := r.span(end-len(raw), end)
	if kind == '0' && end < len(r.text) && strings.IndexByte("0123456789", r.text[end]) >= 0 {
		return &fault{
			rule: RuleJSONSyntax, span: span, pointer: r.pointer(v),
			message: "a number must not begin with 0", help: "remove the leading zeros",
		}
	}
	v.Span, v.Text = span, r.string[end-len(raw):end]
	switch kind {
	case 't', 'f':
		v.Kind = KindBoolean
	case '0':
		v.Kind = KindNumber
	}
	return nil
}
