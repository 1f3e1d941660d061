package lint

import (
	"cmp"
	"slices"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// The fields of a permission that name what it grants access to.
const (
	fieldCollection = "collection"
	fieldLXM        = "lxm"
	fieldSpaceType  = "spaceType"
)

// grants is a field of a permission that names Lexicons.
type grants struct {
	field    string
	nsids    []string
	anywhere bool // outside the namespace of the permission set too
}

// granted returns the fields of a permission that name what it grants access to; nil for
// resources that permission sets do not have.
func granted(s *lexicon.Permission) []grants {
	switch {
	case !s.HasResource():
		return nil
	case s.Resource == "rpc":
		return []grants{{field: fieldLXM, nsids: s.LXM}}
	case s.Resource == "repo":
		return []grants{{field: fieldCollection, nsids: s.Collection}}
	}
	list := []grants{{fieldCollection, s.Collection, true}}
	if s.SpaceType.Set {
		list = append(list, grants{field: fieldSpaceType, nsids: []string{s.SpaceType.Value}})
	}
	return list
}

// everything is the wildcard in the fields of a permission.
const everything = "*"

var actions = []string{"create", "update", "delete"}

// checkActions checks that a list has only actions that are known.
func checkActions(p *pass, s *lexicon.Permission, field string, list, known []string, help func(action string) string) {
	for i, action := range list {
		if !slices.Contains(known, action) {
			p.reportf(entryOf(&s.Node, field, list, i), help(action), "unknown action %q", action)
		}
	}
}

func knownAction(action string, known []string) string {
	return cmp.Or(words.DidYouMean(words.Nearest(action, known)), "use "+words.ListFunc(known, "or", words.Quote))
}

// permissionTarget checks the entries of a permission against the loaded Lexicons. It
// leaves out what permission-outside-namespace finds.
func permissionTarget(p *pass, s *lexicon.Permission) {
	for _, g := range granted(s) {
		wanted := wantedLexicons{p.Document.ID.Group() + ".", "a record", func(t lexicon.Type) bool { return t == lexicon.TypeRecord }}
		switch g.field {
		case fieldLXM:
			wanted.what = "a query or procedure"
			wanted.suits = func(t lexicon.Type) bool {
				return t == lexicon.TypeQuery || t == lexicon.TypeProcedure || t == lexicon.TypeSubscription
			}
		case fieldSpaceType:
			wanted.what, wanted.suits = "a space", func(t lexicon.Type) bool { return t == lexicon.TypeSpace }
		}
		if g.anywhere {
			wanted.namespace = ""
		}
		nameLexicons(p, &s.Node, g.field, g.nsids, wanted)
	}
}
