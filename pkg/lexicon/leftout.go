package lexicon

import (
	"slices"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
)

// LeftOut is a definition that cannot be used because of a Foreign type.
type LeftOut struct {
	Definition *Definition
	// Link is its reference to a definition that is left out too; nil if its own type is
	// Foreign, or if it is not valid and the main definition beside it has such a type.
	Link *Link
	// Cause is the definition of a Foreign type that Link leads to, or that of the Lexicon.
	Cause *Definition
}

// LeftOut returns the definitions of Foreign types, with those beside them that are not
// valid, in the order of the catalog, and then those that refer to them, directly or through
// others. Everything else can be used.
func (c *Catalog) LeftOut() []LeftOut {
	var all []LeftOut
	left := map[*Definition]bool{}
	for _, d := range c.documents {
		main := d.Main()
		if main == nil || !main.isForeign() {
			continue
		}
		all, left[main] = append(all, LeftOut{Definition: main, Cause: main}), true
		for _, f := range d.Found {
			path := diag.SplitPointer(f.Pointer)
			if !f.Foreign || f.Severity != diag.Error || len(path) < 2 || path[0] != "defs" {
				continue
			}
			if def := d.Definition(path[1]); def != nil && !left[def] {
				all, left[def] = append(all, LeftOut{Definition: def, Cause: main}), true
			}
		}
	}
	if all == nil {
		return nil
	}
	users := c.Users()
	for i := 0; i < len(all); i++ {
		target := all[i].Definition
		for _, user := range users[target] {
			if !left[user] {
				at := slices.IndexFunc(user.links, func(l *Link) bool { return l.Target == target })
				all, left[user] = append(all, LeftOut{user, user.links[at], all[i].Cause}), true
			}
		}
	}
	return all
}

func (d *Definition) isForeign() bool {
	invalid, ok := d.Schema.(*Invalid)
	return ok && invalid.Foreign
}

// LeftOutFindings returns the Finding of each, in the order of reports.
func LeftOutFindings(all []LeftOut) []diag.Finding {
	var found []diag.Finding
	for _, l := range all {
		found = append(found, l.Finding())
	}
	return diag.SortFindings(found)
}

// Finding says that the definition is left out, as a warning of the rule unknown-type.
func (l LeftOut) Finding() diag.Finding {
	d, t := l.Definition.Document, l.Cause.Schema.Base().Value.Field("type")
	f := diag.Finding{
		Rule: RuleUnknownType, Severity: diag.Warning, NSID: string(d.ID), Foreign: true,
		Message: l.Definition.Reference().String() + " is left out, because ",
	}
	if l.Link == nil && l.Definition != l.Cause {
		f.Location = d.AtKey(l.Definition.Key)
		f.Message += "it is not valid beside " + l.Cause.Reference().String() + ", whose type " + words.Quote(t.Text) + " is not known"
		return f
	}
	if l.Link == nil {
		f.Location = d.At(t)
		f.Message += "its type " + words.Quote(t.Text) + " is not known"
		f.Help = "fix the type; if the network has added it, use a newer version of lexsmith"
		return f
	}
	f.Location = d.At(l.Link.Value)
	f.Message += "it refers to " + l.Link.Reference.String()
	if cause := l.Cause.Reference(); cause != l.Link.Reference {
		f.Message += ", which leads to " + cause.String()
	}
	f.Message += ", whose type " + words.Quote(t.Text) + " is not known"
	return f
}
