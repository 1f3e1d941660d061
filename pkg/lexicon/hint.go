package lexicon

import "github.com/lexsmith/lexsmith/pkg/syntax"

// Hint is help that depends on the program that reports a finding, such as what it
// could load or accept. It is one of the Hint types of this package. A program words it
// in its own terms, such as its flags; Help of the finding says the same in neutral
// terms.
type Hint interface{ hint() }

// HintLoadLexicon suggests loading a Lexicon.
type HintLoadLexicon struct{ NSID syntax.NSID }

// HintAllowLegacy suggests accepting legacy forms of data.
type HintAllowLegacy struct{}

// HintNameDefinition suggests naming the definition that a value must match.
type HintNameDefinition struct{}

// HintCheckSchemas suggests checking the schemas: one of them is invalid, or was given
// in place of data.
type HintCheckSchemas struct{}

// HintLines suggests reading the text as NDJSON, with one value on each line.
type HintLines struct{}

func (HintLoadLexicon) hint()    {}
func (HintAllowLegacy) hint()    {}
func (HintNameDefinition) hint() {}
func (HintCheckSchemas) hint()   {}
func (HintLines) hint()          {}
