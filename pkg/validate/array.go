package validate

import (
	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// RuleLength is broken by strings, bytes and arrays that are too short or too long.
var RuleLength = &diag.Rule{
	Code: "length", Group: "validate", Severity: diag.Always(diag.Error),
	Summary: "the value is too short or too long",
	Reason: "The minLength and maxLength limits count the UTF-8 bytes of a string, the raw bytes of a bytes value, and the elements of an array. " +
		"A string that looks short can be many bytes long: é takes up two bytes, an emoji four or more.",
	Spec: "Field types > string, bytes, array; Limits", Page: "specs/lexicon#string",
	Examples: inSchema + `{"type": "string", "maxLength": 8}` + inData + `«"Crêpière"|"Crêpes"»`,
}

// arrayChecker is a schema of type array, prepared for many values.
type arrayChecker struct {
	origin[*lexicon.Array]
	items checker
}

func (c *arrayChecker) check(r *run, i uint32) bool {
	tok := &r.Tokens[i]
	if tok.Kind != datamodel.Array {
		return r.wrongType(i, c.node, lexicon.TypeArray, "an array")
	}
	if !r.length(i, c.node, int64(tok.Len()), c.node.MinLength, c.node.MaxLength, "element") {
		return false
	}
	end := tok.Next
	for k := i + 1; k < end; k = r.Tokens[k].Next {
		if !r.value(c.items, k, false) {
			return false
		}
	}
	return true
}

// length checks a number of bytes or elements against two limits.
func (r *run) length(i uint32, schema lexicon.Schema, n int64, least, most lexicon.Opt[int64], unit string) bool {
	broken := func(field string, inWords func(int64) string, limit int64) bool {
		return r.breach(i, schema, RuleLength, field, func() Fault {
			return Fault{Message: "has " + words.Count(n, unit) + inWords(limit), Expected: limit, Actual: n}
		})
	}
	return !(most.Set && n > most.Value && !broken("maxLength", atMost, most.Value) ||
		least.Set && n < least.Value && !broken("minLength", atLeast, least.Value))
}

// bytesChecker is a schema of type bytes.
type bytesChecker struct{ origin[*lexicon.Bytes] }

func (c *bytesChecker) check(r *run, i uint32) bool {
	tok := &r.Tokens[i]
	if tok.Kind != datamodel.Bytes {
		return r.wrongType(i, c.node, lexicon.TypeBytes, `bytes ({"$bytes": …} in JSON)`)
	}
	return r.length(i, c.node, int64(tok.Len()), c.node.MinLength, c.node.MaxLength, "byte")
}

// linkChecker is a schema of type cid-link.
type linkChecker struct{ origin[*lexicon.CIDLink] }

func (c *linkChecker) check(r *run, i uint32) bool {
	if r.Tokens[i].Kind != datamodel.Link {
		return r.wrongType(i, c.node, lexicon.TypeCIDLink, `a link ({"$link": …} in JSON)`)
	}
	return true
}
