package validate

import (
	"cmp"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// RuleUnknownError is raised for an error that the method does not declare, also for
// those of the protocol, such as InvalidRequest.
var RuleUnknownError = &diag.Rule{
	Code: "unknown-error", Group: "validate", Severity: diag.Always(diag.Info),
	Summary: "the method does not declare the error",
	Reason: "Servers may return errors that no schema declares, such as InvalidRequest, so this may not be a mistake. " +
		"If the method returns the error, declare it, so that callers know what to expect.",
	Spec: "Errors", Page: "specs/lexicon#query-and-procedure-http-api",
	Examples: notFoundQuery + "\n-- error response --\n" + `{"error": «"ThingGone"|"NotFound"», "message": "no such thing"}`,
}

const notFoundQuery = inSchema + `{"type": "query", "errors": [{"name": "NotFound"}]}`

// errorChecker is the body of an error response.
type errorChecker struct {
	origin[lexicon.Schema]
	names closedSet[string] // those of the errors that the method declares
}

func newErrorChecker(method lexicon.Schema, errors []*lexicon.ErrorDef) *errorChecker {
	var names []string
	for _, e := range errors {
		names = append(names, e.Name)
	}
	return &errorChecker{from(method), newClosedSet(names)}
}

func (c *errorChecker) check(r *run, i uint32) bool {
	if !r.Tokens[i].IsObject() {
		return r.wrongType(i, c.node, lexicon.TypeObject, `an object with "error" and "message"`)
	}
	for _, name := range [...]string{"message", "error"} {
		at := r.Member(i, name)
		if kind := r.Tokens[at].Kind; at != 0 && kind != datamodel.String && kind != datamodel.Invalid && !r.wrongType(at, c.node, lexicon.TypeString, "a string") {
			return false
		}
	}
	at := r.Member(i, "error")
	if at == 0 {
		return r.report(RuleMissingRequired, func() finding {
			return finding{at: i, opening: true, schema: c.node, field: "errors", message: `is missing the required "error" field`, expected: "error"}
		})
	}
	if r.Tokens[at].Kind != datamodel.String {
		return true
	}
	name := r.Text(at)
	return c.names.has(name) || r.report(RuleUnknownError, func() finding {
		help := cmp.Or(words.DidYouMean(words.Nearest(name, c.names.list)), `if the method is meant to return this error, add it to the method's "errors"`)
		return finding{
			at: at, schema: c.node, field: "errors",
			message: "is " + quote(name) + ", which the method does not declare", help: help, expected: c.names.list, actual: name,
		}
	})
}
