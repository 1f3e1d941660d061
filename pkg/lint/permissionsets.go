package lint

import (
	"strings"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/words"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// permissionSets has the rules about what a permission set shows to people.
var permissionSets = []*rule{
	{&diag.Rule{
		Code: "permissionset-no-title", Group: "style", Severity: diag.Always(diag.Warning),
		Summary: "a permission set has no title",
		Reason: "The consent screen shows the title first. Without a title, users see only the " +
			"NSID.",
		Spec: laterAddition,
		Page: "specs/lexicon#permission-set",
		Examples: `"main": {
  "type": "permission-set", «|"title": "Photos", »"detail": "Create photos.",
  "permissions": [{"type": "permission", "resource": "repo", "collection": ["com.example.photo"]}]
}`,
	}, []check{on(permissionSetTitle)}},
	{&diag.Rule{
		Code: "permissionset-no-permissions", Group: "style", Severity: diag.Always(diag.Warning),
		Summary: "a permission set grants no permissions",
		Reason:  "An application that requests the set receives no permissions.",
		Spec:    laterAddition,
		Page:    "specs/lexicon#permission-set",
		Examples: `"main": {«"type": "permission-set", "title": "Photos", "detail": "Create photos.", "permissions": []|
  "type": "permission-set", "title": "Photos", "detail": "Create photos.",
  "permissions": [{"type": "permission", "resource": "repo", "collection": ["com.example.photo"]}]
»}`,
	}, []check{on(permissionSetPermissions)}},
}

func permissionSetTitle(p *pass, s *lexicon.PermissionSet) {
	switch v := s.Value.Field("title"); {
	case v == nil && !gives(s, "title") && !p.Skip():
		p.Report(diag.Finding{
			Location: p.Document.AtOpening(s.Value),
			Message:  "the permission set has no title",
			Help:     `add a short "title" for the users who grant the permissions`,
		})
	case v != nil && v.Kind == lexicon.KindString && v.Text == "" && !p.Skip():
		p.Report(diag.Finding{
			Location: p.Document.At(v),
			Message:  "the title of the permission set is empty",
			Help:     "write a short title for the users who grant the permissions",
		})
	}
}

func permissionSetPermissions(p *pass, s *lexicon.PermissionSet) {
	if v := s.Value.Field("permissions"); v != nil && v.Kind == lexicon.KindArray && len(v.Items) == 0 && complete(s, "permissions", s.Permissions) && !p.Skip() {
		p.Report(diag.Finding{
			Location: p.Document.At(v),
			Message:  "the permission set grants no permissions",
			Help:     "add a permission, or remove the permission set",
		})
	}
}

// translations checks the translations of the title and the detail, whose keys are
// language tags. It raises invalid-permission.
func translations(p *pass, s *lexicon.PermissionSet) {
	for _, field := range []string{"title:lang", "detail:lang"} {
		v := s.Value.Field(field)
		if v == nil {
			continue
		}
		for i := range v.Members {
			m := &v.Members[i]
			err := syntax.FormatLanguage.Check(m.Name)
			if m.Duplicate || err == nil && m.Value.Kind == lexicon.KindString || p.Document.CutOff(m.Value) || p.Skip() {
				continue
			}
			f := diag.Finding{
				Location: p.Document.At(m.Value),
				Message:  "the " + words.Quote(m.Name) + " translation in " + words.Quote(field) + " must be a string",
				Help:     "write a translation of the " + strings.TrimSuffix(field, ":lang"),
			}
			if err != nil {
				f.Location = p.Document.AtKey(m)
				f.Message = "the key " + words.Quote(m.Name) + " in " + words.Quote(field) + " is not a valid language tag: " + syntax.Reason(err)
				f.Help = `use a language tag, such as "en" or "pt-BR"`
				if meant := syntax.FormatLanguage.Suggest(m.Name); meant != "" {
					f.Help = "use " + words.Quote(meant)
				}
			}
			p.Report(f)
		}
	}
}
