package lexicon

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

// keepItems returns a copy that takes no more memory than it has items.
func (s *slabs) keepItems(items []*Value, text int) []*Value {
	return keep(&s.items, items, room(text, 128))
}

// keepMembers is the same for members.
func (s *slabs) keepMembers(members []Member, text int) []Member {
	return keep(&s.members, members, room(text, 32))
}

// keep copies a list into a slab, or by itself if it would take much of one.
func keep[T any](slab *[]T, list []T, room int) []T {
	switch {
	case len(list) == 0:
		return nil
	case len(list) >= room/8+2:
		return append(make([]T, 0, len(list)), list...)
	case len(list) > cap(*slab)-len(*slab):
		*slab = make([]T, 0, room)
	}
	from := len(*slab)
	*slab = append(*slab, list...)
	return (*slab)[from:len(*slab):len(*slab)]
}
