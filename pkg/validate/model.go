package validate

import (
	"bytes"
	"cmp"
	"errors"
	"slices"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/internal/jsontree"
	"github.com/lexsmith/lexsmith/pkg/internal/stream"
)

// RuleDataModel is broken by values outside the data model, such as fractions.
var RuleDataModel = &diag.Rule{
	Code: "data-model", Group: "validate", Severity: diag.Always(diag.Error),
	Summary: "the value is outside the data model",
	Reason: "The data model does not support floating-point numbers or integers beyond 64 bits, so such a value cannot be stored or hashed, whatever the schema says. " +
		"The same applies to an object with a malformed $bytes, $link, or $type, and to a query string that cannot be decoded to text. " +
		"Write such a number as an integer in a smaller unit, or as a string.",
	Spec: "What the service does, 2; Field types > unknown", Page: "specs/data-model",
	Examples: inSchema + `{"type": "integer"}` + inData + `«1.5|1500»`,
}

var byteOrderMark = []byte("\uFEFF")

// read fills the tape; where that fails it reports why.
func (r *run) read(cbor bool) bool {
	text := r.source.Text
	if cbor {
		if err := r.ReadCBOR(text); err != nil {
			r.malformed(err)
			return false
		}
		return true
	}
	if bytes.HasPrefix(text, byteOrderMark) {
		r.base = uint32(len(byteOrderMark))
	}
	if !r.ReadJSON(text[r.base:]) {
		r.Release() // the explanation takes memory too
		found := jsontree.CheckJSON(r.source)
		if last := len(found) - 1; last >= 0 && r.isSeveral(text, int(found[last].Span.Start)) {
			found[last].Help, found[last].Hint = "read the text as NDJSON; it has one value per line", diag.HintLines{}
			if !stream.IsLines(text[r.base:]) {
				found[last].Help, found[last].Hint = "write each value on one line, and read the text as NDJSON", diag.HintLines{Spread: true}
			}
		}
		r.take(found)
		return false
	}
	if r.base > 0 {
		r.take(jsontree.CheckJSON(r.source)[:1]) // the mark; the rest is on the tape
	}
	return true
}

// take keeps findings of package lexicon.
func (r *run) take(found []diag.Finding) {
	for _, f := range found {
		if r.brief {
			f = r.outline(f.Rule, f.Severity)
		} else {
			f.Data = &diag.DataPlace{Record: r.record}
		}
		r.found.Add(f)
	}
}

// isSeveral reports whether a text that is not JSON is a whole value as far as the
// fault at the start of a line, where another one seems to follow.
func (r *run) isSeveral(text []byte, fault int) bool {
	before, after := text[:fault], text[fault:]
	return len(after) > 0 && (after[0] == '{' || after[0] == '"') &&
		bytes.HasSuffix(bytes.TrimRight(before, " \t"), []byte("\n")) && r.ReadJSON(before[r.base:])
}

// malformed reports what ReadCBOR returned. Lines mean nothing in CBOR, so the
// message has the byte.
func (r *run) malformed(err error) {
	fault, _ := errors.AsType[*datamodel.CBORError](err)
	rule, message := diag.RuleInvalidCBOR, "the value is not valid DAG-CBOR: "+err.Error()
	switch {
	case fault.TooDeep:
		rule, message = diag.RuleTooDeep, "the value is "+err.Error()
	case fault.TooMany:
		rule, message = RuleTooLarge, "the value contains "+err.Error()
	}
	at := int32(fault.Offset)
	f := diag.Finding{
		Rule: rule, Severity: r.severity(rule), Message: message,
		Location: diag.Location{
			Source: r.source, Span: diag.Span{Start: at, End: min(at+1, int32(len(r.source.Text)))}, NoPosition: true,
		},
	}
	if len(r.Tokens) > 0 && int(r.Tokens[0].End) == fault.Offset && r.isFrameHeader(0) {
		f.Help, f.Hint = helpFrame, diag.HintEventFrame{}
	}
	r.take([]diag.Finding{f})
}

// violationsIn returns what breaks the data model in the value at i.
func (r *run) violationsIn(i uint32) []datamodel.Violation {
	all := r.Violations()
	at := func(v datamodel.Violation, i uint32) int { return cmp.Compare(v.At, i) }
	first, _ := slices.BinarySearchFunc(all, i, at)
	end, _ := slices.BinarySearchFunc(all, r.Tokens[i].Next, at)
	return all[first:end]
}

// violations reports what breaks the data model in the value at i.
func (r *run) violations(i uint32) {
	for _, v := range r.violationsIn(i) {
		if v.Kind == datamodel.RepeatedKey {
			r.repeatedKey(v.At)
			continue
		}
		r.report(RuleDataModel, func() finding {
			message, help := r.Describe(v)
			return finding{at: v.At, message: message, help: help}
		})
	}
}

func (r *run) repeatedKey(k uint32) {
	r.report(diag.RuleDuplicateKey, func() finding {
		return finding{
			at: k, subject: "the key " + quote(r.Text(k)), message: "appears twice in this object",
			help: helpRepeatedKey,
		}
	})
}

const helpRepeatedKey = "remove or rename one of the two; programs differ in which one they use"
