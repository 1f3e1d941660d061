package lint

import (
	"strings"
	"unicode"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/words"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// bodies has the rules about MIME types, and about the bodies and errors of methods.
var bodies = []*rule{
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
	}, onBodies(schemaOnNonJSON)},
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
	}, onErrors(errorNames)},
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
	}, []check{on(emptyClosedUnion)}},
}

func encoding(p *pass, part string, b *lexicon.Body) {
	v := b.Value.Field("encoding")
	if v == nil || v.Kind != lexicon.KindString {
		return
	}
	if _, err := syntax.ParseEncoding(v.Text); err != nil && !p.Skip() {
		p.Report(diag.Finding{
			Location: p.Document.At(v),
			Message:  "the " + part + " encoding " + words.Quote(v.Text) + " is not a valid MIME type: " + syntax.Reason(err),
			Help:     mimeHelp(v.Text),
		})
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

func schemaOnNonJSON(p *pass, part string, b *lexicon.Body) {
	if b.Schema == nil || b.Encoding == "" {
		return
	}
	set, err := syntax.ParseEncoding(b.Encoding)
	if err != nil || set.HasJSON() || p.Skip() {
		return
	}
	p.Report(diag.Finding{
		Location: p.Document.AtKey(b.Value.Member("schema")),
		Message:  "the " + part + " schema has no effect because " + words.Quote(b.Encoding) + " is not JSON",
		Help:     "remove the schema, or change the encoding to a JSON type",
		Related:  related(b.AtField("encoding"), "encoding is set here"),
	})
}

func errorNames(p *pass, errors []*lexicon.ErrorDef) {
	for _, e := range errors {
		v := e.Value.Field("name")
		if v == nil || v.Kind != lexicon.KindString || v.Text != "" && !strings.ContainsFunc(v.Text, unicode.IsSpace) || p.Skip() {
			continue
		}
		f := diag.Finding{Location: p.Document.At(v), Help: `use one short word, such as "NotFound"`}
		if v.Text == "" {
			f.Message = "the name of the error is empty"
		} else {
			f.Message = "the error name " + words.Quote(v.Text) + " contains whitespace"
			if better := words.UpperCamel(v.Text); syntax.IsName(better) {
				f.Help = "use " + words.Quote(better)
			}
		}
		p.Report(f)
	}
}

func accept(p *pass, s *lexicon.Blob) {
	for i, text := range s.Accept {
		pattern, err := syntax.ParseMIMEPattern(text)
		if err == nil && (p.Profile != diag.ProfileATProto || !pattern.IsPartialGlob()) || p.Skip() {
			continue
		}
		f := diag.Finding{Location: atEntry(&s.Node, "accept", s.Accept, i)}
		entry := words.Quote(text) + " in the accept list of " + subject(s)
		if err != nil {
			f.Message = entry + " is not a valid MIME type or glob: " + syntax.Reason(err)
			f.Help = mimeHelp(text)
		} else {
			kind, _, _ := strings.Cut(text, "/")
			f.Message = entry + " is a glob within a subtype, which the AT Protocol network rejects"
			f.Help = "use the complete type or " + words.Quote(kind+"/*")
		}
		p.Report(f)
	}
}

func emptyClosedUnion(p *pass, s *lexicon.Union) {
	list := s.Value.Field("refs")
	if !s.Closed || s.Refs == nil || len(list.Items) > 0 || !complete(s, "refs", s.Refs) || p.Skip() {
		return
	}
	p.Report(diag.Finding{
		Location: p.Document.At(list),
		Message:  subject(s) + " is a closed union without refs, which accepts no value",
		Help:     `list the variants in "refs", or remove "closed"`,
	})
}
