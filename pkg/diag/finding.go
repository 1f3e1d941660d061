package diag

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Finding is something that is wrong or worth knowing about a schema, a value or a
// change. It is plain data, which the caller prints.
type Finding struct {
	Rule     *Rule
	Synonym  *Rule // another rule whose overrides apply to the finding; usually nil
	Severity Severity
	Message  string // what is wrong, in one line, without a period
	Help     string // how to fix it; may be empty
	Hint     Hint   // the same as data if it depends on the program; usually nil
	Fix      *Fix   // removes the finding; nil if there is none that needs no thought
	Location
	NSID    string    // id of the Lexicon; may be empty
	Related []Related // other places to look at
	Data    *DataPlace
	Change  *Change
	// Foreign says that the finding is about a Lexicon of a type that is not known, but may have
	// been added to the language: no other Lexicon is wrong because of it.
	Foreign bool
	// Accepted says that the finding was expected; usually nil.
	Accepted *Acceptance
}

// Acceptance says why a finding was expected.
type Acceptance struct {
	Reason  string `json:"reason"`
	Until   string `json:"until,omitempty"`   // a date or a version; "" for no end
	Expired bool   `json:"expired,omitempty"` // that is over
}

// String returns the finding in one line, as compilers write theirs:
// "path:line:column: severity: message [rule]". It does not escape control characters.
func (f Finding) String() string {
	where := f.Place().String()
	if where != "" {
		where += ": "
	}
	record := ""
	if f.NoPosition && f.record() != "" { // else the line says which it is
		record = " (" + f.Data.RecordName() + ")"
	}
	return where + f.Severity.String() + ": " + f.Message + record + " [" + f.Rule.Code + "]"
}

// Place returns the place of the finding: the old one when a change has no new one.
func (f *Finding) Place() *Location {
	if f.Source == nil && f.Change != nil {
		return &f.Change.Old
	}
	return &f.Location
}

// Location is a place in a text.
type Location struct {
	Source  *Source // nil when there is no text to point into
	Span    Span
	Pointer string  // RFC 6901 JSON Pointer into the text; "" is all of it
	Value   Element // the value of a schema file that Pointer leads to; nil for data
	// NoPosition says that lines and columns are meaningless, as in CBOR.
	NoPosition bool
}

// Element is a value of a schema file, of which this package knows no more.
type Element interface{ Pointer() string }

// Path returns the path of the text; "" when there is none.
func (l Location) Path() string {
	if l.Source == nil {
		return ""
	}
	return l.Source.Path
}

// String returns the location as "path:line:column"; only the path without positions, and
// "" without a text.
func (l Location) String() string {
	if l.Source == nil || l.NoPosition {
		return l.Path()
	}
	at := l.Source.Position(l.Span.Start)
	return fmt.Sprintf("%s:%d:%d", l.Path(), at.Line, at.Column)
}

// Related is another place of a finding and what is there.
type Related struct {
	Location
	Message string
	Rule    *Rule // that the place breaks, if it is a finding on its own; usually nil
}

// DataPlace says where a finding on data is, beside its Location in the data file,
// and which constraint the value breaks. Only the findings of validation have one.
type DataPlace struct {
	Record     string   // 0-based index in an NDJSON file, or at:// path in a CAR file; "" for a single value
	Schema     string   // definition that the value breaks, as NSID#name
	Constraint Location // the constraint that it breaks
	// Trail has the schemas on the way to the value, the outermost first. Those of what a
	// field or an element refers to come after those that refer to them. It is nil unless
	// asked for.
	Trail []Element
	// Expected is what the constraint asks for, and Actual what was found, as
	// data for programs: a limit and a number, the entries of an enum and the
	// value, the names of two types. Each is a bool, an int64, a string, a
	// []string, a []int64, or nil where there is nothing to compare. A list has
	// only its first few entries, and a text is nil when it is longer than
	// MaxActual bytes: all of it is at Constraint, or at the Location.
	Expected, Actual any
	// Curl is a curl command that repeats the request whose answer the finding is on; usually "".
	Curl string
}

// RecordName names the record for people; "" for a single value.
func (d *DataPlace) RecordName() string {
	switch {
	case d.Record == "":
		return ""
	case strings.HasPrefix(d.Record, "at://"):
		return "record " + d.Record
	}
	return "value at index " + d.Record
}

