package lint

import (
	"slices"
	"strings"
	"unicode"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// bodyRules has the rules about MIME types, and about the bodies and errors of methods.
var bodyRules = []*rule{
	{&diag.Rule{
		Code: "invalid-encoding", Group: "schema", Severity: diag.Always(diag.Error),
		Summary: "the encoding of a body is not a valid MIME type",
		Reason: "The encoding is the Content-Type of the request or response: a MIME type such as " +
			"application/json, */* for anything, or several MIME types separated by commas.",
		Spec: "Primary types > query and procedure: encoding", Page: "specs/lexicon#query-and-procedure-http-api",
		Examples: `"main": {"type": "query", "description": "Counts things.", "output": {"encoding": «"json"|"application/json"»}}`,
	}, onBodies(encoding)},
	{&diag.Rule{
		Code: "schema-on-non-json-body", Group: "style", Severity: diag.Always(diag.Warning),
		Summary: "a body that is not JSON has a schema",
		Reason: "A schema describes JSON only, so it has no effect on this body. Remove it, or make the encoding " +
			"application/json or a type that ends in +json.",
		Spec: "Primary types > query and procedure: schema", Page: "specs/lexicon#query-and-procedure-http-api",
		Examples: `"main": {
  "type": "query", "description": "Exports things.",
  "output": {«"encoding": "text/csv", "schema": {"type": "object", "properties": {}}|"description": "A line for each thing.", "encoding": "text/csv"»}
}`,
	}, onBodies(func(p *pass, part lexicon.Part, b *lexicon.Body) {
		if b.Schema == nil || b.Encoding == "" {
			return
		}
		set, err := syntax.ParseEncoding(b.Encoding)
		if err == nil && !set.HasJSON() {
			p.report(p.key(b.Value.Member("schema")), func(f *diag.Finding) {
				f.Message = "the " + part.String() + " schema has no effect because " + words.Quote(b.Encoding) + " is not JSON"
				f.Help = "remove the schema, or change the encoding to a JSON type"
				f.Related = related(b.AtField("encoding"), "encoding is set here")
			})
		}
	})},
	{&diag.Rule{
		Code: "unknown-subprotocol", Group: "schema", Severity: diag.Severities{diag.ProfileV1: diag.Off, diag.ProfileATProto: diag.Warning},
		Summary: "the subprotocol is not a known encoding of streams",
		Reason: "The subprotocol is the encoding of a stream for clients that do not request one. Clients that do not know it " +
			"cannot read the stream. The known ones are xrpc.v0.cbor, which is the default, xrpc.v1.json, and xrpc.v1.cbor.",
		Spec: "Primary types > subscription (a later addition to the language)", Page: "specs/event-stream#framing",
		Examples: `"main": {
  "type": "subscription", "description": "Tells what is sold.",
  "subprotocol": «"json"|"xrpc.v1.json"»,
  "message": {"schema": {"type": "union", "refs": ["#sold"]}}
},
"sold": {"type": "object", "properties": {"price": {"type": "integer", "description": "What it cost."}}}`,
	}, []check{on(func(p *pass, s *lexicon.Subscription) {
		name := s.Subprotocol
		if name.Set && !slices.Contains(lexicon.Subprotocols, name.Value) {
			p.reportf(fieldOf(s, "subprotocol"), useHelp(name.Value, lexicon.Subprotocols), "unknown subprotocol %q", name.Value)
		}
	})}},
	{&diag.Rule{
		Code: "invalid-error-name", Group: "schema", Severity: diag.Always(diag.Error),
		Summary: "the name of an error is empty or contains whitespace",
		Reason: "Programs use this name to distinguish errors. Use one short word, and put any explanation in " +
			"the description.",
		Spec: "Errors: name", Page: "specs/lexicon#query-and-procedure-http-api",
		Examples: `"main": {
  "type": "query", "description": "Counts things.",
  "output": {"encoding": "application/json"},
  "errors": [{"name": «"Not Found"|"NotFound"»}]
}`,
	}, onErrors(func(p *pass, e *lexicon.ErrorDef) {
		v := e.Value.Field("name")
		if v == nil || v.Kind != lexicon.KindString || v.Text != "" && !strings.ContainsFunc(v.Text, unicode.IsSpace) {
			return
		}
		p.report(p.value(v), func(f *diag.Finding) {
			f.Help = `use one short word, such as "NotFound"`
			if v.Text == "" {
				f.Message = "the name of the error is empty"
				return
			}
			f.Message = "the error name " + words.Quote(v.Text) + " contains whitespace"
			if better := words.UpperCamel(v.Text); syntax.IsName(better) {
				f.Help = "use " + words.Quote(better)
			}
		})
	})},
	{&diag.Rule{
		Code: "invalid-accept", Group: "schema", Severity: diag.Always(diag.Error),
		Summary: "an entry of an accept list is neither a MIME type nor a glob",
		Reason: "An entry is a MIME type (image/png), all subtypes of a type (image/*), or everything (*/*). Any " +
			"other entry matches no file. The specification also allows a glob within a subtype (text/ht*), " +
			"which the network rejects.",
		Spec: "Field types > blob: accept", Page: "specs/lexicon#blob",
		Examples: `"avatar": {"type": "blob", "accept": [«"png"|"image/png"», "image/jpeg"], "maxSize": 1000000}`,
	}, []check{on(accept)}},
	{&diag.Rule{
		Code: "empty-closed-union", Group: "schema", Severity: diag.Always(diag.Error),
		Summary: "a closed union has no refs",
		Reason: "A closed union accepts only the variants that it lists, so this one accepts nothing. An open " +
			"union can gain variants later.",
		Spec: "Field types > union, rule 4; Errors, rule 3", Page: "specs/lexicon#union",
		Examples: `"shape": {"type": "array", "maxLength": 8, "items": {"type": "union", "refs": []«, "closed": true|»}}`,
	}, []check{on(func(p *pass, s *lexicon.Union) {
		if s.Closed && isEmpty(s, "refs") {
			p.reportf(fieldOf(s, "refs"), `list the variants in "refs", or remove "closed"`,
				"%s is a closed union without refs, which accepts no value", subjectOf{s})
		}
	})}},
}

func encoding(p *pass, part lexicon.Part, b *lexicon.Body) {
	v := b.Value.Field("encoding")
	if v == nil || v.Kind != lexicon.KindString {
		return
	}
	if _, err := syntax.ParseEncoding(v.Text); err != nil {
		p.reportf(p.value(v), mimeHelp(v.Text),
			"the %v encoding %q is not a valid MIME type: %s", part, v.Text, syntax.Reason(err))
	}
}

// mimeHelp says which MIME type may have been intended.
func mimeHelp(text string) string {
	switch name := strings.ToLower(strings.TrimPrefix(text, ".")); name {
	case "json":
		return `use "application/json"`
	case "png", "webp", "gif", "avif":
		return `use "image/` + name + `"`
	case "jpg", "jpeg":
		return `use "image/jpeg"`
	case "mp4":
		return `use "video/mp4"`
	case "image", "video", "audio", "text":
		return `use "` + name + `/*"`
	case "*", "any":
		return `use "*/*"`
	}
	return `use a type and a subtype, such as "image/png"`
}

func accept(p *pass, s *lexicon.Blob) {
	for i, text := range s.Accept {
		pattern, err := syntax.ParseMIMEPattern(text)
		if err != nil || p.Profile == diag.ProfileATProto && pattern.IsPartialGlob() {
			p.report(entryOf(&s.Node, "accept", s.Accept, i), func(f *diag.Finding) {
				entry := words.Quote(text) + " in the accept list of " + subject(s)
				if err != nil {
					f.Message = entry + " is not a valid MIME type or glob: " + syntax.Reason(err)
					f.Help = mimeHelp(text)
				} else {
					kind, _, _ := strings.Cut(text, "/")
					f.Message = entry + " is a glob within a subtype, which the AT Protocol network rejects"
					f.Help = "use the complete type or " + words.Quote(kind+"/*")
				}
			})
		}
	}
}

// paginationRules has the rule about queries that return pages.
var paginationRules = []*rule{
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
	case in == nil:
		p.report(p.opening(lacking), func(f *diag.Finding) {
			f.Message = "the output has a cursor but the parameters do not, so callers cannot request the next page"
			f.Help = `add an optional string parameter named "cursor"`
			f.Related = related(output.Document().AtKey(out.Key), "the cursor in the output")
		})
	case out == nil && output != nil:
		at := p.value(query.Output.Value)
		if output.Document() == p.Document {
			at = p.opening(output.Value)
		}
		p.report(at, func(f *diag.Finding) {
			f.Message = "the parameters have a cursor but the output does not, so callers cannot obtain one"
			f.Help = `add an optional string property named "cursor" to the output`
			f.Related = related(p.Document.AtKey(in.Key), "the cursor in the parameters")
		})
	case out != nil && !sameType(in, out):
		p.report(p.key(in.Key), func(f *diag.Finding) {
			f.Message = "the cursor parameter is " + typePhrase(in) + ", but the cursor in the output is " + typePhrase(out)
			f.Help = `use "type": "string" for both`
			f.Related = related(output.Document().AtKey(out.Key), "the cursor in the output")
		})
	}
	if in != nil && limit == nil {
		p.report(p.opening(lacking), func(f *diag.Finding) {
			f.Message = "the parameters have a cursor but no limit, so callers cannot choose the size of a page"
			f.Help = `add an optional integer parameter named "limit" with a maximum`
			f.Related = related(p.Document.AtKey(in.Key), "the cursor in the parameters")
		})
	}
	required := func(object *lexicon.Node, list []string, message string) {
		if i := slices.Index(list, "cursor"); i >= 0 {
			p.reportf(entryOf(object, "required", list, i), `remove "cursor" from "required"`, "%s", message)
		}
	}
	if in != nil {
		required(&params.Node, params.Required, `the "cursor" parameter is required, so callers cannot request the first page`)
	}
	if out != nil && output.Document() == p.Document {
		required(&output.Node, output.Required, `"cursor" is required in the output, so callers cannot recognize the last page`)
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
