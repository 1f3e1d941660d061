package datamodel

import (
	"strconv"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

// Pointer returns the JSON Pointer of the value at i; of a key, that of its
// value.
func (t *Tape) Pointer(i uint32) string {
	var b strings.Builder
	t.Path(i, func(child uint32, index int) {
		b.WriteByte('/')
		if index < 0 {
			b.WriteString(diag.EscapePointer(t.Text(child)))
		} else {
			b.WriteString(strconv.Itoa(index))
		}
	})
	return b.String()
}

// Path calls visit for each step from the root to the value, or the key, at i: with the
// token of an element and its index, or with that of a member's key and -1.
func (t *Tape) Path(i uint32, visit func(child uint32, index int)) {
	for depth, at := 0, uint32(0); at != i; depth++ {
		list := t.isList(at)
		s := t.step(depth, at, i, list)
		if list {
			visit(s.child, int(s.before))
			at = s.child
			continue
		}
		visit(s.child, -1)
		if s.child == i {
			break
		}
		at = s.child + 1
	}
}

// isList reports whether the value at i is laid out as an array.
func (t *Tape) isList(i uint32) bool {
	return t.Tokens[i].Kind == Array || t.Tokens[i].flag&flagList != 0
}

// step finds the child of the container at that holds the token at i. It goes on
// from where the last search at that depth ended, so that the paths of many
// values, in order, cost no more than one walk.
func (t *Tape) step(depth int, at, i uint32, list bool) step {
	if depth == len(t.steps) {
		t.steps = append(t.steps, step{})
	}
	s := &t.steps[depth]
	if s.container != at || s.child > i || s.child == 0 {
		*s = step{container: at, child: at + 1}
	}
	key := uint32(1)
	if list {
		key = 0
	}
	for t.Tokens[s.child+key].Next <= i {
		s.child = t.Tokens[s.child+key].Next
		s.before++
	}
	return *s
}
