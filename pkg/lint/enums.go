package lint

import (
	"slices"
	"strconv"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/words"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// enums has the rules about lists of values and names.
var enums = []*rule{
	{&diag.Rule{
		Code: "invalid-enum", Group: "schema", Severity: diag.Always(diag.Error),
		Summary: "an enum is empty",
		Reason: "An enum lists every value that is allowed. An empty one allows none, so the field can never be " +
			"set.",
		Spec: "Field types > integer, string: enum", Page: "specs/lexicon#string",
		Examples: `"color": {"type": "string", "maxLength": 64, «"enum": []|"knownValues": ["red", "green"]»}`,
	}, []check{
		on(func(p *pass, s *lexicon.String) { emptyEnum(p, s, s.Enum) }),
		on(func(p *pass, s *lexicon.Integer) { emptyEnum(p, s, s.Enum) }),
	}},
	{&diag.Rule{
		Code: "enum-and-known-values", Group: "style", Severity: diag.Always(diag.Warning),
		Summary: "a string has both enum and knownValues",
		Reason: "An enum is a closed list of every valid value, while knownValues suggests some values of an open " +
			"set. If there is an enum, the suggestions have no effect. Prefer knownValues for a set that can grow.",
		Spec: "Field types > string: knownValues, enum", Page: "specs/lexicon#string",
		Fix:      diag.FixHelp{Unsafe: "removes knownValues if the enum has all of its entries"},
		Examples: `"color": {"type": "string", "maxLength": 64, «"enum": ["red", "green"], "knownValues": ["red"]|"knownValues": ["red", "green"]»}`,
	}, []check{on(enumAndKnownValues)}},
	{&diag.Rule{
		Code: "duplicate-entry", Group: "style", Severity: diag.Always(diag.Warning),
		Summary: "a list contains the same entry twice",
		Reason:  "The second entry has no effect. Often a different value was intended.",
		Spec:    "Field types: required, nullable, enum, knownValues, accept; Errors", Page: "specs/lexicon#field-type-definitions",
		Fix:      diag.FixHelp{Safe: "removes the later entry of a list of strings or integers"},
		Examples: `"color": {"type": "string", "maxLength": 64, "knownValues": ["red", "green", «"red"|"blue"»]}`,
	}, append(onErrors(duplicateErrors),
		on(func(p *pass, s *lexicon.Object) {
			duplicates(p, s, "required", s.Required, quoted(s.Required))
			duplicates(p, s, "nullable", s.Nullable, quoted(s.Nullable))
		}),
		on(func(p *pass, s *lexicon.Params) { duplicates(p, s, "required", s.Required, quoted(s.Required)) }),
		on(func(p *pass, s *lexicon.String) {
			duplicates(p, s, "enum", s.Enum, quoted(s.Enum))
			duplicates(p, s, "knownValues", s.KnownValues, quoted(s.KnownValues))
		}),
		on(func(p *pass, s *lexicon.Integer) {
			duplicates(p, s, "enum", s.Enum, func(i int) string { return decimal(s.Enum[i]) })
		}),
		on(func(p *pass, s *lexicon.Blob) { duplicates(p, s, "accept", lower(s.Accept), quoted(s.Accept)) }),
	)},
}

func emptyEnum[T any](p *pass, s lexicon.Schema, enum []T) {
	if enum == nil || len(enum) > 0 || !complete(s, "enum", enum) || p.Skip() {
		return
	}
	p.Report(diag.Finding{
		Location: s.Base().AtField("enum"),
		Message:  subject(s) + " has an empty enum, so no value is valid",
		Help:     `list the values, or remove "enum"`,
	})
}

func enumAndKnownValues(p *pass, s *lexicon.String) {
	if s.Enum == nil || s.KnownValues == nil || p.Skip() {
		return
	}
	var fix *diag.Fix
	if among := words.Among(s.Enum); complete(s, "knownValues", s.KnownValues) && !slices.ContainsFunc(s.KnownValues, func(value string) bool { return !among(value) }) {
		fix = removeField(p, s.AtField("knownValues"), "knownValues")
	}
	p.Report(diag.Finding{
		Location: s.AtField("knownValues"),
		Message:  subject(s) + " has both an enum and knownValues, so knownValues has no effect",
		Help:     "if the set of values can grow, remove enum; otherwise, remove knownValues",
		Related:  related(s.AtField("enum"), "enum is set here"),
		Fix:      fix,
	})
}

// atEntry returns the location of entry i of the list that was read from a
// field of n. It is n.AtEntry without the search, which takes long when a long list
// has many findings.
func atEntry[T any](n *lexicon.Node, field string, list []T, i int) diag.Location {
	if v := n.Value.Field(field); v != nil && len(v.Items) == len(list) {
		return n.Document().At(v.Items[i])
	}
	return n.AtEntry(field, i)
}

// repeated calls found with the index of each entry that the list contains before,
// and with the index of its first occurrence.
func repeated[T comparable](list []T, found func(i, first int)) {
	if len(list) < 2 {
		return
	}
	const few = 64 // most entries of a very long list may be the same
	seen := make(map[T]int, min(len(list), few))
	for i, v := range list {
		if first, ok := seen[v]; ok {
			found(i, first)
		} else {
			seen[v] = i
		}
	}
}

// duplicates reports the repeated entries of a list. The function words returns
// entry i as a message shows it.
func duplicates[T comparable](p *pass, s lexicon.Schema, field string, list []T, words func(i int) string) {
	n := s.Base()
	repeated(list, func(i, first int) {
		if p.Skip() {
			return
		}
		at := atEntry(n, field, list, i)
		p.Report(diag.Finding{
			Location: at,
			Message:  "the " + field + " list of " + subject(s) + " contains " + words(i) + " twice",
			Help:     "replace the duplicate with the intended value, or remove it",
			Related:  related(atEntry(n, field, list, first), "first listed here"),
			Fix:      removeEntry(p, at, true),
		})
	})
}

// lower returns the texts in lower case: MIME types compare without regard to case.
func lower(list []string) []string {
	all := make([]string, len(list))
	for i, text := range list {
		all[i] = strings.ToLower(text)
	}
	return all
}

// quoted returns the words of duplicates for a list of texts.
func quoted(list []string) func(i int) string {
	return func(i int) string { return words.Quote(list[i]) }
}

func decimal(n int64) string { return strconv.FormatInt(n, 10) }

func duplicateErrors(p *pass, errors []*lexicon.ErrorDef) {
	var named []*lexicon.ErrorDef
	var names []string
	for _, e := range errors {
		if e.Name != "" {
			named, names = append(named, e), append(names, e.Name)
		}
	}
	repeated(names, func(i, first int) {
		if p.Skip() {
			return
		}
		p.Report(diag.Finding{
			Location: named[i].AtField("name"),
			Message:  "the " + words.Quote(names[i]) + " error is declared twice",
			Help:     "replace the duplicate with the intended name, or remove it",
			Related:  related(named[first].AtField("name"), "first declared here"),
		})
	})
}
