package lint

import "github.com/lexsmith/lexsmith/pkg/lexicon"

// rule is a rule and the checks that raise it, in one literal.
type rule struct {
	lexicon.Rule
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

// onCatalog makes a check of all files together, made once.
func onCatalog(f func(*pass)) check { return check{catalog: f} }
