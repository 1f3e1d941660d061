package generate

import (
	"maps"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// objectEdit changes the fields of an object, or parameters.
func (e *editor) objectEdit(s site, params bool) string {
	properties := objectAt(s.schema, "properties")
	switch choice := e.r.IntN(7); {
	case choice == 0 || len(properties) == 0:
		fresh, _ := e.field()
		if params {
			fresh, _ = e.schema(one(e.r, lexicon.TypeBoolean, lexicon.TypeInteger, lexicon.TypeString), false)
		}
		s.set(s.schema.With("properties", properties.With("fresh", fresh)))
		if chance(e.r, 2) {
			s.set(toggled(s.schema.With("properties", properties.With("fresh", fresh)), "required", "fresh"))
		}
		return "a new field"
	case choice == 1:
		name := one(e.r, properties...).Name
		changed := s.schema.With("properties", properties.Without(name))
		for _, list := range []string{"required", "nullable"} {
			if lists(changed, list, name) {
				changed = toggled(changed, list, name)
			}
		}
		s.set(changed)
		return "a field gone"
	case choice == 2:
		i := e.r.IntN(len(properties))
		name := properties[i].Name
		changed := s.schema.With("properties", properties.Without(name).With("renamed", properties[i].Value))
		for _, list := range []string{"required", "nullable"} {
			if lists(changed, list, name) {
				changed = toggled(toggled(changed, list, name), list, "renamed")
			}
		}
		s.set(changed)
		return "a field renamed"
	case choice == 3:
		e.r.Shuffle(len(properties), func(i, j int) { properties[i], properties[j] = properties[j], properties[i] })
		return "order of fields"
	case choice == 4 && !params:
		s.set(toggled(s.schema, "nullable", one(e.r, properties...).Name))
		return "nullable"
	}
	s.set(toggled(s.schema, "required", one(e.r, properties...).Name))
	return "required"
}

// refEdit lets a ref lead elsewhere, or writes its target out.
func (e *editor) refEdit(s site) string {
	if target := e.named(textAt(s.schema, "ref")); target != nil && s.field && chance(e.r, 3) {
		if kind := lexicon.TypeByName(textAt(target, "type")); !kind.Primary() {
			s.set(target)
			return "a ref written out"
		}
	}
	if fresh, _, ok := e.ref(false, lexicon.TypeObject, lexicon.TypeRecord, lexicon.TypeString, lexicon.TypeInteger, lexicon.TypeArray); ok {
		s.set(fresh)
		return "ref"
	}
	return ""
}

// named returns the definition that a reference of the draft at hand names, with
// its own references spelled in full; nil when there is none.
func (e *editor) named(reference string) Object {
	own := e.drafts[e.own].id
	if strings.HasPrefix(reference, "#") {
		reference = own + reference
	}
	id, name, found := strings.Cut(reference, "#")
	if !found {
		name = "main"
	}
	for _, path := range slices.Sorted(maps.Keys(e.files)) {
		if file := e.files[path]; textAt(file, "id") == id {
			if o, ok := objectAt(file, "defs").Get(name).(Object); ok {
				return global(o, id).(Object)
			}
		}
	}
	return nil
}

// global returns a copy of a schema in which local references have their NSID.
func global(v V, id string) V {
	switch v := v.(type) {
	case String:
		if strings.HasPrefix(v.Text, "#") {
			return text(id + v.Text)
		}
	case Array:
		list := make(Array, len(v))
		for i, item := range v {
			list[i] = global(item, id)
		}
		return list
	case Object:
		o := make(Object, len(v))
		for i, m := range v {
			o[i] = Member{Name: m.Name, Value: global(m.Value, id)}
		}
		return o
	}
	return v
}

// unionEdit adds or removes a variant, or closes or opens a union.
func (e *editor) unionEdit(s site) string {
	refs, _ := s.schema.Get("refs").(Array)
	switch choice := e.r.IntN(4); {
	case choice == 0:
		if s.schema.Get("closed") == Bool(true) {
			s.set(s.schema.With("closed", Bool(false)))
		} else {
			s.set(s.schema.With("closed", Bool(true)))
		}
		return "closed"
	case choice == 1 && len(refs) > 0:
		i := e.r.IntN(len(refs))
		s.set(s.schema.With("refs", slices.Delete(slices.Clone(refs), i, i+1)))
		return "a variant gone"
	case choice == 2:
		e.r.Shuffle(len(refs), func(i, j int) { refs[i], refs[j] = refs[j], refs[i] })
		return "order of variants"
	}
	if reference, _, ok := e.target(false, lexicon.TypeObject, lexicon.TypeRecord); ok {
		s.set(s.schema.With("refs", append(slices.Clone(refs), text(reference))))
		return "a new variant"
	}
	return ""
}
