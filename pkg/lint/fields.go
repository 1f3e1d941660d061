package lint

import (
	"strings"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// fields has the rules about the meaning of single properties.
var fields = []*rule{
	{
		Rule: lexicon.Rule{
			Code: "nullable-and-optional", Group: "style", Severity: lexicon.Always(lexicon.Warning),
			Summary: "a property may be null and may be left out",
			Reason: "Leaving a field out and sending null are two different things, so a reader has to ask what each of them means. " +
				"One of the two is enough: as a rule, leaving it out.",
			Spec: "Field types > object: nullable",
			Bad: `"thing": {
  "type": "object",
  "nullable": ["price"],
  "properties": {
    "price": {"type": "integer", "description": "In cents."}
  }
}`,
			Good: `"thing": {
  "type": "object",
  "properties": {
    "price": {"type": "integer", "description": "In cents. Left out when there is none."}
  }
}`,
		},
		checks: []check{on(nullableOptional)},
	},
	{
		Rule: lexicon.Rule{
			Code: "unknown-in-record", Group: "style", Severity: lexicon.Always(lexicon.Warning),
			Summary: "a record holds a field of type unknown",
			Reason: "Nothing checks what is written there, and no reader knows what to expect. An open union names the forms that are " +
				"known and still takes others.",
			Spec: "Field types > unknown; union, rule 2",
			Bad: `"main": {
  "type": "record",
  "description": "A place on the map.",
  "key": "tid",
  "record": {
    "type": "object",
    "properties": {
      "shape": {"type": "unknown", "description": "Its outline."}
    }
  }
}`,
			Good: `"main": {
  "type": "record",
  "description": "A place on the map.",
  "key": "tid",
  "record": {
    "type": "object",
    "properties": {
      "shape": {"type": "union", "description": "Its outline.", "refs": ["#circle"]}
    }
  }
},
"circle": {
  "type": "object",
  "properties": {"radius": {"type": "integer", "description": "In metres."}}
}`,
		},
		checks: []check{on(unknownStored)},
	},
	{
		Rule: lexicon.Rule{
			Code: "handle-in-record", Group: "style", Severity: lexicon.Always(lexicon.Warning),
			Summary: "a record holds a handle",
			Reason: "A handle can change and then belong to somebody else, while the record stays. A DID is for ever. The format " +
				"at-identifier takes both and is for parameters.",
			Spec: "String formats: did, handle, at-identifier",
			Bad: `"main": {
  "type": "record",
  "description": "Thanks to somebody.",
  "key": "tid",
  "record": {
    "type": "object",
    "properties": {
      "account": {"type": "string", "description": "Whom it is for.", "format": "handle"}
    }
  }
}`,
			Good: `"main": {
  "type": "record",
  "description": "Thanks to somebody.",
  "key": "tid",
  "record": {
    "type": "object",
    "properties": {
      "account": {"type": "string", "description": "Whom it is for.", "format": "did"}
    }
  }
}`,
		},
		checks: []check{on(handleStored)},
	},
	{
		Rule: lexicon.Rule{
			Code: "boolean-default-true", Group: "style", Severity: lexicon.Always(lexicon.Info),
			Summary: "a boolean is true by default",
			Reason: "Many programs take a missing boolean for false. Word the name so that false is what is usual: hidden instead " +
				"of visible, excludeReplies instead of includeReplies.",
			Spec: "Field types > boolean: default",
			Bad: `"settings": {
  "type": "object",
  "properties": {
    "visible": {"type": "boolean", "description": "Whether others see it.", "default": true}
  }
}`,
			Good: `"settings": {
  "type": "object",
  "properties": {
    "hidden": {"type": "boolean", "description": "Whether nobody else sees it.", "default": false}
  }
}`,
		},
		checks: []check{on(defaultTrue)},
	},
	{
		Rule: lexicon.Rule{
			Code: "datetime-format", Group: "style", Severity: lexicon.Always(lexicon.Info),
			Summary: "a string named …At does not have the format datetime",
			Reason: "Names such as createdAt stand for a point in time everywhere on the network. With the format, every program " +
				"reads it the same way, and what is no time is refused.",
			Spec: "String formats: datetime",
			Bad: `"sale": {
  "type": "object",
  "properties": {
    "soldAt": {"type": "string", "description": "When it was sold.", "maxLength": 64}
  }
}`,
			Good: `"sale": {
  "type": "object",
  "properties": {
    "soldAt": {"type": "string", "description": "When it was sold.", "format": "datetime"}
  }
}`,
		},
		checks: onProperties(datetimeFormat),
	},
}

// onProperties makes checks of every property and every parameter.
func onProperties(f func(*pass, *lexicon.Property)) []check {
	each := func(p *pass, properties []*lexicon.Property) {
		for _, property := range properties {
			f(p, property)
		}
	}
	return []check{
		on(func(p *pass, o *lexicon.Object) { each(p, o.Properties) }),
		on(func(p *pass, params *lexicon.Params) { each(p, params.Properties) }),
	}
}

func nullableOptional(p *pass, o *lexicon.Object) {
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
		if p.surplus() {
			continue
		}
		p.Report(atEntry(&o.Node, "nullable", o.Nullable, i), quote(name)+" may be null and may also be left out, one of the two is enough",
			"drop it from nullable, or add it to required")
	}
}

func unknownStored(p *pass, unknown *lexicon.Unknown) {
	if p.Stored() {
		p.Report(unknown.AtField("type"), subjectOf(unknown).String()+" in a record is of type unknown: nobody can tell what it holds",
			"use an object, or an open union of the forms that there are today")
	}
}

func handleStored(p *pass, s *lexicon.String) {
	if (s.Format == "handle" || s.Format == "at-identifier") && p.Stored() {
		p.Report(s.AtField("format"), subjectOf(s).String()+" in a record has the format "+s.Format+": a handle can change, a DID stays",
			`use "format": "did"`)
	}
}

func defaultTrue(p *pass, b *lexicon.Boolean) {
	if b.Default.Value && !gives(b, "const") {
		p.Report(b.AtField("default"), subjectOf(b).String()+" is true by default, false is what programs expect",
			"name it after the opposite, with false as the default")
	}
}

// datetimeName reports whether a name ends in At, as a word of its own.
func datetimeName(name string) bool { return len(name) > 2 && strings.HasSuffix(name, "At") }

// datetimeFormat passes over strings that something else than a limit
// describes: another format, or a list of values.
func datetimeFormat(p *pass, property *lexicon.Property) {
	s, ok := property.Schema.(*lexicon.String)
	if !ok || !datetimeName(property.Name) || gives(s, "format", "enum", "const", "knownValues") {
		return
	}
	p.Report(p.Document.AtOpening(s.Value), quote(property.Name)+" has no format, the format datetime is expected of a string with this name",
		`add "format": "datetime"`)
}
