package validate

import (
	"strconv"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// CheckBoolean returns a fault for every field of s that a boolean breaks; the
// fields named in but are not looked at.
func CheckBoolean(s *lexicon.Boolean, b bool, but ...string) []Fault {
	c := newBooleanChecker(s, but...)
	return collect(func(report reporter) { c.faults(b, report) })
}

// booleanChecker is a schema of type boolean, prepared for many values.
type booleanChecker struct {
	node   *lexicon.Boolean
	fields []field // const, or none
}

func newBooleanChecker(s *lexicon.Boolean, but ...string) *booleanChecker {
	return &booleanChecker{s, restricting([]option{{fieldConst, s.Const.Set}}, but)}
}

// valid reports whether a boolean breaks no field. It allocates nothing.
func (c *booleanChecker) valid(b bool) bool {
	return len(c.fields) == 0 || b == c.node.Const.Value
}

// faults reports every field that a boolean breaks.
func (c *booleanChecker) faults(b bool, report reporter) {
	if !c.valid(b) {
		report(ruleConst, "const", "must be "+strconv.FormatBool(c.node.Const.Value)+", found "+strconv.FormatBool(b))
	}
}
