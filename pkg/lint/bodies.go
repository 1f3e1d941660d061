package lint

import (
	"errors"
	"strings"
	"unicode"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// bodies has the rules about bodies and errors of methods, and the MIME types of
// blobs.
var bodies = []*rule{
	{
		Rule: lexicon.Rule{
			Code: "invalid-encoding", Group: "schema", Severity: lexicon.Always(lexicon.Error),
			Summary: "the encoding of a body is no MIME type",
			Reason: "It is the Content-Type of the request or response: a MIME type such as application/json, */* for anything, " +
				"or several with commas between them.",
			Spec: "Primary types > query and procedure: encoding",
			Bad: `"main": {
  "type": "query",
  "description": "Counts things.",
  "output": {"encoding": "json"}
}`,
			Good: `"main": {
  "type": "query",
  "description": "Counts things.",
  "output": {"encoding": "application/json"}
}`,
		},
		checks: []check{
			on(func(p *pass, s *lexicon.Query) { encoding(p, "output", s.Output) }),
			on(func(p *pass, s *lexicon.Procedure) { encoding(p, "input", s.Input); encoding(p, "output", s.Output) }),
		},
	},
	{
		Rule: lexicon.Rule{
			Code: "schema-on-non-json-body", Group: "style", Severity: lexicon.Always(lexicon.Warning),
			Summary: "a body that is not JSON has a schema",
			Reason: "A schema describes JSON only, so it has no effect on this body. Remove it, " +
				"or name application/json, or a type that ends in +json, in the encoding.",
			Spec: "Primary types > query and procedure: schema",
			Bad: `"main": {
  "type": "query",
  "description": "Exports things.",
  "output": {
    "encoding": "text/csv",
    "schema": {"type": "object", "properties": {}}
  }
}`,
			Good: `"main": {
  "type": "query",
  "description": "Exports things.",
  "output": {
    "description": "A line for each thing.",
    "encoding": "text/csv"
  }
}`,
		},
		checks: []check{
			on(func(p *pass, s *lexicon.Query) { schemaOnNonJSON(p, "output", s.Output) }),
			on(func(p *pass, s *lexicon.Procedure) {
				schemaOnNonJSON(p, "input", s.Input)
				schemaOnNonJSON(p, "output", s.Output)
			}),
		},
	},
	{
		Rule: lexicon.Rule{
			Code: "invalid-error-name", Group: "schema", Severity: lexicon.Always(lexicon.Error),
			Summary: "the name of an error is empty or holds white space",
			Reason:  "Programs compare the name to tell errors apart. It is one short word; what people read goes into the description.",
			Spec:    "Errors: name",
			Bad: `"main": {
  "type": "query",
  "description": "Counts things.",
  "output": {"encoding": "application/json"},
  "errors": [{"name": "Not Found"}]
}`,
			Good: `"main": {
  "type": "query",
  "description": "Counts things.",
  "output": {"encoding": "application/json"},
  "errors": [{"name": "NotFound"}]
}`,
		},
		checks: []check{
			on(func(p *pass, s *lexicon.Query) { errorNames(p, s.Errors) }),
			on(func(p *pass, s *lexicon.Procedure) { errorNames(p, s.Errors) }),
			on(func(p *pass, s *lexicon.Subscription) { errorNames(p, s.Errors) }),
		},
	},
	{
		Rule: lexicon.Rule{
			Code: "invalid-accept", Group: "schema", Severity: lexicon.Always(lexicon.Error),
			Summary: "an entry of accept is no MIME type and no glob of one",
			Reason: "An entry is a MIME type (image/png), a kind (image/*), or */* for all. The specification lets a glob end within a subtype " +
				"(text/ht*); the network does not. An entry that is none of these lets no file through.",
			Spec: "Field types > blob: accept",
			Bad:  `"avatar": {"type": "blob", "accept": ["png", "image/jpeg"], "maxSize": 1000000}`,
			Good: `"avatar": {"type": "blob", "accept": ["image/png", "image/jpeg"], "maxSize": 1000000}`,
		},
		checks: []check{on(accept)},
	},
	{
		Rule: lexicon.Rule{
			Code: "empty-closed-union", Group: "schema", Severity: lexicon.Always(lexicon.Error),
			Summary: "a closed union has no refs",
			Reason:  "A closed union takes the variants that it lists and no other, so this one takes nothing. An open one can gain variants later.",
			Spec:    "Field types > union, rule 4; Errors, rule 3",
			Bad:     `"shape": {"type": "array", "maxLength": 8, "items": {"type": "union", "refs": [], "closed": true}}`,
			Good:    `"shape": {"type": "array", "maxLength": 8, "items": {"type": "union", "refs": []}}`,
		},
		checks: []check{on(emptyClosedUnion)},
	},
}

func encoding(p *pass, part string, b *lexicon.Body) {
	if b == nil {
		return
	}
	v := b.Value.Field("encoding")
	if v == nil || v.Kind != lexicon.KindString {
		return
	}
	if _, err := syntax.ParseEncoding(v.Text); err != nil {
		p.Report(p.Document.At(v), "the "+part+" has the encoding "+quote(v.Text)+", which is not valid: "+reason(err), mimeHelp(v.Text))
	}
}

// reason returns the words of a format's error without the format's name.
func reason(err error) string {
	var fault *syntax.Error
	errors.As(err, &fault)
	return fault.Reason
}

// mimeHelp says which MIME type may have been meant.
func mimeHelp(text string) string {
	switch strings.ToLower(strings.TrimPrefix(text, ".")) {
	case "json":
		return `write "application/json"`
	case "png", "webp", "gif", "avif":
		return `write "image/` + strings.ToLower(strings.TrimPrefix(text, ".")) + `"`
	case "jpg", "jpeg":
		return `write "image/jpeg"`
	case "mp4":
		return `write "video/mp4"`
	case "image", "video", "audio", "text":
		return `write "` + strings.ToLower(text) + `/*"`
	case "*", "any":
		return `write "*/*"`
	}
	return "a MIME type has the form type/subtype, such as image/png"
}

func schemaOnNonJSON(p *pass, part string, b *lexicon.Body) {
	if b == nil || b.Schema == nil || b.Encoding == "" {
		return
	}
	set, err := syntax.ParseEncoding(b.Encoding)
	if err != nil || set.HasJSON() {
		return
	}
	f := p.Report(p.Document.AtKey(b.Value.Member("schema")), "the schema of the "+part+" has no effect: "+quote(b.Encoding)+" is not JSON",
		"remove it, or name a JSON type in encoding")
	f.Related = []lexicon.Related{{Location: b.AtField("encoding"), Message: "encoding stands here"}}
}

func errorNames(p *pass, errors []*lexicon.ErrorDef) {
	for _, e := range errors {
		v := e.Value.Field("name")
		if v == nil || v.Kind != lexicon.KindString {
			continue
		}
		switch {
		case v.Text == "":
			p.Report(p.Document.At(v), "the name of the error is empty", "give it a short name, such as NotFound")
		case strings.ContainsFunc(v.Text, unicode.IsSpace):
			p.Report(p.Document.At(v), "the name "+quote(v.Text)+" of the error holds white space", "write the words together, such as NotFound")
		}
	}
}

func accept(p *pass, s *lexicon.Blob) {
	for i, text := range s.Accept {
		pattern, err := syntax.ParseMIMEPattern(text)
		switch {
		case err != nil:
			if p.surplus() {
				continue
			}
			p.Report(atEntry(&s.Node, "accept", s.Accept, i), subjectOf(s).String()+" has the accept entry "+quote(text)+", which is not valid: "+reason(err), mimeHelp(text))
		case pattern.IsPartialGlob() && p.Profile == lexicon.ProfileATProto:
			p.Report(atEntry(&s.Node, "accept", s.Accept, i), subjectOf(s).String()+" has the accept entry "+quote(text)+", a glob within a subtype, which the network does not know",
				"write the whole type, or type/*")
		}
	}
}

func emptyClosedUnion(p *pass, s *lexicon.Union) {
	if list := s.Value.Field("refs"); s.Closed && s.Refs != nil && len(list.Items) == 0 && complete(s, "refs", s.Refs) {
		p.Report(p.Document.At(list), subjectOf(s).String()+" is a closed union without refs, so nothing is allowed", "list its variants, or make it open")
	}
}
