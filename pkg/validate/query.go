package validate

import (
	"bytes"
	"strings"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
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
		r.take([]diag.Finding{{
			Rule: diag.RuleByteOrderMark, Severity: r.severity(diag.RuleByteOrderMark),
			Message: "the file begins with a byte-order mark", Help: "save it as UTF-8 without one",
			Location: diag.Location{Source: r.source, Span: diag.Span{End: int32(r.base)}},
		}})
	}
	text = bytes.TrimSuffix(bytes.TrimSuffix(text, []byte("\n")), []byte("\r"))
	switch {
	case bytes.ContainsAny(text, "\r\n"):
		r.noQuery(RuleDataModel, text, finding{
			message: "has more than one line, but a query string is a single line",
			help:    "to check several query strings, write them as JSON strings in NDJSON, or as cases", hint: diag.HintQueryLines{},
		})
	case isURL(text):
		r.noQuery(RuleDataModel, text, finding{message: "is a URL, but the query string is only the part after the \"?\"", help: "remove everything up to and including the \"?\""})
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
	if escaped && !r.brief { // its characters are not where they are in the line
		first, found := whole.Start+1, r.found.Findings()[before:]
		offsets := datamodel.EscapedOffsets(r.source.Text[first : whole.End-1])
		at := func(n int32) int32 { return first + int32(offsets[n-int32(r.base)]) }
		for i := range found {
			span := &found[i].Span
			span.Start, span.End = at(span.Start), at(span.End)
		}
	}
}

// isURL reports whether a text begins as the URL of a call does.
func isURL(text []byte) bool {
	return (bytes.HasPrefix(text, []byte("http://")) || bytes.HasPrefix(text, []byte("https://"))) && bytes.IndexByte(text, '?') >= 0
}

// noQuery reports a text that is not read as a query string.
func (r *run) noQuery(rule *diag.Rule, text []byte, f finding) {
	r.ReadNothing(uint32(len(text)))
	r.report(rule, func() finding { return f })
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
		r.noQuery(RuleTooLarge, text, finding{message: "is longer than " + words.ByteCount(MaxQuerySize) + ", the limit for a query string"})
		return
	}
	faults := r.ReadQuery(text, v.params.paramType)
	r.violations(0)
	for _, f := range faults {
		found := finding{
			at: f.At, message: f.Message, span: diag.Span{Start: int32(r.base + f.Start), End: int32(r.base + f.End)},
			help: "percent-encode the UTF-8 bytes of the text: write é as %C3%A9, and % as %25",
		}
		rule := RuleDataModel
		if f.Times > 0 {
			schema := v.params.properties[v.params.names.index(r.Text(f.At-1))].checker.schema()
			rule, found.schema, found.help = RuleValueType, schema, "remove all but one"
			found.expected, found.actual = schema.Type().String(), lexicon.TypeArray.String()
		}
		r.report(rule, func() finding { return found })
	}
	r.value(v.root, 0, false)
}

// paramType returns the type of a parameter.
func (c *objectChecker) paramType(name string) (t datamodel.ParamType) {
	n := c.names.index(name)
	if n < 0 {
		return t
	}
	schema := c.properties[n].checker
	if array, isArray := schema.(*arrayChecker); isArray {
		t.Array, schema = true, array.items
	}
	switch schema.(type) {
	case *booleanChecker:
		t.Kind = datamodel.Boolean
	case *integerChecker:
		t.Kind = datamodel.Integer
	case *stringChecker:
		t.Kind = datamodel.String
	}
	return t
}

// isParam reports whether a query string can carry a value of a kind.
func isParam(k datamodel.Kind) bool {
	return k == datamodel.Boolean || k == datamodel.Integer || k == datamodel.String
}
