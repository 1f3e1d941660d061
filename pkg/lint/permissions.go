package lint

import (
	"slices"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// permissions has the rules about permission sets.
var permissions = []*rule{
	{
		Rule: &lexicon.Rule{
			Code: "invalid-permission", Group: "schema", Severity: lexicon.Always(lexicon.Error),
			Summary: "a permission is not valid",
			Reason: "A permission for the resource repo lists collections by NSID, and optionally some of the actions " +
				"create, update and delete. A permission for the resource rpc lists methods in lxm, by NSID or * " +
				"for all, and names the service: either aud or inheritAud: true. A permission set has no other " +
				"resources.",
			Spec: "Not in the specification: a later addition of the AT Protocol",
			Page: "specs/permission",
			Bad: `"main": {
  "type": "permission-set", "description": "What a client for things needs.", "title": "Things",
  "detail": "Create and delete things.",
  "permissions": [{"type": "permission", "resource": "repo", "collection": ["com.example.thing"], "action": ["write"]}]
}`,
			Good: `"main": {
  "type": "permission-set", "description": "What a client for things needs.", "title": "Things",
  "detail": "Create and delete things.",
  "permissions": [
    {
      "type": "permission", "resource": "repo", "collection": ["com.example.thing"], "action": ["create", "delete"]
    },
    {"type": "permission", "resource": "rpc", "lxm": ["com.example.listThings"], "inheritAud": true}
  ]
}`,
		},
		checks: []check{on(permission)},
	},
	{
		Rule: &lexicon.Rule{
			Code: "permissionset-no-title", Group: "style", Severity: lexicon.Always(lexicon.Warning),
			Summary: "a permission set has no title",
			Reason: "People who are asked to grant the permissions read the title first. Without one they see only the " +
				"NSID.",
			Spec: "Not in the specification: a later addition of the AT Protocol",
			Page: "specs/lexicon#permission-set",
			Bad: `"main": {
  "type": "permission-set", "description": "What a client for things needs.", "detail": "Create things.",
  "permissions": [{"type": "permission", "resource": "repo", "collection": ["com.example.thing"], "action": ["create"]}]
}`,
			Good: `"main": {
  "type": "permission-set", "description": "What a client for things needs.", "title": "Things",
  "detail": "Create things.",
  "permissions": [{"type": "permission", "resource": "repo", "collection": ["com.example.thing"], "action": ["create"]}]
}`,
		},
		checks: []check{on(permissionSetTitle)},
	},
	{
		Rule: &lexicon.Rule{
			Code: "permissionset-no-permissions", Group: "style", Severity: lexicon.Always(lexicon.Warning),
			Summary: "a permission set grants no permissions",
			Reason:  "An application that requests the set receives no permission at all.",
			Spec:    "Not in the specification: a later addition of the AT Protocol",
			Page:    "specs/lexicon#permission-set",
			Bad: `"main": {
  "type": "permission-set", "description": "What a client for things needs.", "title": "Things",
  "detail": "Create things.", "permissions": []
}`,
			Good: `"main": {
  "type": "permission-set", "description": "What a client for things needs.", "title": "Things",
  "detail": "Create things.",
  "permissions": [{"type": "permission", "resource": "repo", "collection": ["com.example.thing"]}]
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
			if slices.Contains(actions, action) || p.Skip() {
				continue
			}
			p.Report(lexicon.Finding{
				Location: atEntry(&s.Node, "action", s.Action, i),
				Message:  "unknown action " + syntax.Quote(action),
				Help:     actionHelp(action),
			})
		}
	case "rpc":
		permitted(p, s, "lxm", s.LXM, true)
		audience(p, s)
	default:
		if p.Skip() {
			return
		}
		help := `use "repo" or "rpc"`
		if near := syntax.Nearest(s.Resource, []string{"repo", "rpc"}); near != "" {
			help = `did you mean "` + near + `"?`
		}
		p.Report(lexicon.Finding{
			Location: p.Document.At(resource),
			Message:  "the resource " + syntax.Quote(s.Resource) + " is not allowed in a permission set",
			Help:     help,
		})
	}
}

var actions = []string{"create", "update", "delete"}

func actionHelp(action string) string {
	switch action {
	case "write", "*", "all":
		return "list the actions, or remove action to permit all three"
	case "read":
		return "remove it: every record is public"
	}
	if near := syntax.Nearest(action, actions); near != "" {
		return `did you mean "` + near + `"?`
	}
	return `use "create", "update" or "delete"`
}

// permitted checks a list of NSIDs, which may contain a * if star. At least one is
// needed.
func permitted(p *pass, s *lexicon.Permission, field string, list []string, star bool) {
	v := s.Value.Field(field)
	switch {
	case v == nil:
		if !gives(s, field) && !p.Skip() {
			p.Report(lexicon.Finding{
				Location: p.Document.AtOpening(s.Value),
				Message:  "a permission for the resource " + s.Resource + " needs the field " + syntax.Quote(field),
				Help:     "add " + syntax.Quote(field) + ", a list of NSIDs",
			})
		}
	case v.Kind == lexicon.KindArray && len(v.Items) == 0 && complete(s, field, list) && !p.Skip():
		p.Report(lexicon.Finding{
			Location: p.Document.At(v),
			Message:  field + " is empty",
			Help:     "list what is permitted, or remove the permission",
		})
	}
	for i, text := range list {
		if text == "*" && star {
			continue
		}
		_, err := syntax.ParseNSID(text)
		if err == nil || p.Skip() {
			continue
		}
		help := "write a reversed domain and a name, such as com.example.thing"
		if text == "*" {
			help = "list each collection by its NSID: a permission set cannot permit all of them"
		}
		p.Report(lexicon.Finding{
			Location: atEntry(&s.Node, field, list, i),
			Message:  "the entry " + syntax.Quote(text) + " of " + field + " is not a valid NSID: " + syntax.Reason(err),
			Help:     help,
		})
	}
}

// audience checks that exactly one field names the service.
func audience(p *pass, s *lexicon.Permission) {
	aud, inherit := s.Value.Field("aud"), s.Value.Field("inheritAud")
	if gives(s, "aud") != s.Aud.Set || gives(s, "inheritAud") != s.InheritAud.Set {
		return // of a wrong type, misspelled or cut off
	}
	switch {
	case s.Aud.Set && s.InheritAud.Value:
		p.Report(lexicon.Finding{
			Location: p.Document.At(inherit),
			Message:  "a permission cannot have both aud and inheritAud",
			Help:     "keep aud to name the service, or inheritAud to let the application name it",
			Related:  related(p.Document.At(aud), "aud is set here"),
		})
	case !s.Aud.Set && !s.InheritAud.Value:
		at := p.Document.AtOpening(s.Value)
		if inherit != nil {
			at = p.Document.At(inherit)
		}
		p.Report(lexicon.Finding{
			Location: at,
			Message:  "a permission for the resource rpc needs aud, or inheritAud: true",
			Help:     `add "inheritAud": true to let the application name the service, or "aud" to name it here`,
		})
	}
}

func permissionSetTitle(p *pass, s *lexicon.PermissionSet) {
	switch v := s.Value.Field("title"); {
	case v == nil && !gives(s, "title"):
		p.Report(lexicon.Finding{
			Location: p.Document.AtOpening(s.Value),
			Message:  "the permission set has no title",
			Help:     `add a "title" of a few words for the people who grant it`,
		})
	case v != nil && v.Kind == lexicon.KindString && v.Text == "":
		p.Report(lexicon.Finding{
			Location: p.Document.At(v),
			Message:  "the title of the permission set is empty",
			Help:     "write a few words for the people who grant it",
		})
	}
}

func permissionSetPermissions(p *pass, s *lexicon.PermissionSet) {
	if v := s.Value.Field("permissions"); v != nil && v.Kind == lexicon.KindArray && len(v.Items) == 0 && complete(s, "permissions", s.Permissions) {
		p.Report(lexicon.Finding{
			Location: p.Document.At(v),
			Message:  "the permission set grants no permissions",
			Help:     "add a permission, or remove the set",
		})
	}
}
