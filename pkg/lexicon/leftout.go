package lexicon

import (
	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
)

// LeftOut is a definition that cannot be used because of a Foreign type.
type LeftOut struct {
	Definition *Definition
	// Link is its reference to a definition that is left out too; nil if its own type is Foreign.
	Link *Link
}

// LeftOut returns the definitions of Foreign types, in the order of the catalog, and then
// those that refer to them, directly or through others. Everything else can be used.
func (c *Catalog) LeftOut() []LeftOut {
	var all []LeftOut
	left := map[*Definition]bool{}
	for _, d := range c.documents {
		if main := d.Main(); main != nil && main.isForeign() {
			all, left[main] = append(all, LeftOut{Definition: main}), true
		}
	}
	if all == nil {
		return nil
	}
	users := c.Users()
	for i := 0; i < len(all); i++ {
		for _, user := range users[all[i].Definition] {
			for _, l := range user.links {
				if l.Target == all[i].Definition && !left[user] {
					all, left[user] = append(all, LeftOut{user, l}), true
				}
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
	d := l.Definition.Document
	f := diag.Finding{
		Rule: RuleUnknownType, Severity: diag.Warning, NSID: string(d.ID), Foreign: true,
		Message: l.Definition.Reference().String() + " is left out, because ",
	}
	if l.Link != nil {
		f.Location = d.At(l.Link.Value)
		f.Message += "it refers to " + l.Link.Reference.String()
		return f
	}
	t := l.Definition.Schema.Base().Value.Field("type")
	f.Location = d.At(t)
	f.Message += "its type " + words.Quote(t.Text) + " is not known"
	f.Help = "fix the type; if the network has added it, use a newer version of lexsmith"
	return f
}
