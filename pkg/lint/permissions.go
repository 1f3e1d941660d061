package lint

import (
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// laterAddition is the Spec of the rules about permission sets.
const laterAddition = "Not in the specification; a later addition to the AT Protocol"

// permissionRules has the rules about the permissions in a permission set.
var permissionRules = []*rule{
	{&diag.Rule{
		Code: "invalid-permission", Group: "schema", Severity: diag.Always(diag.Error),
		Summary: "a permission is not valid",
		Reason: "A permission for the repo resource lists collections by NSID and, optionally, the actions create, update, " +
			"and delete, each once. A permission for the rpc resource lists methods by NSID in lxm, and has either \"inheritAud\": " +
			"true or \"aud\": \"*\". A permission for the space resource, under the atproto profile, names the type of the spaces in " +
			"spaceType; servers drop it if one of its fields has a wrong type or value. The keys of translations must be language tags.",
		Spec: laterAddition, Page: "specs/permission",
		Examples: `"main": {
  "type": "permission-set", "title": "Photos", "detail": "Create and delete photos.",
  "permissions": [
    {"type": "permission", "resource": "repo", "collection": ["com.example.photo"], "action": [«"write"|"create", "delete"»]}
  ]
}`,
	}, []check{on(permission), on(func(p *pass, s *lexicon.PermissionSet) { translations(p, s, "title", "detail") })}},
	{&diag.Rule{
		Code: "permission-outside-namespace", Group: "style", Severity: diag.Always(diag.Warning),
		Summary: "a permission set lists a collection, method, or space type outside its namespace",
		Reason: "A permission set can grant access only to the NSIDs of its own group, at any depth: com.example.authBasic " +
			"covers com.example.*. Servers ignore all others. The collections of a permission for spaces can be in any namespace.",
		Spec: laterAddition, Page: "specs/permission",
		Examples: `"main": {
  "type": "permission-set", "title": "Photos", "detail": "Create photos.",
  "permissions": [{"type": "permission", "resource": "repo", "collection": [«"org.example.photo"|"com.example.album.photo"»]}]
}`,
	}, []check{on(func(p *pass, s *lexicon.Permission) {
		if p.Document.ID == "" {
			return
		}
		for _, field := range granted(s) {
			for i, text := range field.entries {
				if !strings.HasPrefix(text, field.namespace) && syntax.IsNSID(text) {
					p.reportf(entryOf(&s.Node, field.name, field.entries, i), "remove it, or list it in a permission set in its own namespace",
						"servers ignore %q, which is outside the %s* namespace", text, field.namespace)
				}
			}
		}
	})}},
	{&diag.Rule{
		Code: "permission-wildcard", Group: "style", Severity: diag.Always(diag.Warning),
		Summary: "a permission set uses a wildcard for all methods",
		Reason:  "Servers do not support wildcards in a permission set and ignore the permission. List the methods by NSID.",
		Spec:    laterAddition, Page: "specs/permission",
		Examples: `"main": {
  "type": "permission-set", "title": "Photos", "detail": "List photos.",
  "permissions": [{"type": "permission", "resource": "rpc", "lxm": [«"*"|"com.example.listPhotos"»], "inheritAud": true}]
}`,
	}, []check{on(func(p *pass, s *lexicon.Permission) {
		i := slices.Index(s.LXM, everything)
		if i < 0 || s.Resource != "rpc" || s.Aud.Set { // with aud it is an invalid-permission
			return
		}
		p.reportf(entryOf(&s.Node, fieldLXM, s.LXM, i), "list the methods by NSID",
			`servers ignore permissions whose "lxm" contains "*"`)
	})}},
	{&diag.Rule{
		Code: "permission-target", Group: "style", Severity: diag.Always(diag.Warning),
		Summary: "a permission lists a Lexicon that is misspelled or of the wrong type",
		Reason: "Each collection must be the NSID of a record, each entry of lxm the NSID of a query or procedure, and a spaceType the NSID of a space. Any other entry grants nothing. " +
			"An entry whose Lexicon is not loaded is reported only if a loaded Lexicon has a similar NSID.",
		Spec: laterAddition, Page: "specs/permission",
		Examples: `-- com/example/authBasic.json --
{"lexicon": 1, "id": "com.example.authBasic", "defs": {"main": {
  "type": "permission-set", "title": "Photos", "detail": "Count photos.",
  "permissions": [{"type": "permission", "resource": «"repo", "collection": ["com.example.countPhotos"]|"rpc", "lxm": ["com.example.countPhotos"], "inheritAud": true»}]
}}}
-- com/example/countPhotos.json --
{"lexicon": 1, "id": "com.example.countPhotos", "defs": {"main": {
  "type": "query", "description": "Counts photos.", "output": {"encoding": "application/json"}
}}}`,
	}, []check{on(func(p *pass, s *lexicon.Permission) {
		for _, field := range granted(s) {
			checkTargets(p, &s.Node, field)
		}
	})}},
	permissionNoEffectRule,
	{&diag.Rule{
		Code: "permissionset-no-title", Group: "style", Severity: diag.Always(diag.Warning),
		Summary: "a permission set has no title",
		Reason: "The consent screen shows the title first. Without a title, users see only the " +
			"NSID.",
		Spec: laterAddition, Page: "specs/lexicon#permission-set",
		Examples: `"main": {
  "type": "permission-set", «|"title": "Photos", »"detail": "Create photos.",
  "permissions": [{"type": "permission", "resource": "repo", "collection": ["com.example.photo"]}]
}`,
	}, []check{on(func(p *pass, s *lexicon.PermissionSet) {
		v := s.Value.Field("title")
		switch {
		case !gives(s, "title"):
			p.reportf(p.opening(s.Value), `add a short "title" for the users who grant the permissions`,
				"the permission set has no title")
		case v != nil && v.Kind == lexicon.KindString && v.Text == "":
			p.reportf(p.value(v), "write a short title for the users who grant the permissions",
				"the title of the permission set is empty")
		}
	})}},
	{&diag.Rule{
		Code: "permissionset-no-permissions", Group: "style", Severity: diag.Always(diag.Warning),
		Summary: "a permission set grants no permissions",
		Reason:  "An application that requests the set receives no permissions.",
		Spec:    laterAddition, Page: "specs/lexicon#permission-set",
		Examples: `"main": {«"type": "permission-set", "title": "Photos", "detail": "Create photos.", "permissions": []|
  "type": "permission-set", "title": "Photos", "detail": "Create photos.",
  "permissions": [{"type": "permission", "resource": "repo", "collection": ["com.example.photo"]}]
»}`,
	}, []check{on(func(p *pass, s *lexicon.PermissionSet) {
		if isEmpty(s, "permissions") {
			p.reportf(fieldOf(s, "permissions"), "add a permission, or remove the permission set",
				"the permission set grants no permissions")
		}
	})}},
}

func permission(p *pass, s *lexicon.Permission) {
	switch {
	case !s.HasResource(): // missing-field, or permission-ignored
	case s.Resource == "rpc":
		checkGranted(p, s, fieldLXM, s.LXM)
		checkAudience(p, s)
	case s.Resource == "repo":
		checkGranted(p, s, fieldCollection, s.Collection)
		checkActions(p, s, "action", s.Action, actions,
			`list the actions to grant ("create", "update", "delete"), or remove "action" to grant all three`)
		checkUniqueActions(p, s)
	default:
		spacePermission(p, s)
	}
}

// checkGranted checks that a list has at least one entry, and that each is an NSID or a
// wildcard in lxm.
func checkGranted(p *pass, s *lexicon.Permission, field string, nsids []string) {
	switch {
	case isEmpty(s, field):
		p.reportf(fieldOf(s, field), "list at least one NSID, or remove the permission", "%q is empty", field)
	case !gives(s, field):
		p.reportf(p.opening(s.Value), "add "+words.Quote(field)+" with an array of NSIDs",
			"the permission for the %q resource is missing the required %q field", s.Resource, field)
	}
	checkNSIDs(p, s, field, nsids, field == fieldLXM, "use a reversed domain name followed by a name, such as com.example.thing")
}

// checkAudience checks that a permission has exactly one of aud and inheritAud: true, and
// that aud is a wildcard beside methods that are listed.
func checkAudience(p *pass, s *lexicon.Permission) {
	aud, inherit := s.Value.Field("aud"), s.Value.Field("inheritAud")
	if gives(s, "aud") != s.Aud.Set || gives(s, "inheritAud") != s.InheritAud.Set {
		return // of a wrong type, misspelled or cut off
	}
	switch {
	case s.Aud.Set && s.InheritAud.Value:
		p.report(p.value(inherit), func(f *diag.Finding) {
			f.Message = `a permission cannot have both "aud" and "inheritAud"`
			f.Help = `remove "inheritAud" to allow every service, or remove "aud" to let the application specify one`
			f.Related = related(p.Document.At(aud), "aud is set here")
		})
	case !s.Aud.Set && !s.InheritAud.Value:
		at := p.opening(s.Value)
		if inherit != nil {
			at = p.value(inherit)
		}
		p.reportf(at, `add "inheritAud": true to let the application specify the service, or "aud": "*" to allow every service`,
			`a permission for the "rpc" resource requires "inheritAud": true or "aud"`)
	case s.Aud.Set && s.Aud.Value != everything:
		p.reportf(p.value(aud), `use "*", or replace "aud" with "inheritAud": true to let the application specify the service`,
			`in a permission set, "aud" must be "*", not %q`, s.Aud.Value)
	case s.Aud.Set && slices.Contains(s.LXM, everything):
		p.reportf(p.value(aud), `list the methods in "lxm" by NSID`, `"aud" and "lxm" cannot both be "*"`)
	}
}
