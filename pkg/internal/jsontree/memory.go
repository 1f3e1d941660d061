package jsontree

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

	slabs struct {
		values   []Value
		contents []Contents
		items    []*Value
		members  []Member
	}
}

// room returns how many things to allocate at a time that are in the text every few
// bytes. Of a text that is not expected each is allocated by itself, and can go by itself.
func (m *Memory) room(every int) int { return min(m.Expected/every, 512) }

// take returns n elements of a slab, or of a new one with room for so many.
func take[T any](slab *[]T, n, room int) []T {
	at := len(*slab)
	switch {
	case n > room/8:
		return make([]T, n)
	case n > cap(*slab)-at:
		*slab, at = make([]T, 0, room), 0
	}
	*slab = (*slab)[:at+n]
	return (*slab)[at : at+n : at+n]
}

// keep returns a copy of the end of a stack, from an index, and the rest of the stack.
func keep[T any](slab *[]T, stack []T, from, room int) (list, rest []T) {
	if from < len(stack) {
		list = take(slab, len(stack)-from, room)
		copy(list, stack[from:])
	}
	return list, stack[:from]
}
