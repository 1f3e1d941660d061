package validate

import (
	"slices"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

var ruleUnionVariant = &lexicon.Rule{
	Code: "union-variant", Group: "validate", Severity: lexicon.Always(lexicon.Error),
	Summary: "the message matches no variant of its union",
	Reason: "A message of a subscription may omit $type, so each variant is tried. None matches; the finding shows what is wrong with the closest one. " +
		"Add $type to say which one is meant.",
	Spec: "When $type is required, 2; Events, 2",
	Page: "specs/lexicon#subscription-event-stream",
	Bad: saleOrNote + `-- message --
{"price": "12"}`,
	Good: saleOrNote + `-- message --
{"price": 12}`,
}

const saleOrNote = `-- schema --
"main": {"type": "subscription", "message": {
  "schema": {"type": "union", "refs": ["#sale", "#note"]}
}},
"sale": {"type": "object", "required": ["price"], "properties": {"price": {"type": "integer"}}},
"note": {"type": "object", "required": ["text"], "properties": {"text": {"type": "string"}}}
`

// messageChecker is the union at the top of a subscription's messages, where
// $type may be omitted.
type messageChecker struct{ *unionChecker }

func (c messageChecker) check(r *run, i uint32) bool {
	tok := &r.Tokens[i]
	if !tok.IsObject() || tok.TypeIndex() != 0 || r.Member(i, "$type") != 0 || c.any || len(c.variants) == 0 {
		return c.unionChecker.check(r, i)
	}
	if r.quick {
		return slices.ContainsFunc(c.variants, func(v variantChecker) bool {
			r.unknown = false
			return v.checker.check(r, i) && !r.unknown
		})
	}
	outer := r.found
	var best attempt
	for n, v := range c.variants {
		if a := r.try(v, i); n == 0 || a.closerThan(best) {
			best = a
		}
	}
	r.found, r.broken, r.unknown = outer, nil, false
	if best.matches() {
		best.checker.check(r, i)
		return true
	}
	f := finding{
		rule: ruleUnionVariant, at: i, schema: c.node, field: "refs", expected: c.names,
		message: "matches no variant of the message union, the closest is " + quote(best.name),
	}
	for _, fault := range best.found {
		f.related = append(f.related, lexicon.Related{Location: fault.Location, Message: fault.Message})
	}
	r.report(f)
	return true
}

// attempt is what checking a message against one variant gave.
type attempt struct {
	variantChecker
	found   []lexicon.Finding
	count   int // findings, those that are not kept included
	unknown bool
}

// try checks the message at i against a variant.
func (r *run) try(v variantChecker, i uint32) attempt {
	r.found, r.broken, r.unknown = lexicon.Collector{PointerBudget: maxPointers}, nil, false
	v.checker.check(r, i)
	a := attempt{v, r.found.Findings(), r.found.Len(), r.unknown}
	for _, o := range r.found.Omitted() {
		a.count += o.Count
	}
	return a
}

func (a attempt) matches() bool {
	return !slices.ContainsFunc(a.found, func(f lexicon.Finding) bool { return f.Severity == lexicon.Error })
}

// closerThan reports whether a variant is closer than another: without an error
// before with one, with its schema before without, then with fewer findings.
func (a attempt) closerThan(b attempt) bool {
	switch {
	case a.matches() != b.matches():
		return a.matches()
	case a.unknown != b.unknown:
		return b.unknown
	}
	return a.count < b.count
}
