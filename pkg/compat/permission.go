package compat

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

var rulePermissions = &diag.Rule{
	Code: "permissions", Group: "diff", Severity: diag.Always(diag.Warning),
	Summary: "the permissions of a permission set changed",
	Reason: "Users grant a permission set as a whole. When the set changes, so does what an application may do, so tell the users and " +
		"the authors of the consent screen. Publish a set with more permissions under a new NSID.",
	Spec: "Versioning, 4 (permission sets are a later addition to the language)", Page: "specs/permission",
	Examples: inOld + `"main": {"type": "permission-set", "title": "Basic access", "permissions": [
  {"type": "permission", "resource": "repo", "collection": ["com.example.thing"«|, "com.example.other"»]}
]}` + inNew + `"main": {"type": "permission-set", "title": "Basic access", "permissions": [
  {"type": "permission", "resource": "repo", "collection": [«"com.example.thing", "com.example.other"|"com.example.other", "com.example.thing"»]}
]}`,
}

// comparePermissions compares two permission sets: what was added, removed or changed.
func (s *scope) comparePermissions(o, n *lexicon.PermissionSet) {
	s.compareText(o, n, "title", o.Title, n.Title)
	s.compareText(o, n, "detail", o.Detail, n.Detail)
	hidden := slices.ContainsFunc(o.Permissions, func(p *lexicon.Permission) bool { return s.broken.has(atNode(p)) })
	if hidden && len(n.Permissions) > 0 { // a new one may be what it was meant to be
		s.skipField(o, n, "permissions")
	}
	removed, added := lacking(n.Permissions, o.Permissions, contentOf), lacking(o.Permissions, n.Permissions, contentOf)
	if !hidden {
		removed, added = s.changedPermissions(removed, added)
		for _, p := range added {
			s.permission(atField(o, "permissions"), atNode(p), "the permission "+permissionWords(p)+" was added")
		}
	}
	for _, p := range removed {
		s.permission(atNode(p), atField(n, "permissions"), "the permission "+permissionWords(p)+" was removed")
	}
}

// permission reports a permission that was added, removed or changed.
func (s *scope) permission(old, new place, message string) {
	s.report(change{
		rule: rulePermissions, severity: diag.Warning, new: new, old: old, message: message,
		help: "let users know that they must authorize the application again for the change to take effect",
	})
}

// changedPermissions reports the permissions that changed, and returns those that were
// removed and added. A permission changed if another one for the same resource took its
// place: the one that has most entries in common with it, and at least one.
func (s *scope) changedPermissions(removed, added []*lexicon.Permission) (gone, new []*lexicon.Permission) {
	if len(removed)*len(added) > mostPairs {
		return removed, added
	}
	new = slices.Clone(added)
	for _, before := range removed {
		best, most := -1, 0
		for i, p := range new {
			if shared := sharedEntries(before, p); shared > most {
				best, most = i, shared
			}
		}
		if best < 0 {
			gone = append(gone, before)
			continue
		}
		s.permission(atNode(before), atNode(new[best]), "the permission for "+words.Quote(before.Resource)+" changed: "+permissionChanges(before, new[best]))
		new = slices.Delete(new, best, best+1)
	}
	return gone, new
}

// sharedEntries counts the space types, collections and methods that two permissions have
// in common; 0 if they are for different resources.
func sharedEntries(a, b *lexicon.Permission) int {
	if a.Resource != b.Resource {
		return 0
	}
	shared := func(a, b []string) int { return len(sortedSet(a)) - len(without(a, b)) }
	n := shared(a.Collection, b.Collection) + shared(a.LXM, b.LXM)
	if a.SpaceType.Set && a.SpaceType == b.SpaceType {
		n++
	}
	return n
}

// permissionField is a text or a list in a permission. Unless it is "", absent is the text
// that the field has by default, or says in words what an absent list means.
type permissionField struct {
	name   string
	text   lexicon.Opt[string]
	list   []string
	absent string
}

// permissionFields returns the texts and lists that a permission can have, always the
// same.
func permissionFields(p *lexicon.Permission) []permissionField {
	self, every, collections, actions := "", "", "", "all actions"
	if p.Resource == lexicon.ResourceSpace {
		self, every, collections, actions = "self", "*", "the collections of the space", "the default actions"
	}
	return []permissionField{
		{name: "spaceType", text: p.SpaceType},
		{name: "authority", text: p.Authority, absent: self},
		{name: "skey", text: p.SKey, absent: every},
		{name: "collection", list: p.Collection, absent: collections},
		{name: "action", list: p.Action, absent: actions},
		{name: "manage", list: p.Manage},
		{name: "lxm", list: p.LXM},
		{name: "aud", text: p.Aud},
	}
}

// changes says how a field differs from what it was.
func (f permissionField) changes(old permissionField) (changes []string) {
	if f.text.Set || old.text.Set {
		before, after := cmp.Or(old.text, present(f.absent)), cmp.Or(f.text, present(f.absent))
		if before != after {
			changes = append(changes, changeWords(f.name, optionWord(before), optionWord(after)))
		}
		return changes
	}
	if f.absent != "" && (f.list == nil) != (old.list == nil) {
		if old.list == nil {
			return append(changes, changeWords(f.name, f.absent, listed(f.list)))
		}
		return append(changes, changeWords(f.name, listed(old.list), f.absent))
	}
	if added := without(f.list, old.list); len(added) > 0 {
		changes = append(changes, "added to "+f.name+": "+listed(added))
	}
	if removed := without(old.list, f.list); len(removed) > 0 {
		changes = append(changes, "removed from "+f.name+": "+listed(removed))
	}
	return changes
}

// permissionChanges says how the fields of two permissions differ.
func permissionChanges(o, n *lexicon.Permission) string {
	var changes []string
	old := permissionFields(o)
	for i, field := range permissionFields(n) {
		changes = append(changes, field.changes(old[i])...)
	}
	if o.InheritAud.Value != n.InheritAud.Value {
		changes = append(changes, changeWords("inheritAud", valueWords(o.InheritAud.Value), valueWords(n.InheritAud.Value)))
	}
	return strings.Join(changes, "; ")
}

// compareText compares a text for readers other than the description.
func (s *scope) compareText(o, n lexicon.Schema, field, old, new string) {
	if old != new {
		message := changeWords("the "+field, optionWord(present(old)), optionWord(present(new)))
		s.report(change{rule: ruleDescriptionChanged, new: atField(n, field), old: atField(o, field), message: message})
	}
}

// contentOf returns a text that is the same for permissions that allow the
// same: the order of lists does not matter.
func contentOf(p *lexicon.Permission) string {
	return permissionText(p, func(list []string) string { return fmt.Sprintf("%q", sortedSet(list)) })
}

// permissionWords names a permission in messages.
func permissionWords(p *lexicon.Permission) string {
	return permissionText(p, listed)
}

func permissionText(p *lexicon.Permission, entries func([]string) string) string {
	text := `{"resource": ` + words.Quote(p.Resource)
	for _, field := range permissionFields(p) {
		switch {
		case field.list != nil:
			text += ", " + words.Quote(field.name) + ": " + entries(field.list)
		case field.text.Set && field.text.Value != field.absent: // a default is what its absence means
			text += ", " + words.Quote(field.name) + ": " + words.Quote(field.text.Value)
		}
	}
	if p.InheritAud.Value { // false is what its absence means
		text += `, "inheritAud": true`
	}
	return text + "}"
}
