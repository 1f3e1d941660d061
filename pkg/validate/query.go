package validate

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// isQuery reports whether a text is to be read as a query string.
func (v *Validator) isQuery(in *Input) bool {
	return in.Encoding == Query && v.params != nil && !isObjectText(in.Text)
}

// queryText checks a query string, with or without the leading "?" and a line
// end. A broken escape and bytes that are not UTF-8 are outside the data model.
func (v *Validator) queryText(r *run) {
	text := r.source.Text
	if bytes.HasPrefix(text, byteOrderMark) {
		r.base = uint32(len(byteOrderMark))
		text = text[r.base:]
		r.take([]lexicon.Finding{{
			Rule: lexicon.RuleByteOrderMark, Severity: r.severity(lexicon.RuleByteOrderMark),
			Message: "the file begins with a byte-order mark", Help: "save it as UTF-8 without one",
			Location: lexicon.Location{Source: r.source, Span: lexicon.Span{End: int32(r.base)}},
		}})
	}
	text = bytes.TrimSuffix(bytes.TrimSuffix(text, []byte("\n")), []byte("\r"))
	switch {
	case bytes.ContainsAny(text, "\r\n"):
		r.noQuery(text, finding{
			message: "has more than one line, but a query string is a single line",
			help:    "to check several query strings, write them as JSON strings in NDJSON, or as cases", hint: lexicon.HintQueryLines{},
		})
	case isURL(text):
		r.noQuery(text, finding{message: "is a URL, but the query string is only the part after the \"?\"", help: "remove everything up to and including the \"?\""})
	default:
		v.query(r, text)
	}
}

// queryLine checks the query string in the JSON string that is on the tape.
func (v *Validator) queryLine(r *run) {
	whole, escaped, before := r.span(0), r.Tokens[0].IsEscaped(), r.found.Len()
	query := []byte(strings.Clone(r.Text(0))) // a copy: the tape is filled again
	if !escaped {
		r.base += r.Tokens[0].Start + 1
	}
	v.query(r, query)
	if escaped { // its characters are not where they are in the line
		found := r.found.Findings()[before:]
		for i := range found {
			found[i].Span = whole
		}
	}
}

// isURL reports whether a text begins as the URL of a call does.
func isURL(text []byte) bool {
	return (bytes.HasPrefix(text, []byte("http://")) || bytes.HasPrefix(text, []byte("https://"))) && bytes.IndexByte(text, '?') >= 0
}

// noQuery reports a text that is not read as a query string.
func (r *run) noQuery(text []byte, f finding) {
	r.Reset(nil)
	r.Invalidate(r.AddString("", 0, uint32(len(text))))
	r.report(RuleDataModel, func() finding { return f })
}

// isObjectText reports whether a text begins like a JSON object.
func isObjectText(text []byte) bool {
	text = bytes.TrimPrefix(text, byteOrderMark)
	i := datamodel.SkipBlanks(text, 0)
	return i < len(text) && text[i] == '{'
}

// query fills the tape with a query string and checks it against the params.
func (v *Validator) query(r *run, text []byte) {
	if len(text) > MaxQuerySize {
		r.Reset(nil)
		r.Invalidate(r.AddString("", 0, uint32(len(text))))
		r.report(RuleTooLarge, func() finding {
			return finding{message: "is longer than " + byteCount(MaxQuerySize) + ", the limit for a query string"}
		})
		return
	}
	q := queryReader{run: r, params: v.params}
	q.read(text)
	r.violations(0)
	for _, f := range q.faults {
		r.report(f.rule, func() finding { return f.finding })
	}
	r.value(v.root, 0, false)
}

// queryReader reads a query string onto a tape: an object of its parameters,
// each of the type that the schema has for it as far as its text lets it.
type queryReader struct {
	*run
	params *objectChecker
	faults []queryFault // what is wrong whatever the schema, to report when all is on the tape
}

// queryFault is a finding on a part of a query string.
type queryFault struct {
	rule *lexicon.Rule
	finding
}

