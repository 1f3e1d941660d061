package lint

import (
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// ruleNullableAndOptional is what a fix may bring that moves "nullable" to its place.
var ruleNullableAndOptional = &diag.Rule{
	Code: "nullable-and-optional", Group: "style", Severity: diag.Always(diag.Warning),
	Summary: "a property is both nullable and optional",
	Reason: "An omitted property and a null property mean different things, so readers have to handle " +
		"both cases. Usually, allowing the property to be omitted is enough.",
	Spec: "Field types > object: nullable", Page: "specs/lexicon#object",
	Examples: `"thing": {
  "type": "object"«, "nullable": ["price"]|»,
  "properties": {"price": {"type": "integer", "description": «"In cents."|"In cents. Left out when there is none."»}}
}`,
}

// requiredRules has the rules about which properties can be absent or null.
var requiredRules = []*rule{
	{&diag.Rule{
		Code: "unknown-property", Group: "schema", Severity: diag.Always(diag.Error),
		Summary: "a required or nullable list contains a property that is not declared",
		Reason: "Valid data would need a field that the schema does not describe. Usually the name is " +
			"misspelled, or the property was renamed in one place only.",
		Spec: "Field types > object, params: required, nullable", Page: "specs/lexicon#object",
		Fix: diag.FixHelp{
			Safe:   "replaces the entry if exactly one property has a similar name, or splits one that holds several names",
			Unsafe: "removes the entry if no property has a similar name",
		},
		Examples: `"size": {
  "type": "object", "required": ["width", «"heigth"|"height"»],
  "properties": {
    "width": {"type": "integer", "description": "In pixels."},
    "height": {"type": "integer", "description": "In pixels."}
  }
}`,
	}, append(onFields(func(p *pass, s lexicon.Schema, properties []*lexicon.Property, required []string) {
		undeclared(p, s, "required", required, properties)
	}), on(func(p *pass, s *lexicon.Object) { undeclared(p, s, "nullable", s.Nullable, s.Properties) }))},
	{ruleNullableAndOptional, []check{on(func(p *pass, o *lexicon.Object) {
		if len(o.Nullable) == 0 || !complete(o, "required", o.Required) {
			return
		}
		optional := make(map[string]bool, len(o.Properties))
		for _, property := range o.Properties {
			optional[property.Name] = true
		}
		for _, name := range o.Required {
			delete(optional, name)
		}
		for i, name := range o.Nullable {
			if !optional[name] {
				continue
			}
			delete(optional, name) // report it once
			p.reportf(entryOf(&o.Node, "nullable", o.Nullable, i), `remove it from "nullable", or add it to "required"`,
				"%q is both nullable and optional", name)
		}
	})}},
	{&diag.Rule{
		Code: "required-with-default", Group: "style", Severity: diag.Always(diag.Warning),
		Summary: "a required property has a default",
		Reason: "A default is the value of a property that is absent, and a required property is never absent. " +
			"Make the property optional if readers fill in the default, or remove the default if writers " +
			"always set the property.",
		Spec: "Field types > object, params: required; string, integer, boolean: default", Page: "specs/lexicon#object",
		Fix: diag.FixHelp{Unsafe: "removes the default"},
		Examples: `"page": {
  "type": "object",« "required": ["size"],|»
  "properties": {"size": {"type": "integer", "description": "How many entries it has.", "default": 50}}
}`,
	}, onFields(func(p *pass, s lexicon.Schema, properties []*lexicon.Property, required []string) {
		if len(required) == 0 {
			return
		}
		preset := map[string]*lexicon.Property{} // those with a default, by name
		for _, property := range properties {
			if hasDefault(property.Schema) {
				preset[property.Name] = property
			}
		}
		for i, name := range required {
			property := preset[name]
			if property == nil {
				continue
			}
			delete(preset, name) // report it once
			p.report(entryOf(s.Base(), "required", required, i), func(f *diag.Finding) {
				f.Message = words.Quote(name) + " is required, so its default has no effect"
				f.Help = "remove " + words.Quote(name) + ` from "required", or remove the default`
				f.Related = related(property.Schema.Base().AtField("default"), "default is set here")
				f.Fix = removeField(p, property.Schema.Base().AtField("default"), "default")
			})
		}
	})},
}

// undeclared reports the entries of required or nullable that name no declared
// property, each name once.
func undeclared(p *pass, s lexicon.Schema, field string, list []string, properties []*lexicon.Property) {
	n := s.Base()
	if len(list) == 0 || !whole(s) {
		return
	}
	known := make(map[string]bool, len(properties))
	for _, property := range properties {
		known[property.Name] = true
	}
	for i, name := range list {
		if known[name] {
			continue
		}
		known[name] = true
		p.report(entryOf(n, field, list, i), func(f *diag.Finding) {
			f.Message = words.Quote(name) + " is " + field + " but not declared in the properties of " + subject(s)
			f.Help, f.Fix = p.undeclaredHelp(f.Location, name, field, list, properties)
		})
	}
}

// undeclaredHelp names the property that was intended by an entry of a list. The fix is
// that one, if no other can be meant, or removes the entry.
func (p *pass) undeclaredHelp(at diag.Location, name, field string, list []string, properties []*lexicon.Property) (help string, fix *diag.Fix) {
	if name == "$type" {
		return "remove it from " + words.Quote(field) + "; data can contain $type without the schema declaring it", removeEntry(p, at, false)
	}
	searched := p.search()
	if searched {
		if names := splitNames(name, properties); names != nil {
			return "split it into separate strings: " + words.ListFunc(names, "and", words.Quote), splitEntry(p, at, names)
		}
		if near, ok := words.NearestFunc(name, properties, propertyName); ok {
			if slices.Contains(list, near.Name) {
				return "remove it; " + words.Quote(near.Name) + " is already " + field, removeEntry(p, at, false)
			}
			if _, unique := words.UniqueFunc(name, properties, propertyName); unique {
				fix = replaceEntry(p, at, near.Name, true)
			}
			return "did you mean " + words.Quote(near.Name) + "?", fix
		}
	}
	if strings.HasPrefix(name, "$") {
		return "remove it from " + words.Quote(field) + `; the data model reserves names that begin with "$"`, removeEntry(p, at, false)
	}
	if searched && !misplaced(lexicon.ValueAt(at), properties) {
		fix = removeEntry(p, at, false)
	}
	return `add it to "properties", or remove it from ` + words.Quote(field), fix
}

// splitNames returns the names of properties that one entry of a list holds, as in
// "a, b"; nil if it holds something else.
func splitNames(entry string, properties []*lexicon.Property) []string {
	const most = 1000 // comparisons
	names := strings.FieldsFunc(entry, func(r rune) bool { return r == ',' || r == ';' || r == ' ' })
	if len(names) < 2 || len(names)*len(properties) > most {
		return nil
	}
	for _, name := range names {
		if !slices.ContainsFunc(properties, func(p *lexicon.Property) bool { return p.Name == name }) {
			return nil
		}
	}
	return names
}

// splitEntry returns a fix that replaces an entry of a list by others; nil when the list has
// one of them already.
func splitEntry(p *pass, at diag.Location, entries []string) *diag.Fix {
	entry := lexicon.ValueAt(at)
	if slices.ContainsFunc(entry.Parent().Items, func(item *lexicon.Value) bool { return slices.Contains(entries, item.Text) }) {
		return nil
	}
	var texts []string
	for _, text := range entries {
		texts = append(texts, p.Document.ReplaceText(entry, text).New)
	}
	return diag.NewFix("Split the entry", true, p.Document.Replace(entry, strings.Join(texts, ", ")))
}

// misplaced reports whether the property that an entry of a list names may be declared out
// of its place: a property is not a schema, the object has an unknown key with content, or
// something around the object has the name.
func misplaced(entry *lexicon.Value, properties []*lexicon.Property) bool {
	object := entry.Parent().Parent()
	if slices.ContainsFunc(properties, func(p *lexicon.Property) bool { return p.Schema.Type() == lexicon.TypeInvalid }) {
		return true
	}
	keys := lexicon.RoleSchema.Keys(object)
	for _, m := range object.Members {
		if !keys.Has(m.Name) && len(m.Value.Members)+len(m.Value.Items) > 0 {
			return true
		}
	}
	for around := object.Parent(); around != nil; around = around.Parent() {
		key := around.Key()
		names := key != nil && (key.Name == "properties" || key.Name == "defs")
		if !names && around.Field(entry.Text) != nil {
			return true
		}
	}
	return false
}

func propertyName(p *lexicon.Property) string { return p.Name }

func hasDefault(s lexicon.Schema) bool {
	switch s := s.(type) {
	case *lexicon.Boolean:
		return s.Default.Set
	case *lexicon.Integer:
		return s.Default.Set
	case *lexicon.String:
		return s.Default.Set
	}
	return false
}
