package probe

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"

	"github.com/lexsmith/lexsmith/internal/servicerules"
	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/sample"
	"github.com/lexsmith/lexsmith/pkg/validate"
	"github.com/lexsmith/lexsmith/pkg/xrpc"
)

// judge returns what an answer does against the Lexicon.
func judge(t *tally, c *trial, a *answer) []diag.Finding {
	if a.err != nil {
		err := a.err
		if request, ok := errors.AsType[*url.Error](err); ok {
			err = request.Err
		}
		return []diag.Finding{t.finding(servicerules.ServiceFailure, lexicon.PartNone, "the service did not respond"+c.to()+": "+err.Error())}
	}
	status := a.status()
	switch {
	case status == http.StatusNotImplemented, status == http.StatusTooManyRequests:
		return nil
	case a.failed():
		text := fmt.Sprintf("the service responded%s with status %d %s", c.to(), status, http.StatusText(status))
		if location := a.failure.Header.Get("Location"); status < http.StatusBadRequest && location != "" {
			text += ", a redirect to " + words.Quote(location) + " that was not followed"
		}
		return []diag.Finding{t.finding(servicerules.ServiceFailure, lexicon.PartNone, text)}
	}
	found := t.onAnswer(a)
	if !a.ok() {
		if a.failure.Message == "" && a.failure.Name != "" {
			f := t.finding(servicerules.ErrorMessage, lexicon.PartError, "the error "+words.Quote(a.failure.Name)+" has no message")
			f.Help = `add "message" to the body of the response`
			found = append(found, f)
		}
		if c.Fault == "" && !c.Either && c.alone != "" && t.works && a.failure.Name == xrpc.StatusName(http.StatusBadRequest) {
			f := t.finding(servicerules.ValidRefused, lexicon.PartParams, fmt.Sprintf("the service rejected a valid value of %s: %s",
				words.Quote(c.alone), words.Excerpt(a.failure.Error())))
			f.Help = "accept the value, or change the Lexicon"
			found = append(found, f)
		}
		return found
	}
	if c.Fault != "" {
		return append(found, t.accepted(c))
	}
	return append(found, t.overLimit(c, a)...)
}

// accepted reports an invalid request that was not refused.
func (t *tally) accepted(c *trial) diag.Finding {
	f := t.finding(servicerules.InvalidAccepted, c.part, "the service accepted an invalid request: "+c.Fault)
	f.Help = "respond with status 400 and the error InvalidRequest"
	if c.rule != nil {
		f.Data.Constraint = c.limit
	}
	return f
}

// to says in a message which request is meant.
func (c *trial) to() string {
	if c.Fault != "" {
		return " to an invalid request (" + c.Fault + ")"
	}
	return " to a valid request"
}

// onAnswer returns what the client has found in an answer. What a service that keeps its
// Lexicon never sends is an error here.
func (t *tally) onAnswer(a *answer) []diag.Finding {
	var found []diag.Finding
	for _, v := range a.response.Findings {
		f := v.Finding
		switch {
		case f.Rule == validate.RuleUnknownError && a.status() == http.StatusUnauthorized: // whoever asks
			continue
		case f.Rule == validate.RuleUnknownError || f.Severity == diag.Warning && v.Part == lexicon.PartOutput && f.Rule.Group == "xrpc":
			f.Severity = diag.Error
		}
		found = append(found, f)
	}
	return found
}

// overLimit reports a list that is longer than the limit of the request.
func (t *tally) overLimit(c *trial, a *answer) []diag.Finding {
	limit, ok := c.Params.Get(limitName).(sample.Int)
	if _, declared := propertyOf(t.paramsSchema(), limitName).(*lexicon.Integer); !ok || !declared {
		return nil
	}
	for name, list := range a.lists() {
		if n := a.reader.tape.Tokens[list].Len(); int64(n) > limit.Value {
			f := t.finding(servicerules.LimitIgnored, lexicon.PartOutput, fmt.Sprintf("%s has %s, but the limit of the request is %d",
				words.Quote(name), words.Count(n, "item"), limit.Value))
			f.Pointer = "/" + diag.EscapePointer(name)
			return []diag.Finding{f}
		}
	}
	return nil
}
