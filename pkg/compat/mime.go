package compat

import (
	"strings"

	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// mimeSet is a set of MIME types: the union of patterns. Case does not matter.
type mimeSet struct {
	types map[string]bool // patterns for one type
	globs map[string]bool // what comes before the star of the others; "" for all types
}

func unionOf(patterns []syntax.MIMEPattern) mimeSet {
	set := mimeSet{types: map[string]bool{}, globs: map[string]bool{}}
	for _, p := range patterns {
		set.add(p)
	}
	return set
}

func (set mimeSet) add(p syntax.MIMEPattern) {
	text := strings.ToLower(p.String())
	switch prefix, glob := strings.CutSuffix(text, "*"); {
	case text == "*/*":
		set.globs[""] = true
	case glob:
		set.globs[prefix] = true
	default:
		set.types[text] = true
	}
}

// containsAll reports whether every type of another set is in the set.
func (set mimeSet) containsAll(other mimeSet) bool {
	for text := range other.types {
		if !set.types[text] && !set.hasGlob(text) {
			return false
		}
	}
	for prefix := range other.globs {
		if !set.hasGlob(prefix) {
			return false
		}
	}
	return true
}

// hasGlob reports whether a glob of the set matches everything that begins with
// a text.
func (set mimeSet) hasGlob(text string) bool {
	for i := range len(text) + 1 {
		if set.globs[text[:i]] {
			return true
		}
	}
	return false
}
