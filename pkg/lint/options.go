package lint

import (
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// Options says how to lint.
type Options struct {
	Profile diag.Profile
	Workers int // number of files to check at once; 0: the number of processors
	// ExplicitFiles says that the files were named one by one. A definition that
	// nothing refers to may then be used in a file that is not loaded.
	ExplicitFiles bool
	// FullPath, when not nil, returns the full path of a file, with slashes, whose end is
	// compared with the id of the Lexicon; "" for a file that can be anywhere. A run calls
	// it in one goroutine.
	FullPath func(path string) string
	// Interest, when not nil, says what to do with the findings that a rule raises
	// with a severity, for callers that give rules other severities: they may keep
	// those that are Off under the profile. If it is nil, these are dropped.
	Interest func(*diag.Rule, diag.Severity) Interest
	// Dependency checks the Dependency documents too, for callers that take
	// definitions from them.
	Dependency bool
	// Only, when not nil, selects the documents to report about, of those that
	// would be checked. All others still count: as users of a definition, say.
	Only func(*lexicon.Document) bool
	// Placeholders makes fixes that the author has to complete, for editors.
	Placeholders bool
	// MinSeverity leaves out findings of a lower severity, and the rules that
	// have no other.
	MinSeverity diag.Severity
}

// FixOptions says what to fix.
type FixOptions struct {
	Options
	// Unsafe makes fixes that are not Safe, too. A Placeholder is never made.
	Unsafe bool
	// Select returns the findings that count, out of all that Lint finds in a state of
	// the schemas: only they are fixed, and a fix must not bring others of their
	// severity, which Select may have changed. It gets a copy. nil selects all.
	Select func([]diag.Finding) []diag.Finding
}

// Interest is what a caller wants to know about findings.
type Interest uint8

// The interests.
const (
	Drop  Interest = iota // nothing
	Count                 // how many there are, see Result.Counted
	Keep                  // everything
)

func (o *Options) interest(r *diag.Rule, s diag.Severity) Interest {
	switch {
	case s < o.MinSeverity:
		return Drop
	case o.Interest != nil:
		return o.Interest(r, s)
	case s == diag.Off:
		return Drop
	}
	return Keep
}

// checks reports whether a document is one of those to report about.
func (o *Options) checks(d *lexicon.Document) bool {
	return (!d.Dependency || o.Dependency) && o.selects(d)
}

func (o *Options) selects(d *lexicon.Document) bool { return o.Only == nil || o.Only(d) }
