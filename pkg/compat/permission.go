package compat

import (
	"slices"
	"strconv"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

var rulePermissions = &lexicon.Rule{
	Code: "permissions", Group: "diff", Severity: lexicon.Always(lexicon.Warning),
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

// permissions compares two permission sets: what was added, removed or changed.
func (s *scope) permissions(o, n *lexicon.PermissionSet) {
	s.text(o, n, "title", o.Title, n.Title)
	s.text(o, n, "detail", o.Detail, n.Detail)
	const help = "let users know that they must authorize the application again for the change to take effect"
	hidden := slices.ContainsFunc(o.Permissions, func(p *lexicon.Permission) bool { return s.broken.has(atNode(p)) })
	if hidden && len(n.Permissions) > 0 { // a new one may be what it was meant to be
		s.skipField(o, n, "permissions")
	}
	for _, p := range lacking(o.Permissions, n.Permissions, contentOf) {
		if hidden {
			break
		}
		s.report(change{
			rule: rulePermissions, severity: lexicon.Warning, new: atNode(p), old: atField(o, "permissions"),
			message: "the permission " + permissionWords(p) + " was added", help: help,
		})
	}
	for _, p := range lacking(n.Permissions, o.Permissions, contentOf) {
		s.report(change{
			rule: rulePermissions, severity: lexicon.Warning, new: atField(n, "permissions"), old: atNode(p),
			message: "the permission " + permissionWords(p) + " was removed", help: help,
		})
	}
}

// text compares a text for readers other than the description.
func (s *scope) text(o, n lexicon.Schema, field, old, new string) {
	if old != new {
		message := changed("the "+field, optionWord(present(old)), optionWord(present(new)))
		s.report(change{rule: ruleDescriptionChanged, new: atField(n, field), old: atField(o, field), message: message})
	}
}

// contentOf returns a text that is the same for permissions that allow the
// same: the order of lists does not matter.
func contentOf(p *lexicon.Permission) string {
	return permissionText(p, func(list []string) string {
		var b strings.Builder
		for _, entry := range sortedSet(list) {
			b.WriteString(strconv.Quote(entry))
		}
		return b.String()
	})
}

// permissionWords names a permission in messages.
func permissionWords(p *lexicon.Permission) string {
	return permissionText(p, func(list []string) string { return listed(sortedSet(list), syntax.Quote) })
}

func permissionText(p *lexicon.Permission, words func([]string) string) string {
	text := `{"resource": ` + syntax.Quote(p.Resource)
	for _, field := range []struct {
		name string
		list []string
	}{{"collection", p.Collection}, {"action", p.Action}, {"lxm", p.LXM}} {
		if field.list != nil {
			text += ", " + syntax.Quote(field.name) + ": " + words(field.list)
		}
	}
	if p.Aud.Set {
		text += `, "aud": ` + syntax.Quote(p.Aud.Value)
	}
	if p.InheritAud.Value { // false is what its absence means
		text += `, "inheritAud": true`
	}
	return text + "}"
}
