package lint

import (
	"strings"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/words"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// permissionTargets has the rule about what a permission set names.
var permissionTargets = []*rule{
	{&diag.Rule{
		Code: "permission-target", Group: "style", Severity: diag.Always(diag.Warning),
		Summary: "a permission lists a Lexicon that is misspelled or of the wrong type",
		Reason: "Each collection must be the NSID of a record, and each entry of lxm the NSID of a query or procedure. Any other entry grants nothing. " +
			"An entry whose Lexicon is not loaded is reported only if a loaded Lexicon has a similar NSID.",
		Spec: laterAddition,
		Page: "specs/permission",
		Examples: `-- com/example/authBasic.json --
{"lexicon": 1, "id": "com.example.authBasic", "defs": {"main": {
  "type": "permission-set", "title": "Photos", "detail": "Count photos.",
  "permissions": [{"type": "permission", "resource": «"repo", "collection": ["com.example.countPhotos"]|"rpc", "lxm": ["com.example.countPhotos"], "inheritAud": true»}]
}}}
-- com/example/countPhotos.json --
{"lexicon": 1, "id": "com.example.countPhotos", "defs": {"main": {
  "type": "query", "description": "Counts photos.", "output": {"encoding": "application/json"}
}}}`,
	}, []check{on(permissionTarget)}},
}

// permissionTarget checks the entries of a permission against the loaded Lexicons. It
// leaves out what permission-outside-namespace finds.
func permissionTarget(p *pass, s *lexicon.Permission) {
	namespace := p.Document.ID.Group() + "."
	field, nsids := granted(s)
	wanted := "a record"
	if field == fieldLXM {
		wanted = "a query or procedure"
	}
	for i, text := range nsids {
		if !strings.HasPrefix(text, namespace) {
			continue
		}
		f := diag.Finding{Help: "use the NSID of " + wanted + ", or remove the entry"}
		d, main := p.Catalog.Document(syntax.NSID(text)), p.Catalog.Definition(lexicon.Reference{NSID: syntax.NSID(text), Name: "main"})
		switch {
		case d == nil:
			if p.ExplicitFiles || !syntax.IsNSID(text) || !p.search() {
				continue
			}
			meant := intendedGrant(p, field, namespace, syntax.NSID(text))
			if meant == "" {
				continue
			}
			f.Message = words.Quote(text) + " is not loaded and may be misspelled"
			f.Help = "did you mean " + words.Quote(meant) + "?"
		case d.Partial || grants(field, main):
			continue
		default:
			found := " has no main definition"
			if main != nil {
				found = " is " + main.Schema.Type().Phrase()
			}
			f.Message = "each entry in " + words.Quote(field) + " must refer to " + wanted + ", but " + words.Quote(text) + found
			f.Related = related(atID(d), string(d.ID)+" is defined here")
		}
		if p.Skip() {
			continue
		}
		f.Location = atEntry(&s.Node, field, nsids, i)
		p.Report(f)
	}
}

// grants reports whether a field of a permission can name a Lexicon with that main
// definition, which may be nil. One that could not be read is assumed to be suitable.
func grants(field string, main *lexicon.Definition) bool {
	if main == nil {
		return false
	}
	switch main.Schema.Type() {
	case lexicon.TypeRecord:
		return field == fieldCollection
	case lexicon.TypeQuery, lexicon.TypeProcedure, lexicon.TypeSubscription:
		return field == fieldLXM
	case lexicon.TypeInvalid:
		return true
	}
	return false
}

// intendedGrant returns the id of a loaded Lexicon that was probably intended by a field
// of a permission that names one that is not loaded: one with a similar id, or with the
// same name in another group of the namespace; "" when there is none.
func intendedGrant(p *pass, field, namespace string, id syntax.NSID) string {
	main := lexicon.Reference{NSID: id, Name: "main"}
	if p.mayBeCutOff(main) {
		return ""
	}
	if near, ok := p.Catalog.Nearest(main); ok && strings.HasPrefix(string(near.NSID), namespace) && grants(field, p.Catalog.Document(near.NSID).Main()) {
		return string(near.NSID)
	}
	for _, d := range p.byName()[id.Name()] {
		if strings.HasPrefix(string(d.ID), namespace) && grants(field, d.Main()) {
			return string(d.ID)
		}
	}
	return ""
}
