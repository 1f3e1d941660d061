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

// ReadQuery fills the tape with a query string, with or without the leading "?": an
// object of its parameters, each of the type that typeOf has for it as far as its text
// lets it. A parameter whose name is not text is left out.
func (t *Tape) ReadQuery(text []byte, typeOf func(name string) ParamType) (faults []QueryFault) {
	t.reset(text, false)
	t.open(Object, 0)
	pairs := ParseForm(text)
	values := map[string][]*FormText{} // of the names that are still to come
	for i := range pairs {
		name, value := &pairs[i].Name, &pairs[i].Value
		if name.Fault != "" {
			faults = append(faults, QueryFault{0, name.Start, name.End, "has a parameter whose name " + name.Fault, 0})
			continue
		}
		values[name.Text] = append(values[name.Text], value)
	}
	for i := range pairs {
		name := &pairs[i].Name
		if given := values[name.Text]; given != nil && name.Fault == "" {
			delete(values, name.Text)
			t.addString(name)
			faults = t.parameter(given, typeOf(name.Text), faults)
		}
	}
	t.close(0, uint32(len(text)), 0)
	return faults
}

// ReadNothing fills the tape with a value of which nothing is known.
func (t *Tape) ReadNothing(size uint32) {
	t.reset(nil, false)
	t.Invalidate(t.addString(&FormText{End: size}))
}

// parameter puts the values of one name on the tape: an array where the schema has one, or
// where it does not say.
func (t *Tape) parameter(values []*FormText, typ ParamType, faults []QueryFault) []QueryFault {
	n, kind := len(values), typ.Kind
	if !typ.Array && n == 1 {
		return t.scalar(kind, values[0], faults)
	}
	if !typ.Array {
		kind = Invalid
	}
	start, end := values[0].Start, values[n-1].End
	at := t.open(Array, start)
	for _, value := range values {
		faults = t.scalar(kind, value, faults)
	}
	t.close(at, end, n)
	if !typ.Array && typ.Kind != Invalid {
		t.Invalidate(at)
		faults = append(faults, QueryFault{at, start, end, "is given " + words.Count(n, "time") + ", but only array parameters can be repeated", n})
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
