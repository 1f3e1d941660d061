package validate

import (
	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// paramChecker is a parameter that the schema does not describe: it can have any
// value that a query string can carry.
type paramChecker struct{ node *lexicon.Params }

func (c *paramChecker) schema() lexicon.Schema { return c.node }

func (c *paramChecker) check(r *run, i uint32) bool {
	tok := &r.Tokens[i]
	if tok.Kind != datamodel.Array {
		return isParam(tok.Kind) || r.wrongType(i, c.node, lexicon.TypeString, "a boolean, an integer, a string, or an array of these")
	}
	for k := i + 1; k < tok.Next; k = r.Tokens[k].Next {
		if kind := r.Tokens[k].Kind; !isParam(kind) && kind != datamodel.Invalid &&
			!r.wrongType(k, c.node, lexicon.TypeString, "a boolean, an integer, or a string") {
			return false
		}
	}
	return true
}

// isParam reports whether a query string can carry a value of a kind.
func isParam(k datamodel.Kind) bool {
	return k == datamodel.Boolean || k == datamodel.Integer || k == datamodel.String
}
