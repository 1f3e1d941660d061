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
	t.Path(i, func(key, n uint32) {
		b.WriteByte('/')
		if key == 0 {
			b.WriteString(strconv.Itoa(int(n)))
		} else {
			b.WriteString(diag.EscapePointer(t.Text(key)))
		}
	})
	return b.String()
}

// Path calls visit for each step from the root to the value, or the key, at i:
// with the token of a member's key, or with 0 and the number of an element.
func (t *Tape) Path(i uint32, visit func(key, n uint32)) {
	for depth, at := 0, uint32(0); at != i; depth++ {
		list := t.Tokens[at].Kind == Array || t.Tokens[at].flag&flagList != 0
		s := t.step(depth, at, i, list)
		if list {
			visit(0, s.before)
			at = s.child
			continue
		}
		visit(s.child, 0)
		if s.child == i {
			break
		}
		at = s.child + 1
	}
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
