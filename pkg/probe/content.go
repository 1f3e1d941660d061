package probe

import (
	"iter"

	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
)

// reader reads the bodies of answers, one after another, into the same memory.
type reader struct {
	tape  datamodel.Tape
	of    *answer // whose body the tape has
	valid bool    // that body is JSON
}

// content returns the body of an answer that is a JSON object; nil for any other. It is good
// until another answer is asked for its content.
func (a *answer) content() *datamodel.Tape {
	r := a.reader
	if r.of != a {
		r.tape.Release()
		r.of, r.valid = a, len(a.body) > 0 && r.tape.ReadJSON(a.body)
	}
	if !r.valid || r.tape.Tokens[0].Kind != datamodel.Object {
		return nil
	}
	return &r.tape
}

// members returns the values of the members of an object by name.
func members(t *datamodel.Tape, object uint32) iter.Seq2[string, uint32] {
	return func(yield func(string, uint32) bool) {
		for key, end := object+1, t.Tokens[object].Next; key < end; key = t.Tokens[key+1].Next {
			if !yield(t.Text(key), key+1) {
				return
			}
		}
	}
}

// elements returns the elements of an array.
func elements(t *datamodel.Tape, array uint32) iter.Seq[uint32] {
	return func(yield func(uint32) bool) {
		for i, end := array+1, t.Tokens[array].Next; i < end; i = t.Tokens[i].Next {
			if !yield(i) {
				return
			}
		}
	}
}

// lists returns the lists of an answer by name: the arrays among the members of its object.
func (a *answer) lists() iter.Seq2[string, uint32] {
	return func(yield func(string, uint32) bool) {
		t := a.content()
		if t == nil {
			return
		}
		for name, i := range members(t, 0) {
			if t.Tokens[i].Kind == datamodel.Array && !yield(name, i) {
				return
			}
		}
	}
}

// cursor returns the cursor of a page; "" for the last one.
func (a *answer) cursor() string {
	if t := a.content(); t != nil {
		return t.MemberText(0, cursorName)
	}
	return ""
}

// hasItems reports whether a list of a page is not empty.
func (a *answer) hasItems() bool {
	for _, list := range a.lists() {
		if a.reader.tape.Tokens[list].Len() > 0 {
			return true
		}
	}
	return false
}
