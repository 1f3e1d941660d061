package compat

import (
	"slices"
	"strings"
	"unicode"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
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
// them, and returns the others. Only fields are compared that are the same except for
// their names and descriptions.
func (s *scope) renames(o, n view, removed, added []*fieldView) (gone, new []*fieldView) {
	if len(removed) == 0 || len(added) == 0 || len(removed)*len(added) > mostPairs {
		return removed, added
	}
	olds, news := candidates(o, n), candidates(n, o)
	oldGroups, newGroups := bySignature(olds), bySignature(news)
	paired := map[*fieldView]bool{}
	for _, c := range olds {
		before, after := oldGroups[c.signature], newGroups[c.signature]
		to, likeness := c.closest(after)
		if len(before) == 1 && len(after) == 1 {
			likeness++
		}
		if to == nil || likeness < possibleRename {
			continue
		}
		if back, _ := to.closest(before); back != c {
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

// candidate is a field that may have been renamed.
type candidate struct {
	*fieldView
	signature string
	words     []string // of its name
	text      string   // its description
	about     []string // content words of that
	after     string   // the nearest field before it that both sides have
}

// candidates returns those fields of a view that the other one lacks.
func candidates(v, other view) (all []*candidate) {
	after := ""
	for _, f := range v.fields {
		if other.byName[f.name] != nil {
			after = f.name
			continue
		}
		c := &candidate{fieldView: f, signature: f.signature(), words: words.Split(f.name), after: after}
		if f.schema != nil {
			c.text = f.schema.Base().Description
			c.about = contentWords(c.text)
		}
		all = append(all, c)
	}
	return all
}

func bySignature(all []*candidate) map[string][]*candidate {
	groups := map[string][]*candidate{}
	for _, c := range all {
		groups[c.signature] = append(groups[c.signature], c)
	}
	return groups
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
// fields, and constraints. The fields have the same signature.
func (c *candidate) likeness(other *candidate) int {
	likeness := alikeNames(c.words, other.words) + c.alikeDescriptions(other)
	if c.after == other.after {
		likeness++
	}
	if !strings.HasSuffix(c.signature, "{}") { // more than a type
		likeness++
	}
	return likeness
}

// alikeDescriptions compares the descriptions of two fields, if both have one.
func (c *candidate) alikeDescriptions(other *candidate) int {
	shared, most := len(c.about)-len(without(c.about, other.about)), max(len(c.about), len(other.about))
	switch {
	case c.text == "" || other.text == "":
		return 0
	case c.text == other.text:
		return 3
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
	old, new, what := words.Quote(before.name), words.Quote(after.name), s.thing()
	ch := change{
		rule: ruleFieldRenamed, severity: diag.Info, new: n.at(after), old: o.at(before),
		message: "the " + old + " " + what + " may have been renamed to " + new,
		help:    "if the two have the same meaning, keep " + old,
	}
	if probable {
		ch.severity = diag.Error // even if every value stays valid: its meaning is lost
		ch.message = "the " + old + " " + what + " appears to have been renamed to " + new
		ch.help = "keep " + old + ", and add " + new + " as an optional " + what + "; if the two are unrelated, remove one and add the other in separate releases"
		if ch.added = after.schema; before.required != nil {
			ch.breaks, ch.explains = both, missingField(n.node, after.name)
		}
	}
	s.report(ch)
}
