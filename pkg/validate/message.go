package validate

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

var ruleUnionVariant = &diag.Rule{
	Code: "union-variant", Group: "validate", Severity: diag.Always(diag.Error),
	Summary: "the message matches no variant of its union",
	Reason: "A message of a subscription may omit $type, so each variant is tried. If none matches, the finding shows how the message differs from the closest one. " +
		"Add $type to select a variant.",
	Spec: "When $type is required, 2; Events, 2", Page: "specs/lexicon#subscription-event-stream",
	Examples: saleOrNote + "\n-- message --\n" + `{"price": «"12"|12»}`,
}

const saleOrNote = inSchema + `"main": {"type": "subscription", "message": {
  "schema": {"type": "union", "refs": ["#sale", "#note"]}
}},
"sale": {"type": "object", "required": ["price"], "properties": {"price": {"type": "integer"}}},
"note": {"type": "object", "required": ["text"], "properties": {"text": {"type": "string"}}}`

// messageChecker is the union at the top of a subscription's messages, where
// $type may be omitted. It also takes a frame of the encodings xrpc.v1 of event streams:
// an object with a message, or with an error.
type messageChecker struct {
	*unionChecker
	errors *errorChecker // nil where frames are not taken
}

func (c messageChecker) check(r *run, i uint32) bool {
	switch typ := r.TypeOf(i); {
	case c.errors == nil:
	case typ == "message":
		return c.frame(r, i)
	case typ == "error":
		return c.errors.check(r, i)
	case typ != "" && !isTypeName(typ) && r.Member(i, "payload") != 0:
		return r.report(RuleTypeSyntax, func() finding {
			return finding{at: r.Tokens[i].TypeIndex(), schema: c.node, message: `must be "message" or "error" in a frame, but is ` + quote(typ), actual: typ}
		})
	}
	return c.payload(r, i)
}

// frame checks a frame with a message.
func (c messageChecker) frame(r *run, i uint32) bool {
	at := r.Member(i, "payload")
	switch {
	case at == 0:
		return r.report(RuleMissingRequired, func() finding {
			return finding{
				at: i, opening: true, subject: "the frame", schema: c.node, message: `is missing the required "payload" field`,
				help: `add the message as "payload"`, expected: "payload",
			}
		})
	case !c.any || r.Tokens[at].Kind == datamodel.Null:
		return r.value(c.unionChecker, at, false)
	case !r.Tokens[at].IsObject():
		return r.wrongType(at, c.node, lexicon.TypeObject, "an object with a $type")
	}
	return r.Member(at, "$type") != 0 || r.typeMissing("a frame requires", func() finding { return finding{at: at, schema: c.node} })
}

// payload checks a message without a frame.
func (c messageChecker) payload(r *run, i uint32) bool {
	tok := &r.Tokens[i]
	if !tok.IsObject() || tok.TypeIndex() != 0 || r.Member(i, "$type") != 0 || c.any || len(c.variants) == 0 {
		return c.unionChecker.check(r, i)
	}
	if r.quick {
		return slices.ContainsFunc(c.tried(), func(v checker) bool {
			r.unknown = false
			return v.check(r, i) && !r.unknown
		})
	}
	best, least := 0, attempt{}
	for n, v := range c.tried() {
		if a := r.try(v, i); n == 0 || a.closerThan(least) {
			best, least = n, a
		}
	}
	if !least.invalid {
		return c.variants[best].check(r, i)
	}
	closest := quote(c.names.list[best])
	return r.report(ruleUnionVariant, func() finding {
		f := finding{
			at: i, schema: c.node, field: "refs", expected: c.names.list, related: diag.Relate(least.found, least.count),
			message: "matches no variant of the message union; the closest is " + closest,
		}
		if n := len(c.variants); n > mostTried {
			f.message = "matches none of the first " + strconv.Itoa(mostTried) + " of " + strconv.Itoa(n) + " variants; the closest is " + closest
			f.help = "add $type; without it, the other variants are not tried"
		}
		return f
	})
}

// mostTried is how many variants a message without $type is compared with.
const mostTried = 256

func (c messageChecker) tried() []checker { return c.variants[:min(len(c.variants), mostTried)] }

// attempt is what checking a message against one variant gave.
type attempt struct {
	found            []diag.Finding // the first few of each rule
	count            int
	invalid, unknown bool
}

// try checks the message at i as a variant. The findings do not count as those of the
// value.
func (r *run) try(v checker, i uint32) attempt {
	outer := r.found
	r.found, r.broken, r.unknown = diag.Collector{PointerBudget: maxPointers, Limit: mostListed}, nil, false
	v.check(r, i)
	a := attempt{found: r.found.Findings(), count: r.found.Len(), unknown: r.unknown}
	for _, o := range r.found.Omitted() {
		a.count += o.Count
	}
	a.invalid = diag.HasErrors(a.found)
	r.found, r.broken, r.unknown = outer, nil, false
	return a
}

// closerThan reports whether a variant is closer than another: without an error
// before with one, with its schema before without, then with fewer findings.
func (a attempt) closerThan(b attempt) bool {
	switch {
	case a.invalid != b.invalid:
		return b.invalid
	case a.unknown != b.unknown:
		return b.unknown
	}
	return a.count < b.count
}

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
