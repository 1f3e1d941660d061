package compat

import (
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
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
	s.constraints(o, n, lengths(ruleBytesLength, o.MinLength, o.MaxLength, n.MinLength, n.MaxLength))
}

// lengths compares the limits of the number of bytes or elements.
func lengths(rule *diag.Rule, oldLeast, oldMost, newLeast, newMost lexicon.Opt[int64]) constraint {
	return constraint{rule, rangeBreaks(between(oldLeast, oldMost, 0), between(newLeast, newMost, 0)), []fieldChange{
		optionChange("minLength", oldLeast, newLeast),
		optionChange("maxLength", oldMost, newMost),
	}}
}

// compareArray compares two schemas of type array.
func (s *scope) compareArray(o, n *lexicon.Array) {
	s.constraints(o, n, lengths(ruleArrayLength, o.MinLength, o.MaxLength, n.MinLength, n.MaxLength))
	// Where one side accepts no element, the items break nothing that the limits do not.
	if none := lexicon.Some[int64](0); o.MaxLength != none && n.MaxLength != none {
		s.compareSchemas(o.Items, n.Items)
	}
}

var ruleBlobSize = &diag.Rule{
	Code: "blob-size", Group: "diff", Severity: diag.Always(diag.Error),
	Summary: "the size limit of a blob changed",
	Reason:  constraintReason,
	Spec:    "Versioning, 2; Field types > blob: maxSize", Page: evolution,
	Examples: inOld + `{"type": "blob", "accept": ["image/*"], "maxSize": 1000}` + inNew + `{"type": "blob", "accept": ["image/*"], "maxSize": «2000|1000»}`,
}

var ruleBlobAccept = &diag.Rule{
	Code: "blob-accept", Group: "diff", Severity: diag.Always(diag.Error),
	Summary: "the accepted MIME types of a blob changed",
	Reason:  constraintReason,
	Spec:    "Versioning, 2; Field types > blob: accept", Page: evolution,
	Examples: inOld + `{"type": "blob", "accept": ["image/png"], "maxSize": 1000}` + inNew + `{"type": "blob", "accept": [«"image/*"|"image/png"»], "maxSize": 1000}`,
}

// compareBlob compares two schemas of type blob.
func (s *scope) compareBlob(o, n *lexicon.Blob) {
	old, new := accepted(o), accepted(n)
	accept := constraint{ruleBlobAccept, directions(!new.Contains(old), !old.Contains(new)), []fieldChange{
		listChange("accept", o.Accept, n.Accept),
	}}
	size := constraint{ruleBlobSize, rangeBreaks(between(lexicon.Opt[int64]{}, o.MaxSize, 0), between(lexicon.Opt[int64]{}, n.MaxSize, 0)), []fieldChange{
		optionChange("maxSize", o.MaxSize, n.MaxSize),
	}}
	s.constraints(o, n, accept, size)
}

// accepted returns the MIME types that a blob may have.
func accepted(s *lexicon.Blob) syntax.MIMESet {
	if s.Accept == nil {
		return syntax.MIMESetOf([]string{"*/*"})
	}
	return syntax.MIMESetOf(s.Accept)
}
