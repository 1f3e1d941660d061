package describe

import (
	"slices"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// ofResource reports whether a field of a permission depends on the resource: repo or rpc.
func ofResource(field string) bool {
	return slices.Contains([]string{"collection", "action", "lxm", "aud", "inheritAud"}, field)
}

// permission returns the rules of the resources, as keys and values in turn. Fields
// of the other resource are ignored by servers, and not checked.
func (l language) permission() []any {
	about := map[string]string{}
	var known, all object
	var names []any
	for _, f := range lexicon.TypePermission.Fields() {
		about[f.Name] = f.About
		names = append(names, f.Name)
		if ofResource(f.Name) {
			known = known.with(f.Name, l.field(f, lexicon.TypePermission, lexicon.SlotPermission))
			all = all.with(f.Name, keep("description", f.About))
		}
	}
	list := func(field string, items object) object {
		return keep("description", about[field], "type", "array", "minItems", 1, "uniqueItems", true, "items", items)
	}
	actions := list("action", keep("type", "string", "enum", []any{"create", "update", "delete"}))
	actions = append(actions[:2:2], actions[3:]...) // it can be empty
	is := func(values ...any) object {
		return keep("properties", keep("resource", keep("enum", values)), "required", []any{"resource"})
	}
	// A misspelled key is a warning, and what it may have meant is not missing then.
	spelled := func(then ...any) object {
		return keep("if", keep("propertyNames", keep("enum", names)), "then", keep(then...))
	}
	inherits := keep("properties", keep("inheritAud", keep("const", true)), "required", []any{"inheritAud"})
	return []any{
		"allOf", []any{
			keep("if", is("repo"), "then", keep(
				"properties", keep("collection", list("collection", l.draft.ref("nsid")), "action", actions),
				"allOf", []any{spelled(having("collection")...)},
			)),
			keep("if", is("rpc"), "then", keep(
				"properties", keep(
					"lxm", list("lxm", keep("anyOf", []any{keep("const", "*"), l.draft.ref("nsid")})),
					"aud", keep("description", about["aud"], "const", "*"),
					"inheritAud", keep("description", about["inheritAud"], "type", "boolean"),
				),
				"not", keep("properties", keep("lxm", keep("type", "array", "contains", keep("const", "*")), "aud", true), "required", []any{"lxm", "aud"}),
				"allOf", []any{spelled(append(having("lxm"), "oneOf", []any{keep(having("aud")...), inherits})...)},
			)),
			keep("if", is("repo", "rpc"), "then", keep("properties", all), "else", keep("properties", known)),
		},
	}
}
