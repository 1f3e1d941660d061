package jsontree

import (
	"bytes"
	"strconv"
	"strings"
	"unsafe"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

// MaxValues is the number of JSON values that a schema file may have: each takes a
// hundred bytes or more in memory.
const MaxValues = 1 << 20

// MaxDepth is the number of levels of objects and arrays that a text may have.
const MaxDepth = 1000

var ByteOrderMark = []byte("\uFEFF")

// Blanks are the characters that JSON allows between tokens.
const Blanks = " \t\r\n"

// jsonReader reads a text into a tree of Values.
type jsonReader struct {
	source *diag.Source
	found  diag.Collector

	text   []byte // the source's text, with Blanks in place of what repair removes
	string string // the same text, for Values to share
	base   int    // offset of text in the source: the length of the byte-order mark
	behind int    // offset of what follows the value, if that begins like another value
	depth  int
	made   int // number of values so far
	most   int // maximum number of values; 0: no limit
	// forget says that only findings are wanted: values are dropped once they have
	// been read, so that memory does not grow with their number.
	forget bool
	*Memory

	repaired []diag.Finding // what was repaired before this attempt, in the order of the text
	next     int            // index of the first of them behind the values read so far
	waiting  []int          // indices of those before it whose value has not ended yet
	repeated *Value         // the outermost value being read whose name its object already has
	broken   *Value         // the innermost value that could not be read to its end
}

// CheckJSON returns what is wrong with a text as JSON, regardless of what it means:
// the findings of the group input, in the order of the text.
//
// Of an object with very many members, or in a text with very many, it does not find
// all names that appear twice.
func CheckJSON(source *diag.Source) []diag.Finding {
	r := &jsonReader{source: source, forget: true, Memory: new(Memory)}
	r.check()
	return r.found.Findings()
}

// ReadJSON reads a text as JSON, regardless of what it means. It continues after
// an error and returns what it could read, which may be nil, and what is wrong:
// the findings of the group input, in the order of the text. It stops where the
// text has more values than a schema file may have.
func ReadJSON(source *diag.Source) (tree Tree, found diag.Collector) {
	return new(Memory).ReadJSON(source)
}

// ReadJSON is the function of that name, with memory to use again.
func (m *Memory) ReadJSON(source *diag.Source) (tree Tree, found diag.Collector) {
	r := jsonReader{source: source, most: MaxValues, Memory: m}
	root, whole := r.check()
	tree = Tree{Source: source, Root: root, Partial: !whole}
	if r.behind > 0 {
		tree.text, tree.base, tree.behind = r.text, r.base, r.behind
	}
	return tree, r.found
}

// check reads the one JSON value of the source. Errors become findings, in the order
// of the text and with the severity that their rules have in every profile. Reading
// continues where possible: comments and trailing commas are skipped, missing commas and
// single quotes are accepted, and of members with the same name all are kept. It returns
// what could be read, which may be nil, and whether the text was read to its end.
func (r *jsonReader) check() (root *Value, whole bool) {
	r.text = r.source.Text
	what, help := "file", "save the file as UTF-8 without a byte-order mark"
	if r.source.FirstLine > 0 {
		what, help = "line", "remove it; a byte-order mark is allowed only at the start of a file"
	}
	if e := wideEncodingOf(r.text); e != nil {
		r.find(diag.RuleJSONSyntax, r.span(0, e.width), nil, "the "+what+" is not valid UTF-8; it looks like "+e.name, "save the file as UTF-8")
		return nil, false
	}
	if bytes.HasPrefix(r.text, ByteOrderMark) {
		r.base = len(ByteOrderMark)
		r.text = r.text[r.base:]
		r.found.Add(diag.Finding{
			Rule: diag.RuleByteOrderMark, Severity: diag.RuleByteOrderMark.Severity[diag.ProfileV1],
			Message: "the " + what + " begins with a byte-order mark", Help: help,
			Location: diag.Location{Source: r.source, Span: diag.Span{Start: 0, End: int32(r.base)}},
			Fix:      diag.NewFix("Remove the byte-order mark", true, diag.Edit{Source: r.source, Span: diag.Span{Start: 0, End: int32(r.base)}, New: ""}),
		})
	}
	if len(bytes.TrimLeft(r.text, Blanks)) == 0 {
		r.find(diag.RuleJSONSyntax, r.span(0, 0), nil, "the "+what+" is empty", "add a JSON value")
		return nil, false
	}
	r.replaceInvalidUTF8()
	before := r.found.Findings()
	root, err := r.read()
	if err != nil {
		r.repaired = r.repair()
	}
	if len(r.repaired) > 0 {
		r.found.Reset() // the second attempt finds them again
		for _, f := range before {
			r.found.Add(f)
		}
		root, err = r.read()
		for _, f := range r.repaired {
			if err != nil && int(f.Span.Start) >= r.base+r.offsetOf(err) {
				break // not repaired, or behind an error
			}
			if f.Value == nil {
				f.Value = root
			}
			r.found.Add(f)
		}
	}
	if err != nil {
		r.explain(err)
	}
	r.found.Sort()
	return root, err == nil
}

// find adds a finding on a span of the source inside v; a nil v is the whole text.
func (r *jsonReader) find(rule *diag.Rule, span diag.Span, v *Value, message, help string) {
	at := diag.Location{Source: r.source, Span: span, Pointer: v.Pointer(), Value: v}
	r.found.Add(diag.Finding{Rule: rule, Severity: rule.Severity[diag.ProfileV1], Message: message, Help: help, Location: at})
}

// read makes one attempt at the text.
func (r *jsonReader) read() (root *Value, err error) {
	r.string = unsafe.String(unsafe.SliceData(r.text), len(r.text)) // the text never changes
	r.Memory.begin(r.text)
	r.depth, r.repeated, r.broken, r.made = 0, nil, nil, 0
	r.next, r.waiting = 0, nil
	if r.dec.PeekKind() == 0 {
		_, err := r.dec.ReadToken()
		return nil, err
	}
	root = r.newValue()
	if err := r.value(root); err != nil {
		return root, err
	}
	end := int(r.dec.InputOffset())
	after := len(r.text) - len(bytes.TrimLeft(r.text[end:], Blanks))
	if after < len(r.text) {
		if r.beforeColon() {
			root = nil
		}
		return root, r.trailing(after)
	}
	return root, nil
}

// trailing returns the fault for text after the JSON value.
func (r *jsonReader) trailing(after int) *fault {
	f := &fault{
		rule: diag.RuleJSONSyntax, span: r.source.Character(r.base + after),
		message: "unexpected text after the JSON value", help: "remove it; only one JSON value is allowed",
	}
	switch rest := bytes.Trim(r.text[after:], Blanks+",]}"); {
	case r.forget || len(rest) == 0:
	case rest[0] != '{' && rest[0] != '"':
	default:
		f.help = "move it into the value or to a file of its own; only one JSON value is allowed"
		r.behind = after
	}
	return f
}

func (r *jsonReader) newValue() *Value {
	if r.forget { // a slab would stay as long as one of its values
		return &Value{Contents: &nothing}
	}
	r.made++
	return r.Memory.value()
}

func (r *jsonReader) newContents() *Contents {
	if r.forget {
		return new(Contents)
	}
	return r.Memory.contents()
}

// value reads the next value into v.
func (r *jsonReader) value(v *Value) error {
	err := r.anyValue(v)
	if len(r.repaired) > 0 {
		r.placeRepaired(v)
	}
	if err != nil && r.broken == nil {
		r.broken = r.addressable(v)
	}
	return err
}

func (r *jsonReader) anyValue(v *Value) error {
	if r.most > 0 && r.made > r.most {
		at := r.nextToken()
		return &fault{
			rule: diag.RuleJSONSyntax, span: r.source.Character(r.base + min(at, len(r.text))),
			message: "more than " + strconv.Itoa(r.most) + " JSON values in one schema file", help: "check how the file was generated",
		}
	}
	kind := r.dec.PeekKind()
	if kind != '{' && kind != '[' {
		return r.scalar(v)
	}
	if r.depth == MaxDepth {
		at := r.nextToken()
		return &fault{
			rule: diag.RuleTooDeep, span: r.span(at, at+1),
			message: "objects and arrays are nested more than 1000 levels deep", help: "reduce the nesting, or check how the file was generated",
		}
	}
	r.depth++
	var err error
	if kind == '{' {
		err = r.object(v)
	} else {
		err = r.array(v)
	}
	r.depth--
	if err != nil {
		v.Span.End = int32(r.base + len(r.text))
	}
	return err
}

// nextToken returns the offset of the next token.
func (r *jsonReader) nextToken() int {
	at := int(r.dec.InputOffset())
	for at < len(r.text) && strings.IndexByte(Blanks+":,", r.text[at]) >= 0 {
		at++
	}
	return at
}

func (r *jsonReader) span(start, end int) diag.Span {
	return diag.Span{Start: int32(r.base + start), End: int32(r.base + end)}
}

// addressable returns v, or the outermost value around it whose name its object
// already has: a pointer leads to the first member of a name only.
func (r *jsonReader) addressable(v *Value) *Value {
	if r.repeated != nil {
		return r.repeated
	}
	return v
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
			rule: diag.RuleJSONSyntax, span: span,
			message: "a number must not start with 0", help: "remove the leading zeros",
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
