package validate

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

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
			message: "has several lines, but a query string has one",
			help:    "check them one by one: as JSON strings in NDJSON, or as cases", hint: lexicon.HintQueryLines{},
		})
	case isURL(text):
		r.noQuery(text, finding{message: "is a URL, but only the part after ? is the query string", help: "remove everything up to the ?"})
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
	f.rule = ruleDataModel
	r.report(f)
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
		r.noQuery(text, finding{message: fmt.Sprintf("has more than %d MiB, the limit for a query string", MaxQuerySize>>20)})
		return
	}
	q := queryReader{run: r, params: v.params}
	q.read(text)
	r.violations()
	for _, f := range q.faults {
		r.report(f)
	}
	r.value(v.root, 0, false)
}

// queryReader reads a query string onto a tape: an object of its parameters,
// each of the type that the schema has for it as far as its text lets it.
type queryReader struct {
	*run
	params *objectChecker
	faults []finding // what is wrong whatever the schema, to report when all is on the tape
}

// queryPair is one NAME=VALUE of a query string.
type queryPair struct {
	name, value formText
	next        int // the next pair of the same name; 0: none
}

// formText is a decoded name or value of a query string.
type formText struct {
	text       string
	fault      string // why it is not text; "" when it is
	start, end uint32 // its place in the query string
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
	for start, end := len(text)-len(bytes.TrimPrefix(text, []byte("?"))), 0; start < len(text); start = end + 1 {
		end = len(text)
		if n := bytes.IndexByte(text[start:], '&'); n >= 0 {
			end = start + n
		}
		if start == end {
			continue
		}
		equals, value := end, end
		if n := bytes.IndexByte(text[start:end], '='); n >= 0 {
			equals = start + n
			value = equals + 1
		}
		p := queryPair{name: decodeForm(text, start, equals), value: decodeForm(text, value, end)}
		if p.name.fault != "" {
			q.faults = append(q.faults, finding{
				rule: ruleDataModel, message: "has a parameter whose name " + p.name.fault, help: formHelp,
				span: lexicon.Span{Start: int32(q.base + p.name.start), End: int32(q.base + p.name.end)},
			})
			continue
		}
		n := len(pairs)
		if before, ok := last[p.name.text]; ok {
			pairs[before].next = n
		} else {
			firsts = append(firsts, n)
		}
		last[p.name.text] = n
		pairs = append(pairs, p)
	}
	return pairs, firsts
}

const formHelp = "percent-encode the UTF-8 bytes of the text: é is %C3%A9, and % itself is %25"

// decodeForm decodes a part of a query string: a plus sign is a space, %41 a byte.
func decodeForm(text []byte, start, end int) formText {
	f := formText{start: uint32(start), end: uint32(end)}
	var b strings.Builder
	for i := start; i < end; i++ {
		c := text[i]
		switch c {
		case '+':
			c = ' '
		case '%':
			n, err := strconv.ParseUint(string(text[i+1:min(i+3, end)]), 16, 8)
			if err != nil || i+3 > end {
				f.fault = "has a % that is not followed by two hex digits, found " + quote(string(text[i:min(i+3, end)]))
				return f
			}
			c = byte(n)
			i += 2
		}
		b.WriteByte(c)
	}
	if f.text = b.String(); !utf8.ValidString(f.text) {
		f.fault = "is not UTF-8, found " + quote(f.text)
	}
	return f
}

// parameter puts all pairs of one name on the tape: an array where the schema
// has one, or where it does not say.
func (q *queryReader) parameter(pairs []queryPair, first int) {
	p := &pairs[first]
	q.string(&p.name)
	var schema checker
	if n := q.params.index(p.name.text); n >= 0 {
		schema = q.params.properties[n].checker
	}
	array, isArray := schema.(*arrayChecker)
	if !isArray && p.next == 0 {
		q.scalar(schema, &p.value)
		return
	}
	at := q.Open(datamodel.Array, p.value.start)
	var items checker
	if isArray {
		items = array.items
	}
	n, last := 1, first
	q.scalar(items, &p.value)
	for ; pairs[last].next != 0; n++ {
		last = pairs[last].next
		q.scalar(items, &pairs[last].value)
	}
	q.Close(at, pairs[last].value.end, n)
	switch schema.(type) {
	case *booleanChecker, *integerChecker, *stringChecker:
		q.Invalidate(at)
		q.faults = append(q.faults, finding{
			rule: ruleValueType, at: at, schema: schema.schema(),
			message: "is given " + strconv.Itoa(n) + " times, only a parameter of type array can be repeated", help: "give it once",
			expected: schema.schema().Type().String(), actual: lexicon.TypeArray.String(),
		})
	}
}

// scalar puts one value on the tape.
func (q *queryReader) scalar(schema checker, value *formText) {
	at := q.string(value)
	if value.fault != "" {
		q.Invalidate(at)
		q.faults = append(q.faults, finding{rule: ruleDataModel, at: at, message: value.fault, help: formHelp})
		return
	}
	switch schema.(type) {
	case *booleanChecker:
		if value.text == "true" || value.text == "false" {
			q.SetBool(at, value.text == "true")
		}
	case *integerChecker:
		if strings.ContainsAny(value.text, ".eE") {
			return // whole in JSON perhaps, but a query string has only plain digits
		}
		switch n, number := syntax.ParseInteger(value.text); number {
		case syntax.NumberInteger:
			q.SetInt(at, n)
		case syntax.NumberTooLarge:
			q.Refuse(datamodel.LargeInteger, at)
		}
	}
}

// string puts a text on the tape as a string.
func (q *queryReader) string(f *formText) (at uint32) { return q.AddString(f.text, f.start, f.end) }
