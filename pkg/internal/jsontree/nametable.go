package jsontree

import "hash/maphash"

// manyMembers is the number of members from which a table finds them faster than a
// search.
const manyMembers = 16

// nameTable finds the members of a large object by name. It is a hash table of their
// indexes only, and takes a fifth of the memory of a map.
type nameTable struct {
	seed  maphash.Seed
	slots []int32 // index of a member, from 1; 0: free. Their number is a power of two
	used  int
}

// find returns the index of the member with a name; -1 when there is none. It takes
// the same members as add, or fewer if the last ones were removed.
func (t *nameTable) find(members []Member, name string) int {
	if i := int(t.slots[t.slot(members, name)]) - 1; i < len(members) {
		return i
	}
	return -1
}

// slot returns the slot with the member of that name, or the free one for it.
func (t *nameTable) slot(members []Member, name string) uint64 {
	last := uint64(len(t.slots) - 1)
	at := maphash.String(t.seed, name) & last
	for t.slots[at] != 0 && members[:cap(members)][t.slots[at]-1].Name != name {
		at = (at + 1) & last
	}
	return at
}

// add makes the last of the members known, unless it is a duplicate.
func (t *nameTable) add(members []Member) {
	m := &members[len(members)-1]
	if m.Duplicate {
		return
	}
	if t.used++; 4*t.used > 3*len(t.slots) {
		t.resize(members[:len(members)-1], 2*len(t.slots))
	}
	t.slots[t.slot(members, m.Name)] = int32(len(members))
}

// resize makes room for more members, and adds all those there are.
func (t *nameTable) resize(members []Member, slots int) {
	t.slots = make([]int32, slots)
	for i := range members {
		if m := &members[i]; !m.Duplicate {
			t.slots[t.slot(members, m.Name)] = int32(i) + 1
		}
	}
}

// indexLast makes the last member of an object known to Member.
func (v *Value) indexLast() {
	switch {
	case v.table != nil:
		v.table.add(v.Members)
	case len(v.Members) == manyMembers:
		v.table = &nameTable{seed: maphash.MakeSeed(), used: manyMembers}
		v.table.resize(v.Members, 4*manyMembers)
	}
}
