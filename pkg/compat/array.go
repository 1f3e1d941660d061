package compat

import "github.com/lexsmith/lexsmith/pkg/lexicon"

var ruleBytesLength = &lexicon.Rule{
	Code: "bytes-length", Group: "diff", Severity: lexicon.Always(lexicon.Error),
	Summary: "the length limits of bytes changed",
	Reason:  limitReason,
	Spec:    "Versioning, 2; Field types > bytes: minLength, maxLength", Page: evolution,
	Examples: inOld + `{"type": "bytes", "maxLength": 32}` + inNew + `{"type": "bytes", "maxLength": «64|32»}`,
}

var ruleArrayLength = &lexicon.Rule{
	Code: "array-length", Group: "diff", Severity: lexicon.Always(lexicon.Error),
	Summary: "the length limits of an array changed",
	Reason:  limitReason,
	Spec:    "Versioning, 2; Field types > array: minLength, maxLength", Page: evolution,
	Examples: inOld + `{"type": "array", "items": {"type": "integer"}, "maxLength": 4}` + inNew + `{"type": "array", "items": {"type": "integer"}, "maxLength": «8|4»}`,
}

// bytes compares two schemas of type bytes.
func (s *scope) bytes(o, n *lexicon.Bytes) {
	length := constraint{rule: ruleBytesLength, breaks: rangeBreaks(between(o.MinLength, o.MaxLength, 0), between(n.MinLength, n.MaxLength, 0))}
	option(&length, "minLength", o.MinLength, n.MinLength)
	option(&length, "maxLength", o.MaxLength, n.MaxLength)
	s.constraints(o, n, !o.MinLength.Set && !o.MaxLength.Set, length)
}

// array compares two schemas of type array.
func (s *scope) array(o, n *lexicon.Array) {
	length := constraint{rule: ruleArrayLength, breaks: rangeBreaks(between(o.MinLength, o.MaxLength, 0), between(n.MinLength, n.MaxLength, 0))}
	option(&length, "minLength", o.MinLength, n.MinLength)
	option(&length, "maxLength", o.MaxLength, n.MaxLength)
	s.constraints(o, n, !o.MinLength.Set && !o.MaxLength.Set, length)
	s.pair(o.Items, n.Items)
}
