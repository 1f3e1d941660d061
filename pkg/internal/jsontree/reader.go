package jsontree

import (
	"strconv"
	"strings"
	"unsafe"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
)

// reader reads a text into a tree of Values. It accepts what it can repair, and notes the
// repairs. Another error ends the reading, unless somebody is typing.
type reader struct {
	*Memory
	source *diag.Source
	text   string              // of the source, which the Values share, with "?" for what is not UTF-8
	at     int                 // offset of the next token
	last   int                 // offset behind the last value
	made   int                 // number of values so far
	open   [KindObject + 1]int // number of open arrays and of open objects
	// forget says that only findings are wanted: values are dropped once they have
	// been read, so that memory does not grow with their number.
	forget bool
	// typing says that the text is read as ReadBroken does, without findings.
	typing   bool
	unclosed bool           // some value has no closing bracket
	indents  map[*Value]int // see side; nil where only brackets count

	found    diag.Collector
	noted    []diag.Finding // repairs, and the error that ended the reading
	failed   bool           // the text could not be read to its end
	repeated *Value         // the outermost value being read whose name its object already has
	behind   int            // offset of what follows the value, if that begins like another value
}

// reader begins to read a source. The values of one that was not read to its end keep the
// stacks that they are in.
func (m *Memory) reader(source *diag.Source) *reader {
	if len(m.items) > 0 {
		m.items = nil
	}
	if len(m.members) > 0 || m.members == nil {
		m.members = make([]Member, 0, 16)
	}
	r := &reader{Memory: m, source: source, text: unsafe.String(unsafe.SliceData(source.Text), len(source.Text))} // it never changes
	if strings.HasPrefix(r.text, ByteOrderMark) {
		r.at = len(ByteOrderMark)
	}
	return r
}

// read reads the one JSON value of the source. Errors become findings, in the order
// of the text and with the severity that their rules have in every profile. Reading
// continues where possible: comments and trailing commas are skipped, missing commas and
// single quotes are accepted, and of members with the same name all are kept. It returns
// what could be read, which may be nil.
func (r *reader) read() *Value {
	root := r.newValue(nil, 0)
	if r.decode() {
		r.value(root, r.next(root))
	}
	isName := !r.failed && r.next(root) == ':'
	if !r.failed && r.at < len(r.text) {
		r.failBehindRoot()
	}
	for _, f := range r.noted {
		r.found.Add(f)
	}
	r.found.Sort()
	if isName || root.unread() {
		return nil
	}
	return root
}

// failBehindRoot fails at text after the JSON value.
func (r *reader) failBehindRoot() {
	help := "remove it; only one JSON value is allowed"
	if rest := strings.TrimLeft(r.text[r.at:], Blanks+",]}"); !r.forget && rest != "" && (rest[0] == '{' || rest[0] == '"') {
		help = "move it into the value or to a file of its own; only one JSON value is allowed"
		r.behind = r.at
	}
	r.fail(nil, r.source.Character(r.at), "unexpected text after the JSON value", help)
}

// next passes over white space and comments inside of a value, and returns the first byte
// of the next token; 0 at the end of the text.
func (r *reader) next(in *Value) byte {
	for r.at < len(r.text) {
		switch c := r.text[r.at]; c {
		case ' ', '\n', '\r', '\t':
			r.at++
		case '/':
			if !r.comment(in) {
				return c
			}
		default:
			return c
		}
	}
	return 0
}

// value reads a value into v. Its first token begins with c, which is next. If there is
// no value, v stays unread.
func (r *reader) value(v *Value, c byte) {
	switch {
	case r.made > maxValues && !r.forget:
		r.fail(v, r.source.Character(r.at), "more than "+strconv.Itoa(maxValues)+" JSON values in one schema file", "check how the file was generated")
	case c == '{':
		r.container(v, KindObject)
	case c == '[':
		r.container(v, KindArray)
	case c == '"', c == '\'' && !r.typing:
		start := r.at
		if text, ok := r.string(v); ok {
			v.Kind, v.Span, v.Text = KindString, span(start, r.at), text
		}
	case r.typing:
		if strings.IndexByte("}],:\x00", c) < 0 {
			r.scalar(v, r.wordEnd())
		}
	default:
		r.literal(v)
	}
	r.last = r.at
}

