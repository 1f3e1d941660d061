package validate

import (
	"strconv"

	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// CheckBoolean returns a fault for every field of s that a boolean breaks. The
// fields named in skip are not looked at.
func CheckBoolean(s *lexicon.Boolean, b bool, skip ...string) []Fault {
	return collect(func(report reporter) { newBooleanChecker(s, skip...).faults(b, report) })
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
	switch {
	case tok.Kind != datamodel.Boolean:
		return r.wrongType(i, c.node, lexicon.TypeBoolean, "a boolean")
	case c.valid(tok.Bool()):
		return true
	case r.quick:
		return false
	}
	c.faults(tok.Bool(), r.reporter(i, c.node))
	return true
}

// valid reports whether a boolean breaks no field. It allocates nothing.
func (c *booleanChecker) valid(b bool) bool {
	return len(c.fields) == 0 || b == c.node.Const.Value
}

// faults reports every field that a boolean breaks.
func (c *booleanChecker) faults(b bool, report reporter) {
	if !c.valid(b) {
		want := c.node.Const.Value
		report(Fault{fieldConst.rule(), fieldConst.String(), mustBe(strconv.FormatBool(want), strconv.FormatBool(b)), want, b})
	}
}
