package lint

import (
	"cmp"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/words"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// laterAddition is the Spec of the rules about permission sets.
const laterAddition = "Not in the specification; a later addition to the AT Protocol"

// permissions has the rules about the permissions in a permission set.
var permissions = []*rule{
	{&diag.Rule{
		Code: "invalid-permission", Group: "schema", Severity: diag.Always(diag.Error),
		Summary: "a permission is not valid",
		Reason: "A permission for the repo resource lists collections by NSID and, optionally, the actions create, update, " +
			"and delete. A permission for the rpc resource lists methods by NSID in lxm, and has either \"inheritAud\": " +
			"true or \"aud\": \"*\". Lists must not repeat entries. The keys of translations must be language tags.",
		Spec: laterAddition,
		Page: "specs/permission",
		Examples: `"main": {
  "type": "permission-set", "title": "Photos", "detail": "Create and delete photos.",
  "permissions": [
    {"type": "permission", "resource": "repo", "collection": ["com.example.photo"], "action": [«"write"|"create", "delete"»]}
  ]
}`,
	}, []check{on(permission), on(translations)}},
	{&diag.Rule{
		Code: "permission-outside-namespace", Group: "style", Severity: diag.Always(diag.Warning),
		Summary: "a permission set lists a collection or method outside its namespace",
		Reason: "A permission set can grant access only to the NSIDs of its own group, at any depth: com.example.authBasic " +
			"covers com.example.*. Servers ignore all others.",
		Spec: laterAddition,
		Page: "specs/permission",
		Examples: `"main": {
  "type": "permission-set", "title": "Photos", "detail": "Create photos.",
  "permissions": [{"type": "permission", "resource": "repo", "collection": [«"org.example.photo"|"com.example.album.photo"»]}]
}`,
	}, []check{on(namespaceAuthority)}},
	{&diag.Rule{
		Code: "permission-wildcard", Group: "style", Severity: diag.Always(diag.Warning),
		Summary: "a permission set uses a wildcard for all methods",
		Reason:  "Servers do not support wildcards in a permission set and ignore the permission. List the methods by NSID.",
		Spec:    laterAddition,
		Page:    "specs/permission",
		Examples: `"main": {
  "type": "permission-set", "title": "Photos", "detail": "List photos.",
  "permissions": [{"type": "permission", "resource": "rpc", "lxm": [«"*"|"com.example.listPhotos"»], "inheritAud": true}]
}`,
	}, []check{on(wildcard)}},
}

// The fields that list what a permission grants access to.
const (
	fieldCollection = "collection" // of the resource repo
	fieldLXM        = "lxm"        // of the resource rpc
)

const everything = "*"

// granted returns the field of a permission that lists what it grants access to, and its
// entries; "" for resources that permission sets do not have.
func granted(s *lexicon.Permission) (field string, nsids []string) {
	switch s.Resource {
	case "repo":
		return fieldCollection, s.Collection
	case "rpc":
		return fieldLXM, s.LXM
	}
	return "", nil
}

func permission(p *pass, s *lexicon.Permission) {
	field, nsids := granted(s)
	if field == "" {
		return // missing-field, or permission-ignored
	}
	checkGranted(p, s, field, nsids)
	if field == fieldCollection {
		checkActions(p, s)
		unique(p, s, "action", s.Action)
	} else {
		checkAudience(p, s)
	}
	unique(p, s, field, nsids)
}

// checkGranted checks that a list has at least one entry, and that each is an NSID or a
// wildcard in lxm.
func checkGranted(p *pass, s *lexicon.Permission, field string, nsids []string) {
	v := s.Value.Field(field)
	switch {
	case v == nil:
		if !gives(s, field) && !p.Skip() {
			p.Report(diag.Finding{
				Location: p.Document.AtOpening(s.Value),
				Message:  "the permission for the " + words.Quote(s.Resource) + " resource is missing the required " + words.Quote(field) + " field",
				Help:     "add " + words.Quote(field) + " with an array of NSIDs",
			})
		}
	case v.Kind == lexicon.KindArray && len(v.Items) == 0 && complete(s, field, nsids) && !p.Skip():
		p.Report(diag.Finding{
			Location: p.Document.At(v),
			Message:  words.Quote(field) + " is empty",
			Help:     "list at least one NSID, or remove the permission",
		})
	}
	for i, text := range nsids {
		if text == everything && field == fieldLXM {
			continue
		}
		_, err := syntax.ParseNSID(text)
		if err == nil || p.Skip() {
			continue
		}
		help := "use a reversed domain name followed by a name, such as com.example.thing"
		if text == everything {
			help = "list each collection by its NSID; a permission set cannot grant access to all collections"
		}
		p.Report(diag.Finding{
			Location: atEntry(&s.Node, field, nsids, i),
			Message:  "the entry " + words.Quote(text) + " in " + words.Quote(field) + " is not a valid NSID: " + syntax.Reason(err),
			Help:     help,
		})
	}
}

var actions = []string{"create", "update", "delete"}

func checkActions(p *pass, s *lexicon.Permission) {
	for i, action := range s.Action {
		if slices.Contains(actions, action) || p.Skip() {
			continue
		}
		p.Report(diag.Finding{
			Location: atEntry(&s.Node, "action", s.Action, i),
			Message:  "unknown action " + words.Quote(action),
			Help:     actionHelp(action),
		})
	}
}

func actionHelp(action string) string {
	switch action {
	case "write", "manage", "all", everything:
		return `list the actions to grant ("create", "update", "delete"), or remove "action" to grant all three`
	case "read":
		return "remove it; every record is public"
	}
	return cmp.Or(words.DidYouMean(words.Nearest(action, actions)), `use "create", "update", or "delete"`)
}

// unique reports the repeated entries of a list.
func unique(p *pass, s *lexicon.Permission, field string, list []string) {
	repeated(list, func(i, first int) {
		if p.Skip() {
			return
		}
		p.Report(diag.Finding{
			Location: atEntry(&s.Node, field, list, i),
			Message:  words.Quote(field) + " lists " + words.Quote(list[i]) + " twice",
			Help:     "replace the duplicate with the intended value, or remove it",
			Related:  related(atEntry(&s.Node, field, list, first), "first listed here"),
		})
	})
}

// checkAudience checks that a permission has exactly one of aud and inheritAud: true, and
// that aud is a wildcard beside methods that are listed.
func checkAudience(p *pass, s *lexicon.Permission) {
	aud, inherit := s.Value.Field("aud"), s.Value.Field("inheritAud")
	if gives(s, "aud") != s.Aud.Set || gives(s, "inheritAud") != s.InheritAud.Set {
		return // of a wrong type, misspelled or cut off
	}
	wrong := s.Aud.Set == s.InheritAud.Value || s.Aud.Set && (s.Aud.Value != everything || slices.Contains(s.LXM, everything))
	if !wrong || p.Skip() {
		return
	}
	switch {
	case s.Aud.Set && s.InheritAud.Value:
		p.Report(diag.Finding{
			Location: p.Document.At(inherit),
			Message:  `a permission cannot have both "aud" and "inheritAud"`,
			Help:     `remove "inheritAud" to allow every service, or remove "aud" to let the application specify one`,
			Related:  related(p.Document.At(aud), "aud is set here"),
		})
	case !s.Aud.Set && !s.InheritAud.Value:
		at := p.Document.AtOpening(s.Value)
		if inherit != nil {
			at = p.Document.At(inherit)
		}
		p.Report(diag.Finding{
			Location: at,
			Message:  `a permission for the "rpc" resource requires "inheritAud": true or "aud"`,
			Help:     `add "inheritAud": true to let the application specify the service, or "aud": "*" to allow every service`,
		})
	case s.Aud.Set && s.Aud.Value != everything:
		p.Report(diag.Finding{
			Location: p.Document.At(aud),
			Message:  `in a permission set, "aud" must be "*", not ` + words.Quote(s.Aud.Value),
			Help:     `use "*", or replace "aud" with "inheritAud": true to let the application specify the service`,
		})
	default:
		p.Report(diag.Finding{
			Location: p.Document.At(aud),
			Message:  `"aud" and "lxm" cannot both be "*"`,
			Help:     `list the methods in "lxm" by NSID`,
		})
	}
}

func namespaceAuthority(p *pass, s *lexicon.Permission) {
	group := p.Document.ID.Group()
	if group == "" {
		return
	}
	field, nsids := granted(s)
	for i, text := range nsids {
		if strings.HasPrefix(text, group+".") || !syntax.IsNSID(text) || p.Skip() {
			continue
		}
		p.Report(diag.Finding{
			Location: atEntry(&s.Node, field, nsids, i),
			Message:  "servers ignore " + words.Quote(text) + ", which is outside the " + group + ".* namespace",
			Help:     "remove it, or list it in a permission set in its own namespace",
		})
	}
}

func wildcard(p *pass, s *lexicon.Permission) {
	i := slices.Index(s.LXM, everything)
	if i < 0 || s.Resource != "rpc" || s.Aud.Set || p.Skip() { // with aud it is an invalid-permission
		return
	}
	p.Report(diag.Finding{
		Location: atEntry(&s.Node, fieldLXM, s.LXM, i),
		Message:  `servers ignore permissions whose "lxm" contains "*"`,
		Help:     "list the methods by NSID",
	})
}
