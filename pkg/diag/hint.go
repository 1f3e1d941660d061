package diag

import "github.com/lexsmith/lexsmith/pkg/syntax"

// Hint is help that depends on the program that reports a finding, such as what it
// could load or accept. It is one of the Hint types of this package. A program words it
// in its own terms, such as its flags; Help of the finding says the same in neutral
// terms.
type Hint interface{ hint() }

// HintLoadLexicon suggests loading a Lexicon.
type HintLoadLexicon struct {
	NSID syntax.NSID
	Also syntax.NSID // another one to load; usually ""
}

// HintFetchLexicon suggests fetching a Lexicon from where it is published, or loading
// a copy of it.
type HintFetchLexicon struct {
	NSID syntax.NSID
	Own  bool   // it is in the domain of the Lexicon that refers to it, and may be still to be created
	Near string // a definition that is loaded and may have been meant; usually ""
}

// HintAcceptUnknown suggests loading the schema of a value, or accepting values
// whose schema is not loaded.
type HintAcceptUnknown struct {
	NSID syntax.NSID // the Lexicon to load
	Near string      // a definition that is loaded and may have been meant; usually ""
}

// HintAllowLegacy suggests accepting legacy forms of data.
type HintAllowLegacy struct{}

// HintNameDefinition suggests naming the definition that a value must match.
type HintNameDefinition struct {
	// Reference is the definition that the value itself names, though it is not
	// a record, as NSID or NSID#name; "" when the value names nothing.
	Reference string
	// Parts lists the parts of a method, one of which must be named too, such as
	// "params, output, or error". It is "" for other definitions.
	Parts string
}

// HintUseProfile suggests the profile that has what a schema uses.
type HintUseProfile struct{ Profile Profile }

// HintCheckSchemas suggests checking the schemas: one of them is not valid.
type HintCheckSchemas struct{}

// HintSchemaAsData says that a schema was given in place of data.
type HintSchemaAsData struct{}

// HintDataAsSchema says that data was given in place of a schema.
type HintDataAsSchema struct {
	Type string // the $type of the data
	// Version says that the file may be a schema without its version of the language.
	Version bool
}

// HintLines suggests reading a text of several values as NDJSON, with one value on each
// line.
type HintLines struct {
	Spread bool // a value takes more than one line so far
}

// HintQueryLines suggests checking the query strings on the lines of a text one by
// one.
type HintQueryLines struct{}

// HintValuesAt suggests checking the values at a place inside the value that was given,
// which only wraps them.
type HintValuesAt struct {
	Wrapper string // what the value looks like, such as "a Jetstream event"
	// Place is a JSON Pointer in which "*" stands for every element.
	Place string
}

// HintCase says that a test case was given in place of data.
type HintCase struct{}

// HintEventFrame suggests checking the payload of a frame of an event stream without its
// header.
type HintEventFrame struct{}

// HintRaiseLimit suggests raising the limit for the size of a value.
type HintRaiseLimit struct {
	Lines bool // or else writing many values as NDJSON
}

// HintRaiseBodyLimit suggests raising the limit for the size of a JSON body or a
// stream message.
type HintRaiseBodyLimit struct{}

func (HintLoadLexicon) hint()    {}
func (HintFetchLexicon) hint()   {}
func (HintAcceptUnknown) hint()  {}
func (HintAllowLegacy) hint()    {}
func (HintNameDefinition) hint() {}
func (HintUseProfile) hint()     {}
func (HintCheckSchemas) hint()   {}
func (HintSchemaAsData) hint()   {}
func (HintDataAsSchema) hint()   {}
func (HintLines) hint()          {}
func (HintQueryLines) hint()     {}
func (HintRaiseLimit) hint()     {}
func (HintRaiseBodyLimit) hint() {}
func (HintValuesAt) hint()       {}
func (HintEventFrame) hint()     {}
func (HintCase) hint()           {}
