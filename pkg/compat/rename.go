package compat

import (
	"slices"
	"strings"
	"unicode"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/words"
)

var ruleFieldRenamed = &diag.Rule{
	Code: "field-renamed", Group: "diff", Severity: diag.Always(diag.Error),
	Summary: "a field was renamed",
	Reason: "New software does not read the old name, and old software does not read the new name. Keep the old field, " +
		"and add the new one as optional. This finding replaces a removal and an addition. A rename that is only possible is an " +
		"info finding in addition to them. If the two fields are unrelated, " +
		"give them different descriptions, or add the new one in a later change.",
	Spec: "Versioning, 3: fields cannot be renamed", Page: evolution,
	Examples: inOld + `"main": {"type": "object", "properties": {
  "size": {"type": "integer"},
  "shade": {"type": "string", "maxLength": 20}
}}` + inNew + `"main": {"type": "object", "properties": {
  "size": {"type": "integer"},
  «"tint"|"shade"»: {"type": "string", "maxLength": 20}
}}`,
}

// mostPairs is how many things that were removed and added are compared with each other.
// Among very many no pairing is obvious, and trying them all would take too long.
const mostPairs = 10_000

// renames finds fields that were removed and added under another name, reports
// them, and returns the others.
func (s *scope) renames(o, n view, removed, added []*fieldView) (gone, new []*fieldView) {
	if len(removed) == 0 || len(added) == 0 || len(removed)*len(added) > mostPairs {
		return removed, added
	}
	groups := map[string]*group{}
	olds, news := newCandidates(o, n, removed, groups), newCandidates(n, o, added, groups)
	for _, c := range olds {
		c.group.removed = append(c.group.removed, c)
	}
	for _, c := range news {
		c.group.added = append(c.group.added, c)
	}
	paired := map[*fieldView]bool{}
	for _, c := range olds {
		to, likeness := c.closest(c.group.added)
		if to == nil || likeness < possibleRename {
			continue
		}
		if back, _ := to.closest(c.group.removed); back != c {
			continue
		}
		if likeness >= probableRename {
			paired[c.fieldView], paired[to.fieldView] = true, true
		}
		s.renamed(o, n, c.fieldView, to.fieldView, likeness >= probableRename)
	}
	isPaired := func(f *fieldView) bool { return paired[f] }
	return slices.DeleteFunc(removed, isPaired), slices.DeleteFunc(added, isPaired)
}

// group has the fields that only one side has and that are the same except for
// their names and descriptions.
type group struct{ removed, added []*candidate }

// candidate is a field that may have been renamed.
type candidate struct {
	*fieldView
	group *group
	words []string // of its name
	about []string // content words of its description
	after string   // the nearest field before it that both sides have
	bare  bool     // its schema is nothing but a type
}

// newCandidates returns those fields of a view that the other one lacks, which are in the
// order of the view.
func newCandidates(v, other view, lacking []*fieldView, groups map[string]*group) (all []*candidate) {
	after := ""
	for i := range v.fields {
		f := &v.fields[i]
		if other.field(f.name) != nil {
			after = f.name
		}
		if len(lacking) == 0 || f != lacking[0] {
			continue
		}
		lacking = lacking[1:]
		signature := f.signature()
		if groups[signature] == nil {
			groups[signature] = &group{}
		}
		c := &candidate{fieldView: f, group: groups[signature], words: words.Split(f.name), after: after, bare: strings.HasSuffix(signature, "{}")}
		if f.schema != nil {
			c.about = contentWords(f.schema.Base().Description)
		}
		all = append(all, c)
	}
	return all
}

// What likeness returns for two fields that are probably one, or possibly.
const (
	possibleRename = 2
	probableRename = 3
)

// closest returns the one of a list that is most like c; nil when there are several.
func (c *candidate) closest(list []*candidate) (closest *candidate, most int) {
	for _, other := range list {
		switch likeness := c.likeness(other); {
		case closest == nil || likeness > most:
			closest, most = other, likeness
		case likeness == most:
			closest = nil
		}
	}
	return closest, most
}

// likeness says how much speaks for a rename: names, descriptions, places among the other
// fields, and constraints. The fields are of one group.
func (c *candidate) likeness(other *candidate) int {
	likeness := alikeNames(c.words, other.words) + c.alikeDescriptions(other)
	if len(c.group.removed) == 1 && len(c.group.added) == 1 {
		likeness++
	}
	if c.after == other.after {
		likeness++
	}
	if !c.bare {
		likeness++
	}
	return likeness
}

// alikeDescriptions compares the descriptions of two fields, if both have one.
func (c *candidate) alikeDescriptions(other *candidate) int {
	if c.schema == nil || other.schema == nil {
		return 0
	}
	a, b := c.schema.Base().Description, other.schema.Base().Description
	switch {
	case a == "" || b == "":
		return 0
	case a == b:
		return 3
	}
	shared := len(c.about) - len(lacking(other.about, c.about, func(word string) string { return word }))
	switch most := max(len(c.about), len(other.about)); {
	case 2*shared >= most:
		return 1
	case 4*shared < most:
		return -2 // they speak of different things
	}
	return 0
}

// contentWords returns the first words of a text, each once, without short ones such as
// articles.
func contentWords(text string) (words []string) {
	const most = 50
	for word := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if len(word) > 3 && !slices.Contains(words, word) {
			words = append(words, word)
		}
		if len(words) == most {
			break
		}
	}
	return words
}

// alikeNames compares two names by their words: spellings of one name, a name that the
// other one extends, or siblings such as minLength and maxLength.
func alikeNames(a, b []string) int {
	const most = 20 // words of a name
	if len(a) > most || len(b) > most {
		return 0
	}
	joined, other := strings.Join(a, ""), strings.Join(b, "")
	switch {
	case joined == other || len(a) == len(b) && alikeWords(a, b):
		return 2
	case strings.Contains(joined, other) || strings.Contains(other, joined):
		return 1
	case slices.ContainsFunc(a, func(word string) bool { return slices.Contains(b, word) }):
		return -1
	}
	return 0
}

// alikeWords reports whether two names differ by typos only.
func alikeWords(a, b []string) bool {
	for i, word := range a {
		if word != b[i] && words.Nearest(word, b[i:i+1]) == "" {
			return false
		}
	}
	return true
}

// renamed reports two fields that are probably one, or, besides their removal and addition,
// two that only may be.
func (s *scope) renamed(o, n view, before, after *fieldView, probable bool) {
	ch := change{
		rule: ruleFieldRenamed, new: n.at(after), old: o.at(before),
		message: "the " + words.Quote(before.name) + " " + n.what() + " appears to have been renamed to " + words.Quote(after.name),
		help:    "keep " + words.Quote(before.name) + ", and add " + words.Quote(after.name) + " as an optional " + n.what() + "; if the two are unrelated, remove one and add the other in separate releases",
	}
	ch.severity = diag.Error // even if every value stays valid: its meaning is lost
	if before.required != nil {
		ch.breaks = both
	}
	if !probable {
		ch.severity, ch.breaks = diag.Info, 0
		ch.message = "the " + words.Quote(before.name) + " " + n.what() + " may have been renamed to " + words.Quote(after.name)
		ch.help = "if the two have the same meaning, keep " + words.Quote(before.name)
	}
	s.report(ch)
}
