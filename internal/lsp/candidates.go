package lsp

import (
	"bytes"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// candidate is something that can be written at a place.
type candidate struct {
	Label string // the key or the text, without quotes
	Kind  candidateKind
	About string // what it means, in a sentence; may be empty
	// New is the JSON to write instead of the span of the completion. Stops are the
	// parts of New that the author fills in, in their order.
	New    string
	Stops  []diag.Span
	Target *lexicon.Definition // of a candidateReference; may be nil
}

// candidateKind is what a candidate is.
type candidateKind uint8

// The kinds of candidates.
const (
	candidateKey candidateKind = iota
	candidateValue
	candidateType
	candidateProperty // the name of a property
	candidateReference
)

// candidateList is what can be written at a place.
type candidateList struct {
	Span       diag.Span // what a candidate replaces: the string or word at the place
	Candidates []candidate
	// Comma is where a comma is missing before the candidate; -1 where none is.
	Comma int32
}

// completer knows what can be written in a schema file.
type completer struct {
	Catalog *lexicon.Catalog
	Profile diag.Profile
	Source  *diag.Source
	Root    *lexicon.Value // of the source, read by ReadBroken; may be nil
}

// complete returns what can be written at an offset of a schema file. The keys and
// entries that are written already are left out.
func (c completer) complete(offset int32) candidateList {
	return c.run(offset, lexicon.RoleFile, (*completion).keys, (*completion).values)
}

// run makes a completion: keys adds those of the object at the place, values what
// can be in a member.
func (c completer) run(offset int32, role lexicon.Role, keys func(*completion), values func(*completion, *lexicon.Member)) candidateList {
	w := completion{completer: c, place: placeAt(c.Root, role, offset)}
	w.Span, w.Comma = w.replaced(offset), -1
	if w.place.Object == nil {
		return w.candidateList
	}
	after := w.tokenAfter(w.Span.End)
	switch m := w.place.Member; {
	case w.place.InName || m == nil:
		w.named = after == ':'
		keys(&w)
	case w.place.Value != nil || w.place.List != nil:
		values(&w, m)
	}
	if !w.named && strings.IndexByte(",}]\x00", after) < 0 { // what follows needs a comma
		for i := range w.Candidates {
			w.Candidates[i].New += ","
		}
	}
	before := bytes.TrimRight(c.Source.Text[:w.Span.Start], " \t\r\n")
	if n := len(before); n > 0 && strings.IndexByte("{[,:", before[n-1]) < 0 {
		w.Comma = int32(n)
	}
	return w.candidateList
}

// completion is a completion in the making.
type completion struct {
	completer
	candidateList
	place place
	named bool // the key at the place has a colon already
}

// replaced returns the span of the string or word at an offset.
func (c *completion) replaced(offset int32) diag.Span {
	switch p := &c.place; {
	case p.InName:
		return p.Member.NameSpan
	case p.Value != nil && !p.Value.Missing():
		return p.Value.Span
	}
	text := c.Source.Text
	start, end := offset, offset
	word := func(b byte) bool { return strings.IndexByte(" \t\r\n"+`{}[],:"`, b) < 0 }
	for start > 0 && word(text[start-1]) {
		start--
	}
	for int(end) < len(text) && word(text[end]) {
		end++
	}
	return diag.Span{Start: start, End: end}
}

// tokenAfter returns the first byte after an offset that is not blank; 0 at the end.
func (c *completion) tokenAfter(offset int32) byte {
	if rest := bytes.TrimLeft(c.Source.Text[offset:], " \t\r\n"); len(rest) > 0 {
		return rest[0]
	}
	return 0
}

// add adds a string as a candidate, unless a list has it already.
func (c *completion) add(kind candidateKind, label, about string) *candidate {
	c.Candidates = append(c.Candidates, candidate{Label: label, Kind: kind, About: about, New: quoted(label)})
	return &c.Candidates[len(c.Candidates)-1]
}

// literal adds JSON that is not a string.
func (c *completion) literal(text string) {
	c.Candidates = append(c.Candidates, candidate{Label: text, Kind: candidateValue, New: text})
}

// keys adds the keys that the object at the place can have and has not.
func (c *completion) keys() {
	p := &c.place
	for _, f := range p.Role.Keys(p.Object).Fields() {
		if !c.written(f.Name) {
			c.key(candidateKey, f.Name, f.About, c.template(f))
		}
	}
	switch p.Role {
	case lexicon.RoleDefinitions:
		if !c.written("main") {
			c.key(candidateProperty, "main", "The main definition, which the bare NSID refers to.", `{ "type": "$" }`)
		}
		for m := range lexicon.Mentions(c.Root) { // refs to what is still to be defined
			if m.NSID == lexicon.IDOf(c.Root) && !c.written(m.Name) && !c.has(m.Name) {
				c.key(candidateProperty, m.Name, "A definition that the file refers to.", `{ "type": "$" }`)
			}
		}
	case lexicon.RoleProperties:
		for _, item := range listOf(p.Schema(), "required") {
			if item.Kind == lexicon.KindString && !c.written(item.Text) && !c.has(item.Text) {
				c.key(candidateProperty, item.Text, "A required property.", `{ "type": "$" }`)
			}
		}
	}
}

// written reports whether the object at the place has another member with that name.
func (c *completion) written(name string) bool {
	m := c.place.Object.Member(name)
	return m != nil && m != c.place.Member
}

func listOf(v *lexicon.Value, field string) []*lexicon.Value {
	if list := v.Field(field); list != nil {
		return list.Items
	}
	return nil
}

func (c *completion) has(label string) bool {
	return slices.ContainsFunc(c.Candidates, func(x candidate) bool { return x.Label == label })
}

// key adds a key, with a value unless there is one; see fill.
func (c *completion) key(kind candidateKind, name, about, template string) {
	if candidate := c.add(kind, name, about); !c.named {
		candidate.New += ": "
		candidate.fill(template)
	}
}

// fill adds a value to what the candidate writes. In its template, "$" is what the author
// fills in, and "\\$" a dollar sign.
func (x *candidate) fill(template string) {
	for {
		before, after, found := strings.Cut(template, "$")
		literal, escaped := strings.CutSuffix(before, `\`)
		x.New += literal
		switch at := int32(len(x.New)); {
		case !found:
			return
		case escaped:
			x.New += "$"
		default:
			x.Stops = append(x.Stops, diag.Span{Start: at, End: at})
		}
		template = after
	}
}

// template returns the value to begin with in a field; see fill.
func (c *completion) template(f lexicon.Field) string {
	switch {
	case f.Name == "lexicon":
		return "1"
	case f.Name == "parameters":
		return `{ "type": "params", "properties": { $ } }`
	case f.Name == "record":
		return `{ "type": "object", "properties": { $ } }`
	case f.Holds == lexicon.RoleBody:
		return `{ "encoding": "application/json", "schema": { "type": "$" } }`
	case f.Holds == lexicon.RoleMessage:
		return `{ "schema": { "type": "union", "refs": [$] } }`
	case f.Holds == lexicon.RoleError:
		return `[{ "name": "$" }]`
	case f.Name == "permissions":
		return `[{ "type": "permission", "resource": "$" }]`
	case f.Holds == lexicon.RoleSchema:
		return `{ "type": "$" }`
	}
	switch f.Kind {
	case lexicon.KindString:
		return `"$"`
	case lexicon.KindBoolean:
		return "true"
	case lexicon.KindObject:
		return "{ $ }"
	case lexicon.KindArray:
		return "[$]"
	}
	return "$"
}

// withoutWritten drops the candidates that the list at the place has already.
func (c *completion) withoutWritten() {
	if c.place.List == nil {
		return
	}
	c.Candidates = slices.DeleteFunc(c.Candidates, func(x candidate) bool {
		return slices.ContainsFunc(c.place.List.Items, func(item *lexicon.Value) bool {
			return item != c.place.Value && item.Kind == lexicon.KindString && item.Text == x.Label
		})
	})
}

// snippet returns the candidate with its stops as text/tabstop pairs: write is called
// for each literal part, and stop for each place to fill in.
func (x candidate) snippet(write func(string), stop func(int)) {
	at := int32(0)
	for i, s := range x.Stops {
		write(x.New[at:s.Start])
		stop(i + 1)
		at = s.End
	}
	write(x.New[at:])
}
