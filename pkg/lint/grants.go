package lint

import (
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// The fields of a permission that name what it grants access to.
const (
	fieldCollection = "collection"
	fieldLXM        = "lxm"
	fieldSpaceType  = "spaceType"
)

// everything is the wildcard in the fields of a permission.
const everything = "*"

// nsidField is a field of a schema that names Lexicons: a list, or a text as the only entry.
type nsidField struct {
	name      string
	entries   []string
	namespace string // what the entries have to begin with, as "com.example."; "" for any
	what      string // the main definition of each, as "a record"
	types     []lexicon.Type
}

// recordField returns a field that names records of any namespace.
func recordField(name string, entries []string) nsidField {
	return nsidField{name, entries, "", "a record", []lexicon.Type{lexicon.TypeRecord}}
}

// granted returns the fields of a permission that name what it grants access to; nil for
// resources that permission sets do not have.
func granted(s *lexicon.Permission) []nsidField {
	own := s.Document().ID.Group() + "."
	collection := recordField(fieldCollection, s.Collection)
	switch {
	case !s.HasResource():
		return nil
	case s.Resource == "rpc":
		methods := []lexicon.Type{lexicon.TypeQuery, lexicon.TypeProcedure, lexicon.TypeSubscription}
		return []nsidField{{fieldLXM, s.LXM, own, "a query or procedure", methods}}
	case s.Resource == "repo":
		collection.namespace = own
		return []nsidField{collection}
	case s.SpaceType.Set:
		return []nsidField{collection, {fieldSpaceType, []string{s.SpaceType.Value}, own, "a space", []lexicon.Type{lexicon.TypeSpace}}}
	}
	return []nsidField{collection}
}

// suits reports whether a main definition, which may be nil, is what the field names. One
// that could not be read is assumed to be.
func (field *nsidField) suits(main *lexicon.Definition) bool {
	return main != nil && (main.Schema.Type() == lexicon.TypeInvalid || slices.Contains(field.types, main.Schema.Type()))
}

// checkTargets reports the entries of a field that name a loaded Lexicon of another type, or
// one that is not loaded and similar to a suitable one. It leaves out what
// permission-outside-namespace finds.
func checkTargets(p *pass, n *lexicon.Node, field nsidField) {
	for i, text := range field.entries {
		if !strings.HasPrefix(text, field.namespace) {
			continue
		}
		main := lexicon.Reference{NSID: syntax.NSID(text), Name: "main"}
		d, def := p.Catalog.Document(main.NSID), p.Catalog.Definition(main)
		at := entryOf(n, field.name, field.entries, i)
		switch {
		case d == nil:
			if meant := field.nearest(p, main); meant != "" {
				p.reportf(at, "did you mean "+words.Quote(meant)+"?", "%q is not loaded and may be misspelled", text)
			}
			continue
		case d.Partial || field.suits(def):
			continue
		}
		p.report(at, func(f *diag.Finding) {
			found := " has no main definition"
			if def != nil {
				found = " is " + def.Schema.Type().Phrase()
			}
			f.Message = words.Quote(field.name) + " must refer to " + field.what + ", but " + words.Quote(text) + found
			f.Help = "use the NSID of " + field.what
			if n.Value.Field(field.name).Kind == lexicon.KindArray {
				f.Message = "each entry in " + f.Message
				f.Help += ", or remove the entry"
			}
			f.Related = related(atID(d), string(d.ID)+" is defined here")
		})
	}
}

// nearest returns the id of a suitable Lexicon that was probably intended by one that is not
// loaded: one with a similar id, or with the same name in another group of the namespace; ""
// when there is none.
func (field *nsidField) nearest(p *pass, main lexicon.Reference) string {
	if p.ExplicitFiles || !syntax.IsNSID(string(main.NSID)) || !p.search() || p.mayBeCutOff(main) {
		return ""
	}
	suits := func(id syntax.NSID) bool {
		return strings.HasPrefix(string(id), field.namespace) && field.suits(p.Catalog.Document(id).Main())
	}
	if near, ok := p.Catalog.Nearest(main); ok && suits(near.NSID) {
		return string(near.NSID)
	}
	if field.namespace == "" {
		return "" // the same name in another domain is another thing
	}
	for _, id := range p.Catalog.Namesakes(main.NSID.Name()) {
		if suits(id) {
			return string(id)
		}
	}
	return ""
}

// checkNSIDs reports the entries of a list in a permission that are neither NSIDs nor, where
// that is allowed, a wildcard.
func checkNSIDs(p *pass, s *lexicon.Permission, field string, list []string, wildcard bool, help string) {
	for i, text := range list {
		_, err := syntax.ParseNSID(text)
		if err == nil || text == everything && wildcard {
			continue
		}
		help := help
		if text == everything {
			help = "list each collection by its NSID; a permission set cannot grant access to all collections"
		}
		p.reportf(entryOf(&s.Node, field, list, i), help, "the entry %q in %q is not a valid NSID: %s", text, field, syntax.Reason(err))
	}
}

var actions = []string{"create", "update", "delete"}

// checkActions reports the entries of a list in a permission that are not known actions. The
// help is for an action that means all of them; "" if there is none.
func checkActions(p *pass, s *lexicon.Permission, field string, list, known []string, all string) {
	for i, action := range list {
		if slices.Contains(known, action) {
			continue
		}
		help := useHelp(action, known)
		switch {
		case all != "" && slices.Contains([]string{"write", "manage", "all", everything}, action):
			help = all
		case action == "read" && s.Resource == "repo":
			help = "remove it; every record is public"
		}
		p.reportf(entryOf(&s.Node, field, list, i), help, "unknown action %q", action)
	}
}

// checkUniqueActions reports the repeated entries of action, the only list for which the
// specification requires that they are unique.
func checkUniqueActions(p *pass, s *lexicon.Permission) {
	reportRepeated(p, s, "action", s.Action, itself, func(f *diag.Finding, entry string) {
		f.Message = `"action" lists ` + words.Quote(entry) + " twice"
	})
}