// MaxActual is how many bytes a text in DataPlace.Expected and Actual may have.
const MaxActual = 1024

// Direction says which data a change of a schema breaks.
type Direction uint8

// The directions; a change can have both.
const (
	Backward Direction = 1 << iota // data valid under the old schema can be invalid under the new one
	Forward                        // data valid under the new schema can be invalid under the old one
)

// Affected is a record or method that reaches a changed definition.
type Affected struct {
	Ref  string `json:"ref"`  // NSID, or NSID#name
	Part string `json:"part"` // "record", "params", "input", "output", "message" or "errors"
}

// Change says more about a change of a schema than the Location of the finding, which
// is the place in the new schema. Only the findings of a comparison have one.
type Change struct {
	Breaks Direction
	// Undecided says that a Lexicon is not loaded, so that the change may break less
	// than Breaks says.
	Undecided bool
	Old       Location
	Affects   []Affected // sorted
	// AffectsMore says that further records and methods reach the definition than
	// those in Affects, of which there are the first.
	AffectsMore bool
	Data        *Evidence // what real data say about the change; nil unless they were asked
}

// Evidence is what real data say about a change of a schema.
type Evidence struct {
	Broken   int // how many values the change makes invalid
	Values   int // how many there are of the types that reach the place of the change
	Examples []Example
	// InUse is how many values have a field that the change adds, and Types are their types
	// in JSON; nil for other changes.
	InUse int
	Types map[string]int
}

// Example is a value that a change makes invalid.
type Example struct {
	Path    string // of the file
	Line    int    // from 1; 0 where the file has no lines
	Record  string // see DataPlace
	Pointer string
	Message string // what is wrong with it
}

// SortFindings returns the findings of all lists in the order of reports: by path,
// position, rule, message, pointer, then record. It drops exact repetitions. The result
// may share the array of a list, which must not be used any more.
func SortFindings(lists ...[]Finding) []Finding {
	n := 0
	for _, list := range lists {
		n += len(list)
	}
	order := make([]*Finding, 0, n) // findings are large
	for _, list := range lists {
		for i := range list {
			order = append(order, &list[i])
		}
	}
	sorted := slices.IsSortedFunc(order, compareFindings)
	if !sorted {
		slices.SortStableFunc(order, compareFindings)
	}
	order = slices.CompactFunc(order, func(a, b *Finding) bool { return compareFindings(a, b) == 0 })
	if sorted && len(lists) == 1 && len(order) == n {
		return lists[0]
	}
	findings := make([]Finding, len(order))
	for i, f := range order {
		findings[i] = *f
	}
	return findings
}

func compareFindings(a, b *Finding) int {
	if a.Source != b.Source {
		if c := cmp.Or(cmp.Compare(a.Path(), b.Path()), cmp.Compare(a.firstLine(), b.firstLine())); c != 0 {
			return c
		}
	}
	if c := cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(a.Span.End, b.Span.End)); c != 0 {
		return c
	}
	return cmp.Or(
		cmp.Compare(a.Rule.Code, b.Rule.Code),
		cmp.Compare(a.Message, b.Message),
		cmp.Compare(a.Pointer, b.Pointer),
		cmp.Compare(a.record(), b.record()),
	)
}

func (f *Finding) record() string {
	if f.Data == nil {
		return ""
	}
	return f.Data.Record
}

func (l Location) firstLine() int {
	if l.Source == nil {
		return 0
	}
	return l.Source.FirstLine
}

// Relate returns findings, and what is related to them, as related places: the first
// six, and how many more there are when all are count.
func Relate(findings []Finding, count int) []Related {
	const most = 6
	var all []Related
	n := 0
	for _, f := range findings {
		for _, place := range append([]Related{{Location: f.Location, Message: f.Message, Rule: f.Rule}}, f.Related...) {
			if n++; n <= most {
				all = append(all, place)
			}
		}
	}
	if rest := max(n, count) - most; rest > 0 {
		all = append(all, Related{Message: "and " + strconv.Itoa(rest) + " more"})
	}
	return all
}

// HasErrors reports whether one of the findings is an error.
func HasErrors(findings []Finding) bool {
	for i := range findings { // which are large
		if findings[i].Severity == Error {
			return true
		}
	}
	return false
}
