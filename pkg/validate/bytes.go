package validate

import "github.com/lexsmith/lexsmith/pkg/lexicon"

// bytesChecker is a schema of type bytes.
type bytesChecker struct{ node *lexicon.Bytes }

func (c *bytesChecker) schema() lexicon.Schema { return c.node }

func (c *bytesChecker) check(r *run, i uint32) bool {
	tok := &r.tokens[i]
	if tok.kind != kindBytes {
		return r.wrongType(i, c.node, `bytes, {"$bytes": …} in JSON`)
	}
	return r.length(i, c.node, int64(tok.num), c.node.MinLength, c.node.MaxLength, "byte")
}

// linkChecker is a schema of type cid-link.
type linkChecker struct{ node *lexicon.CIDLink }

func (c *linkChecker) schema() lexicon.Schema { return c.node }

func (c *linkChecker) check(r *run, i uint32) bool {
	if r.tokens[i].kind != kindLink {
		return r.wrongType(i, c.node, `a link, {"$link": …} in JSON`)
	}
	return true
}
