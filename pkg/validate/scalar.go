package validate

import (
	"strings"

	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

func (c *booleanChecker) schema() lexicon.Schema { return c.node }

func (c *booleanChecker) check(r *run, i uint32) bool {
	tok := &r.Tokens[i]
	switch {
	case tok.Kind != datamodel.Boolean:
		return r.wrongType(i, c.node, "a boolean")
	case c.valid(tok.Bool()):
		return true
	case r.quick:
		return false
	}
	c.faults(tok.Bool(), r.reporter(i, c.node))
	return true
}

func (c *integerChecker) schema() lexicon.Schema { return c.node }

func (c *integerChecker) check(r *run, i uint32) bool {
	tok := &r.Tokens[i]
	switch {
	case tok.Kind != datamodel.Integer:
		return r.wrongType(i, c.node, "an integer")
	case c.valid(tok.Int()):
		return true
	case r.quick:
		return false
	}
	c.faults(tok.Int(), r.reporter(i, c.node))
	return true
}

func (c *stringChecker) schema() lexicon.Schema { return c.node }

func (c *stringChecker) check(r *run, i uint32) bool {
	if r.Tokens[i].Kind != datamodel.String {
		return r.wrongType(i, c.node, "a string")
	}
	text := r.Text(i)
	if c.valid(text) && (!c.practice || isGoodDatetime(text)) {
		return true
	}
	if r.quick {
		return false
	}
	report := r.reporter(i, c.node)
	c.faults(text, func(rule *lexicon.Rule, field, message string) {
		if field == "format" && c.legacy && syntax.IsDatetimeWithoutZone(text) {
			r.report(ruleLegacyForm, i, c.node, field, "is a datetime without a timezone", `write the timezone: Z, or an offset such as +01:00`)
			return
		}
		report(rule, field, message)
	})
	if c.practice && c.format.Valid(text) && !isGoodDatetime(text) {
		r.report(ruleDatetimePractice, i, c.node, "format", "is "+quote(text)+", not in UTC with Z and milliseconds", "write three digits of the second and a Z, as in 2026-01-31T12:30:00.000Z")
	}
	return true
}

// isGoodDatetime reports whether a datetime follows the specification's best
// practice: UTC with Z, and at least milliseconds.
func isGoodDatetime(text string) bool {
	_, fraction, _ := strings.Cut(strings.TrimSuffix(text, "Z"), ".")
	return strings.HasSuffix(text, "Z") && len(fraction) >= 3
}

// reporter reports the broken constraints of the value at i.
func (r *run) reporter(i uint32, schema lexicon.Schema) reporter {
	return func(rule *lexicon.Rule, field, message string) { r.report(rule, i, schema, field, message, "") }
}
