package registry

import (
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// Refers returns the other Lexicons that one refers to, sorted: in refs, unions and
// permissions, and in the known values of strings with the full name of a token. It is
// the same choice that "lex install" makes, so that both write the same manifest.
// The root may be nil.
func Refers(root *lexicon.Value) []syntax.NSID {
	if root == nil {
		return nil
	}
	own := lexicon.IDOf(root)
	var ids []syntax.NSID
	for m := range lexicon.Mentions(root) {
		if m.NSID != own && needs(m) {
			ids = append(ids, m.NSID)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

func needs(m lexicon.Mention) bool {
	v := m.Value
	if v.Key() == nil { // an entry of a list
		v = v.Parent()
	}
	switch key := v.Key(); {
	case key == nil:
		return false
	case key.Name == "knownValues":
		_, name, _ := strings.Cut(m.Value.Text, "#")
		return name != ""
	default:
		return key.Name != "enum" && key.Name != "default" && key.Name != "const"
	}
}

// Lacks returns the Lexicons that refs and unions of documents lead to and for which has
// is false, each with the documents that refer to it, sorted.
func Lacks(documents []*lexicon.Document, has func(syntax.NSID) bool) map[syntax.NSID][]syntax.NSID {
	all := map[syntax.NSID][]syntax.NSID{}
	for _, d := range documents {
		for _, def := range d.Defs {
			for l := range lexicon.Links(def.Schema) {
				if l.NSID != d.ID && !has(l.NSID) {
					all[l.NSID] = append(all[l.NSID], d.ID)
				}
			}
		}
	}
	for id, by := range all {
		slices.Sort(by)
		all[id] = slices.Compact(by)
	}
	return all
}
