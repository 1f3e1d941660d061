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

// part returns what the method says about the body of a part.
func (m *Method) part(part lexicon.Part) *bodySpec {
	if part == lexicon.PartInput {
		return &m.input
	}
	return &m.output
}

// checkHeader checks whether a body is there and of a type that the method
// declares. JSON says that its text is to be checked with checkText. A body of 0 bytes
// is not there, unless its type makes it an empty file.
func (m *Method) checkHeader(part lexicon.Part, contentType string, present bool) (json bool, found []diag.Finding) {
	spec, carrier := m.part(part), "response"
	if part == lexicon.PartInput {
		carrier = "request"
	}
	if spec.declared == nil {
		if !present {
			return false, nil
		}
		f := m.finding(servicerules.UndeclaredBody, part, "the method declares no "+part.String()+", but the "+carrier+" has a body")
		if f.Help = "send the " + carrier + " without a body"; part == lexicon.PartOutput {
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
	return m.checked(part, m.part(part).json.Check(validate.Input{Text: text}))
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
	found := m.checked(lexicon.PartError, m.errors.Check(validate.Input{Text: text}))
	return slices.DeleteFunc(found, func(f diag.Finding) bool {
		general := f.Data.Actual == StatusName(status) || f.Data.Actual == StatusName(http.StatusBadRequest) &&
			(status == http.StatusMethodNotAllowed || status == http.StatusUnsupportedMediaType)
		return f.Rule == validate.RuleUnknownError && general
	})
}

// unchecked is the finding on a body or message that cannot be checked.
func (m *Method) unchecked(part lexicon.Part, because string) diag.Finding {
	what := "body"
	if part == lexicon.PartMessage {
		what = "message"
	}
	return m.finding(servicerules.NotChecked, part, "the "+what+" was not checked because "+because)
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

// checked takes the findings out of a result. What is beyond a sensible number is
// dropped, since a peer chooses how many there are.
func (m *Method) checked(part lexicon.Part, result validate.Result) []diag.Finding {
	const most = 100
	found := result.Findings
	if len(found) == 0 {
		return nil
	}
	found = slices.Clone(found[:min(len(found), most)])
	source := &diag.Source{Path: m.path(part)} // without the text: it would be kept, and shown, secrets included
	text := "body"
	if part == lexicon.PartMessage {
		text = "message"
	}
	place := func(l *diag.Location) {
		l.Source, l.Span, l.NoPosition = source, diag.Span{}, true
	}
	for i := range found {
		f := &found[i]
		f.NSID = string(m.NSID)
		if f.Rule == diag.RuleJSONSyntax || f.Rule == diag.RuleByteOrderMark { // they are about a file
			if rest, ok := strings.CutPrefix(f.Message, "the file "); ok {
				f.Message = "the " + text + " " + rest
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
