package lexicon

import "github.com/lexsmith/lexsmith/pkg/syntax"

// Hint is help that depends on the program which reports a finding: what it
// could load, or be told to accept. It is one of the Hint types of this package.
// A program says it in its own terms, such as its flags; the Help of the finding
// says the same in terms that suit every program.
type Hint interface{ hint() }

// HintLoadLexicon says that a Lexicon should be loaded.
type HintLoadLexicon struct{ NSID syntax.NSID }

// HintAcceptUnknown says that the schema of a value is not loaded: it could be
// loaded, or values without a schema be accepted.
type HintAcceptUnknown struct {
	NSID syntax.NSID // the Lexicon to load
	Near string      // a definition that is loaded and may have been meant; usually ""
}

// HintAllowLegacy says that legacy forms of data could be accepted.
type HintAllowLegacy struct{}

// HintNameDefinition says that the definition which a value is meant to match
// should be given.
type HintNameDefinition struct {
	// Reference is the definition that the value itself names, though it is not
	// a record. It is the zero value when the value names nothing.
	Reference Reference
}

// HintCheckSchemas says that the schemas should be checked: one of them is
// broken.
type HintCheckSchemas struct{}

// HintSchemaAsData says that a schema was given in place of data.
type HintSchemaAsData struct{}

// HintLines says that a text looks like NDJSON: it should be read as one value
// on each line.
type HintLines struct{}

// HintQueryLines says that a text has a query string on each line: they should be
// checked one by one.
type HintQueryLines struct{}

func (HintLoadLexicon) hint()    {}
func (HintAcceptUnknown) hint()  {}
func (HintAllowLegacy) hint()    {}
func (HintNameDefinition) hint() {}
func (HintCheckSchemas) hint()   {}
func (HintSchemaAsData) hint()   {}
func (HintLines) hint()          {}
func (HintQueryLines) hint()     {}
