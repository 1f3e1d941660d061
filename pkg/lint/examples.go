package lint

import (
	"errors"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

var exampleRules = []*rule{
	{&diag.Rule{
		Code: "invalid-example", Group: "schema", Readable: true, Severity: diag.Always(diag.Error),
		Summary: "an example does not match its schema",
		Reason: "The values in NAME.examples.json, next to NAME.json, are used as samples and as mock responses. Each must be a valid value " +
			"of its definition. Correct the value, or the schema if the value is right.",
		Spec: "What the service does, 2", Page: "specs/lexicon#when-to-use-type",
		Examples: `-- com/example/thing.json --
{
  "lexicon": 1,
  "id": "com.example.thing",
  "defs": {"main": {"type": "record", "description": "A thing.", "key": "tid", "record": {
    "type": "object",
    "required": ["size"],
    "properties": {"size": {"type": "integer", "description": "In pixels."}}
  }}}
}
-- com/example/thing.examples.json --
{"main": [{"$type": "com.example.thing", "size": «"large"|640»}]}`,
	}, []check{onCatalog(func(p *pass) {
		var schemas *validate.Schemas // compiled when there are examples
		for _, d := range p.Catalog.Documents() {
			if d.Examples == nil || !p.checks(d) {
				continue
			}
			p.Document = d
			if diag.HasErrors(d.Examples.Found) || d.Partial || len(p.nameless()) > 0 {
				continue // where values begin and end, or what they should be, is not sure
			}
			if schemas == nil {
				schemas = validate.Compile(p.Catalog, validate.Options{Profile: p.Profile, AllowUnknown: true, BareMessages: true})
			}
			for e := range d.AllExamples() {
				p.example(schemas, e)
			}
		}
	})}},
}

// example validates one example.
func (p *pass) example(schemas *validate.Schemas, e lexicon.Example) {
	examples := p.Document.Examples
	at := func() diag.Location { return examples.At(e.Value) }
	if e.Fault != "" {
		p.reportf(at, "correct or remove the example", "%s", e.Fault)
		return
	}
	v, err := schemas.Validator(e.Definition.Reference(), e.Part)
	if err != nil {
		if !errors.Is(err, validate.ErrInvalidSchema) { // that is found already
			p.reportf(at, "remove the example", "the example cannot be used: %s", err.Error())
		}
		return
	}
	for _, found := range v.Check(validate.Input{Text: examples.Text(e.Value)}).Findings {
		if found.Severity == diag.Error {
			p.report(at, func(f *diag.Finding) {
				start := f.Span.Start
				f.Span = diag.Span{Start: start + found.Span.Start, End: start + found.Span.End}
				f.Pointer += found.Pointer
				f.Message = "the example is not valid: " + found.Message
				f.Help = found.Help
				if found.Data != nil && found.Data.Constraint.Source != nil {
					f.Related = related(found.Data.Constraint, "the constraint is set here")
				}
			})
		}
	}
}
