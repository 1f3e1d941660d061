package lint

import (
	"strconv"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// enums has the rules about lists of values and names, and the one name that
// comes from a list of the specification: the format.
var enums = []*rule{
	{
		Rule: lexicon.Rule{
			Code: "invalid-enum", Group: "schema", Severity: lexicon.Always(lexicon.Error),
			Summary: "an enum is empty",
			Reason:  "An enum is the closed set of the values that are allowed. An empty one allows none, so the field can never be filled.",
			Spec:    "Field types > integer, string: enum",
			Bad:     `"color": {"type": "string", "maxLength": 64, "enum": []}`,
			Good:    `"color": {"type": "string", "maxLength": 64, "knownValues": ["red", "green"]}`,
		},
		checks: []check{
			on(func(p *pass, s *lexicon.String) { emptyEnum(p, s, s.Enum) }),
			on(func(p *pass, s *lexicon.Integer) { emptyEnum(p, s, s.Enum) }),
		},
	},
	{
		Rule: lexicon.Rule{
			Code: "enum-and-known-values", Group: "style", Severity: lexicon.Always(lexicon.Warning),
			Summary: "a string has both enum and knownValues",
			Reason: "An enum is closed and lists all values there will ever be; knownValues suggests some of an open set. " +
				"Beside an enum the suggestions have no effect. An open set can grow later, so prefer knownValues.",
			Spec: "Field types > string: knownValues, enum",
			Bad:  `"color": {"type": "string", "maxLength": 64, "enum": ["red", "green"], "knownValues": ["red"]}`,
			Good: `"color": {"type": "string", "maxLength": 64, "knownValues": ["red", "green"]}`,
		},
		checks: []check{on(enumAndKnownValues)},
	},
	{
		Rule: lexicon.Rule{
			Code: "duplicate-entry", Group: "style", Severity: lexicon.Always(lexicon.Warning),
			Summary: "a list has the same entry twice",
			Reason:  "The second one has no effect. It is often a slip: another value was meant.",
			Spec:    "Field types: required, nullable, enum, knownValues, accept; Errors",
			Bad:     `"color": {"type": "string", "maxLength": 64, "knownValues": ["red", "green", "red"]}`,
			Good:    `"color": {"type": "string", "maxLength": 64, "knownValues": ["red", "green", "blue"]}`,
		},
		checks: []check{
			on(func(p *pass, s *lexicon.Object) {
				duplicates(p, s, "required", s.Required, quoted(s.Required))
				duplicates(p, s, "nullable", s.Nullable, quoted(s.Nullable))
			}),
			on(func(p *pass, s *lexicon.Params) { duplicates(p, s, "required", s.Required, quoted(s.Required)) }),
			on(func(p *pass, s *lexicon.String) {
				duplicates(p, s, "enum", s.Enum, quoted(s.Enum))
				duplicates(p, s, "knownValues", s.KnownValues, quoted(s.KnownValues))
			}),
			on(func(p *pass, s *lexicon.Integer) {
				duplicates(p, s, "enum", s.Enum, func(i int) string { return decimal(s.Enum[i]) })
			}),
			on(func(p *pass, s *lexicon.Blob) { duplicates(p, s, "accept", lower(s.Accept), quoted(s.Accept)) }),
			on(func(p *pass, s *lexicon.Query) { duplicateErrors(p, s.Errors) }),
			on(func(p *pass, s *lexicon.Procedure) { duplicateErrors(p, s.Errors) }),
			on(func(p *pass, s *lexicon.Subscription) { duplicateErrors(p, s.Errors) }),
		},
	},
	{
		Rule: lexicon.Rule{
			Code: "unknown-format", Group: "schema", Severity: lexicon.Always(lexicon.Error),
			Summary: "the format does not exist",
			Reason: "The formats of strings are a fixed list. Nobody checks one that is not in it, and the network's tools refuse the schema. " +
				"There is none for dates without a time, e-mail addresses or patterns.",
			Spec: "String formats",
			Bad:  `"createdAt": {"type": "string", "format": "date-time"}`,
			Good: `"createdAt": {"type": "string", "format": "datetime"}`,
		},
		checks: []check{on(unknownFormat)},
	},
	{
		Rule: lexicon.Rule{
			Code: "unknown-property", Group: "schema", Severity: lexicon.Always(lexicon.Error),
			Summary: "required or nullable names a property that is not there",
			Reason: "Every valid value would need a field of which the schema does not say what it is. " +
				"Mostly the name is misspelled, or the property was renamed in one place only.",
			Spec: "Field types > object, params: required, nullable",
			Bad: `"size": {
  "type": "object",
  "required": ["width", "heigth"],
  "properties": {
    "width": {"type": "integer", "description": "In pixels."},
    "height": {"type": "integer", "description": "In pixels."}
  }
}`,
			Good: `"size": {
  "type": "object",
  "required": ["width", "height"],
  "properties": {
    "width": {"type": "integer", "description": "In pixels."},
    "height": {"type": "integer", "description": "In pixels."}
  }
}`,
		},
		checks: []check{
			on(func(p *pass, s *lexicon.Object) {
				unknownProperties(p, s, "required", s.Required, s.Properties)
				unknownProperties(p, s, "nullable", s.Nullable, s.Properties)
			}),
			on(func(p *pass, s *lexicon.Params) { unknownProperties(p, s, "required", s.Required, s.Properties) }),
		},
	},
}

func emptyEnum[T any](p *pass, s lexicon.Schema, enum []T) {
	if enum != nil && len(enum) == 0 && complete(s, "enum", enum) {
		p.Report(s.Base().AtField("enum"), subjectOf(s).String()+" has an empty enum, so no value is allowed", "list the values, or remove it")
	}
}

func enumAndKnownValues(p *pass, s *lexicon.String) {
	if s.Enum == nil || s.KnownValues == nil {
		return
	}
	f := p.Report(s.AtField("knownValues"), subjectOf(s).String()+" has knownValues, which has no effect beside enum", "keep knownValues for a set that can grow, enum for one that never changes")
	f.Related = []lexicon.Related{{Location: s.AtField("enum"), Message: "enum stands here"}}
}

// atEntry returns the location of entry i of the list that was read from a
// field of n. It is n.AtEntry without the search, which in a long list with many
// findings takes its time.
func atEntry[T any](n *lexicon.Node, field string, list []T, i int) lexicon.Location {
	if v := n.Value.Field(field); v != nil && len(v.Items) == len(list) {
		return n.Document().At(v.Items[i])
	}
	return n.AtEntry(field, i)
}

// repeated calls found with the index of each entry that has stood in the list
// before, and the index at which it stood first.
func repeated[T comparable](list []T, found func(i, first int)) {
	if len(list) < 2 {
		return
	}
	const few = 64 // of very many most may be the same
	seen := make(map[T]int, min(len(list), few))
	for i, v := range list {
		if first, ok := seen[v]; ok {
			found(i, first)
		} else {
			seen[v] = i
		}
	}
}

// duplicates reports the entries of a list that stand in it before; words says
// how entry i is written.
func duplicates[T comparable](p *pass, s lexicon.Schema, field string, list []T, words func(i int) string) {
	n := s.Base()
	repeated(list, func(i, first int) {
		if p.surplus() {
			return
		}
		f := p.Report(atEntry(n, field, list, i), field+" of "+subjectOf(s).String()+" lists "+words(i)+" twice", "remove one, or write what was meant")
		f.Related = []lexicon.Related{{Location: atEntry(n, field, list, first), Message: "first stands here"}}
	})
}

// lower returns the texts in lower case: the case of MIME types does not count.
func lower(list []string) []string {
	all := make([]string, len(list))
	for i, text := range list {
		all[i] = strings.ToLower(text)
	}
	return all
}

// quoted returns the words for the entries of a list of texts.
func quoted(list []string) func(i int) string {
	return func(i int) string { return quote(list[i]) }
}

func decimal(n int64) string { return strconv.FormatInt(n, 10) }

func duplicateErrors(p *pass, errors []*lexicon.ErrorDef) {
	var named []*lexicon.ErrorDef
	var names []string
	for _, e := range errors {
		if e.Name != "" {
			named, names = append(named, e), append(names, e.Name)
		}
	}
	repeated(names, func(i, first int) {
		if p.surplus() {
			return
		}
		f := p.Report(named[i].AtField("name"), "the error "+quote(names[i])+" is declared before", "remove it, or write the name that was meant")
		f.Related = []lexicon.Related{{Location: named[first].AtField("name"), Message: "first declared here"}}
	})
}

func unknownFormat(p *pass, s *lexicon.String) {
	v := s.Value.Field("format")
	if v == nil || v.Kind != lexicon.KindString || syntax.FormatByName(v.Text) != syntax.FormatNone {
		return
	}
	p.Report(p.Document.At(v), subjectOf(s).String()+" has the format "+quote(v.Text)+", which does not exist", formatHelp(v.Text))
}

// formatHelp says what may have been meant by a format that does not exist.
func formatHelp(name string) string {
	switch strings.ToLower(name) {
	case "date", "time", "timestamp", "iso8601", "rfc3339":
		return `use "datetime", which is a date with a time and a timezone`
	case "url", "uri-reference", "iri", "link", "http", "https":
		return `use "uri"`
	case "lang", "locale", "bcp47":
		return `use "language"`
	case "hostname", "domain", "username":
		return `use "handle" for the handle of an account`
	case "account", "actor", "at-id":
		return `use "at-identifier"`
	case "rkey":
		return `use "record-key"`
	case "string", "text":
		return "remove it: a plain string has no format"
	case "email", "uuid", "ipv4", "ipv6", "regex", "markdown", "html", "hex", "color", "base64", "json":
		return "there is no format for it: remove it and set maxLength"
	}
	var names []string
	for _, f := range syntax.Formats() {
		names = append(names, f.String())
	}
	if near := syntax.Nearest(name, names); near != "" {
		return `did you mean "` + near + `"?`
	}
	return "the formats are " + strings.Join(names, ", ")
}

// unknownProperties reports the entries of required or nullable that name no
// property, each name once.
func unknownProperties(p *pass, s lexicon.Schema, field string, list []string, properties []*lexicon.Property) {
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
		if p.surplus() {
			continue
		}
		p.Report(atEntry(n, field, list, i), field+" of "+subjectOf(s).String()+" lists "+quote(name)+", which is no property there", propertyHelp(name, properties))
	}
}

// propertyHelp names the property that was meant. A search among very many
// would cost more than it is worth.
func propertyHelp(name string, properties []*lexicon.Property) string {
	if name == "$type" {
		return "remove it here: data carries $type without a declaration"
	}
	const most = 200
	var names []string
	for _, property := range properties[:min(len(properties), most)] {
		names = append(names, property.Name)
	}
	if near := syntax.Nearest(name, names); near != "" {
		return "did you mean " + quote(near) + "?"
	}
	if strings.HasPrefix(name, "$") {
		return "remove it here: the data model keeps names with $ for itself"
	}
	return "add it to properties, or remove it here"
}
