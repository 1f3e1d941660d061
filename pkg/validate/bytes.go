package validate

import (
	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// bytesChecker is a schema of type bytes.
type bytesChecker struct{ node *lexicon.Bytes }

func (c *bytesChecker) schema() lexicon.Schema { return c.node }

func (c *bytesChecker) check(r *run, i uint32) bool {
	tok := &r.Tokens[i]
	if tok.Kind != datamodel.Bytes {
		return r.wrongType(i, c.node, `bytes, {"$bytes": …} in JSON`)
	}
	return r.length(i, c.node, tok.Int(), c.node.MinLength, c.node.MaxLength, "byte")
}

// linkChecker is a schema of type cid-link.
type linkChecker struct{ node *lexicon.CIDLink }

func (c *linkChecker) schema() lexicon.Schema { return c.node }

func (c *linkChecker) check(r *run, i uint32) bool {
	if r.Tokens[i].Kind != datamodel.Link {
		return r.wrongType(i, c.node, `a link, {"$link": …} in JSON`)
	}
	return true
}
