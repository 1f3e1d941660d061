package convert

import (
	"strings"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// operation adds the path of a query or procedure, whose NSID is its name.
func (a *api) operation(verb string, s lexicon.Schema, endpoint *lexicon.Endpoint, input, output *lexicon.Body) {
	def := s.Base().Definition
	name := string(def.Document.ID) // even if the definition is not main
	tag := def.Document.ID.Group()
	a.tags = append(a.tags, tag)
	o := single("operationId", text(name)).set("tags", texts([]string{tag})).
		set("summary", text(def.Document.ID.Name())).
		set("description", text(orElse(s.Base().Description, "The "+s.Type().String()+" "+name+".")))
	if endpoint.Parameters != nil && len(endpoint.Parameters.Properties) > 0 {
		o.set("parameters", a.parameters(endpoint.Parameters))
	}
	if input != nil {
		body := new(object)
		if input.Description != "" {
			body.set("description", text(input.Description))
		}
		o.set("requestBody", body.set("required", boolean(true)).set("content", a.content(def, input, partInput)))
	}
	success := single("description", text("Success."))
	if output != nil {
		if output.Description != "" {
			success.set("description", text(output.Description))
		}
		success.set("content", a.content(def, output, partOutput))
	}
	failure := single("$ref", text("#/components/responses/"+keyXRPCError.Name))
	declared := failure
	if len(endpoint.Errors) > 0 {
		declared = a.errorResponse("The request failed, possibly with one of these errors:"+errorList(endpoint.Errors), endpoint.Errors)
	}
	o.set("responses", single("200", success).set("400", declared).set("default", failure))
	a.paths.set("/xrpc/"+name, single(verb, o))
}

// parameters returns the parameters of a query string. A list repeats the name.
func (a *api) parameters(p *lexicon.Params) array {
	var list array
	required := set(p.Required)
	for _, property := range p.Properties {
		o := single("name", text(property.Name)).set("in", text("query"))
		if description := property.Schema.Base().Description; description != "" {
			o.set("description", text(description))
		}
		o.set("required", boolean(required[property.Name]))
		if property.Schema.Type() == lexicon.TypeArray {
			o.set("style", text("form")).set("explode", boolean(true))
		}
		list = append(list, o.set("schema", a.plain(property.Schema).last(annotation)))
	}
	return list
}

// content returns the media types of a body, each with its schema. The schema of
// the Lexicon is for JSON bodies; all others are bytes.
func (a *api) content(def *lexicon.Definition, body *lexicon.Body, part part) *object {
	k := key{def.Reference(), part}
	types := new(object)
	for entry := range strings.SplitSeq(body.Encoding, ",") {
		entry = strings.TrimSpace(entry)
		encoding, err := syntax.ParseEncoding(entry)
		media := new(object)
		switch isJSON := err == nil && encoding.HasJSON(); {
		case isJSON && body.Schema != nil && !strings.HasSuffix(encoding[0].String(), "*"):
			if a.schemas[k] == nil {
				a.add(k, a.schema(body.Schema, false))
			}
			media.set("schema", a.to(k))
		case isJSON && body.Schema != nil:
			a.loseAt(def, body.Value, "schema", gapBodyEncoding)
			media.set("schema", new(object))
		case isJSON || !a.binary:
			media.set("schema", new(object))
		default:
			media.set("schema", single("type", text("string")).set("format", text("binary")))
		}
		types.set(entry, media)
	}
	return types
}

// errorResponse returns a response whose body is an error. The errors that a
// method declares are examples: servers may return others.
func (a *api) errorResponse(description string, errors []*lexicon.ErrorDef) *object {
	media := single("schema", a.to(keyXRPCError))
	examples := new(object)
	var names []string
	for _, e := range errors {
		value := single("error", text(e.Name))
		if e.Description != "" {
			value.set("message", text(e.Description))
		}
		examples.set(e.Name, single("value", value))
		names = append(names, e.Name)
	}
	o := single("description", text(description))
	if len(errors) > 0 {
		media.set("examples", examples)
	}
	o.set("content", single("application/json", media))
	if len(errors) > 0 {
		a.note(o, "errors", texts(names))
	}
	return o
}

// errorList describes errors as a list in Markdown.
func errorList(errors []*lexicon.ErrorDef) string {
	var b strings.Builder
	b.WriteString("\n")
	for _, e := range errors {
		b.WriteString("\n- " + e.Name)
		if e.Description != "" {
			b.WriteString(": " + strings.Join(strings.Fields(e.Description), " "))
		}
	}
	return b.String()
}
