package validate

import (
	"strconv"

	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// CheckBoolean returns a fault for every field of s that a boolean breaks. The
// fields named in skip are not looked at.
func CheckBoolean(s *lexicon.Boolean, b bool, skip ...string) []Fault {
	c := newBooleanChecker(s, skip...)
	if c.valid(b) {
		return nil
	}
	return []Fault{c.fault(b)}
}

// booleanChecker is a schema of type boolean, prepared for many values.
type booleanChecker struct {
	node   *lexicon.Boolean
	fields []field // const, or none
}

func newBooleanChecker(s *lexicon.Boolean, skip ...string) *booleanChecker {
	return &booleanChecker{s, restricting([]option{{fieldConst, s.Const.Set}}, skip)}
}

func (c *booleanChecker) schema() lexicon.Schema { return c.node }

func (c *booleanChecker) check(r *run, i uint32) bool {
	tok := &r.Tokens[i]
	if tok.Kind != datamodel.Boolean {
		return r.wrongType(i, c.node, lexicon.TypeBoolean, "a boolean")
	}
	return c.valid(tok.Bool()) || r.report(fieldConst.rule(), func() finding { return c.fault(tok.Bool()).finding(i, c.node) })
}

// valid reports whether a boolean breaks no field. It allocates nothing.
func (c *booleanChecker) valid(b bool) bool {
	return len(c.fields) == 0 || b == c.node.Const.Value
}

// fault says in what way a boolean breaks const.
func (c *booleanChecker) fault(b bool) Fault {
	want := c.node.Const.Value
	return Fault{
		Rule: fieldConst.rule(), Field: fieldConst.String(),
		Message: mustBe(strconv.FormatBool(want), strconv.FormatBool(b)), Expected: want, Actual: b,
	}
}