// queryPair is one NAME=VALUE of a query string.
type queryPair struct {
	datamodel.FormPair
	next int // the next pair of the same name; 0: none
}

func (q *queryReader) read(text []byte) {
	q.Reset(text)
	q.Open(datamodel.Object, 0)
	pairs, firsts := q.pairs(text)
	for _, first := range firsts {
		q.parameter(pairs, first)
	}
	q.Close(0, uint32(len(text)), 0)
}

// pairs splits a query string. It returns also which pairs are the first of
// their name. A pair whose name is not text is a fault and left out.
func (q *queryReader) pairs(text []byte) (pairs []queryPair, firsts []int) {
	last := map[string]int{} // the last pair of each name
	for _, p := range datamodel.ParseForm(text) {
		name, n := &p.Name, len(pairs)
		if name.Fault != "" {
			q.faults = append(q.faults, queryFault{RuleDataModel, finding{
				message: "has a parameter whose name " + name.Fault, help: formHelp,
				span: lexicon.Span{Start: int32(q.base + name.Start), End: int32(q.base + name.End)},
			}})
			continue
		}
		if before, ok := last[name.Text]; ok {
			pairs[before].next = n
		} else {
			firsts = append(firsts, n)
		}
		last[name.Text] = n
		pairs = append(pairs, queryPair{FormPair: p})
	}
	return pairs, firsts
}

const formHelp = "percent-encode the UTF-8 bytes of the text: write é as %C3%A9, and % as %25"

// parameter puts all pairs of one name on the tape: an array where the schema
// has one, or where it does not say.
func (q *queryReader) parameter(pairs []queryPair, first int) {
	p := &pairs[first]
	q.string(&p.Name)
	var schema checker
	if n := q.params.index(p.Name.Text, 0); n >= 0 {
		schema = q.params.properties[n].checker
	}
	array, isArray := schema.(*arrayChecker)
	if !isArray && p.next == 0 {
		q.scalar(schema, &p.Value)
		return
	}
	at := q.Open(datamodel.Array, p.Value.Start)
	var items checker
	if isArray {
		items = array.items
	}
	n, last := 1, first
	q.scalar(items, &p.Value)
	for ; pairs[last].next != 0; n++ {
		last = pairs[last].next
		q.scalar(items, &pairs[last].Value)
	}
	q.Close(at, pairs[last].Value.End, n)
	switch schema.(type) {
	case *booleanChecker, *integerChecker, *stringChecker:
		q.Invalidate(at)
		q.faults = append(q.faults, queryFault{RuleValueType, finding{
			at: at, schema: schema.schema(),
			message: "is given " + strconv.Itoa(n) + " times, but only array parameters can be repeated", help: "remove all but one",
			expected: schema.schema().Type().String(), actual: lexicon.TypeArray.String(),
		}})
	}
}

// scalar puts one value on the tape.
func (q *queryReader) scalar(schema checker, value *datamodel.FormText) {
	at := q.string(value)
	if value.Fault != "" {
		q.Invalidate(at)
		q.faults = append(q.faults, queryFault{RuleDataModel, finding{at: at, message: value.Fault, help: formHelp}})
		return
	}
	switch schema.(type) {
	case *booleanChecker:
		if value.Text == "true" || value.Text == "false" {
			q.SetBool(at, value.Text == "true")
		}
	case *integerChecker:
		if strings.ContainsAny(value.Text, ".eE") {
			return // whole in JSON perhaps, but a query string has only plain digits
		}
		switch n, number := syntax.ParseInteger(value.Text); number {
		case syntax.NumberInteger:
			q.SetInt(at, n)
		case syntax.NumberTooLarge:
			q.Refuse(datamodel.LargeInteger, at)
		}
	}
}

// string puts a text on the tape as a string.
func (q *queryReader) string(f *datamodel.FormText) (at uint32) {
	return q.AddString(f.Text, f.Start, f.End)
}
