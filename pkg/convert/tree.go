package convert

import "slices"

// node is a value of an exported document: *object, array, text, integer,
// boolean or null. Documents are built as trees and printed at the end.
type node interface{ node() }

type (
	array   []node
	text    string
	integer int64
	boolean bool
	null    struct{}
)

// object is a list of named members, printed in the order in which they were
// set.
type object struct{ members []member }

type member struct {
	name  string
	value node
}

func (*object) node() {}
func (array) node()   {}
func (text) node()    {}
func (integer) node() {}
func (boolean) node() {}
func (null) node()    {}

// set adds a keyword, or replaces the value of the one of that name. The annotation stays
// behind the others. It returns the object.
func (o *object) set(name string, value node) *object {
	end := len(o.members)
	if end > 0 && o.members[end-1].name == annotation {
		end--
	}
	if i := o.index(name); i >= 0 {
		o.members[i].value = value
	} else {
		o.members = slices.Insert(o.members, end, member{name, value})
	}
	return o
}

// setText adds a text unless it is empty. It returns the object.
func (o *object) setText(name, value string) *object {
	if value != "" {
		o.set(name, text(value))
	}
	return o
}

// index returns the position of a member; -1 if there is none of that name.
func (o *object) index(name string) int {
	return slices.IndexFunc(o.members, func(m member) bool { return m.name == name })
}

// push adds a member at the end, whose name the object does not have yet.
func (o *object) push(name string, value node) { o.members = append(o.members, member{name, value}) }

// first adds a member in front of the others. It returns the object.
func (o *object) first(name string, value node) *object {
	o.members = slices.Insert(o.members, 0, member{name, value})
	return o
}

// get returns the value of a member; nil if there is none of that name.
func (o *object) get(name string) node {
	if i := o.index(name); i >= 0 {
		return o.members[i].value
	}
	return nil
}

// has reports whether the object has a member of one of the names.
func (o *object) has(names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return o.index(name) >= 0 })
}

// remove removes a member and returns its value; nil if there was none.
func (o *object) remove(name string) node {
	i := o.index(name)
	if i < 0 {
		return nil
	}
	value := o.members[i].value
	o.members = slices.Concat(o.members[:i], o.members[i+1:])
	return value
}

// single returns an object with one member.
func single(name string, value node) *object { return new(object).set(name, value) }

// texts returns an array of the distinct strings of a list.
func texts(list []string) array { return distinct(list, func(s string) node { return text(s) }) }

// distinct returns an array of the entries of a list, each once.
func distinct[T comparable](list []T, toNode func(T) node) array {
	seen := make(map[T]bool, len(list))
	all := make(array, 0, len(list))
	for _, entry := range list {
		if !seen[entry] {
			seen[entry] = true
			all = append(all, toNode(entry))
		}
	}
	return all
}
