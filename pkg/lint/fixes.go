package lint

import (
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// replaceText returns a fix that puts another text in the place of a value.
func replaceText(p *pass, v *lexicon.Value, text string, safe bool) *diag.Fix {
	return diag.NewFix("Write "+words.Quote(text), safe, p.Document.ReplaceText(v, text))
}

// removeField returns a fix that removes a field without effect.
func removeField(p *pass, at diag.Location, field string) *diag.Fix {
	return diag.NewFix("Remove "+words.Quote(field), false, p.Document.Remove(lexicon.ValueAt(at)))
}

// removeEntry returns a fix that removes an entry of a list.
func removeEntry(p *pass, at diag.Location, safe bool) *diag.Fix {
	return diag.NewFix("Remove the entry", safe, p.Document.RemoveEntry(lexicon.ValueAt(at)))
}

// replaceEntry returns a fix that puts another text in the place of an entry of a list,
// or removes the entry where the list has that text already. That is never safe, since
// another text can have been meant.
func replaceEntry(p *pass, at diag.Location, text string, safe bool) *diag.Fix {
	const most = 1000 // entries; bounds the work for each one
	entry := lexicon.ValueAt(at)
	list := entry.Parent().Items
	if len(list) > most {
		return nil
	}
	if slices.ContainsFunc(list, func(item *lexicon.Value) bool { return item.Text == text }) {
		return removeEntry(p, at, false)
	}
	return replaceText(p, entry, text, safe)
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
