package lint

import (
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// RuleUnresolvedExternalRef is raised by a reference to a Lexicon that is not loaded.
var RuleUnresolvedExternalRef = &diag.Rule{
	Code: "unresolved-external-ref", Group: "refs", Severity: diag.Always(diag.Warning),
	Summary: "a reference points to a Lexicon that is not loaded",
	Reason: "Whether the definition exists and has a suitable type can be checked only if its " +
		"file is loaded.",
	Spec: "References", Page: "specs/lexicon#ref",
	Fix: diag.FixHelp{Safe: "replaces a.b.c.name with a.b.c#name if that definition is loaded"},
	Examples: `«"order": {
  "type": "object",
  "properties": {"place": {"type": "ref", "ref": "org.example.geo.point", "description": "Where it goes."}}
}|-- com/example/defs.json --
{
  "lexicon": 1, "id": "com.example.defs",
  "defs": {
    "order": {
      "type": "object",
      "properties": {"place": {"type": "ref", "ref": "org.example.geo.point", "description": "Where it goes."}}
    }
  }
}
-- org/example/geo/point.json --
{"lexicon": 1, "id": "org.example.geo.point", "defs": {"main": {"type": "object", "properties": {}}}}»`,
}

// referenceRules has the rules about references to what does not exist.
var referenceRules = []*rule{
	{&diag.Rule{
		Code: "unresolved-ref", Group: "refs", Severity: diag.Always(diag.Error),
		Summary: "a reference points to a definition that does not exist",
		Reason: "Data cannot be validated against the reference, and generated code does not compile. A bare NSID refers " +
			"to the main definition of that Lexicon, and #name to a definition in the same file.",
		Spec: "References", Page: "specs/lexicon#ref",
		Fix: diag.FixHelp{Safe: "rewrites a reference in the style of JSON Schema", Unsafe: "replaces the name with the most similar one"},
		Examples: `"order": {
  "type": "object",
  "properties": {"total": {"type": "ref", "description": "What it costs.", "ref": «"#prise"|"#price"»}}
},
"price": {"type": "integer", "description": "In cents."}`,
	}, onReferences(func(p *pass, l *lexicon.Link) {
		d := p.home(l.Reference)
		if l.Target == nil && d != nil && !p.mayBeCutOff(l.Reference) {
			p.report(p.value(l.Value), func(f *diag.Finding) {
				help, near := p.existing(l.Reference, d, l.Local(), func(def *lexicon.Definition) bool { return canRefer(l, def) })
				f.Message = words.Quote(l.Text) + " is not defined in this file"
				f.Help = help
				f.Fix = nearFix(p, l, near)
				if text := plainSpelling(p, l); text != "" {
					f.Help, f.Fix = "did you mean "+words.Quote(text)+"?", replaceText(p, l.Value, text, true)
				}
				if d != p.Document {
					f.Message = words.Quote(l.Text) + " is not defined"
					if !strings.Contains(l.Text, "#") {
						f.Message += ": the Lexicon has no " + words.Quote(l.Name) + " definition"
					}
					f.Related = related(atID(d), string(d.ID)+" is defined here")
				}
			})
		}
	})},
	{RuleUnresolvedExternalRef, onReferences(func(p *pass, l *lexicon.Link) {
		if p.home(l.Reference) == nil && !p.mayBeCutOff(l.Reference) {
			p.report(p.value(l.Value), func(f *diag.Finding) {
				hint := diag.HintFetchLexicon{NSID: l.NSID, Own: l.NSID.SameDomain(p.Document.ID)}
				f.Message = "the ref " + words.Quote(l.Text) + " cannot be checked because its Lexicon is not loaded"
				f.Help = "load the Lexicon " + string(l.NSID)
				if hint.Own {
					f.Help += ", or create it"
				}
				near := p.meantBy(l.Reference)
				if def := asFragment(p, l); def != nil {
					near = def.Reference().String()
					f.Fix = replaceText(p, l.Value, near, true)
				}
				if near != "" {
					f.Help = "did you mean " + words.Quote(near) + "? If not, " + f.Help
					hint.Near = near
				}
				f.Hint = hint
			})
		}
	})},
	{&diag.Rule{
		Code: "ref-to-internal", Group: "refs", Severity: diag.Always(diag.Warning),
		Summary: "a reference points to a Lexicon that cannot be published",
		Reason: "Domain names under internal cannot be registered, so nobody can resolve the NSIDs under it. If the Lexicon with the " +
			"reference is published, nobody else can use it. A Lexicon under internal may refer to others under internal.",
		Spec: "Not in the specification; a convention of the AT Protocol network", Page: "specs/nsid",
		Examples: `-- com/example/order.json --
{"lexicon": 1, "id": "com.example.order", "defs": {"main": {
  "type": "object", "properties": {"place": {"type": "ref", "ref": «"internal.example.place"|"com.example.place"», "description": "Where it goes."}}
}}}
-- internal/example/place.json --
{"lexicon": 1, "id": "internal.example.place", "defs": {"main": {"type": "object", "properties": {}}}}
-- com/example/place.json --
{"lexicon": 1, "id": "com.example.place", "defs": {"main": {"type": "object", "properties": {}}}}`,
	}, onReferences(func(p *pass, l *lexicon.Link) {
		if l.NSID.Internal() && p.Document.ID != "" && !p.Document.ID.Internal() {
			p.reportf(p.value(l.Value), "refer to a Lexicon under a domain name that can be registered",
				`%q cannot be published with a reference to %q, which is under "internal"`, string(p.Document.ID), l.Text)
		}
	})},
}

// home returns the document that has to define what a reference in the document at
// hand names; nil when it is not loaded.
func (p *pass) home(ref lexicon.Reference) *lexicon.Document {
	if ref.NSID == p.Document.ID {
		return p.Document
	}
	return p.Catalog.Document(ref.NSID)
}

// mayBeCutOff reports whether a definition that was not found may be in the part of
// a file that could not be read.
func (p *pass) mayBeCutOff(ref lexicon.Reference) bool {
	if d := p.home(ref); d != nil {
		return d.Partial
	}
	return slices.ContainsFunc(p.nameless(), func(d *lexicon.Document) bool { return atHome(d.Source.Path, ref.NSID) })
}

// intended returns the definition of d that was most likely intended by a reference
// to one that d does not have; nil when there is none.
func intended(ref lexicon.Reference, d *lexicon.Document) *lexicon.Definition {
	switch main := d.Main(); {
	case ref.Name == "main" && len(d.Defs) == 1:
		return d.Defs[0]
	case ref.Name == "record" && main != nil && main.Schema.Type() == lexicon.TypeRecord:
		return main
	}
	return d.Nearest(ref.Name)
}

// existing returns the help for a reference to a definition that d does not have. It
// names the one that may have been intended, which it returns too; nil when there is
// none. Otherwise it names those that d has and the reference can lead to, unless d has
// very many.
func (p *pass) existing(
	ref lexicon.Reference, d *lexicon.Document, local bool, suits func(*lexicon.Definition) bool,
) (help string, near *lexicon.Definition) {
	spell := func(def *lexicon.Definition) string {
		if local {
			return words.Quote("#" + def.Name)
		}
		return words.Quote(lexicon.Reference{NSID: ref.NSID, Name: def.Name}.String())
	}
	why := ""
	if ref.Name == "main" && !local {
		why = "a bare NSID refers to the main definition; "
	}
	const most = 1000 // definitions; bounds the work for each reference
	var others []*lexicon.Definition
	if p.search() {
		near = intended(ref, d)
		if len(d.Defs) <= most {
			for _, def := range d.Defs {
				if def != p.Definition && suits(def) {
					others = append(others, def)
				}
			}
		}
	}
	name := ref.Name[strings.LastIndexByte(ref.Name, '/')+1:] // without the path of a JSON Pointer
	use := "use " + words.ListFunc(others, "or", spell)
	define := "define " + words.Quote(name)
	switch {
	case near != nil && near.Name == "main" && name == "record":
		return "the record is the main definition; use " + spell(near), near
	case near != nil:
		return why + "did you mean " + spell(near) + "?", near
	case len(others) == 0:
		return define + ", or refer to an existing definition", nil
	case d.Dependency || why != "":
		return why + use, nil
	}
	return define + ", or " + use, nil
}

// meantBy returns the definition that was probably meant by a reference to a Lexicon
// that is not loaded; "" when there is none.
func (p *pass) meantBy(ref lexicon.Reference) string {
	meant, known := p.meant[ref]
	if known || !p.search() {
		return meant
	}
	if near, ok := p.Catalog.Nearest(ref); ok && isData(p.Catalog.Definition(near).Schema.Type()) {
		meant = near.String()
	}
	if p.meant == nil {
		p.meant = map[lexicon.Reference]string{}
	}
	p.meant[ref] = meant
	return meant
}

// asFragment returns the definition that is the last segment of a reference to a Lexicon
// that is not loaded: a.b.c#name where a.b.c.name is written. It is nil when there is
// none.
func asFragment(p *pass, l *lexicon.Link) *lexicon.Definition {
	if l.Name != "main" {
		return nil
	}
	return p.replacement(l, lexicon.Reference{NSID: syntax.NSID(l.NSID.Group()), Name: l.NSID.Name()})
}

// replacement returns the definition with a name that can stand in the place of a link; nil
// when there is none.
func (p *pass) replacement(l *lexicon.Link, ref lexicon.Reference) *lexicon.Definition {
	home := p.home(ref)
	if home == nil || p.hasVariant(l, ref) {
		return nil
	}
	if def := home.Definition(ref.Name); def != nil && canRefer(l, def) {
		return def
	}
	return nil
}

// hasVariant reports whether the union of a link, if it is part of one, has another
// variant.
func (p *pass) hasVariant(l *lexicon.Link, variant lexicon.Reference) bool {
	const most = 1000 // variants; bounds the work for each link
	refs := l.Value.Parent().Items
	return len(refs) > most || slices.ContainsFunc(refs, func(v *lexicon.Value) bool {
		ref, err := lexicon.ParseReference(v.Text, p.Document.ID)
		return err == nil && ref == variant
	})
}

// canRefer reports whether a link, of a ref or of a union, can lead to a definition.
func canRefer(l *lexicon.Link, def *lexicon.Definition) bool {
	t := def.Schema.Type()
	if l.Value.Parent().Kind == lexicon.KindArray {
		return isVariant(t)
	}
	return isData(t)
}

// plainSpelling returns a reference to a definition of a Lexicon, which it does not have, as
// Lexicon writes it; "" when there is no such definition either.
func plainSpelling(p *pass, l *lexicon.Link) string {
	text, ok := lexicon.SuggestReference(l.Text, p.Document.ID)
	ref, err := lexicon.ParseReference(text, p.Document.ID)
	if !ok || err != nil || ref.NSID != l.NSID || p.replacement(l, ref) == nil {
		return ""
	}
	return text
}

// nearFix returns a fix for a reference to a definition that does not exist: the one that
// was most likely intended, which may be nil.
func nearFix(p *pass, l *lexicon.Link, near *lexicon.Definition) *diag.Fix {
	if near == nil || near.Schema.Type() == lexicon.TypeRef || p.replacement(l, near.Reference()) == nil {
		return nil
	}
	text := near.Reference().String()
	if l.Local() {
		text = "#" + near.Name
	}
	return replaceText(p, l.Value, text, false)
}
