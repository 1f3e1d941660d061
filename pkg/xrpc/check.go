package xrpc

import (
	"bytes"
	"io"
	"net/http"
	"slices"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/words"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// This file has the checks that servers, clients and proxies share.

// verb is the HTTP method of calls.
func (m *Method) verb() string {
	if m.Type() == lexicon.TypeProcedure {
		return http.MethodPost
	}
	return http.MethodGet
}

// checkVerb checks the HTTP method of a request.
func (m *Method) checkVerb(verb string) []diag.Finding {
	if verb == m.verb() || verb == http.MethodHead && m.Type() == lexicon.TypeQuery {
		return nil
	}
	methods := m.Type().String() + "s"
	if m.Type() == lexicon.TypeQuery {
		methods = "queries"
	}
	f := m.finding(ruleHTTPMethod, lexicon.PartNone, "the HTTP method is "+words.Quote(verb)+", but "+methods+" use "+m.verb())
	f.Help = "send a " + m.verb() + " request"
	return []diag.Finding{f}
}

// part returns what the method says about the body of a part.
func (m *Method) part(part lexicon.Part) *bodySpec {
	if part == lexicon.PartInput {
		return &m.input
	}
	return &m.output
}

// carrier is the HTTP message that carries the body of a part.
func carrier(part lexicon.Part) string {
	if part == lexicon.PartInput {
		return "request"
	}
	return "response"
}

// checkHeader checks whether a body is there and of a type that the method
// declares. JSON says that its text is to be checked with checkText. A body of 0 bytes
// is not there, unless its type makes it an empty file.
func (m *Method) checkHeader(part lexicon.Part, contentType string, present bool) (json bool, found []diag.Finding) {
	spec := m.part(part)
	switch {
	case spec.declared == nil && present:
		f := m.finding(ruleUndeclaredBody, part, "the method declares no "+part.String()+", but the "+carrier(part)+" has a body")
		if f.Help = "send the " + carrier(part) + " without a body"; part == lexicon.PartOutput {
			f.Severity = diag.Warning
		}
		return false, []diag.Finding{f}
	case spec.declared == nil:
		return false, nil
	case !present && !spec.emptyFile(contentType):
		f := m.finding(ruleMissingBody, part, "the "+part.String()+" is missing; expected a body of type "+spec.expected())
		return false, []diag.Finding{f}
	}
	json, fault := spec.typed(contentType)
	if fault != "" {
		return false, []diag.Finding{m.finding(ruleContentType, part, fault)}
	}
	return json, nil
}

// checkText checks the text of a JSON body.
func (m *Method) checkText(part lexicon.Part, text []byte) []diag.Finding {
	if len(text) > validate.MaxValueSize {
		return []diag.Finding{m.oversized(part, validate.MaxValueSize)}
	}
	return m.checked(part, m.part(part).json.Check(validate.Input{Text: text}))
}

// checkError checks the body of an error answer. A name that the protocol itself has
// for the status need not be declared.
func (m *Method) checkError(status int, contentType string, text []byte) []diag.Finding {
	if !isJSON(essence(contentType)) {
		f := m.finding(ruleErrorBody, lexicon.PartError, "the Content-Type of the error response is "+words.Quote(contentType)+", not JSON")
		f.Help = `respond with Content-Type application/json and the body {"error": NAME, "message": TEXT}`
		return []diag.Finding{f}
	}
	if len(text) > validate.MaxValueSize {
		return []diag.Finding{m.oversized(lexicon.PartError, validate.MaxValueSize)}
	}
	found := m.checked(lexicon.PartError, m.errors.Check(validate.Input{Text: text}))
	return slices.DeleteFunc(found, func(f diag.Finding) bool {
		return f.Rule == validate.RuleUnknownError && f.Data.Actual == StatusName(status)
	})
}

// unchecked is the finding on a body or message that cannot be checked.
func (m *Method) unchecked(part lexicon.Part, because string) diag.Finding {
	what := "body"
	if part == lexicon.PartMessage {
		what = "message"
	}
	return m.finding(ruleNotChecked, part, "the "+what+" was not checked because "+because)
}

// oversized is the finding on a body or message that is not checked because of a limit, in bytes.
func (m *Method) oversized(part lexicon.Part, limit int64) diag.Finding {
	f := m.unchecked(part, "it is larger than "+words.ByteCount(limit))
	if limit < validate.MaxValueSize {
		f.Help, f.Hint = "raise the limit", diag.HintRaiseBodyLimit{}
	}
	return f
}

// readAll reads a text up to a limit in bytes. Whole reports whether that is all
// of it.
func readAll(r io.Reader, limit int64) (text []byte, whole bool, err error) {
	var b bytes.Buffer
	n, err := io.Copy(&b, io.LimitReader(r, limit+1))
	return b.Bytes(), n <= limit, err
}
