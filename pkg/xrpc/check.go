package xrpc

import (
	"net/http"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/internal/servicerules"
	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// This file has the checks that servers, clients and proxies share.

// Rules returns the rules of what goes over the wire beside the values that
// package validate checks, in the order of the documentation.
func Rules() []*diag.Rule { return servicerules.XRPC() }

// checkHeader checks whether a body is there and of a type that the method
// declares. JSON says that its text is to be checked with checkText. A body of 0 bytes
// is not there, unless its type makes it an empty file.
func (m *Method) checkHeader(part lexicon.Part, contentType string, present bool) (json bool, found []diag.Finding) {
	spec, side := m.bodies[part], "response"
	if part == lexicon.PartInput {
		side = "request"
	}
	if spec == nil {
		if !present {
			return false, nil
		}
		f := m.finding(servicerules.UndeclaredBody, part, "the method declares no "+part.String()+", but the "+side+" has a body")
		if f.Help = "send the " + side + " without a body"; part == lexicon.PartOutput {
			f.Severity = diag.Warning
		}
		return false, []diag.Finding{f}
	}
	json, fault := spec.typed(contentType)
	switch {
	case !present && (json || fault != ""):
		return false, []diag.Finding{m.finding(servicerules.MissingBody, part, "the "+part.String()+" is missing; expected a body of type "+spec.expected())}
	case fault != "":
		return false, []diag.Finding{m.finding(servicerules.ContentType, part, fault)}
	}
	return json, nil
}

func (m *Method) checkText(part lexicon.Part, text []byte) []diag.Finding {
	if len(text) > validate.MaxValueSize {
		return []diag.Finding{m.oversized(part, validate.MaxValueSize)}
	}
	return m.check(part, m.bodies[part].json, text, validate.JSON)
}

// checkError checks the body of an error answer. A name that the protocol itself has
// for the status need not be declared, nor "InvalidRequest" where the HTTP method or the
// content type is invalid.
func (m *Method) checkError(status int, contentType string, text []byte) []diag.Finding {
	if !isJSON(essence(contentType)) {
		f := m.finding(servicerules.ErrorBody, lexicon.PartError, "the Content-Type of the error response is "+words.Quote(contentType)+", not JSON")
		f.Help = `respond with Content-Type application/json and the body {"error": NAME, "message": TEXT}`
		return []diag.Finding{f}
	}
	if len(text) > validate.MaxValueSize {
		return []diag.Finding{m.oversized(lexicon.PartError, validate.MaxValueSize)}
	}
	found := m.check(lexicon.PartError, m.errors, text, validate.JSON)
	return slices.DeleteFunc(found, func(f diag.Finding) bool {
		general := f.Data.Actual == StatusName(status) || f.Data.Actual == StatusName(http.StatusBadRequest) &&
			(status == http.StatusMethodNotAllowed || status == http.StatusUnsupportedMediaType)
		return f.Rule == validate.RuleUnknownError && general
	})
}

// unchecked is the finding on a body or message that cannot be checked.
func (m *Method) unchecked(part lexicon.Part, because string) diag.Finding {
	return m.finding(servicerules.NotChecked, part, "the "+carrier(part)+" was not checked because "+because)
}

// carrier is what carries a part.
func carrier(part lexicon.Part) string {
	if part == lexicon.PartMessage {
		return "message"
	}
	return "body"
}

// oversized is the finding on a body or message that is not checked because of a limit, in bytes.
func (m *Method) oversized(part lexicon.Part, limit int64) diag.Finding {
	f := m.unchecked(part, "it is larger than "+words.ByteCount(limit))
	if limit < validate.MaxValueSize {
		f.Help, f.Hint = "raise the limit", diag.HintRaiseBodyLimit{}
	}
	return f
}

// path is how findings call a part of a call.
func (m *Method) path(part lexicon.Part) string {
	name := part.String()
	if part == lexicon.PartError {
		name = "error response"
	}
	return strings.TrimSpace(string(m.NSID) + " " + name)
}

// check checks a text of a part; there is nothing to check without a validator. What is
// beyond a sensible number of findings is dropped, since a peer chooses how many there are.
func (m *Method) check(part lexicon.Part, v *validate.Validator, text []byte, encoding validate.Encoding) []diag.Finding {
	const most = 100
	if v == nil {
		return nil
	}
	found := v.Check(validate.Input{Text: text, Encoding: encoding}).Findings
	if len(found) == 0 {
		return nil
	}
	found = slices.Clone(found[:min(len(found), most)])
	source := &diag.Source{Path: m.path(part)} // without the text: it would be kept, and shown, secrets included
	place := func(l *diag.Location) {
		l.Source, l.Span, l.NoPosition = source, diag.Span{}, true
	}
	for i := range found {
		f := &found[i]
		f.NSID = string(m.NSID)
		if f.Rule == diag.RuleJSONSyntax || f.Rule == diag.RuleByteOrderMark { // they are about a file
			if rest, ok := strings.CutPrefix(f.Message, "the file "); ok {
				f.Message = "the " + carrier(part) + " " + rest
			}
		}
		if f.Rule == validate.RuleTooLarge { // that limit is fixed here
			f.Help, f.Hint = "", nil
		}
		for j := range f.Related {
			if l := &f.Related[j].Location; l.Source == f.Source {
				place(l)
			}
		}
		place(&f.Location)
	}
	return found
}

// finding makes a finding that does not come from a validator.
func (m *Method) finding(rule *diag.Rule, part lexicon.Part, message string) diag.Finding {
	base := m.Definition.Schema.Base()
	constraint := base.At()
	if part == lexicon.PartMessage {
		constraint = base.AtField("message")
	} else if body := m.Body(part); body != nil {
		constraint = body.AtField("encoding")
	}
	return diag.Finding{
		Rule: rule, Severity: rule.Severity[0], Message: message, NSID: string(m.NSID),
		Location: diag.Location{Source: &diag.Source{Path: m.path(part)}, NoPosition: true},
		Data:     &diag.DataPlace{Schema: m.Definition.Reference().Full(), Constraint: constraint},
	}
}
