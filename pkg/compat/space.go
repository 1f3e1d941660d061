package compat

import (
	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

var ruleSpaceCollections = &diag.Rule{
	Code: "space-collections", Group: "diff", Severity: diag.Always(diag.Warning),
	Summary: "the collections of a space changed",
	Reason: "Permissions for a space that list no collections cover those of its definition. If a collection is removed, applications " +
		"with such a permission can no longer write it; existing records stay valid. If a collection is added, such permissions " +
		"cover more, and the finding is an info.",
	Spec: "Not in the specification; a draft addition to the AT Protocol", Page: evolution,
	Examples: inOld + `"main": {"type": "space", "key": "any", "name": "Club room", "collections": ["com.example.note"«, "com.example.like"|»]}` +
		inNew + `"main": {"type": "space", "key": "any", "name": "Club room", "collections": ["com.example.note"]}`,
}

// compareSpaces compares two spaces. Only the key can break anything.
func (s *scope) compareSpaces(o, n *lexicon.Space) {
	s.compareKey(o, n, o.Key, n.Key)
	s.compareText(o, n, "name", o.Name, n.Name)
	const translations = "name:lang"
	if !sameValue(o.Value.Field(translations), n.Value.Field(translations)) {
		s.report(change{
			rule: ruleDescriptionChanged, new: atField(n, translations), old: atField(o, translations),
			message: "the translations of the name changed",
		})
	}
	if o.Collections == nil || n.Collections == nil {
		s.skipField(o, n, "collections")
		return
	}
	report := func(entries []string, what string, severity diag.Severity, help string) {
		for _, entry := range entries {
			if syntax.IsNSID(entry) { // others are errors
				s.report(change{
					rule: ruleSpaceCollections, severity: severity, new: atField(n, "collections"), old: atField(o, "collections"),
					message: "the collection " + words.Quote(entry) + what, help: help,
				})
			}
		}
	}
	report(without(o.Collections, n.Collections), " was removed from the space", diag.Warning,
		"applications whose permission lists no collections can no longer write these records; keep the collection unless that is intended")
	report(without(n.Collections, o.Collections), " was added to the space", diag.Info, "")
}
