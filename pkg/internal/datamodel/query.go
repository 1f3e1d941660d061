package datamodel

import (
	"strings"

	"github.com/lexsmith/lexsmith/internal/words"
)

// ParamType is what a schema says about a parameter. The zero value is one that it does
// not describe: it can be repeated, and is a string or an array of strings.
type ParamType struct {
	Kind  Kind // Boolean, Integer or String; of an array, that of its elements
	Array bool
}

// QueryFault is what is wrong with a query string whatever its values have to be.
type QueryFault struct {
	At         uint32 // token; 0 for a parameter that is left out
	Start, End uint32 // its place in the query string
	Message    string // what is said of the token
	Times      int    // how often a parameter of one value is given; 0 for other faults
}

// queryPair is one NAME=VALUE of a query string.
type queryPair struct {
	FormPair
	next int // the next pair of the same name; 0: none
}

// ReadQuery fills the tape with a query string, with or without the leading "?": an
// object of its parameters, each of the type that typeOf has for it as far as its text
// lets it. A parameter whose name is not text is left out.
func (t *Tape) ReadQuery(text []byte, typeOf func(name string) ParamType) (faults []QueryFault) {
	t.reset(text, false)
	t.open(Object, 0)
	var pairs []queryPair
	var firsts []int         // the first pair of each name
	last := map[string]int{} // the last pair of each name
	for _, p := range ParseForm(text) {
		name, n := &p.Name, len(pairs)
		if name.Fault != "" {
			faults = append(faults, QueryFault{0, name.Start, name.End, "has a parameter whose name " + name.Fault, 0})
			continue
		}
		if before, ok := last[name.Text]; ok {
			pairs[before].next = n
		} else {
			firsts = append(firsts, n)
		}
		last[name.Text] = n
		pairs = append(pairs, queryPair{FormPair: p})
	}
	for _, first := range firsts {
		name := &pairs[first].Name
		t.addString(name)
		faults = t.parameter(pairs, first, typeOf(name.Text), faults)
	}
	t.close(0, uint32(len(text)), 0)
	return faults
}

// ReadNothing fills the tape with a value of which nothing is known.
func (t *Tape) ReadNothing(size uint32) {
	t.reset(nil, false)
	t.Invalidate(t.addString(&FormText{End: size}))
}

// parameter puts the values of all pairs of one name on the tape: an array where the
// schema has one, or where it does not say.
func (t *Tape) parameter(pairs []queryPair, first int, typ ParamType, faults []QueryFault) []QueryFault {
	p := &pairs[first]
	if !typ.Array && p.next == 0 {
		return t.scalar(typ.Kind, &p.Value, faults)
	}
	start, kind := p.Value.Start, typ.Kind
	if !typ.Array {
		kind = Invalid
	}
	at := t.open(Array, start)
	faults = t.scalar(kind, &p.Value, faults)
	n := 1
	for ; p.next != 0; n++ {
		p = &pairs[p.next]
		faults = t.scalar(kind, &p.Value, faults)
	}
	t.close(at, p.Value.End, n)
	if !typ.Array && typ.Kind != Invalid {
		t.Invalidate(at)
		faults = append(faults, QueryFault{at, start, p.Value.End, "is given " + words.Count(n, "time") + ", but only array parameters can be repeated", n})
	}
	return faults
}

// scalar puts one value on the tape.
func (t *Tape) scalar(kind Kind, value *FormText, faults []QueryFault) []QueryFault {
	at := t.addString(value)
	tok := &t.Tokens[at]
	switch {
	case value.Fault != "":
		t.Invalidate(at)
		return append(faults, QueryFault{at, value.Start, value.End, value.Fault, 0})
	case kind == Boolean && (value.Text == "true" || value.Text == "false"):
		tok.Kind, tok.flag, tok.low = Boolean, 0, 0
		if value.Text == "true" {
			tok.low = 1
		}
	case kind == Integer && !strings.ContainsAny(value.Text, ".eE"): // whole in JSON perhaps, but a query string has only plain digits
		switch n, number := ParseInteger(value.Text); number {
		case NumberInteger:
			tok.Kind, tok.flag = Integer, 0
			tok.setInt(uint64(n))
		case NumberTooLarge:
			t.Refuse(LargeInteger, at)
		}
	}
	return faults
}

// open begins an Object or Array and returns its index.
func (t *Tape) open(k Kind, start uint32) (at uint32) {
	at = uint32(len(t.Tokens))
	t.push(k).Start = start
	return at
}

// close ends the Object or Array at an index. An array has so many elements.
func (t *Tape) close(at, end uint32, elements int) {
	tok := &t.Tokens[at]
	tok.End, tok.Next = end, uint32(len(t.Tokens))
	if tok.Kind == Array {
		tok.low = uint32(elements)
	}
}

// addString adds a String, or a key, and returns its index. The text is copied.
func (t *Tape) addString(f *FormText) (at uint32) {
	at = uint32(len(t.Tokens))
	begin := len(t.made)
	t.made = append(t.made, f.Text...)
	tok := t.push(String)
	tok.flag, tok.Start, tok.End = flagMade, f.Start, f.End
	tok.low, tok.high = uint32(len(f.Text)), uint32(begin)
	return at
}
