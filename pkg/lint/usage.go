package lint

import (
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// usageRules has the rules about who uses a definition.
var usageRules = []*rule{
	{&diag.Rule{
		Code: "unused-def", Group: "refs", Severity: diag.Always(diag.Warning),
		Summary: "a definition is not used",
		Reason: "The definition is a leftover, or a reference to it is missing. Definitions for other Lexicons " +
			"belong in a *.defs Lexicon. The rule ignores *.defs Lexicons, main definitions, and tokens, " +
			"and is not checked if you pass individual files instead of folders.",
		Spec: "Lexicon file, rule 5", Page: "specs/lexicon#lexicon-files",
		Examples: `"main": {
  "type": "record", "description": "A thing.", "key": "tid",
  "record": {«"type": "object", "properties": {"weight": {"type": "integer", "description": "In grams."}}|
    "type": "object",
    "properties": {
      "weight": {"type": "integer", "description": "In grams."},
      "size": {"type": "ref", "ref": "#size", "description": "How large it is."}
    }
  »}
},
"size": {"type": "object", "properties": {}}`,
	}, []check{onCatalog(func(p *pass) {
		// Nothing is reported while a text is cut off: the missing part may contain
		// references.
		if p.ExplicitFiles || slices.ContainsFunc(p.Catalog.Documents(), func(d *lexicon.Document) bool { return d.Partial }) {
			return
		}
		used := map[*lexicon.Definition]bool{}
		for _, d := range p.Catalog.Documents() {
			for _, def := range p.mentions(d) {
				used[def] = true
			}
		}
		for d := range p.documents() {
			if isDefs(d) || p.Catalog.Document(d.ID) != d {
				continue
			}
			for _, def := range d.Defs {
				t := def.Schema.Type()
				if def.Name == "main" || t == lexicon.TypeToken || t == lexicon.TypeInvalid || t.Primary() || used[def] {
					continue
				}
				p.reportf(p.key(def.Key), "remove it, refer to it, or move it to a *.defs Lexicon for other Lexicons to use",
					"the %q definition is not used", def.Name)
			}
		}
	})}},
	{&diag.Rule{
		Code: "shared-def-outside-defs", Group: "refs", Severity: diag.Always(diag.Info),
		Summary: "a definition that another Lexicon uses is not in a *.defs Lexicon",
		Reason: "By convention, definitions shared by several Lexicons are in a *.defs Lexicon of the group, where " +
			"readers expect them. Do not move a definition after publishing it.",
		Spec: "Lexicon file, rule 5", Page: "guides/lexicon-style-guide",
		Examples: `-- com/example/«point|geo/defs».json --
{"lexicon": 1, "id": «"com.example.point"|"com.example.geo.defs"», "defs": {"height": {"type": "integer", "description": "In meters."}}}
-- com/example/defs.json --
{
  "lexicon": 1, "id": "com.example.defs",
  "defs": {
    "peak": {
      "type": "object",
      "properties": {"height": {"type": "ref", "description": "Above the sea.", "ref": «"com.example.point#height"|"com.example.geo.defs#height"»}}
    }
  }
}`,
	}, []check{onCatalog(sharedDefOutsideDefs)}},
}

// mentionsIn returns the definitions that other definitions than themselves refer to in a
// document. It looks at every string that has the form of a reference, also inside of what
// could not be read as a schema, and follows a misspelled one to what was intended: a
// mistake in a reference must not make its target look unused.
func mentionsIn(c *lexicon.Catalog, d *lexicon.Document) (mentioned []*lexicon.Definition) {
	searches := 200 // for what was intended
	defs := d.Root.Field("defs")
	if defs == nil {
		return nil
	}
	for i := range defs.Members {
		from := d.Definition(defs.Members[i].Name)
		eachString("", defs.Members[i].Value, func(key, text string) {
			if (key == "ref" || key == "refs") && !strings.ContainsAny(text, "#.:/ ") {
				text = "#" + text // the # was forgotten
			}
			if to := namedBy(c, d, text, &searches); to != nil && to != from {
				mentioned = append(mentioned, to)
			}
		})
	}
	return mentioned
}

// namedBy returns the definition that a text in the document d names or was meant to
// name; nil when there is none, and for a bare NSID, whose main definition is never
// unused. It counts down the searches that it may make.
func namedBy(c *lexicon.Catalog, d *lexicon.Document, text string, searches *int) *lexicon.Definition {
	if strings.IndexByte(text, '#') < 0 {
		if strings.IndexByte(text, '.') < 0 || strings.IndexByte(text, ' ') >= 0 {
			return nil // as most texts
		}
		id := syntax.NSID(text)
		switch named := c.Document(id); {
		case named == nil: // the name of a definition can be written after a dot instead of a #
			return c.Definition(lexicon.Reference{NSID: syntax.NSID(id.Group()), Name: id.Name()})
		case named.Main() == nil:
			return intended(lexicon.Reference{NSID: id, Name: "main"}, named)
		}
		return nil
	}
	ref, err := lexicon.ParseReference(text, d.ID)
	if err != nil {
		meant, _ := lexicon.SuggestReference(text, d.ID)
		if ref, err = lexicon.ParseReference(meant, d.ID); err != nil {
			return nil
		}
	}
	home := d
	if ref.NSID != d.ID {
		home = c.Document(ref.NSID)
	}
	if home == nil {
		return nil
	}
	if def := home.Definition(ref.Name); def != nil || *searches == 0 {
		return def
	}
	*searches--
	return intended(ref, home)
}

// eachString calls f for each string in a value, with the key that it, or the array that
// it is in, is the value of.
func eachString(key string, v *lexicon.Value, f func(key, text string)) {
	if v.Kind == lexicon.KindString {
		f(key, v.Text)
	}
	for _, item := range v.Items {
		eachString(key, item, f)
	}
	for i := range v.Members {
		eachString(v.Members[i].Name, v.Members[i].Value, f)
	}
}

func sharedDefOutsideDefs(p *pass) {
	type use struct {
		by   *lexicon.Document
		link *lexicon.Link
	}
	first := map[*lexicon.Definition]use{}
	for _, d := range p.Catalog.Documents() {
		for _, def := range d.Defs {
			for _, l := range def.Links() {
				to := l.Target
				if to == nil || to.Name == "main" || to.Document.ID == d.ID || isDefs(to.Document) {
					continue
				}
				if first[to].by == nil {
					first[to] = use{d, l}
				}
			}
		}
	}
	for d := range p.documents() {
		for _, def := range d.Defs {
			if user, used := first[def]; used {
				p.report(p.key(def.Key), func(f *diag.Finding) {
					f.Message = "another Lexicon uses " + words.Quote(def.Name) + ", which is not in a *.defs Lexicon"
					f.Help = "if the definition is not published yet, move it to " + d.ID.Group() + ".defs"
					f.Related = related(user.by.At(user.link.Value), "used here")
				})
			}
		}
	}
}
