package validate

import (
	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// arrayChecker is a schema of type array, prepared for many values.
type arrayChecker struct {
	node  *lexicon.Array
	items checker
}

func (s *Schemas) array(c *arrayChecker, schema *lexicon.Array) {
	c.node = schema
	c.items = s.compile(schema.Items)
}

func (c *arrayChecker) schema() lexicon.Schema { return c.node }

func (c *arrayChecker) check(r *run, i uint32) bool {
	tok := &r.Tokens[i]
	if tok.Kind != datamodel.Array {
		return r.wrongType(i, c.node, "an array")
	}
	if !r.length(i, c.node, tok.Int(), c.node.MinLength, c.node.MaxLength, "element") {
		return false
	}
	end := tok.Next
	for k := i + 1; k < end; k = r.Tokens[k].Next {
		if !r.value(c.items, k, false) {
			return false
		}
	}
	return true
}

// length holds a number of bytes or elements against two limits.
func (r *run) length(i uint32, schema lexicon.Schema, n int64, least, most lexicon.Opt[int64], unit string) bool {
	if most.Set && n > most.Value {
		if r.quick {
			return false
		}
		r.report(ruleLength, i, schema, "maxLength", "is "+count(int(n), unit)+" long"+atMost(most.Value), "")
	}
	if least.Set && n < least.Value {
		if r.quick {
			return false
		}
		r.report(ruleLength, i, schema, "minLength", "is "+count(int(n), unit)+" long"+atLeast(least.Value), "")
	}
	return true
}
