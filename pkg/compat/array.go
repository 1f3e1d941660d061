package compat

import "github.com/lexsmith/lexsmith/pkg/lexicon"

// bytes compares two schemas of type bytes.
func (c *comparison) bytes(o, n *lexicon.Bytes) {
	length := constraint{rule: ruleBytesLength, breaks: refuses(between(o.MinLength, o.MaxLength, 0), between(n.MinLength, n.MaxLength, 0))}
	option(&length, "minLength", o.MinLength, n.MinLength)
	option(&length, "maxLength", o.MaxLength, n.MaxLength)
	c.constraints(o, n, !o.MinLength.Set && !o.MaxLength.Set, length)
}

// array compares two schemas of type array.
func (c *comparison) array(o, n *lexicon.Array) {
	length := constraint{rule: ruleArrayLength, breaks: refuses(between(o.MinLength, o.MaxLength, 0), between(n.MinLength, n.MaxLength, 0))}
	option(&length, "minLength", o.MinLength, n.MinLength)
	option(&length, "maxLength", o.MaxLength, n.MaxLength)
	c.constraints(o, n, !o.MinLength.Set && !o.MaxLength.Set, length)
	c.pair(o.Items, n.Items)
}
