package lint

import (
	"strings"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// usage has the rules about who uses a definition, and which names stand beside
// each other.
var usage = []*rule{
	{
		Rule: lexicon.Rule{
			Code: "unused-def", Group: "refs", Severity: lexicon.Always(lexicon.Warning),
			Summary: "nothing refers to a definition",
			Reason: "It is either left over, or a reference to it is missing. What other Lexicons are to use belongs into a *.defs Lexicon, " +
				"whose definitions are not judged, nor are main definitions and tokens. With files named one by one nothing is judged.",
			Spec: "Lexicon file, rule 5",
			Bad: `"main": {
  "type": "record", "description": "A thing.", "key": "tid",
  "record": {"type": "object", "properties": {
    "weight": {"type": "integer", "description": "In grams."}}}
},
"size": {"type": "object", "properties": {}}`,
			Good: `"main": {
  "type": "record", "description": "A thing.", "key": "tid",
  "record": {"type": "object", "properties": {
    "weight": {"type": "integer", "description": "In grams."},
    "size": {"type": "ref", "description": "How large it is.", "ref": "#size"}}}
},
"size": {"type": "object", "properties": {}}`,
		},
		checks: []check{onCatalog(unusedDef)},
	},
	{
		Rule: lexicon.Rule{
			Code: "shared-def-outside-defs", Group: "refs", Severity: lexicon.Always(lexicon.Info),
			Summary: "a definition that another Lexicon uses stands outside a *.defs Lexicon",
			Reason: "By convention definitions shared by several Lexicons live in a *.defs Lexicon of the group, where readers look for them. " +
				"Once published, a definition stays where it is.",
			Spec: "Lexicon file, rule 5",
			Bad: `-- com/example/point.json --
{"lexicon": 1, "id": "com.example.point", "defs": {
  "height": {"type": "integer", "description": "In metres."}
}}
-- com/example/defs.json --
{"lexicon": 1, "id": "com.example.defs", "defs": {
  "peak": {
    "type": "object",
    "properties": {"height": {"type": "ref", "description": "Above the sea.", "ref": "com.example.point#height"}}
  }
}}`,
			Good: `-- com/example/geo/defs.json --
{"lexicon": 1, "id": "com.example.geo.defs", "defs": {
  "height": {"type": "integer", "description": "In metres."}
}}
-- com/example/defs.json --
{"lexicon": 1, "id": "com.example.defs", "defs": {
  "peak": {
    "type": "object",
    "properties": {"height": {"type": "ref", "description": "Above the sea.", "ref": "com.example.geo.defs#height"}}
  }
}}`,
		},
		checks: []check{onCatalog(sharedDefOutsideDefs)},
	},
	{
		Rule: lexicon.Rule{
			Code: "namespace-clash", Group: "style", Severity: lexicon.Always(lexicon.Warning),
			Summary: "a name is used both for a schema and for a group of schemas",
			Reason: "Generated code makes a module of each group and a type of each schema; where both have one name they collide. " +
				"The same goes for a definition a.b#c beside the Lexicon a.b.c.",
			Spec: "What the service does, 3",
			Bad: `-- com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "record", "description": "A thing.", "key": "tid", "record": {"type": "object", "properties": {}}}
}}
-- com/example/thing/label.json --
{"lexicon": 1, "id": "com.example.thing.label", "defs": {
  "main": {"type": "record", "description": "A label on it.", "key": "tid", "record": {"type": "object", "properties": {}}}
}}`,
			Good: `-- com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "record", "description": "A thing.", "key": "tid", "record": {"type": "object", "properties": {}}}
}}
-- com/example/thingLabel.json --
{"lexicon": 1, "id": "com.example.thingLabel", "defs": {
  "main": {"type": "record", "description": "A label on it.", "key": "tid", "record": {"type": "object", "properties": {}}}
}}`,
		},
		checks: []check{onCatalog(namespaceClash)},
	},
}

// isDefs reports whether a Lexicon is a collection of shared definitions.
func isDefs(d *lexicon.Document) bool { return d.ID.Name() == "defs" }

// unusedDef judges nothing while a text is cut off: references may be lost with
// the rest of it.
func unusedDef(p *pass) {
	if p.ExplicitFiles {
		return
	}
	for _, d := range p.Catalog.Documents() {
		if d.Partial {
			return
		}
	}
	used := mentioned(p.Catalog)
	for _, d := range p.Catalog.Documents() {
		if d.Dependency || isDefs(d) || p.Catalog.Document(d.ID) != d {
			continue
		}
		for _, def := range d.Defs {
			t := def.Schema.Type()
			if def.Name == "main" || t == lexicon.TypeToken || t == lexicon.TypeInvalid || t.Primary() || used[def] {
				continue
			}
			p.reportIn(d, d.AtKey(def.Key), "nothing refers to the definition "+quote(def.Name),
				"remove it, refer to it, or move it to a *.defs Lexicon if it is for others")
		}
	}
}

// mentioned returns the definitions that other definitions refer to. It looks
// at all texts of the form of a reference, also in what could not be read as a
// schema, and follows a misspelled one to what was meant: a fault in a reference
// must not make its target look unused.
func mentioned(c *lexicon.Catalog) map[*lexicon.Definition]bool {
	used := map[*lexicon.Definition]bool{}
	for _, d := range c.Documents() {
		defs := d.Root.Field("defs")
		if defs == nil {
			continue
		}
		for i := range defs.Members {
			from := d.Definition(defs.Members[i].Name)
			eachString(defs.Members[i].Value, func(text string) {
				if to := target(c, d, text); to != nil && to != from {
					used[to] = true
				}
			})
		}
	}
	return used
}

// target returns the definition that a text in the document d names or means;
// nil when there is none. Main definitions named by a bare NSID are left out.
func target(c *lexicon.Catalog, d *lexicon.Document, text string) *lexicon.Definition {
	if strings.IndexByte(text, '#') < 0 {
		if strings.IndexByte(text, '.') < 0 || strings.IndexByte(text, ' ') >= 0 {
			return nil // as most texts
		}
		if named := c.Document(syntax.NSID(text)); named != nil && named.Main() == nil {
			return intended(lexicon.Reference{NSID: named.ID, Name: "main"}, named)
		}
		return nil
	}
	ref, err := lexicon.ParseReference(text, d.ID)
	if err != nil {
		return nil
	}
	home := d
	if ref.NSID != d.ID {
		home = c.Document(ref.NSID)
	}
	if home == nil {
		return nil
	}
	if def := home.Definition(ref.Name); def != nil {
		return def
	}
	return intended(ref, home)
}

func eachString(v *lexicon.Value, f func(string)) {
	if v.Kind == lexicon.KindString {
		f(v.Text)
	}
	for _, item := range v.Items {
		eachString(item, f)
	}
	for i := range v.Members {
		eachString(v.Members[i].Value, f)
	}
}

func sharedDefOutsideDefs(p *pass) {
	user := map[*lexicon.Definition]lexicon.Location{} // the first one
	for _, d := range p.Catalog.Documents() {
		for _, def := range d.Defs {
			for l := range lexicon.Links(def.Schema) {
				to := l.Target
				if to == nil || to.Name == "main" || to.Document.ID == d.ID || to.Document.Dependency || isDefs(to.Document) {
					continue
				}
				if _, known := user[to]; !known {
					user[to] = d.At(l.Value)
				}
			}
		}
	}
	for _, d := range p.Catalog.Documents() {
		for _, def := range d.Defs {
			at, used := user[def]
			if !used {
				continue
			}
			f := p.reportIn(d, d.AtKey(def.Key), quote(def.Name)+" is used by other Lexicons, yet does not stand in a *.defs Lexicon",
				"define it in "+d.ID.Group()+".defs; once published, leave it")
			f.Related = []lexicon.Related{{Location: at, Message: "used here"}}
		}
	}
}

func namespaceClash(p *pass) {
	groups := map[syntax.NSID]*lexicon.Document{} // a Lexicon of each group, however deep
	for _, d := range p.Catalog.Documents() {
		for group := d.ID.Group(); group != ""; group = syntax.NSID(group).Group() {
			if groups[syntax.NSID(group)] != nil {
				break
			}
			groups[syntax.NSID(group)] = d
		}
	}
	for _, d := range p.Catalog.Documents() {
		inner := groups[d.ID]
		if inner == nil {
			continue
		}
		if main := d.Main(); main != nil && main.Schema.Type() == lexicon.TypeRecord {
			p.clash(d, atID(d), inner, "the record "+string(d.ID)+" has the name of the group "+string(d.ID)+".*")
		}
		for _, def := range d.Defs {
			if def.Name == "main" {
				continue // its name is the id alone
			}
			if other := p.Catalog.Document(d.ID + "." + syntax.NSID(def.Name)); other != nil {
				p.clash(d, d.AtKey(def.Key), other, "the definition "+quote(def.Reference().Full())+" has the name of the Lexicon "+string(other.ID))
			}
		}
	}
}

// clash reports that a name in d and the id of other collide: at the place in
// d, or at other when d is not linted.
func (p *pass) clash(d *lexicon.Document, at lexicon.Location, other *lexicon.Document, message string) {
	there := atID(other)
	if d.Dependency {
		d, other, at, there = other, d, there, at
	}
	if d.Dependency {
		return
	}
	f := p.reportIn(d, at, message, "give one of the two another name while it is unpublished")
	f.Related = []lexicon.Related{{Location: there, Message: "the other one"}}
}

// atID returns the location of the id of a document that has one.
func atID(d *lexicon.Document) lexicon.Location { return d.At(d.Root.Field("id")) }
