package generate

import "slices"

// objectAt returns a member of an object, nil unless it is an object itself.
func objectAt(o Object, name string) Object {
	inner, _ := o.Get(name).(Object)
	return inner
}

// textAt returns a member of an object, "" unless it is a text.
func textAt(o Object, name string) string {
	s, _ := o.Get(name).(String)
	return s.Text
}

// lists reports whether a list of an object has a text.
func lists(o Object, list, entry string) bool {
	entries, _ := o.Get(list).(Array)
	return slices.Contains(entries, V(text(entry)))
}

// toggled returns a copy of an object with a text added to one of its lists, or
// removed from it.
func toggled(o Object, list, entry string) Object {
	entries, _ := o.Get(list).(Array)
	if i := slices.Index(entries, V(text(entry))); i >= 0 {
		return o.With(list, slices.Delete(slices.Clone(entries), i, i+1))
	}
	return o.With(list, append(slices.Clone(entries), text(entry)))
}
