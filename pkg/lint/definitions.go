package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// definitionRules has the rules about which definitions a file may have.
var definitionRules = []*rule{
	{&diag.Rule{
		Code: "multiple-primary", Group: "schema", Severity: diag.Always(diag.Error),
		Summary: "a file has more than one primary definition",
		Reason: "A record, query, procedure, subscription, permission set, or space is identified by the NSID of its file " +
			"alone, so a file can have only one. Move each of the others to its own file.",
		Spec: "Lexicon file, rule 3", Page: "specs/lexicon#primary-type-definitions",
		Examples: `«"main": {"type": "query", "description": "Counts things.", "output": {"encoding": "application/json"}},
"list": {"type": "query", "description": "Lists things.", "output": {"encoding": "application/json"}}|-- com/example/countThings.json --
{
  "lexicon": 1, "id": "com.example.countThings",
  "defs": {
    "main": {"type": "query", "description": "Counts things.", "output": {"encoding": "application/json"}}
  }
}
-- com/example/listThings.json --
{
  "lexicon": 1, "id": "com.example.listThings",
  "defs": {
    "main": {"type": "query", "description": "Lists things.", "output": {"encoding": "application/json"}}
  }
}»`,
	}, []check{onDocument(func(p *pass, d *lexicon.Document) {
		var first *lexicon.Definition
		for _, def := range d.Defs {
			switch t := def.Schema.Type(); {
			case !t.Primary():
			case first == nil:
				first = def
			default:
				p.report(p.key(def.Key), func(f *diag.Finding) {
					f.Message = "the " + words.Quote(def.Name) + " " + t.String() + " is a second primary definition, but a file can have only one"
					f.Help = `move one of the two definitions to its own file and name it "main" there`
					f.Related = related(d.AtKey(first.Key), "first primary definition")
				})
			}
		}
	})}},
	{&diag.Rule{
		Code: "not-in-profile", Group: "schema", Readable: true, Severity: diag.Always(diag.Error),
		Summary: "the profile does not have this type or field",
		Reason: "The specification defines the null type, and allows unknown as a parameter type, but the network's " +
			"own tools reject schemas that use them. List a property that can be null in the nullable list of " +
			"its object, and give a parameter one of the plain types. The network, in turn, has added types and fields that the " +
			"specification does not have yet; with the profile v1, a type is an error and a field an info. They have an " +
			"effect on the network, so keep them, and use the profile atproto.",
		Spec: "Field types > null, params", Page: "specs/lexicon#field-type-definitions",
		Examples: `-- com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {«
  "main": {"type": "object", "properties": {"owner": {"type": "null", "description": "Nobody owns it."}}}
}}
-- com/example/room.json --
{"lexicon": 1, "id": "com.example.room", "defs": {
  "main": {
    "type": "space", "description": "A room of a club.", "key": "any", "name": "Club room",
    "collections": ["com.example.note"]
  }|
  "main": {
    "type": "object", "required": ["owner"], "nullable": ["owner"],
    "properties": {"owner": {"type": "string", "format": "did", "description": "Who owns it; null: nobody."}}
  }»
}}`,
	}, []check{onDefinition(laterType), on(func(p *pass, s *lexicon.Subscription) { laterFields(p, s) }), on(func(p *pass, s *lexicon.Null) {
		p.reportAs(networkLacks(p), fieldOf(s, "type"), func(f *diag.Finding) {
			f.Message = `the AT Protocol network does not support the "null" type`
			switch {
			case s.Value == p.Definition.Key.Value:
				f.Help = `remove it, and add each property that can be null to the "nullable" list of its object`
			case lexicon.SubjectOf(s.Value).Item:
				f.Help = "use a different type; the AT Protocol network does not allow null in an array"
			default:
				f.Help = `use the type that the property has when it is not null, and add the property to the object's "nullable" list`
			}
		})
	}), on(func(p *pass, s *lexicon.Params) {
		for _, property := range s.Properties {
			schema, who := property.Schema, "the %s parameter has"
			if a, ok := schema.(*lexicon.Array); ok {
				schema, who = a.Items, "the items of the %s parameter have"
			}
			if unknown, ok := schema.(*lexicon.Unknown); ok {
				p.reportAs(networkLacks(p), fieldOf(unknown, "type"), func(f *diag.Finding) {
					f.Message = fmt.Sprintf(who, words.Quote(property.Name)) + ` the "unknown" type, which the AT Protocol network does not support in parameters`
					f.Help = `use "string", "integer", or "boolean"`
				})
			}
		}
	})}},
	{&diag.Rule{
		Code: "invalid-def-name", Group: "schema", Severity: diag.Always(diag.Error),
		Summary: `the name of a definition is empty or contains "#" or "."`,
		Reason: "In a reference, dots separate the segments of the NSID, and a # separates the NSID from the name, so " +
			"such a definition cannot be referenced.",
		Spec: "References; Lexicon file: defs", Page: "specs/lexicon#lexicon-files",
		Examples: `«"size.unit"|"sizeUnit"»: {"type": "integer"}`,
	}, []check{onDefinition(func(p *pass, def *lexicon.Definition) {
		at := strings.IndexAny(def.Name, "#.")
		if def.Name == "" || at >= 0 {
			p.report(p.key(def.Key), func(f *diag.Finding) {
				f.Help = "use letters and digits only"
				if def.Name == "" {
					f.Message = "the name of the definition is empty"
					return
				}
				f.Message = "the definition name " + words.Quote(def.Name) + " contains " + words.Quote(def.Name[at:at+1])
				if better := words.LowerCamel(def.Name); syntax.IsName(better) {
					f.Help = "rename it to " + words.Quote(better)
				}
			})
		}
	})}},
}

