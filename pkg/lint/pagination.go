package lint

import (
	"slices"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// pagination has the rule about queries that return pages.
var pagination = []*rule{
	{&diag.Rule{
		Code: "pagination", Group: "style", Severity: diag.Always(diag.Info),
		Summary: "the pagination of a query is incomplete",
		Reason: "By convention, a paginated query has the optional parameters limit and cursor, and an optional " +
			"cursor in its output, which is absent on the last page. Programs can then read any list to its " +
			"end: they send the cursor that they got, so both are strings.",
		Spec: "Primary types > query: parameters, output", Page: "guides/lexicon-style-guide",
		Examples: `{
  "lexicon": 1, "id": "com.example.listSizes",
  "defs": {
    "main": {
      "type": "query", "description": "Lists sizes.",
      "parameters": {
        "type": "params",
        "properties": {
          "limit": {"type": "integer", "description": "How many at most."},
          "cursor": {"type": "string", "description": "Where the last page ended.", "maxLength": 256}
        }
      },
      "output": {
        "encoding": "application/json",
        "schema": {
          "type": "object",
          "properties": {«"count": {"type": "integer", "description": "How many there are."}|
            "count": {"type": "integer", "description": "How many there are."},
            "cursor": {"type": "string", "description": "Where this page ends.", "maxLength": 256}
          »}
        }
      }
    }
  }
}`,
	}, []check{on(pages)}},
}

// pages checks only what is known: an output that is not an object, not loaded or
// cut off counts as correct.
func pages(p *pass, query *lexicon.Query) {
	params := query.Parameters
	if params == nil && gives(query, "parameters") || params != nil && !whole(params) {
		return
	}
	var in, limit *lexicon.Property
	lacking := query.Value // the object that lacks a parameter
	if params != nil {
		in, limit, lacking = params.Property("cursor"), params.Property("limit"), params.Value
	}
	output := outputObject(query)
	var out *lexicon.Property
	if output != nil {
		out = output.Property("cursor")
	}
	switch {
	case in == nil && out == nil:
	case in == nil && !p.Skip():
		p.Report(diag.Finding{
			Location: p.Document.AtOpening(lacking),
			Message:  "the output has a cursor but the parameters do not, so callers cannot request the next page",
			Help:     `add an optional string parameter named "cursor"`,
			Related:  related(output.Document().AtKey(out.Key), "the cursor in the output"),
		})
	case in != nil && output != nil && out == nil && !p.Skip():
		at := p.Document.At(query.Output.Value)
		if output.Document() == p.Document {
			at = p.Document.AtOpening(output.Value)
		}
		p.Report(diag.Finding{
			Location: at,
			Message:  "the parameters have a cursor but the output does not, so callers cannot obtain one",
			Help:     `add an optional string property named "cursor" to the output`,
			Related:  related(p.Document.AtKey(in.Key), "the cursor in the parameters"),
		})
	}
	if in != nil && out != nil && !sameType(in, out) && !p.Skip() {
		p.Report(diag.Finding{
			Location: p.Document.AtKey(in.Key),
			Message:  "the cursor parameter is " + typePhrase(in) + ", but the cursor in the output is " + typePhrase(out),
			Help:     `use "type": "string" for both`,
			Related:  related(output.Document().AtKey(out.Key), "the cursor in the output"),
		})
	}
	if in != nil && limit == nil && !p.Skip() {
		p.Report(diag.Finding{
			Location: p.Document.AtOpening(lacking),
			Message:  "the parameters have a cursor but no limit, so callers cannot choose the size of a page",
			Help:     `add an optional integer parameter named "limit" with a maximum`,
			Related:  related(p.Document.AtKey(in.Key), "the cursor in the parameters"),
		})
	}
	if in != nil && slices.Contains(params.Required, "cursor") && !p.Skip() {
		p.Report(diag.Finding{
			Location: params.AtEntry("required", slices.Index(params.Required, "cursor")),
			Message:  `the "cursor" parameter is required, so callers cannot request the first page`,
			Help:     `remove "cursor" from "required"`,
		})
	}
	if out != nil && slices.Contains(output.Required, "cursor") && output.Document() == p.Document && !p.Skip() {
		p.Report(diag.Finding{
			Location: output.AtEntry("required", slices.Index(output.Required, "cursor")),
			Message:  `"cursor" is required in the output, so callers cannot recognize the last page`,
			Help:     `remove "cursor" from "required"`,
		})
	}
}

// sameType reports whether two properties have the same type, or one whose type is not
// known.
func sameType(a, b *lexicon.Property) bool {
	first, second := lexicon.Resolve(a.Schema), lexicon.Resolve(b.Schema)
	return first == nil || second == nil || first.Type() == second.Type() ||
		first.Type() == lexicon.TypeInvalid || second.Type() == lexicon.TypeInvalid
}

func typePhrase(p *lexicon.Property) string { return lexicon.Resolve(p.Schema).Type().Phrase() }

// outputObject returns the object that a query returns; nil when the output is
// something else or not known.
func outputObject(query *lexicon.Query) *lexicon.Object {
	if query.Output == nil || query.Output.Schema == nil {
		return nil
	}
	if object, ok := lexicon.Resolve(query.Output.Schema).(*lexicon.Object); ok && whole(object) {
		return object
	}
	return nil
}
