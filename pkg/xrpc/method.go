package xrpc

import (
	"cmp"
	"fmt"
	"maps"
	"mime"
	"net/http"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// Method is a query, procedure or subscription of a catalog. It is read-only.
type Method struct {
	NSID syntax.NSID
	// Definition is its definition in the catalog. The Schema is a
	// *lexicon.Query, *lexicon.Procedure or *lexicon.Subscription.
	Definition *lexicon.Definition

	*lexicon.Endpoint

	params   *validate.Validator            // nil when the method declares none
	bodies   map[lexicon.Part]*bodySpec     // PartInput and PartOutput, as far as the method declares them
	message  *validate.Validator            // nil when nothing is known of the messages
	variants map[string]*validate.Validator // of the messages, by $type
	errors   *validate.Validator
	// invalid says why the schema describes no method that can be called; nil
	// when it does.
	invalid error
}

// Type returns lexicon.TypeQuery, lexicon.TypeProcedure or
// lexicon.TypeSubscription.
func (m *Method) Type() lexicon.Type { return m.Definition.Schema.Type() }

func (m *Method) subscription() *lexicon.Subscription {
	return m.Definition.Schema.(*lexicon.Subscription)
}

// verb is the HTTP method of calls.
func (m *Method) verb() string {
	if m.Type() == lexicon.TypeProcedure {
		return http.MethodPost
	}
	return http.MethodGet
}

// Error returns the declaration of an error; nil when the method does not declare
// one of that name.
func (m *Method) Error(name string) *lexicon.ErrorDef {
	for _, e := range m.Errors {
		if e.Name == name {
			return e
		}
	}
	return nil
}

// methods are the methods of a catalog by NSID.
type methods map[syntax.NSID]*Method

func compile(c *lexicon.Catalog, profile diag.Profile) methods {
	all := methods{}
	schemas := validate.Compile(c, validate.Options{Profile: profile, AllowUnknown: true})
	for _, d := range c.Documents() {
		def := d.Main()
		if def == nil || c.Document(d.ID) != d {
			continue
		}
		e := lexicon.EndpointOf(def.Schema)
		if e == nil {
			continue
		}
		m := &Method{NSID: d.ID, Definition: def, Endpoint: e, bodies: map[lexicon.Part]*bodySpec{}, variants: map[string]*validate.Validator{}}
		if e.Message != nil && e.Message.Schema != nil {
			m.message = m.validator(schemas, lexicon.PartMessage)
			m.compileVariants(schemas)
		}
		if e.Parameters != nil {
			m.params = m.validator(schemas, lexicon.PartParams)
		}
		m.errors = m.validator(schemas, lexicon.PartError)
		m.compileBody(schemas, lexicon.PartInput)
		m.compileBody(schemas, lexicon.PartOutput)
		all[m.NSID] = m
	}
	return all
}

// validator returns the validator of a part that the method declares.
func (m *Method) validator(schemas *validate.Schemas, part lexicon.Part) *validate.Validator {
	v, err := schemas.Validator(m.Definition.Reference(), part)
	if err != nil {
		m.invalid = err
	}
	return v
}

// compileVariants makes validators for the variants of the messages that are loaded.
func (m *Method) compileVariants(schemas *validate.Schemas) {
	union, ok := m.Message.Schema.(*lexicon.Union)
	if !ok {
		return
	}
	for _, l := range union.Refs {
		if l.Target == nil {
			continue
		}
		if v, err := schemas.Validator(l.Reference, lexicon.PartNone); err == nil {
			m.variants[l.Reference.String()] = v
		}
	}
}

// sorted returns the methods in the order of their NSIDs.
func (all methods) sorted() []*Method {
	return slices.SortedFunc(maps.Values(all), func(a, b *Method) int { return cmp.Compare(a.NSID, b.NSID) })
}

// bodySpec is what a method says about the body of its requests or answers.
type bodySpec struct {
	types syntax.Encoding     // nil: any type, since the encoding is not valid
	json  *validate.Validator // nil: a body in JSON is like any other
}

// compileBody sets what the method says about the body of a part.
func (m *Method) compileBody(schemas *validate.Schemas, part lexicon.Part) {
	declared := m.Body(part)
	if declared == nil {
		return
	}
	b := &bodySpec{}
	b.types, _ = syntax.ParseEncoding(declared.Encoding)
	// Without a schema, JSON that only a glob allows is a file like any other.
	if declared.Schema != nil && b.types.HasJSON() ||
		slices.ContainsFunc(b.types, func(t syntax.MIMEPattern) bool { return isJSON(t.String()) }) {
		b.json = m.validator(schemas, part)
	}
	m.bodies[part] = b
}

// typeJSON is the content type of what the package itself writes.
const typeJSON = "application/json"

// isJSON reports whether a MIME type without parameters is that of JSON.
func isJSON(essence string) bool {
	lower := strings.ToLower(essence)
	return lower == typeJSON || strings.HasSuffix(lower, "+json")
}

// typed says whether a body of a content type is JSON with something to check. The
// fault, "" for none, says why the method does not declare that type.
func (b *bodySpec) typed(contentType string) (json bool, fault string) {
	if contentType == "" {
		return false, "the Content-Type is missing; expected " + b.expected()
	}
	essence, parameters, err := mime.ParseMediaType(contentType)
	switch {
	case err != nil || !syntax.IsMIMEType(essence):
		return false, fmt.Sprintf("the Content-Type %s is not a MIME type; expected %s", words.Quote(contentType), b.expected())
	case b.types != nil && !b.types.Match(essence):
		return false, fmt.Sprintf("the Content-Type is %s; expected %s", words.Quote(contentType), b.expected())
	}
	if json = b.json != nil && isJSON(essence); json {
		if charset := parameters["charset"]; charset != "" && !strings.EqualFold(charset, "utf-8") {
			return true, fmt.Sprintf("the charset of JSON must be UTF-8, but is %s", words.Quote(charset))
		}
	}
	return json, ""
}

// expected names the types that the method declares.
func (b *bodySpec) expected() string {
	names := make([]string, len(b.types))
	for i, t := range b.types {
		names[i] = words.Quote(t.String())
	}
	if len(names) == 0 {
		return "a MIME type"
	}
	return words.Enumerate(names, "or")
}

// essence returns a content type without parameters; "" when it is none.
func essence(contentType string) string {
	essence, _, err := mime.ParseMediaType(contentType)
	if err != nil {
		return ""
	}
	return essence
}
