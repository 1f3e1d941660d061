package validate

import (
	"strings"
	"sync"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// RuleSchemaInvalid says that a value cannot be checked against its schema.
var RuleSchemaInvalid = &diag.Rule{
	Code: "schema-invalid", Group: "validate", Severity: diag.Always(diag.Error),
	Summary: "the schema of the value is not valid",
	Reason: "For example, an unknown type, an array without items, or a circular reference describes no value, so data cannot be checked against it. " +
		"Fix the schema. Errors in parts of a schema that no value is checked against do not matter here.",
	Spec: "Type overview; Field types", Page: "specs/lexicon#field-type-definitions",
	Examples: inSchema + `{"type": "array"«|, "items": {"type": "string"}»}` + inData + `["new"]`,
}

// invalidChecker stands for a schema that describes no value, or is not valid.
type invalidChecker struct {
	origin[lexicon.Schema]
	why   string // "is not valid"
	field string // of the schema that is not valid; "" for all of it
}

func invalid(schema lexicon.Schema, why string) *invalidChecker {
	return &invalidChecker{origin: from(schema), why: why}
}

func (c *invalidChecker) check(r *run, i uint32) bool {
	if r.quick {
		return false
	}
	if advisory, known := r.broken[c.node]; known && (!advisory || r.advisory) {
		return true
	}
	if r.broken == nil {
		r.broken = map[lexicon.Schema]bool{}
	}
	r.broken[c.node] = r.advisory
	return r.report(RuleSchemaInvalid, func() finding {
		return finding{
			at: i, schema: c.node, field: c.field, message: "cannot be checked because its schema " + c.why,
			help: "fix the schema", hint: diag.HintCheckSchemas{},
		}
	})
}

var ruleSchemaNotFound = &diag.Rule{
	Code: "schema-not-found", Group: "validate", Severity: diag.Always(diag.Error),
	Summary: "the schema of the value is not loaded",
	Reason: "A value cannot be checked without its schema. Load the Lexicon, or accept values without a schema. " +
		"If the Lexicon is loaded but does not contain the definition, correct the reference.",
	Spec: "References", Page: "specs/lexicon#lexicon-publication-and-resolution",
	Examples: thingRecord + inData + `{"$type": «"com.example.widget"|"com.example.thing"», "size": 3}`,
}

// missingChecker stands for a definition whose Lexicon is not loaded.
type missingChecker struct {
	origin[lexicon.Schema]
	name  lexicon.Reference // the definition
	allow bool
}

func (c *missingChecker) check(r *run, i uint32) bool {
	if c.allow {
		if r.Tokens[i].IsObject() {
			r.unknown = true
			return true
		}
		return r.wrongType(i, c.node, lexicon.TypeObject, "an object")
	}
	return r.notLoaded(c.name, func() finding {
		return finding{at: i, schema: c.node, message: "cannot be checked because its schema, " + short(c.name.String()) + ", is not loaded"}
	})
}

// notLoaded reports a value whose schema has a name that is not loaded: it has
// another name, or must be loaded.
func (r *run) notLoaded(name lexicon.Reference, make func() finding) bool {
	return r.report(ruleSchemaNotFound, func() finding {
		f, near := make(), r.schemas.meant(name)
		f.hint = diag.HintAcceptUnknown{NSID: syntax.NSID(strings.Clone(string(name.NSID))), Near: near}
		f.help = "load the Lexicon " + string(name.NSID) + ", or accept values without a schema"
		if near != "" {
			f.help = words.DidYouMean(near) + " Otherwise, " + f.help
		}
		return f
	})
}

// intended remembers which definitions mistyped names are nearly those of.
type intended struct {
	mu   sync.Mutex
	near map[lexicon.Reference]string
}

// meant returns the definition that a mistyped name is nearly that of; "" when
// there is none. A search goes through all that are loaded, so answers are
// remembered, and only so many are looked for.
func (s *Schemas) meant(name lexicon.Reference) string {
	const most, longest = 100, 400
	if len(name.NSID)+len(name.Name) > longest {
		return ""
	}
	s.intended.mu.Lock()
	defer s.intended.mu.Unlock()
	near, known := s.intended.near[name]
	if known || len(s.intended.near) == most {
		return near
	}
	fragment, err := lexicon.ParseReference(asFragment(name.String()), "")
	if err == nil && s.catalog.Definition(fragment) != nil {
		near = fragment.String()
	} else if found, ok := s.catalog.Nearest(name); ok {
		near = short(found.String())
	}
	if s.intended.near == nil {
		s.intended.near = map[lexicon.Reference]string{}
	}
	s.intended.near[lexicon.Reference{NSID: syntax.NSID(strings.Clone(string(name.NSID))), Name: strings.Clone(name.Name)}] = near
	return near
}
