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

// check is one thing that a rule looks at. Exactly one of its functions is set.
type check struct {
	typ        lexicon.Type // of the nodes that node wants; TypeInvalid: all
	node       func(*pass, lexicon.Schema)
	definition func(*pass, *lexicon.Definition)
	document   func(*pass, *lexicon.Document)
	catalog    func(*pass)
}

// on makes a check of every node of one schema type.
func on[S lexicon.Schema](f func(*pass, S)) check {
	var s S
	return check{typ: s.Type(), node: func(p *pass, s lexicon.Schema) { f(p, s.(S)) }}
}

// onNode makes a check of every node that could be read.
func onNode(f func(*pass, lexicon.Schema)) check { return check{node: f} }

// onDefinition makes a check of every named definition.
func onDefinition(f func(*pass, *lexicon.Definition)) check { return check{definition: f} }

// onDocument makes a check of every file.
func onDocument(f func(*pass, *lexicon.Document)) check { return check{document: f} }

// onCatalog makes a check of all files together, which runs once.
func onCatalog(f func(*pass)) check { return check{catalog: f} }

// onErrors makes checks of the declared errors of every query, procedure and
// subscription.
func onErrors(f func(*pass, []*lexicon.ErrorDef)) []check {
	return []check{
		on(func(p *pass, s *lexicon.Query) { f(p, s.Errors) }),
		on(func(p *pass, s *lexicon.Procedure) { f(p, s.Errors) }),
		on(func(p *pass, s *lexicon.Subscription) { f(p, s.Errors) }),
	}
}

// onBodies makes checks of every declared input and output. The string is the name of
// the part.
func onBodies(f func(*pass, string, *lexicon.Body)) []check {
	body := func(p *pass, part string, b *lexicon.Body) {
		if b != nil {
			f(p, part, b)
		}
	}
	return []check{
		on(func(p *pass, s *lexicon.Query) { body(p, "output", s.Output) }),
		on(func(p *pass, s *lexicon.Procedure) { body(p, "input", s.Input); body(p, "output", s.Output) }),
	}
}

// onProperties makes checks of every property and every parameter.
func onProperties(f func(*pass, *lexicon.Property)) []check {
	each := func(p *pass, properties []*lexicon.Property) {
		for _, property := range properties {
			f(p, property)
		}
	}
	return []check{
		on(func(p *pass, s *lexicon.Object) { each(p, s.Properties) }),
		on(func(p *pass, s *lexicon.Params) { each(p, s.Properties) }),
	}
}

// onReference makes a check of every reference of a ref or union.
func onReference(f func(*pass, *lexicon.Link)) check {
	return onNode(func(p *pass, s lexicon.Schema) {
		switch s := s.(type) {
		case *lexicon.Ref:
			if s.Link != nil {
				f(p, s.Link)
			}
		case *lexicon.Union:
			for _, l := range s.Refs {
				f(p, l)
			}
		}
	})
}
