package describe

import (
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// ofResource reports whether a field of a permission depends on the resource.
func ofResource(field string) bool { return len(lexicon.Resources(field, diag.ProfileATProto)) > 0 }

// permissionRules returns what the resources require. Fields of another resource are
// ignored by servers, and not checked, nor is what only a later profile has.
func permissionRules() []Fields {
	about := map[string]string{}
	var names []string
	var checked, described Fields
	for _, f := range lexicon.TypePermission.Fields() {
		about[f.Name] = f.Describe(diag.ProfileV1)
		names = append(names, f.Name)
		if ofResource(f.Name) {
			described = described.with(f.Name, object("description", f.Describe(diag.ProfileV1)))
			if f.Since == diag.ProfileV1 {
				checked = checked.with(f.Name, fieldSchema(f, lexicon.TypePermission, lexicon.SlotPermission))
			} else {
				checked = append(checked, described[len(described)-1])
			}
		}
	}
	list := func(field string, items Fields) Fields {
		return object("description", about[field], "type", "array", "minItems", 1, "items", items)
	}
	actions := object("type", "string", "enum", []string{"create", "update", "delete"})
	// A misspelled key is a warning, and what it may have meant is not missing then.
	spelled := func(then Fields) []Fields {
		return []Fields{object("if", object("propertyNames", object("enum", names)), "then", then)}
	}
	resource := func(names ...any) Fields {
		return object("properties", object("resource", object("enum", names)), "required", []string{"resource"})
	}
	return []Fields{
		object("if", resource("repo"), "then", object(
			"properties", object(
				"collection", list("collection", refTo("nsid")),
				"action", object("description", about["action"], "type", "array", "uniqueItems", true, "items", actions), // it can be empty
			),
			"allOf", spelled(having("collection")),
		)),
		object("if", resource("rpc"), "then", object(
			"properties", object(
				"lxm", list("lxm", object("anyOf", []Fields{object("const", "*"), refTo("nsid")})),
				"aud", object("description", about["aud"], "const", "*"),
				"inheritAud", object("description", about["inheritAud"], "type", "boolean"),
			),
			"not", object(
				"properties", object("lxm", object("type", "array", "contains", object("const", "*")), "aud", true),
				"required", []string{"lxm", "aud"},
			),
			"allOf", spelled(having("lxm").with("oneOf", []Fields{having("aud"), haveOneOf("inheritAud", true)})),
		)),
		object("if", resource("repo", "rpc"), "then", object("properties", described), "else", object("properties", checked)),
	}
}
