package lexicon

import (
	"github.com/lexsmith/lexsmith/pkg/diag"
)

// decoder turns the JSON tree of a file into the schema model.
type decoder struct {
	doc     *Document
	def     *Definition // the definition being read
	found   diag.Collector
	profile diag.Profile
	again   bool // the file was read before: what is wrong with its fields is known
}

func (d *decoder) find(rule *diag.Rule, at diag.Location, message, help string) {
	d.findFixable(rule, at, message, help, nil)
}

func (d *decoder) findFixable(rule *diag.Rule, at diag.Location, message, help string, fix *diag.Fix) {
	d.found.Add(diag.Finding{Rule: rule, Severity: rule.Severity[d.profile], Message: message, Help: help, Location: at, Fix: fix})
}

// tooMany reports whether one more finding of a rule is one too many, and counts
// it as omitted then.
func (d *decoder) tooMany(rule *diag.Rule) bool {
	return d.found.Skip(rule, rule.Severity[d.profile], d.doc.Source)
}

// fieldSet is the fields of a shape, and which of them an object has.
type fieldSet struct {
	Keys
	present [maxFields]bool // by the index in fields
	// lacks says that the object lacks a required field, which an unknown key may
	// be meant for.
	lacks bool
	// loose says that there is something in the value of an unknown key: it may be a
	// schema out of its place, and keys beside it a part of it.
	loose bool
}

// missing reports whether the shape has a field of that name that the object lacks.
func (s *fieldSet) missing(name string) bool {
	i := s.index(name)
	return i >= 0 && !s.present[i]
}

// nearest returns the field that a key most likely means; "" when there is none, or the
// object has it already.
func (s *fieldSet) nearest(key string) string {
	if near := s.Nearest(key); s.missing(near) {
		return near
	}
	return ""
}
