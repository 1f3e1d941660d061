package compat

import (
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

var ruleBytesLength = &diag.Rule{
	Code: "bytes-length", Group: "diff", Severity: diag.Always(diag.Error),
	Summary: "the length limits of bytes changed",
	Reason:  constraintReason,
	Spec:    "Versioning, 2; Field types > bytes: minLength, maxLength", Page: evolution,
	Examples: inOld + `{"type": "bytes", "maxLength": 32}` + inNew + `{"type": "bytes", "maxLength": «64|32»}`,
}

var ruleArrayLength = &diag.Rule{
	Code: "array-length", Group: "diff", Severity: diag.Always(diag.Error),
	Summary: "the length limits of an array changed",
	Reason:  constraintReason,
	Spec:    "Versioning, 2; Field types > array: minLength, maxLength", Page: evolution,
	Examples: inOld + `{"type": "array", "items": {"type": "integer"}, "maxLength": 4}` + inNew + `{"type": "array", "items": {"type": "integer"}, "maxLength": «8|4»}`,
}

// compareBytes compares two schemas of type bytes.
func (s *scope) compareBytes(o, n *lexicon.Bytes) {
	s.constraints(o, n, !o.MinLength.Set && !o.MaxLength.Set, lengths(ruleBytesLength, o.MinLength, o.MaxLength, n.MinLength, n.MaxLength))
}

// compareArray compares two schemas of type array.
func (s *scope) compareArray(o, n *lexicon.Array) {
	s.constraints(o, n, !o.MinLength.Set && !o.MaxLength.Set, lengths(ruleArrayLength, o.MinLength, o.MaxLength, n.MinLength, n.MaxLength))
	// Where one side accepts no element, the items break nothing that the limits do not.
	if none := lexicon.Some[int64](0); o.MaxLength != none && n.MaxLength != none {
		s.compareSchemas(o.Items, n.Items)
	}
}
