package validate

import (
	"strconv"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// run is one value being checked against a schema.
type run struct {
	*datamodel.Tape
	schemas *Schemas
	// quick asks only whether there is anything to say.
	quick bool
	// unknown is set when a part of the value was accepted without its schema.
	unknown bool

	// The rest serves full runs only.
	source *lexicon.Source
	base   uint32 // where the tape's text begins in the source
	record string // see lexicon.DataPlace
	// advisory lowers every finding to a warning: the value need not match.
	advisory bool
	broken   map[lexicon.Schema]bool // schemas that schema-invalid was reported for: as a warning only?
	found    lexicon.Collector
	near     map[lexicon.Reference]string // kept from value to value, see meant
}

// maxPointers is how many bytes the pointers of the findings on one value may
// have, see lexicon.Collector.
const maxPointers = 2 << 20

func newRun(s *Schemas) *run {
	return &run{Tape: &datamodel.Tape{}, schemas: s, found: lexicon.Collector{PointerBudget: maxPointers}}
}

// finding is what a checker reports about a value.
type finding struct {
	rule    *lexicon.Rule
	at      uint32 // token of the value
	subject string // how the message calls it; "" for the name of its property
	message string // what is said of the subject
	help    string
	hint    lexicon.Hint
	// place is the token to point at, when it is not the value itself; opening
	// says to point at the first character only, since something is missing.
	place   uint32
	opening bool
	span    lexicon.Span // to point at, when nothing on the tape has it
	related []lexicon.Related

	schema           lexicon.Schema // that the value breaks; nil for none
	field            string         // of the schema; "" for all of it
	expected, actual any            // see lexicon.DataPlace
}

// report makes a finding. It must not be called in a quick run.
func (r *run) report(f finding) {
	if r.skips(f.rule) {
		return
	}
	if f.place == 0 {
		f.place = f.at
	}
	location := r.at(f.place)
	switch {
	case f.opening:
		location.Span.End = min(location.Span.End, location.Span.Start+1)
	case f.span != (lexicon.Span{}):
		location.Span = f.span
	}
	if f.subject == "" {
		f.subject = r.name(f.at)
	}
	data := &lexicon.DataPlace{Record: r.record, Expected: f.expected, Actual: f.actual}
	if text, ok := f.actual.(string); ok { // of the tape, which is filled again
		if data.Actual = nil; len(text) <= lexicon.MaxActual {
			data.Actual = strings.Clone(text)
		}
	}
	nsid := ""
	if f.schema != nil {
		n := f.schema.Base()
		nsid = string(n.Document().ID)
		data.Schema = n.Definition.Reference().Full()
		data.Constraint = n.At()
		if f.field != "" {
			data.Constraint = n.AtField(f.field)
		}
	}
	r.found.Add(lexicon.Finding{
		Rule: f.rule, Severity: r.severity(f.rule), Message: f.subject + " " + f.message, Help: f.help, Hint: f.hint,
		Location: location, NSID: nsid, Related: f.related, Data: data,
	})
}

// skips reports whether one more finding of a rule is one too many, and counts it
// then. Where a finding takes work to make, ask first.
func (r *run) skips(rule *lexicon.Rule) bool {
	return r.found.Skip(rule, r.severity(rule), r.source)
}

func (r *run) severity(rule *lexicon.Rule) lexicon.Severity {
	severity := rule.Severity[r.schemas.options.Profile]
	if r.advisory {
		severity = min(severity, lexicon.Warning)
	}
	return severity
}

// at returns the location of the token at i: of a value, or of a key with the
// pointer of its value.
func (r *run) at(i uint32) lexicon.Location {
	return lexicon.Location{Source: r.source, Span: r.span(i), Pointer: r.Pointer(i), NoPosition: r.CBOR}
}

func (r *run) span(i uint32) lexicon.Span {
	tok := &r.Tokens[i]
	return lexicon.Span{Start: int32(r.base + tok.Start), End: int32(r.base + tok.End)}
}

// name is how messages call the value at i: the name of its property, followed by
// an index for an element of an array.
func (r *run) name(i uint32) string {
	if i == 0 {
		return "the value"
	}
	name, index, named := "", "", false
	r.Path(i, func(key, n uint32) {
		if key == 0 {
			index += "[" + strconv.Itoa(int(n)) + "]"
		} else {
			name, index, named = r.Text(key), "", true
		}
	})
	switch {
	case !named:
		return "element " + index
	case !plainName(name):
		name = quote(name)
	}
	return name + index
}

// plainName reports whether a property's name can be in a sentence without quotes.
func plainName(name string) bool {
	if name == "" {
		return false
	}
	for i := range len(name) {
		c := name[i]
		if !('a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c == '$' || c == '_' || c == '-') {
			return false
		}
	}
	return len(name) <= 40
}
