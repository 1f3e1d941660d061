package convert

import (
	"cmp"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// operation adds the path of a query or procedure, named after its NSID.
func (a *api) operation(verb string, def *lexicon.Definition, endpoint *lexicon.Endpoint) {
	s, id := def.Schema, def.Document.ID // even if the definition is not main
	if a.described[id] {
		return // of several primary definitions in a file only the first has a path
	}
	a.described[id] = true
	o := single("operationId", text(id)).set("tags", array{text(id.Group())}).
		set("summary", text(id.Name())).
		set("description", text(cmp.Or(s.Base().Description, "The "+s.Type().String()+" "+string(id)+".")))
	if lexicon.IsDeprecation(s.Base().Description) {
		o.set("deprecated", boolean(true))
	}
	if endpoint.Parameters != nil && len(endpoint.Parameters.Properties) > 0 {
		o.set("parameters", a.parameters(def, endpoint.Parameters))
	}
	if input := endpoint.Input; input != nil {
		o.set("requestBody", new(object).setText("description", input.Description).
			set("required", boolean(true)).set("content", a.content(def, input, lexicon.PartInput)))
	}
	o.set("responses", a.responses(def, endpoint))
	if slices.Contains(a.options.Public, id) {
		o.set("security", array{})
	}
	a.paths.push("/xrpc/"+string(id), single(verb, o))
}

// parameters returns the parameters of a query string. A list repeats the name.
func (a *api) parameters(def *lexicon.Definition, p *lexicon.Params) (list array) {
	examples := map[string]node{}
	if example, ok := a.example(def, lexicon.PartParams).(*object); ok {
		for _, m := range example.members {
			examples[m.name] = m.value
		}
	}
	isRequired := words.Among(p.Required)
	for _, property := range p.Properties {
		o := single("name", text(property.Name)).set("in", text("query")).
			setText("description", description(property.Schema)).
			set("required", boolean(isRequired(property.Name)))
		if lexicon.IsDeprecation(property.Schema.Base().Description) {
			o.set("deprecated", boolean(true))
		}
		if property.Schema.Type() == lexicon.TypeArray {
			o.set("style", text("form")).set("explode", boolean(true))
		}
		o.set("schema", a.plain(property.Schema))
		if value, ok := examples[property.Name]; ok {
			o.set("example", value)
		}
		list = append(list, o)
	}
	return list
}

// content returns the media types of a body, each with its schema. The schema of
// the Lexicon is for JSON bodies.
func (a *api) content(def *lexicon.Definition, body *lexicon.Body, of lexicon.Part) *object {
	example := a.example(def, of)
	types := new(object)
	for entry := range strings.SplitSeq(body.Encoding, ",") {
		entry = strings.TrimSpace(entry)
		encoding, err := syntax.ParseEncoding(entry)
		isJSON := err == nil && encoding.HasJSON()
		isRange := err == nil && strings.HasSuffix(encoding[0].String(), "*")
		switch {
		case isJSON && isRange: // JSON or anything else
			if body.Schema != nil {
				a.loseAt(def, body.Value, "schema", gapBodyEncoding)
			}
			types.set("application/octet-stream", single("schema", binary())).set(entry, new(object))
		case isJSON && body.Schema == nil:
			types.set(entry, single("schema", new(object)))
		case isJSON:
			media := single("schema", a.bodySchema(partKey(def, of), body.Schema))
			if example != nil {
				media.set("example", example)
			}
			types.set(entry, media)
		case strings.HasPrefix(strings.ToLower(entry), "text/"):
			types.set(entry, single("schema", single("type", text("string"))))
		default:
			types.set(entry, single("schema", binary()))
		}
	}
	return types
}

// bodySchema returns a reference to the schema of a body, which has a name of its own. With
// StyleCodegen a body that is a ref has the name of its target alone: where two names have
// one schema, some generators leave out the method.
func (a *api) bodySchema(name key, s lexicon.Schema) *object {
	if ref, ok := s.(*lexicon.Ref); ok && a.options.Style == StyleCodegen {
		return a.schema(ref, false)
	}
	return a.shared(name, func() *object { return a.schema(s, false) })
}

// binary returns the schema of a body of bytes.
func binary() *object { return single("type", text("string")).set("format", text("binary")) }

// responses returns the responses of a method.
func (a *api) responses(def *lexicon.Definition, endpoint *lexicon.Endpoint) *object {
	success := single("description", text("Success."))
	if output := endpoint.Output; output != nil {
		success.setText("description", output.Description).set("content", a.content(def, output, lexicon.PartOutput))
	}
	failure := single("$ref", text("#/components/responses/"+keyXRPCError.Name))
	declared := failure
	if len(endpoint.Errors) > 0 {
		var names []string
		examples, byName := new(object), map[string]*object{}
		for _, e := range endpoint.Errors {
			if byName[e.Name] == nil {
				names, byName[e.Name] = append(names, e.Name), new(object)
				examples.push(e.Name, byName[e.Name])
			}
			byName[e.Name].set("value", errorValue(e.Name, e.Description))
		}
		declared = a.errorResponse("The request failed, possibly with one of these errors:"+errorList(endpoint.Errors), "examples", examples)
		a.note(declared, "errors", texts(names))
	}
	responses := single("200", success).set("400", declared)
	if a.options.Bearer && !slices.Contains(a.options.Public, def.Document.ID) {
		responses.set("401", single("$ref", text("#/components/responses/"+unauthorized)))
	}
	return responses.set("default", failure)
}

// unauthorized is the name of the response to a request without a valid token.
const unauthorized = "Unauthorized"

// errorResponse returns a response whose body is an error. The keyword example or examples
// has those that are known: servers may return others.
func (a *api) errorResponse(description, keyword string, known *object) *object {
	return single("description", text(description)).
		set("content", single("application/json", single("schema", a.to(keyXRPCError)).set(keyword, known)))
}

// errorExample returns an error that any method can return.
func errorExample() *object { return errorValue("InvalidRequest", "The request is not valid.") }

// errorValue returns the body of an error response.
func errorValue(name, message string) *object {
	return single("error", text(name)).setText("message", message)
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
