package compat

import (
	"cmp"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// referrer is a definition that refers to another one, and the part of it in
// which it does.
type referrer struct {
	definition lexicon.Reference
	part       lexicon.Part
}

// affect fills in which records and methods reach each change, and softens
// errors where all of them are experiments.
func (c *comparison) affect() {
	if len(c.found) == 0 {
		return
	}
	referrers := map[lexicon.Reference][]referrer{}
	for _, side := range []*lexicon.Catalog{c.old, c.new} {
		collect(side, referrers)
	}
	known := map[referrer][]lexicon.Affected{}
	for i := range c.found {
		f, from := &c.found[i], c.origins[i]
		if from.definition != nil {
			start := referrer{from.definition.Reference(), from.part}
			if _, ok := known[start]; !ok {
				known[start] = roots(from, referrers)
			}
			f.Change.Affects = known[start]
		}
		c.soften(f)
	}
}

// collect adds the references of one side to a map from what is referred to.
func collect(side *lexicon.Catalog, referrers map[lexicon.Reference][]referrer) {
	for _, d := range side.Documents() {
		for _, def := range d.Defs {
			for part, s := range lexicon.Parts(def.Schema) {
				r := referrer{def.Reference(), part}
				for l := range lexicon.Links(s) {
					if !slices.Contains(referrers[l.Reference], r) {
						referrers[l.Reference] = append(referrers[l.Reference], r)
					}
				}
			}
		}
	}
}

// roots goes from a definition up to the records and methods that reach it.
func roots(from origin, referrers map[lexicon.Reference][]referrer) []lexicon.Affected {
	var all []lexicon.Affected
	add := func(ref lexicon.Reference, part lexicon.Part) {
		a := lexicon.Affected{Ref: ref.String(), Part: partName(part)}
		if a.Part != "" && !slices.Contains(all, a) {
			all = append(all, a)
		}
	}
	start := from.definition.Reference()
	if from.part != lexicon.PartNone {
		add(start, from.part)
	} else if from.definition.Schema.Type().Primary() {
		for part := range lexicon.Parts(from.definition.Schema) {
			add(start, part)
		}
	}
	met := map[lexicon.Reference]bool{start: true}
	for queue := []lexicon.Reference{start}; len(queue) > 0; queue = queue[1:] {
		for _, r := range referrers[queue[0]] {
			add(r.definition, r.part)
			if !met[r.definition] && (r.part == lexicon.PartNone || r.part == lexicon.PartRecord) {
				met[r.definition] = true
				queue = append(queue, r.definition)
			}
		}
	}
	slices.SortFunc(all, func(a, b lexicon.Affected) int {
		return cmp.Or(cmp.Compare(a.Ref, b.Ref), cmp.Compare(a.Part, b.Part))
	})
	return all
}

// partName is how reports call a part; "" for none.
func partName(part lexicon.Part) string {
	if part == lexicon.PartError {
		return "errors"
	}
	return part.String()
}

// soften makes a warning of an error in an experimental Lexicon that only
// experimental ones reach.
func (c *comparison) soften(f *lexicon.Finding) {
	if f.Severity != lexicon.Error || !isExperimental(f.NSID) {
		return
	}
	for _, a := range f.Change.Affects {
		if id, _, _ := strings.Cut(a.Ref, "#"); !isExperimental(id) {
			return
		}
	}
	f.Severity = lexicon.Warning
	f.Message += " (only a warning: " + f.NSID + " is experimental)"
}

// isExperimental reports whether the name of a Lexicon says that it may break.
func isExperimental(id string) bool { return syntax.NSID(id).Experimental() != "" }
