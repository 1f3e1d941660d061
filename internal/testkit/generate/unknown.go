package generate

import "strconv"

// known returns any value of the data model but null, without faults.
func (m *valueMaker) known() V {
	odds := m.odds
	m.odds = 0
	defer func() { m.odds = odds }()
	return m.unknown()
}

// unknown returns a value for a place that any value may take.
func (m *valueMaker) unknown() V {
	if m.slip() {
		return m.any()
	}
	return m.free(true)
}

// any returns a value of whatever type, null and what is none included.
func (m *valueMaker) any() V {
	switch m.r.IntN(6) {
	case 0:
		return Null{}
	case 1:
		return one[V](m.r, Raw("1.5"), Raw("-0.1"), Raw("9223372036854775808"), Raw("-9223372036854775809"), Raw("1e40"), Raw("1e-1"), Raw("1E400"))
	}
	return m.free(false)
}

// free makes a value without a schema; an object, as a rule, where a value of
// type unknown is wanted.
func (m *valueMaker) free(object bool) V {
	m.deep++
	m.made++
	defer func() { m.deep-- }()
	kinds := 9
	if m.enough() {
		kinds = 7
	}
	kind := m.r.IntN(kinds)
	if object && m.r.IntN(3) > 0 {
		kind = 8
	}
	switch kind {
	case 0:
		return Bool(chance(m.r, 2))
	case 1:
		return m.spelled(one(m.r, integers...))
	case 2:
		return spelled(m.r, sized(m.r, m.r.IntN(20), m.r.IntN(8)))
	case 3:
		return spelled(m.r, one(m.r, oddities...))
	case 4:
		return m.base64([]byte("data")[:m.r.IntN(5)])
	case 5:
		return m.link()
	case 6:
		return m.newBlob("image/png", 10)
	case 7:
		list := Array{}
		for range m.r.IntN(3) {
			list = append(list, m.nested())
		}
		return list
	}
	o := Object{}
	if chance(m.r, 3) {
		o = o.Set("$type", text(one(m.r, "com.example.one", Absent, "anything at all")))
	}
	if m.slip() {
		o = o.Set("$type", one[V](m.r, text(""), number(0), Null{}, Bool(false), text("blob")))
	}
	for _, name := range []string{"k", "extra", "ref", "cid"}[:m.r.IntN(5)] {
		o = o.Set(name, m.nested())
	}
	if chance(m.r, 60) { // so many that readers look for repetitions in another way
		for i := range 20 {
			o = o.Set("k"+strconv.Itoa(i), Bool(true))
		}
		o = o.Set("k"+strconv.Itoa(m.r.IntN(40)), Null{})
	}
	if !m.slip() {
		o = o.Unique()
	}
	return o
}

// nested makes a value inside one without a schema: null may stand there.
func (m *valueMaker) nested() V {
	if m.slip() {
		return m.any()
	}
	if chance(m.r, 6) {
		return Null{}
	}
	return m.free(false)
}
