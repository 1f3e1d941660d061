package validate

import (
	"strings"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// recordChecker is a record, prepared for many values.
type recordChecker struct {
	node     *lexicon.Record
	typeName string         // what $type calls it
	object   *objectChecker // nil when the schema cannot be read
}

func (c *recordChecker) schema() lexicon.Schema { return c.node }

func (c *recordChecker) check(r *run, i uint32) bool {
	tok := &r.Tokens[i]
	if !tok.IsObject() {
		return r.wrongType(i, c.node, "a record, which is an object")
	}
	if r.TypeOf(i) != c.typeName && !c.wrongName(r, i) {
		return false
	}
	if c.object == nil {
		return (&invalidChecker{c.node, "is a record whose object cannot be read"}).check(r, i)
	}
	return c.object.check(r, i)
}

// wrongName reports what is wrong with the $type of a record.
func (c *recordChecker) wrongName(r *run, i uint32) bool {
	if r.quick {
		return false
	}
	name, at := r.TypeOf(i), r.Tokens[i].TypeIndex()
	switch {
	case name == "" && at == 0:
		if r.Member(i, "$type") == 0 {
			r.typeMissing(i, c.node, "a record names its type", `add "$type": `+quote(c.typeName))
		}
	case strings.TrimSuffix(name, "#main") == c.typeName:
		r.typeMain(at, c.node, c.typeName)
	default:
		r.report(ruleTypeMismatch, at, c.node, "", "must be "+quote(c.typeName)+", found "+quote(name), "")
	}
	return true
}

// typeMain reports a $type that spells a main definition with its name.
func (r *run) typeMain(at uint32, schema lexicon.Schema, want string) {
	r.report(ruleTypeMainFragment, at, schema, "", "must be "+quote(want)+", found "+quote(want+"#main"), "write it without #main")
}

// typeMissing reports an object without the $type that it needs.
func (r *run) typeMissing(i uint32, schema lexicon.Schema, why, help string) {
	f := r.report(ruleTypeMissing, i, schema, "", "needs a $type: "+why, help)
	f.Span.End = min(f.Span.End, f.Span.Start+1)
}

// refChecker is a plain ref to an object, which needs no $type but should not
// contradict one.
type refChecker struct {
	node   lexicon.Schema // the ref, or the object itself when it is the root
	object *objectChecker
}

func (c *refChecker) schema() lexicon.Schema { return c.node }

func (c *refChecker) check(r *run, i uint32) bool {
	if name := r.TypeOf(i); name != "" && name != c.object.typeName && name != "blob" {
		if r.quick {
			return false
		}
		if at := r.Tokens[i].TypeIndex(); name == c.object.typeName+"#main" {
			r.typeMain(at, c.node, c.object.typeName)
		} else {
			r.report(ruleRefTypeMismatch, at, c.node, "ref",
				"names "+quote(name)+" where the schema has "+quote(c.object.typeName), "leave $type out: a plain ref needs none")
		}
	}
	return c.object.check(r, i)
}
