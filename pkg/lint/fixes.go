package lint

import (
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/words"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// replaceText returns a fix that puts another text in the place of a value.
func replaceText(p *pass, v *lexicon.Value, text string, safe bool) *diag.Fix {
	return diag.NewFix("Write "+words.Quote(text), safe, p.Document.ReplaceText(v, text))
}

// removeField returns a fix that removes a field without effect.
func removeField(p *pass, at diag.Location, field string) *diag.Fix {
	return diag.NewFix("Remove "+words.Quote(field), false, p.Document.Remove(lexicon.ValueAt(at)))
}

// removeEntry returns a fix that removes an entry of a list; nil when the location is
// not one.
func removeEntry(p *pass, at diag.Location, safe bool) *diag.Fix {
	if listOf(at) == nil {
		return nil
	}
	return diag.NewFix("Remove the entry", safe, p.Document.RemoveEntry(lexicon.ValueAt(at)))
}

// replaceEntry returns a fix that puts another text in the place of an entry of a list,
// or removes the entry where the list has that text already. That is never safe, since
// another text can have been meant.
func replaceEntry(p *pass, at diag.Location, text string, safe bool) *diag.Fix {
	const most = 1000 // entries; bounds the work for each one
	list := listOf(at)
	if list == nil || len(list.Items) > most {
		return nil
	}
	if slices.ContainsFunc(list.Items, func(item *lexicon.Value) bool { return item.Text == text }) {
		return removeEntry(p, at, false)
	}
	return replaceText(p, lexicon.ValueAt(at), text, safe)
}

// listOf returns the array that has a place as an entry; nil when it is none.
func listOf(at diag.Location) *lexicon.Value {
	v := lexicon.ValueAt(at)
	if v == nil || v.Parent() == nil || v.Parent().Kind != lexicon.KindArray {
		return nil
	}
	return v.Parent()
}

// formatFix returns a fix that names another format; nil where that would refuse a value
// that the schema itself has.
func formatFix(p *pass, s *lexicon.String, name string, safe bool) *diag.Fix {
	format := syntax.FormatByName(name)
	if format == syntax.FormatNone {
		return nil
	}
	for _, value := range []lexicon.Opt[string]{s.Default, s.Const} {
		if value.Set && !format.Valid(value.Value) {
			return nil
		}
	}
	if slices.ContainsFunc(s.Enum, func(value string) bool { return !format.Valid(value) }) {
		return nil
	}
	return replaceText(p, s.Value.Field("format"), name, safe)
}

// asFragment returns the definition that is the last segment of a reference to a Lexicon
// that is not loaded: a.b.c#name where a.b.c.name is written. It is nil when there is
// none.
func asFragment(p *pass, l *lexicon.Link) *lexicon.Definition {
	i := strings.LastIndexByte(string(l.NSID), '.')
	if l.Name != "main" || i < 0 {
		return nil
	}
	ref := lexicon.Reference{NSID: l.NSID[:i], Name: string(l.NSID[i+1:])}
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
		return t == lexicon.TypeObject || t == lexicon.TypeRecord
	}
	return isData(t)
}

// plainSpelling returns a reference to a definition of the Lexicon d, which it does not
// have, as Lexicon writes it; "" when there is no such definition either.
func plainSpelling(p *pass, l *lexicon.Link, d *lexicon.Document) string {
	text, ok := lexicon.SuggestReference(l.Text, p.Document.ID)
	ref, err := lexicon.ParseReference(text, p.Document.ID)
	if !ok || err != nil || ref.NSID != l.NSID || p.hasVariant(l, ref) {
		return ""
	}
	if def := d.Definition(ref.Name); def == nil || !canRefer(l, def) {
		return ""
	}
	return text
}

// nearFix returns a fix for a reference to a definition that does not exist: the one that
// was most likely intended, which may be nil.
func nearFix(p *pass, l *lexicon.Link, near *lexicon.Definition) *diag.Fix {
	if near == nil || near.Schema.Type() == lexicon.TypeRef || !canRefer(l, near) || p.hasVariant(l, near.Reference()) {
		return nil
	}
	text := near.Reference().String()
	if l.Local() {
		text = "#" + near.Name
	}
	return replaceText(p, l.Value, text, false)
}

// textPlaceholder returns a placeholder for the limits of a string: the first of the
// formats that its name suggests, or lengths.
func textPlaceholder(p *pass, s *lexicon.String, formats string) *diag.Fix {
	if format, _, _ := strings.Cut(formats, " "); format != "" {
		return placeholder(p, s.Value, [2]string{"format", format})
	}
	return placeholder(p, s.Value, [2]string{"maxLength", "3000"}, [2]string{"maxGraphemes", "300"})
}

// placeholder returns a fix that adds a member for the author to complete, where fixes
// of that kind are asked for.
func placeholder(p *pass, object *lexicon.Value, members ...[2]string) *diag.Fix {
	if !p.Placeholders {
		return nil
	}
	var names []string
	var edits []diag.Edit
	for _, m := range members {
		names = append(names, words.Quote(m[0]))
		edits = append(edits, p.Document.Insert(object, lexicon.RoleSchema, m[0], m[1]))
	}
	fix := diag.NewFix("Add "+words.Enumerate(names, "and"), false, edits...)
	if fix != nil {
		fix.Placeholder = true
	}
	return fix
}
