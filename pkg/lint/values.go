package lint

import (
	"slices"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// values has the rules about the values that a schema names itself.
var values = []*rule{
	{
		Rule: lexicon.Rule{
			Code: "const-and-default", Group: "schema", Severity: lexicon.Always(lexicon.Error),
			Summary: "a field has both const and default",
			Reason: "A const leaves one value, so there is nothing for a default to choose. The specification forbids both on a string; " +
				"on a boolean or integer this is a warning, and an error on the network.",
			Spec: "Field types > string, rule 4; Errors, rule 5",
			Bad:  `"mode": {"type": "string", "const": "dark", "default": "dark"}`,
			Good: `"mode": {"type": "string", "const": "dark"}`,
		},
		checks: []check{
			on(func(p *pass, s *lexicon.String) {
				constAndDefault(p, s, s.Const.Set && s.Default.Set, lexicon.Error)
			}),
			on(func(p *pass, s *lexicon.Integer) {
				constAndDefault(p, s, s.Const.Set && s.Default.Set, lexicon.Warning)
			}),
			on(func(p *pass, s *lexicon.Boolean) {
				constAndDefault(p, s, s.Const.Set && s.Default.Set, lexicon.Warning)
			}),
		},
	},
	{
		Rule: lexicon.Rule{
			Code: "value-out-of-bounds", Group: "schema", Severity: lexicon.Always(lexicon.Error),
			Summary: "a const, default or enum value breaks the limits of its own schema",
			Reason: "Such a value can never be in valid data: a default that is not in the enum, a const that is not of the format. " +
				"One of the two is a mistake.",
			Spec: "Field types > integer, string",
			Bad:  `"limit": {"type": "integer", "minimum": 1, "maximum": 100, "default": 500}`,
			Good: `"limit": {"type": "integer", "minimum": 1, "maximum": 100, "default": 50}`,
		},
		checks: []check{on(stringValues), on(integerValues)},
	},
	{
		Rule: lexicon.Rule{
			Code: "required-with-default", Group: "style", Severity: lexicon.Always(lexicon.Warning),
			Summary: "a required field has a default",
			Reason: "A default says what a missing field means, and a required field is never missing. Either readers fill it in, " +
				"and it is optional, or writers do, and the default has no effect.",
			Spec: "Field types > object, params: required; string, integer, boolean: default",
			Bad: `"page": {
  "type": "object",
  "required": ["size"],
  "properties": {
    "size": {"type": "integer", "description": "How many entries it has.", "default": 50}
  }
}`,
			Good: `"page": {
  "type": "object",
  "properties": {
    "size": {"type": "integer", "description": "How many entries it has.", "default": 50}
  }
}`,
		},
		checks: []check{
			on(func(p *pass, s *lexicon.Object) { requiredWithDefault(p, s, s.Properties, s.Required) }),
			on(func(p *pass, s *lexicon.Params) { requiredWithDefault(p, s, s.Properties, s.Required) }),
		},
	},
}

// constAndDefault reports both on one node. The severity is that of profile v1;
// under atproto it is always an error.
func constAndDefault(p *pass, s lexicon.Schema, both bool, v1 lexicon.Severity) {
	if !both {
		return
	}
	n := s.Base()
	f := p.Report(n.AtField("default"), subjectOf(s).String()+" has default beside const, only one of the two is allowed",
		"remove default: const leaves one value")
	f.Related = []lexicon.Related{{Location: n.AtField("const"), Message: "const stands here"}}
	if p.Profile == lexicon.ProfileV1 {
		f.Severity = v1
	}
}

// stringValues holds the values of a string against its other fields. Limits
// that no value can meet are a fault of their own.
func stringValues(p *pass, s *lexicon.String) {
	if !s.Const.Set && !s.Default.Set && len(s.Enum) == 0 || len(stringConflicts(s)) > 0 {
		return
	}
	checkOwn(p, s, s.Const, s.Default, s.Enum, func(v string, but ...string) []validate.Fault {
		return validate.CheckString(s, v, but...)
	})
}

// integerValues is stringValues for integers.
func integerValues(p *pass, s *lexicon.Integer) {
	if !s.Const.Set && !s.Default.Set && len(s.Enum) == 0 || len(integerConflicts(s)) > 0 {
		return
	}
	checkOwn(p, s, s.Const, s.Default, s.Enum, func(v int64, but ...string) []validate.Fault {
		return validate.CheckInteger(s, v, but...)
	})
}

// checkOwn checks const, default and every entry of enum. A default is never
// compared with const, and entries only with a const that is one of them: a
// const outside the enum is one fault.
func checkOwn[T comparable](
	p *pass, s lexicon.Schema, constant, preset lexicon.Opt[T], enum []T,
	check func(v T, but ...string) []validate.Fault,
) {
	n := s.Base()
	report := func(at func() lexicon.Location, what string, v T, but ...string) {
		for _, fault := range check(v, but...) {
			if p.surplus() {
				return
			}
			f := p.Report(at(), what+" of "+subjectOf(s).String()+" "+fault.Message, "change the value or "+fault.Field)
			f.Related = []lexicon.Related{{Location: n.AtField(fault.Field), Message: fault.Field + " stands here"}}
		}
	}
	but := []string{"const"}
	if len(enum) == 0 || !complete(s, "enum", enum) {
		but = append(but, "enum") // found broken already, or absent
	}
	if constant.Set {
		report(func() lexicon.Location { return n.AtField("const") }, "the const", constant.Value, but...)
	}
	if preset.Set {
		report(func() lexicon.Location { return n.AtField("default") }, "the default", preset.Value, but...)
	}
	but = []string{"enum"}
	if constant.Set && !slices.Contains(enum, constant.Value) {
		but = append(but, "const")
	}
	for i, v := range enum {
		report(func() lexicon.Location { return atEntry(n, "enum", enum, i) }, "an enum entry", v, but...)
	}
}

func requiredWithDefault(p *pass, s lexicon.Schema, properties []*lexicon.Property, required []string) {
	if len(required) == 0 {
		return
	}
	var preset map[string]*lexicon.Property // those with a default, by name
	for _, property := range properties {
		if hasDefault(property.Schema) {
			if preset == nil {
				preset = map[string]*lexicon.Property{}
			}
			preset[property.Name] = property
		}
	}
	for i, name := range required {
		property := preset[name]
		if property == nil {
			continue
		}
		delete(preset, name) // report it once
		if p.surplus() {
			continue
		}
		f := p.Report(atEntry(s.Base(), "required", required, i), quote(name)+" is required and has a default, which has no effect then",
			"remove it from required, or remove the default")
		f.Related = []lexicon.Related{{Location: property.Schema.Base().AtField("default"), Message: "default stands here"}}
	}
}

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
