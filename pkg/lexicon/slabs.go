package lexicon

import "slices"

// slabs allocates what the values of a text consist of, many at a time.
type slabs struct {
	values      []Value
	allContents []Contents
	items       []*Value
	members     []Member
}

// room returns how many things to allocate at a time, for a text of so many bytes
// that has one of them every few bytes.
func room(text, every int) int { return min(max(8, text/every), 512) }

// value returns a new value without contents.
func (s *slabs) value(text int) *Value {
	if len(s.values) == cap(s.values) {
		s.values = make([]Value, 0, room(text, 32))
	}
	s.values = s.values[:len(s.values)+1]
	v := &s.values[len(s.values)-1]
	v.Contents = &nothing
	return v
}

// contents returns new contents, to be filled.
func (s *slabs) contents(text int) *Contents {
	if len(s.allContents) == cap(s.allContents) {
		s.allContents = make([]Contents, 0, room(text, 128))
	}
	s.allContents = s.allContents[:len(s.allContents)+1]
	return &s.allContents[len(s.allContents)-1]
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
