package xrpc

import (
	"cmp"
	"maps"
	"slices"

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

	endpoint *lexicon.Endpoint
	params   *validate.Validator // nil when the method declares none
	input    bodySpec
	output   bodySpec
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

// Params returns the parameters that the method declares; nil for none.
func (m *Method) Params() *lexicon.Params { return m.endpoint.Parameters }

// Input returns the body of requests that the method declares; nil for none.
func (m *Method) Input() *lexicon.Body { return m.endpoint.Input }

// Output returns the body of answers that the method declares; nil for none.
func (m *Method) Output() *lexicon.Body { return m.endpoint.Output }

// Errors returns the errors that the method declares.
func (m *Method) Errors() []*lexicon.ErrorDef { return m.endpoint.Errors }

// Error returns the declaration of an error; nil when the method does not declare
// one of that name.
func (m *Method) Error(name string) *lexicon.ErrorDef {
	if i := slices.IndexFunc(m.endpoint.Errors, func(e *lexicon.ErrorDef) bool { return e.Name == name }); i >= 0 {
		return m.endpoint.Errors[i]
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
		m := &Method{NSID: d.ID, Definition: def, endpoint: e}
		if e.Message != nil && e.Message.Schema != nil {
			m.message = m.validator(schemas, lexicon.PartMessage)
			m.variants = variants(schemas, e.Message.Schema)
		}
		if e.Parameters != nil {
			m.params = m.validator(schemas, lexicon.PartParams)
		}
		m.errors = m.validator(schemas, lexicon.PartError)
		m.input = m.body(schemas, lexicon.PartInput)
		m.output = m.body(schemas, lexicon.PartOutput)
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

// variants returns validators for the variants of a union that are loaded.
func variants(schemas *validate.Schemas, message lexicon.Schema) map[string]*validate.Validator {
	all := map[string]*validate.Validator{}
	if union, ok := message.(*lexicon.Union); ok {
		for _, l := range union.Refs {
			if l.Target == nil {
				continue
			}
			if v, err := schemas.Validator(l.Reference, lexicon.PartNone); err == nil {
				all[l.Reference.String()] = v
			}
		}
	}
	return all
}

// sorted returns the methods in the order of their NSIDs.
func (all methods) sorted() []*Method {
	return slices.SortedFunc(maps.Values(all), func(a, b *Method) int { return cmp.Compare(a.NSID, b.NSID) })
}
