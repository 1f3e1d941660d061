package lint

import (
	"slices"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// pagination has the rule about results that come in pages.
var pagination = []*rule{
	{
		Rule: lexicon.Rule{
			Code: "pagination", Group: "style", Severity: lexicon.Always(lexicon.Info),
			Summary: "the parameters and the output of a query do not agree on pages",
			Reason: "Results come in pages by one convention: the optional parameters limit and cursor, and an optional cursor in the " +
				"output, which is left out on the last page. Programs that follow it can then read any list to its end.",
			Spec: "Primary types > query: parameters, output",
			Bad: `{
  "lexicon": 1,
  "id": "com.example.listSizes",
  "defs": {
    "main": {
      "type": "query",
      "description": "Lists sizes.",
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
          "properties": {
            "count": {"type": "integer", "description": "How many there are."}
          }
        }
      }
    }
  }
}`,
			Good: `{
  "lexicon": 1,
  "id": "com.example.listSizes",
  "defs": {
    "main": {
      "type": "query",
      "description": "Lists sizes.",
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
          "properties": {
            "count": {"type": "integer", "description": "How many there are."},
            "cursor": {"type": "string", "description": "Where this page ends.", "maxLength": 256}
          }
        }
      }
    }
  }
}`,
		},
		checks: []check{on(pages)},
	},
}

// pages judges only what is known: an output that is no object, not loaded or
// cut off is taken to fit.
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
	case in == nil:
		f := p.Report(p.Document.AtOpening(lacking), "the output has a cursor and the parameters have none, so no second page can be asked for",
			`add the parameter "cursor", an optional string`)
		related(f, output.Document().AtKey(out.Key), "the cursor of the output")
	case output != nil && out == nil:
		at := p.Document.At(query.Output.Value)
		if output.Document() == p.Document {
			at = p.Document.AtOpening(output.Value)
		}
		f := p.Report(at, "the parameters have a cursor and the output has none, so no caller gets one",
			`add the property "cursor" to the output, an optional string`)
		related(f, p.Document.AtKey(in.Key), "the cursor of the parameters")
	}
	if in != nil && limit == nil {
		f := p.Report(p.Document.AtOpening(lacking), "the parameters have a cursor and no limit, so a caller cannot choose the size of a page",
			`add the parameter "limit", an optional integer with a maximum`)
		related(f, p.Document.AtKey(in.Key), "the cursor of the parameters")
	}
	if in != nil && slices.Contains(params.Required, "cursor") {
		p.Report(params.AtEntry("required", slices.Index(params.Required, "cursor")),
			"the parameter \"cursor\" is required, so the first page cannot be asked for", "drop it from required")
	}
	if out != nil && slices.Contains(output.Required, "cursor") && output.Document() == p.Document {
		p.Report(output.AtEntry("required", slices.Index(output.Required, "cursor")),
			"the \"cursor\" of the output is required, so the last page cannot be told from the others", "drop it from required")
	}
}

// outputObject returns the object that a query answers with, nil when it is
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
