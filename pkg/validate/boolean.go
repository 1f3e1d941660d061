package validate

import (
	"strconv"

	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// booleanChecker is a schema of type boolean.
type booleanChecker struct{ node *lexicon.Boolean }

func (c *booleanChecker) schema() lexicon.Schema { return c.node }

func (c *booleanChecker) check(r *run, i uint32) bool {
	tok := &r.Tokens[i]
	if tok.Kind != datamodel.Boolean {
		return r.wrongType(i, c.node, lexicon.TypeBoolean, "a boolean")
	}
	want := c.node.Const.Value
	return !c.node.Const.Set || tok.Bool() == want || r.report(RuleConst, func() finding {
		return finding{
			at: i, schema: c.node, field: fieldConst.String(), expected: want, actual: tok.Bool(),
			message: mustBe(strconv.FormatBool(want), strconv.FormatBool(tok.Bool())),
		}
	})
}
