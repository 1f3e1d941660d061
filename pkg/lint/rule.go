package lint

import (
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// rule is a rule and the checks that raise it, in one literal.
type rule struct {
	*diag.Rule
	checks []check
}

// check is one thing that a rule looks at.
type check struct {
	of  lexicon.Type // what run gets: the nodes of a type, or one of the targets below
	run func(p *pass, target any)
}

// The targets of checks beside nodes.
const (
	ofDefinition = lexicon.NumTypes + iota
	ofDocument
	ofCatalog
	numTargets
)

func newCheck[T any](of lexicon.Type, f func(*pass, T)) check {
	return check{of, func(p *pass, target any) { f(p, target.(T)) }}
}

// on makes a check of every node of one schema type.
func on[S lexicon.Schema](f func(*pass, S)) check {
	var s S
	return newCheck(s.Type(), f)
}

// onDefinition makes a check of every named definition.
func onDefinition(f func(*pass, *lexicon.Definition)) check { return newCheck(ofDefinition, f) }

// onDocument makes a check of every file.
func onDocument(f func(*pass, *lexicon.Document)) check { return newCheck(ofDocument, f) }

// onCatalog makes a check of all files together, which runs once.
func onCatalog(f func(*pass)) check {
	return newCheck(ofCatalog, func(p *pass, _ *lexicon.Catalog) { f(p) })
}

// onEndpoints makes checks of every query, procedure and subscription.
func onEndpoints(f func(*pass, *lexicon.Endpoint)) []check {
	return []check{
		on(func(p *pass, s *lexicon.Query) { f(p, &s.Endpoint) }),
		on(func(p *pass, s *lexicon.Procedure) { f(p, &s.Endpoint) }),
		on(func(p *pass, s *lexicon.Subscription) { f(p, &s.Endpoint) }),
	}
}

// onErrors makes checks of every declared error.
func onErrors(f func(*pass, *lexicon.ErrorDef)) []check {
	return onEndpoints(func(p *pass, e *lexicon.Endpoint) {
		for _, declared := range e.Errors {
			f(p, declared)
		}
	})
}

// onBodies makes checks of every declared input and output.
func onBodies(f func(*pass, lexicon.Part, *lexicon.Body)) []check {
	return onEndpoints(func(p *pass, e *lexicon.Endpoint) {
		for _, part := range []lexicon.Part{lexicon.PartInput, lexicon.PartOutput} {
			if b := e.Body(part); b != nil {
				f(p, part, b)
			}
		}
	})
}

// onFields makes checks of the properties, and of which are required, of every object and
// of parameters.
func onFields(f func(p *pass, s lexicon.Schema, properties []*lexicon.Property, required []string)) []check {
	return []check{
		on(func(p *pass, s *lexicon.Object) { f(p, s, s.Properties, s.Required) }),
		on(func(p *pass, s *lexicon.Params) { f(p, s, s.Properties, s.Required) }),
	}
}

// onProperties makes checks of every property and every parameter.
func onProperties(f func(*pass, *lexicon.Property)) []check {
	return onFields(func(p *pass, _ lexicon.Schema, properties []*lexicon.Property, _ []string) {
		for _, property := range properties {
			f(p, property)
		}
	})
}

// onReferences makes checks of every reference of a ref or union.
func onReferences(f func(*pass, *lexicon.Link)) []check {
	return []check{
		on(func(p *pass, s *lexicon.Ref) {
			if s.Link != nil {
				f(p, s.Link)
			}
		}),
		on(func(p *pass, s *lexicon.Union) {
			for _, l := range s.Refs {
				f(p, l)
			}
		}),
	}
}
