package lexicon

import "github.com/lexsmith/lexsmith/pkg/syntax"

// Hint is help that depends on the program which reports a finding: what it
// could load, or be told to accept. It is one of the Hint types of this package.
// A program says it in its own terms, such as its flags; the Help of the finding
// says the same in terms that suit every program.
type Hint interface{ hint() }

// HintLoadLexicon says that a Lexicon should be loaded.
type HintLoadLexicon struct{ NSID syntax.NSID }

// HintAllowLegacy says that legacy forms of data could be accepted.
type HintAllowLegacy struct{}

// HintNameDefinition says that the definition which a value is meant to match
// should be given.
type HintNameDefinition struct{}

// HintCheckSchemas says that the schemas should be checked: one of them is
// broken, or was given in place of data.
type HintCheckSchemas struct{}

// HintLines says that a text looks like NDJSON: it should be read as one value
// on each line.
type HintLines struct{}

func (HintLoadLexicon) hint()    {}
func (HintAllowLegacy) hint()    {}
func (HintNameDefinition) hint() {}
func (HintCheckSchemas) hint()   {}
func (HintLines) hint()          {}
