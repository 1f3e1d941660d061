package generate

import "slices"

// get returns the value of a member; nil when there is none of that name.
func (o Object) get(name string) V {
	for _, m := range o {
		if m.Name == name {
			return m.Value
		}
	}
	return nil
}

// object returns the member of that name, nil unless it is an object.
func (o Object) object(name string) Object {
	inner, _ := o.get(name).(Object)
	return inner
}

// text returns the member of that name, "" unless it is a text.
func (o Object) text(name string) string {
	s, _ := o.get(name).(String)
	return s.Text
}

// with returns a copy of the object in which the member of that name is v.
func (o Object) with(name string, v V) Object {
	o = slices.Clone(o)
	for i := range o {
		if o[i].Name == name {
			o[i].Value = v
			return o
		}
	}
	return o.set(name, v)
}

// lists reports whether a list of the object has a text.
func (o Object) lists(list, entry string) bool {
	entries, _ := o.get(list).(Array)
	return slices.Contains(entries, V(text(entry)))
}

// toggled returns a copy of the object with a text added to one of its lists,
// or taken from it.
func (o Object) toggled(list, entry string) Object {
	entries, _ := o.get(list).(Array)
	if i := slices.Index(entries, V(text(entry))); i >= 0 {
		return o.with(list, slices.Delete(slices.Clone(entries), i, i+1))
	}
	return o.with(list, append(slices.Clone(entries), text(entry)))
}
