package jsontree

import (
	"bytes"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/words"
)

func (r *jsonReader) array(v *Value) error {
	if err := r.open(v, KindArray); err != nil {
		return err
	}
	outer := len(r.items)
	if r.dec.PeekKind() != ']' {
		v.Contents = r.newContents()
	}
	for n := 0; r.dec.PeekKind() != ']'; n++ {
		item := r.newValue()
		item.parent, item.index = v, int32(n)
		if !r.forget {
			r.items = append(r.items, item)
			v.Items = r.items[outer:]
		}
		if err := r.value(item); err != nil {
			if item.unread() && !r.forget {
				v.Items = v.Items[:item.index]
				if item.index > 0 && r.beforeColon() {
					v.Items = v.Items[:item.index-1]
				}
			}
			return err
		}
	}
	if v.Contents != &nothing { // which all empty values share
		v.Items, r.items = keep(&r.slabs.items, r.items, outer, r.room(128))
	}
	return r.close(v)
}

// beforeColon reports whether the decoder stopped at a colon. The value that it
// read last is a name then: a bracket or brace is missing before it.
func (r *jsonReader) beforeColon() bool {
	rest := bytes.TrimLeft(r.text[r.dec.InputOffset():], Blanks)
	return len(rest) > 0 && rest[0] == ':'
}

func (r *jsonReader) object(v *Value) error {
	if err := r.open(v, KindObject); err != nil {
		return err
	}
	outer := len(r.members)
	if r.dec.PeekKind() != '}' {
		v.Contents = r.newContents()
	}
	var seen uint64 // a bit for what is alike of the names so far
	for r.dec.PeekKind() != '}' {
		name, span, err := r.stringToken(v)
		if err != nil {
			if last := len(v.Members) - 1; last >= 0 && r.beforeColon() {
				v.Members = v.Members[:last]
			}
			return err
		}
		m := Member{Name: name, NameSpan: span, Value: r.newValue()}
		m.Value.parent, m.Value.index = v, int32(len(v.Members))
		bit := alike(name)
		if seen&bit != 0 {
			if first := v.Member(name); first != nil {
				m.Duplicate, first.repeated = true, true
			}
		}
		seen |= bit
		r.members = append(r.members, m)
		v.Members = r.members[outer:]
		if !r.forget || len(r.members) <= manyNames {
			v.indexLast()
		}
		outermost := m.Duplicate && r.repeated == nil
		if outermost {
			r.repeated = m.Value
			if !r.found.Skip(diag.RuleDuplicateKey, diag.RuleDuplicateKey.Severity[diag.ProfileV1], r.source) {
				r.find(diag.RuleDuplicateKey, span, m.Value, "the key "+words.Quote(name)+" appears twice in this object",
					"remove or rename one of the two; only the first is checked")
			}
		}
		if err := r.value(m.Value); err != nil {
			if m.Value.unread() {
				v.Members = v.Members[:m.Value.index]
			}
			return err
		}
		if outermost {
			r.repeated = nil
		}
		if r.forget {
			r.forgetLast(v)
		}
	}
	switch {
	case r.forget:
		r.members = r.members[:outer]
	case v.Contents != &nothing:
		v.Members, r.members = keep(&r.slabs.members, r.members, outer, r.room(32))
	}
	return r.close(v)
}

// alike returns one bit, the same for equal names and seldom the same for others.
func alike(name string) uint64 {
	n := len(name)
	if n == 0 {
		return 1
	}
	return 1 << ((int(name[0]) + 10*int(name[n-1]) + 25*n) & 63)
}

// manyNames is the number of names of members that a reader remembers when it forgets
// the values.
const manyNames = 1 << 16

// forgetLast drops the value of the last member of an object, and its name as well once
// there are very many.
func (r *jsonReader) forgetLast(v *Value) {
	last := len(r.members) - 1
	r.members[last].Value = nil
	if v.Members[len(v.Members)-1].Value = nil; last >= manyNames {
		r.members, v.Members = r.members[:last], v.Members[:len(v.Members)-1]
	}
}
