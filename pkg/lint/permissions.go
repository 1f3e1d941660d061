package lint

import (
	"slices"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// permissions has the rules about permission sets.
var permissions = []*rule{
	{
		Rule: lexicon.Rule{
			Code: "invalid-permission", Group: "schema", Severity: lexicon.Always(lexicon.Error),
			Summary: "a permission does not say properly what it permits",
			Reason: "A permission of the resource repo names the collections, by NSID, and the actions (create, update, delete) on their records. " +
				"One of the resource rpc names the methods in lxm, by NSID or * for all, and the service: either aud, or inheritAud: true. " +
				"A permission set holds no other resources.",
			Spec: "Not in the specification: a later addition of the AT Protocol",
			Bad: `"main": {
  "type": "permission-set",
  "description": "What a client for things needs.",
  "title": "Things",
  "detail": "Create and delete things.",
  "permissions": [
    {"type": "permission", "resource": "repo", "collection": ["com.example.thing"], "action": ["write"]}
  ]
}`,
			Good: `"main": {
  "type": "permission-set",
  "description": "What a client for things needs.",
  "title": "Things",
  "detail": "Create and delete things.",
  "permissions": [
    {"type": "permission", "resource": "repo", "collection": ["com.example.thing"], "action": ["create", "delete"]},
    {"type": "permission", "resource": "rpc", "lxm": ["com.example.listThings"], "inheritAud": true}
  ]
}`,
		},
		checks: []check{on(permission)},
	},
	{
		Rule: lexicon.Rule{
			Code: "permissionset-no-title", Group: "style", Severity: lexicon.Always(lexicon.Warning),
			Summary: "a permission set has no title",
			Reason:  "An account holder who is asked for the permissions reads the title, and then decides. Without one there is only the NSID.",
			Spec:    "Not in the specification: a later addition of the AT Protocol",
			Bad: `"main": {
  "type": "permission-set",
  "description": "What a client for things needs.",
  "detail": "Create things.",
  "permissions": [
    {"type": "permission", "resource": "repo", "collection": ["com.example.thing"], "action": ["create"]}
  ]
}`,
			Good: `"main": {
  "type": "permission-set",
  "description": "What a client for things needs.",
  "title": "Things",
  "detail": "Create things.",
  "permissions": [
    {"type": "permission", "resource": "repo", "collection": ["com.example.thing"], "action": ["create"]}
  ]
}`,
		},
		checks: []check{on(permissionSetTitle)},
	},
	{
		Rule: lexicon.Rule{
			Code: "permissionset-no-permissions", Group: "style", Severity: lexicon.Always(lexicon.Warning),
			Summary: "a permission set permits nothing",
			Reason:  "An application that asks for the set gets no permission at all.",
			Spec:    "Not in the specification: a later addition of the AT Protocol",
			Bad: `"main": {
  "type": "permission-set",
  "description": "What a client for things needs.",
  "title": "Things",
  "detail": "Create things.",
  "permissions": []
}`,
			Good: `"main": {
  "type": "permission-set",
  "description": "What a client for things needs.",
  "title": "Things",
  "detail": "Create things.",
  "permissions": [
    {"type": "permission", "resource": "repo", "collection": ["com.example.thing"]}
  ]
}`,
		},
		checks: []check{on(permissionSetPermissions)},
	},
}

func permission(p *pass, s *lexicon.Permission) {
	resource := s.Value.Field("resource")
	if resource == nil || resource.Kind != lexicon.KindString {
		return
	}
	switch s.Resource {
	case "repo":
		permitted(p, s, "collection", s.Collection, false)
		for i, action := range s.Action {
			if !slices.Contains(actions, action) && !p.surplus() {
				p.Report(atEntry(&s.Node, "action", s.Action, i), "the action "+quote(action)+" does not exist, allowed are create, update and delete", actionHelp(action))
			}
		}
	case "rpc":
		permitted(p, s, "lxm", s.LXM, true)
		audience(p, s)
	default:
		help := `the resources are "repo" and "rpc"`
		if near := syntax.Nearest(s.Resource, []string{"repo", "rpc"}); near != "" {
			help = `did you mean "` + near + `"?`
		}
		p.Report(p.Document.At(resource), "a permission set holds no permission of the resource "+quote(s.Resource)+", allowed are repo and rpc", help)
	}
}

var actions = []string{"create", "update", "delete"}

func actionHelp(action string) string {
	switch action {
	case "write", "*", "all":
		return "list the actions, or leave action out for all three"
	case "read":
		return "every record is public, there is nothing to permit"
	}
	if near := syntax.Nearest(action, actions); near != "" {
		return `did you mean "` + near + `"?`
	}
	return ""
}

// permitted checks a list of NSIDs, in which a * may stand for all where star
// says so. At least one is needed.
func permitted(p *pass, s *lexicon.Permission, field string, list []string, star bool) {
	v := s.Value.Field(field)
	switch {
	case v == nil:
		if !gives(s, field) {
			p.Report(p.Document.AtOpening(s.Value), "a permission of the resource "+s.Resource+" needs "+field, "add "+quote(field)+", a list of NSIDs")
		}
	case v.Kind == lexicon.KindArray && len(v.Items) == 0 && complete(s, field, list):
		p.Report(p.Document.At(v), field+" is empty, at least one NSID is needed", "list what is permitted, or remove the permission")
	}
	for i, text := range list {
		if text == "*" && star {
			continue
		}
		if _, err := syntax.ParseNSID(text); err != nil {
			if p.surplus() {
				continue
			}
			help := "an NSID is a reversed domain and a name, such as com.example.thing"
			if text == "*" {
				help = "list each collection by its NSID: a permission set cannot permit all"
			}
			p.Report(atEntry(&s.Node, field, list, i), "the entry "+quote(text)+" of "+field+" is no NSID: "+reason(err), help)
		}
	}
}

// audience checks that exactly one field says which service is meant.
func audience(p *pass, s *lexicon.Permission) {
	aud, inherit := s.Value.Field("aud"), s.Value.Field("inheritAud")
	if gives(s, "aud") != s.Aud.Set || gives(s, "inheritAud") != s.InheritAud.Set {
		return // of a wrong type, misspelled or cut off
	}
	switch {
	case s.Aud.Set && s.InheritAud.Value:
		f := p.Report(p.Document.At(inherit), "inheritAud stands beside aud, only one of the two is allowed",
			"keep aud to fix the service, inheritAud to let the application name it")
		f.Related = []lexicon.Related{{Location: p.Document.At(aud), Message: "aud stands here"}}
	case !s.Aud.Set && !s.InheritAud.Value:
		at := p.Document.AtOpening(s.Value)
		if inherit != nil {
			at = p.Document.At(inherit)
		}
		p.Report(at, "a permission of the resource rpc needs either aud or inheritAud: true",
			`add "inheritAud": true to let the application name the service, or "aud" to fix it`)
	}
}

func permissionSetTitle(p *pass, s *lexicon.PermissionSet) {
	switch v := s.Value.Field("title"); {
	case v == nil && !gives(s, "title"):
		p.Report(p.Document.AtOpening(s.Value), "the permission set has no title", "add \"title\", a few words for the account holder")
	case v != nil && v.Kind == lexicon.KindString && v.Text == "":
		p.Report(p.Document.At(v), "the title of the permission set is empty", "write a few words for the account holder")
	}
}

func permissionSetPermissions(p *pass, s *lexicon.PermissionSet) {
	if v := s.Value.Field("permissions"); v != nil && v.Kind == lexicon.KindArray && len(v.Items) == 0 && complete(s, "permissions", s.Permissions) {
		p.Report(p.Document.At(v), "the permission set permits nothing", "add a permission, or remove the set")
	}
}
