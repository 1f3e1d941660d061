package lexicon

import (
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/jsontree"
)

// Insert adds a member with a JSON text as its value to an object of a role, in the
// place that the order of the language gives it.
func (d *Document) Insert(object *Value, role Role, name, value string) diag.Edit {
	const most = 1000 // members; bounds the work
	keys := role.Keys(object)
	rank, i := keys.Rank(name), 0
	for i < min(len(object.Members), most) && keys.Rank(object.Members[i].Name) <= rank {
		i++
	}
	return d.InsertAt(object, i, name, value)
}

// List adds a text to the array that is a field of an object, which may be absent.
func (d *Document) List(object *Value, role Role, field, text string) diag.Edit {
	list := object.Field(field)
	switch {
	case list == nil:
		return d.Insert(object, role, field, "["+jsontree.Quote(text)+"]")
	case list.Kind != KindArray:
		return diag.Edit{}
	}
	return d.Append(list, text)
}