// container reads an object or array into v.
func (r *reader) container(v *Value, kind Kind) {
	if r.depth() == MaxDepth {
		if !r.typing {
			r.stop(r.finding(diag.RuleTooDeep, v, span(r.at, r.at+1), "objects and arrays are nested more than 1000 levels deep",
				"reduce the nesting, or check how the file was generated"))
		}
		return
	}
	v.Kind, v.Span = kind, span(r.at, len(r.text))
	r.at++
	if r.next(v) != v.closing() || r.indents != nil { // which may skip the bracket
		v.Contents = &take(&r.slabs.contents, 1, r.room(128))[0]
	}
	r.open[kind]++
	items, members := len(r.items), len(r.members)
	for n := 0; r.more(v, n == 0); n++ {
		if kind == KindArray {
			r.item(v, n, items)
		} else {
			r.member(v, members)
		}
	}
	r.open[kind]--
	switch {
	case r.failed: // what is open keeps the stacks
	case r.forget:
		r.members = r.members[:members]
	case v.Contents != &nothing: // which all empty values share
		v.Items, r.items = keep(&r.slabs.items, r.items, items, r.room(128))
		v.Members, r.members = keep(&r.slabs.members, r.members, members, r.room(32))
	}
}

// more moves to the next entry of v, behind the comma before it. It is false at the end
// of v, and if reading has failed.
func (r *reader) more(v *Value, first bool) bool {
	switch {
	case r.typing:
		return r.moreTyped(v)
	case r.failed:
		return false
	}
	entry := &aValue
	if v.Kind == KindObject {
		entry = &aName
	}
	c, comma := r.next(v), -1
	if c == ',' {
		comma = r.at
		r.at++
		if c = r.next(v); (c == ']' || c == '}') && r.canRepair() {
			r.note(v, comma, comma+1, "JSON does not allow a trailing comma", "remove the comma", r.fix("Remove the comma", true, comma, comma+1, ""))
			comma = -1
		}
	}
	switch {
	case c == v.closing() && comma < 0:
		r.close(v)
		return false
	case comma < 0 && !first:
		return r.missingComma(v, c)
	case comma >= 0 && first:
		r.at = comma
		return r.unexpected(v, entry)
	case c == ':' && first, r.at == len(r.text):
		return r.unexpected(v, entry)
	}
	return true
}

// close ends v with its closing bracket, which is next.
func (r *reader) close(v *Value) {
	r.at++
	v.Span.End = int32(r.at)
}

// item reads an element of an array, which is the n-th. The elements before it are on the
// stack from an index.
func (r *reader) item(v *Value, n, from int) {
	item := r.newValue(v, n)
	if k := len(r.noted) - 1; k >= 0 && int(r.noted[k].Span.Start) == r.at { // a missing comma before it
		r.noted[k].Value, r.noted[k].Pointer = item, item.Pointer()
	}
	if !r.forget {
		r.items = append(r.items, item)
		v.Items = r.items[from:]
	}
	if r.value(item, r.text[r.at]); item.unread() && !r.forget {
		r.items = r.items[:len(r.items)-1]
		v.Items = r.items[from:]
	}
}

// member reads a member of an object. The members before it are on the stack from an
// index.
func (r *reader) member(v *Value, from int) {
	start := r.at
	name, ok := r.string(v)
	if !ok {
		return
	}
	v.Members = r.members[from:]
	m := Member{Name: name, NameSpan: span(start, r.at), Value: r.newValue(v, len(v.Members))}
	if first := v.Member(name); first != nil {
		m.Duplicate, first.repeated = true, true
	}
	r.members = append(r.members, m)
	v.Members = r.members[from:]
	if !r.forget || len(r.members) <= manyNames {
		v.indexLast()
	}
	outermost := m.Duplicate && r.repeated == nil
	if outermost {
		r.repeated = m.Value
		if !r.typing && !r.found.Skip(diag.RuleDuplicateKey, diag.RuleDuplicateKey.Severity[diag.ProfileV1], r.source) {
			r.found.Add(r.finding(diag.RuleDuplicateKey, m.Value, m.NameSpan, "the key "+words.Quote(name)+" appears twice in this object",
				"remove or rename one of the two; only the first is checked"))
		}
	}
	if r.colon(v, m.Value) {
		r.value(m.Value, r.next(v))
	}
	if outermost {
		r.repeated = nil
	}
	switch last := len(r.members) - 1; {
	case m.Value.unread():
		v.Members = v.Members[:m.Value.index]
	case r.forget && last >= manyNames:
		r.members = r.members[:last]
	case r.forget:
		r.members[last].Value = nil
	}
}

// manyNames is the number of names of members that a reader remembers when it forgets
// the values.
const manyNames = 1 << 16

// colon moves to the value of a member of an object, and reports whether it is there.
func (r *reader) colon(object, v *Value) bool {
	switch {
	case r.typing:
		return r.typedColon(v)
	case r.next(object) != ':':
		return r.unexpected(v, &aColon)
	}
	r.at++
	return true
}

func (r *reader) newValue(parent *Value, index int) *Value {
	r.made++
	v := &take(&r.slabs.values, 1, r.room(32))[0]
	v.Contents, v.parent, v.index = &nothing, parent, int32(index)
	return v
}

func (r *reader) depth() int { return r.open[KindArray] + r.open[KindObject] }
