package validate

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// run is one value being checked against a schema.
type run struct {
	*datamodel.Tape
	schemas *Schemas
	// quick asks only whether there is anything to say.
	quick bool
	root  uint32 // token of the value; others lie around it where a document holds several
	// unknown is set when a part of the value was accepted without its schema.
	unknown bool
	// recordType is what Result.Collection is. A quick run sets it only where the
	// record is known.
	recordType string
	record     string // see diag.DataPlace; in a quick run, see Result.Record
	encoded    []byte // scratch for the DAG-CBOR of a value
	watched    []Watched
	observed   Observation

	// The rest serves full runs only.
	brief  bool // see Input
	source *diag.Source
	base   uint32 // where the tape's text begins in the source
	// advisory lowers every finding to a warning: the value need not match.
	advisory    bool
	broken      map[lexicon.Schema]bool // schemas that schema-invalid was reported for: as a warning only?
	found       diag.Collector
	constraints map[constraint]constraintPlace
}

// maxPointers is how many bytes the pointers of the findings on one value may
// have, see diag.Collector.
const maxPointers = 2 << 20

// maxEncoded is how many bytes of the DAG-CBOR of a value may stay for the next one.
const maxEncoded = 1 << 20

// maxConstraints is how many places in schemas may stay for the next value.
const maxConstraints = 1000

func newRun(s *Schemas) *run {
	return &run{Tape: &datamodel.Tape{AnyMIME: s.options.Profile == diag.ProfileATProto}, schemas: s, found: diag.Collector{PointerBudget: maxPointers, Limit: s.options.MaxFindings}}
}

// finding is what a checker reports about a value.
type finding struct {
	at      uint32 // token of the value
	subject string // how the message calls it; "" for the name of its property
	message string // what is said of the subject
	help    string
	hint    diag.Hint
	// place is the token to point at, when it is not the value itself; opening
	// says to point at the first character only, since something is missing.
	place   uint32
	opening bool
	span    diag.Span // to point at, when nothing on the tape has it
	related []diag.Related

	schema           lexicon.Schema // that the value breaks; nil for none
	field            string         // of the schema; "" for all of it
	expected, actual any            // see diag.DataPlace
}

// report makes a finding of a rule, unless there are so many that it would not be
// kept: only then is the function called. In a quick run it returns false, otherwise
// true.
func (r *run) report(rule *diag.Rule, make func() finding) bool {
	if r.quick {
		return false
	}
	severity := r.severity(rule)
	switch {
	case r.brief:
		r.found.Add(r.outline(rule, severity))
	case !r.found.Skip(rule, severity, r.source):
		r.add(rule, severity, make())
	}
	return true
}

// outline is what Input.Brief leaves of a finding.
func (r *run) outline(rule *diag.Rule, severity diag.Severity) diag.Finding {
	return diag.Finding{Rule: rule, Severity: severity, Location: diag.Location{Source: r.source}}
}

// add keeps a finding.
func (r *run) add(rule *diag.Rule, severity diag.Severity, f finding) {
	location := r.at(cmp.Or(f.place, f.at))
	switch {
	case f.opening:
		location.Span.End = min(location.Span.End, location.Span.Start+1)
	case f.span != (diag.Span{}):
		location.Span = f.span
	}
	if f.subject == "" {
		f.subject = r.name(f.at)
	}
	data := &diag.DataPlace{Record: r.record, Expected: few(f.expected), Actual: few(f.actual)}
	for _, value := range []*any{&data.Expected, &data.Actual} {
		if text, ok := (*value).(string); ok { // maybe of the tape, which is filled again
			*value = strings.Clone(text)
		}
	}
	if r.schemas.options.Trail {
		data.Trail = r.trail(f.at)
	}
	nsid := ""
	if f.schema != nil {
		place := r.constraint(f.schema, f.field)
		nsid, data.Schema, data.Constraint = place.nsid, place.schema, place.location
	}
	r.found.Add(diag.Finding{
		Rule: rule, Severity: severity, Message: f.subject + " " + f.message, Help: f.help, Hint: f.hint,
		Location: location, NSID: nsid, Related: f.related, Data: data,
	})
}

// few cuts what can be as long as the schema or the value, see diag.DataPlace.
func few(v any) any {
	switch v := v.(type) {
	case []string:
		return v[:min(len(v), mostListed)]
	case []int64:
		return v[:min(len(v), mostListed)]
	case string:
		if len(v) > diag.MaxActual {
			return nil
		}
	}
	return v
}

// constraint is a field of a schema; "" stands for all of it.
type constraint struct {
	schema lexicon.Schema
	field  string
}

// constraintPlace is how findings call it and where it is.
type constraintPlace struct {
	nsid, schema string
	location     diag.Location
}

// constraint returns the place of a field of a schema. Findings share it, since names in
// schemas can be long.
func (r *run) constraint(schema lexicon.Schema, field string) constraintPlace {
	key := constraint{schema, field}
	place, known := r.constraints[key]
	if known {
		return place
	}
	n := schema.Base()
	place = constraintPlace{string(n.Document().ID), n.Definition.Reference().Full(), n.At()}
	if field != "" {
		place.location = n.AtField(field)
	}
	if r.constraints == nil {
		r.constraints = map[constraint]constraintPlace{}
	}
	r.constraints[key] = place
	return place
}

func (r *run) severity(rule *diag.Rule) diag.Severity {
	severity := rule.Severity[r.schemas.options.Profile]
	if r.advisory {
		severity = min(severity, diag.Warning)
	}
	return severity
}

// at returns the location of the token at i: of a value, or of a key with the
// pointer of its value.
func (r *run) at(i uint32) diag.Location {
	return diag.Location{Source: r.source, Span: r.span(i), Pointer: r.Pointer(i), NoPosition: r.CBOR}
}

func (r *run) span(i uint32) diag.Span {
	tok := &r.Tokens[i]
	return diag.Span{Start: int32(r.base + tok.Start), End: int32(r.base + tok.End)}
}

// name is how messages call the value at i: the quoted name of its property, with an
// index for an element of an array.
func (r *run) name(i uint32) string {
	if i == r.root {
		return "the value"
	}
	var name string
	var indexes []int
	named := false
	r.Path(i, func(child uint32, index int) {
		if index < 0 {
			name, indexes, named = r.Text(child), indexes[:0], true
		} else {
			indexes = append(indexes, index)
		}
	})
	if !named {
		return "element " + indexText(indexes)
	}
	if name == "" {
		return `""` + indexText(indexes)
	}
	return quote(name + indexText(indexes))
}

// indexText returns the indexes of nested arrays, the last few of many.
func indexText(indexes []int) string {
	var b strings.Builder
	if rest := len(indexes) - mostListed; rest > 0 {
		b.WriteString("[…]")
		indexes = indexes[rest:]
	}
	for _, n := range indexes {
		b.WriteString("[" + strconv.Itoa(n) + "]")
	}
	return b.String()
}

// mostListed is how many alternatives a message lists, and how many related places
// a finding has.
const mostListed = 6

func quote(text string) string { return words.Quote(text) }