// networkLacks returns the severity of something that the network does not support.
func networkLacks(p *pass) diag.Severity {
	if p.Profile == diag.ProfileATProto {
		return diag.Error
	}
	return diag.Off
}

// laterType reports a type that was added after the profile. Such types are definitions.
func laterType(p *pass, def *lexicon.Definition) {
	if t := def.Schema.Type(); t.Since() > p.Profile {
		p.report(fieldOf(def.Schema, "type"), func(f *diag.Finding) {
			f.Message = "the profile " + p.Profile.String() + " does not have the type " + words.Quote(t.String())
			f.Help, f.Hint = "use the profile "+t.Since().String()+", which has it", diag.HintUseProfile{Profile: t.Since()}
			f.Foreign = true
		})
	}
}

// laterFields reports the fields of a schema that were added after the profile.
func laterFields(p *pass, s lexicon.Schema) {
	for _, field := range s.Type().Fields() {
		if m := s.Base().Value.Member(field.Name); field.Since > p.Profile && m != nil {
			p.reportAs(diag.Info, p.key(m), func(f *diag.Finding) {
				f.Message = "the profile " + p.Profile.String() + " does not have the field " + words.Quote(field.Name)
				f.Help, f.Hint = "use the profile "+field.Since.String()+", which has it", diag.HintUseProfile{Profile: field.Since}
			})
		}
	}
}

// placementRules has the rules about the types of definitions on which the profiles differ.
var placementRules = []*rule{
	{&diag.Rule{
		Code: "non-main-primary", Group: "style", Readable: true,
		Severity: diag.Severities{diag.ProfileV1: diag.Warning, diag.ProfileATProto: diag.Error},
		Summary:  "a primary definition is not named main",
		Reason: "Records are stored and methods are called by the NSID alone, which refers to the main definition. " +
			"The network rejects a primary definition with any other name.",
		Spec: "Lexicon file, rule 3", Page: "specs/lexicon#primary-type-definitions",
		Examples: `{
  "lexicon": 1, "id": "com.example.thing",
  "defs": {
    «"thing"|"main"»: {
      "type": "record", "description": "A thing.", "key": "tid",
      "record": {"type": "object", "properties": {}}
    }
  }
}`,
	}, []check{onDocument(func(p *pass, d *lexicon.Document) {
		// Any further primary definition is multiple-primary.
		isPrimary := func(def *lexicon.Definition) bool { return def.Schema.Type().Primary() }
		i, main := slices.IndexFunc(d.Defs, isPrimary), d.Main()
		if i >= 0 && (main == nil || !isPrimary(main)) {
			p.report(p.key(d.Defs[i].Key), func(f *diag.Finding) {
				f.Message = "the " + words.Quote(d.Defs[i].Name) + " " + d.Defs[i].Schema.Type().String() + ` should be named "main"`
				f.Help = `rename it to "main"`
				if main != nil {
					f.Help = `move it to its own file and name it "main" there`
				}
			})
		}
	})}},
	{&diag.Rule{
		Code: "not-definable", Group: "style", Readable: true,
		Severity: diag.Severities{diag.ProfileV1: diag.Warning, diag.ProfileATProto: diag.Error},
		Summary:  "a definition is of type ref, union, or unknown",
		Reason: "These types are meant to be used inside other schemas, not as named definitions. The " +
			"specification allows them as definitions, but the AT Protocol network rejects them and code generators fail " +
			"on them.",
		Spec: "Type overview: category meta", Page: "specs/lexicon#field-type-definitions",
		Examples: `«"shape": {"type": "union", "refs": ["#round", "#square"]}|"piece": {
  "type": "object",
  "properties": {"shape": {"type": "union", "description": "What it looks like.", "refs": ["#round", "#square"]}}
}»,
"round": {"type": "object", "properties": {}},
"square": {"type": "object", "properties": {}}`,
	}, []check{onCatalog(func(p *pass) {
		// What ref-cycle finds is left out.
		inCycle := map[*lexicon.Definition]bool{}
		for _, cycle := range p.cycles() {
			if onlyRefs(cycle) {
				for _, s := range cycle {
					inCycle[s.def] = true
				}
			}
		}
		for d := range p.documents() {
			for _, def := range d.Defs {
				if t := def.Schema.Type(); definableHelp[t] != "" && !inCycle[def] {
					p.reportf(fieldOf(def.Schema, "type"), definableHelp[t],
						"%q is %s, but a named definition should not be %s", def.Name, t.Phrase(), t.Phrase())
				}
			}
		}
	})}},
}

// definableHelp says what to do about a definition of a type that should not be one.
var definableHelp = [lexicon.NumTypes]string{
	lexicon.TypeRef:     "refer to its target directly, and remove this definition",
	lexicon.TypeUnion:   "write the union inline where it is used, or define an object with the union as a property",
	lexicon.TypeUnknown: `make it an object, or use {"type": "unknown"} in each field that refers to it`,
}
