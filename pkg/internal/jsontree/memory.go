package jsontree

import (
	"bytes"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// Memory holds what reading a text needs, and the next one can use again: values are
// allocated many at a time, for several texts if need be. It is not safe for concurrent
// use.
type Memory struct {
	// Expected is how many bytes of text to make room for, of all texts together.
	Expected int

	// What is in the arrays and objects being read, innermost last. It is copied
	// once they end and its number is known.
	items   []*Value
	members []Member
	dec     jsontext.Decoder

	slabs struct {
		values   []Value
		contents []Contents
		items    []*Value
		members  []Member
	}
}

// begin prepares for a text. The values of one that was not read to its end keep the
// stacks that they are in.
func (m *Memory) begin(text []byte) {
	m.Expected = max(m.Expected, len(text))
	if len(m.items) > 0 {
		m.items = nil
	}
	if len(m.members) > 0 || m.members == nil {
		m.members = make([]Member, 0, 16)
	}
	m.dec.Reset(bytes.NewBuffer(text), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}

// room returns how many things to allocate at a time that are in the text every few
// bytes.
func (m *Memory) room(every int) int { return min(max(8, m.Expected/every), 512) }

// value returns a new value without contents.
func (m *Memory) value() *Value {
	v := next(&m.slabs.values, m.room(32))
	v.Contents = &nothing
	return v
}

// contents returns new contents, to be filled.
func (m *Memory) contents() *Contents { return next(&m.slabs.contents, m.room(128)) }

// next returns the next element of a slab, or the first of a new one with room for so
// many.
func next[T any](slab *[]T, room int) *T {
	if len(*slab) == cap(*slab) {
		*slab = make([]T, 0, room)
	}
	*slab = (*slab)[:len(*slab)+1]
	return &(*slab)[len(*slab)-1]
}

// keep returns the end of a stack, from an index, as a list by itself, and the rest of
// the stack. A short list is copied into a slab with room for so many. A long one, if it
// is most of the stack, keeps the memory, and the rest is copied.
func keep[T any](slab *[]T, stack []T, from, room int) (list, rest []T) {
	list, rest = stack[from:], stack[:from]
	switch n := len(list); {
	case n == 0:
		return nil, rest
	case n > 1000 && n > cap(stack)/2:
		return slices.Clip(list), append([]T(nil), rest...)
	case n > room/8:
		return append(make([]T, 0, n), list...), rest
	case n > cap(*slab)-len(*slab):
		*slab = make([]T, 0, room)
	}
	at := len(*slab)
	*slab = append(*slab, list...)
	return (*slab)[at:len(*slab):len(*slab)], rest
}
