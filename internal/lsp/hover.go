package lsp

import (
	"context"
	"path/filepath"
	"strings"

	"github.com/lexsmith/lexsmith/internal/describe"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

type hover struct {
	Contents *markup   `json:"contents"`
	Range    textRange `json:"range"`
}

// hover explains what is at a position: a definition, a property, a key, or a value that the
// language knows. Of a reference to nothing it says what lint says.
func (f *file) hover(ctx context.Context, p positionParams) (*hover, error) {
	if f.schemaRole() != lexicon.RoleFile {
		return f.hoverData(f.offset(p.Position)), nil
	}
	if ref, span, ok := f.target(p.Position); ok {
		if def := f.definition(ref); def != nil {
			return &hover{f.describe(def), f.rangeOf(span)}, nil
		}
		return f.hoverFinding(ctx, span)
	}
	c := f.at(p.Position)
	switch {
	case c.member == nil || c.role == lexicon.RoleNone:
	case c.inName && c.role == lexicon.RoleProperties:
		return f.hoverProperty(c.schema, c.member.Name, c.member.NameSpan), nil
	case c.inName:
		if field := fieldOf(c); field != nil {
			return f.explain(field.Name, field.Describe(f.profile), c.member.NameSpan), nil
		}
	case c.value != nil && c.role == lexicon.RoleSchema:
		return f.hoverValue(c), nil
	}
	return nil, nil
}

// fieldOf returns the field of the language that the key at the cursor is. In a schema
// without a type it is that of the first type that has it; nil when there is none.
func fieldOf(c cursor) *lexicon.Field {
	if field := c.role.Keys(c.object).Field(c.member.Name); field != nil || c.role != lexicon.RoleSchema || c.object.Field("type") != nil {
		return field
	}
	for t := lexicon.TypeNull; t < lexicon.NumTypes; t++ {
		for _, field := range t.Fields() {
			if field.Name == c.member.Name {
				return &field
			}
		}
	}
	return nil
}

// hoverValue explains the value of a field of a schema.
func (f *file) hoverValue(c cursor) *hover {
	text, about := c.value.Text, ""
	switch c.member.Name {
	case "type":
		if t := lexicon.TypeByName(text); t != lexicon.TypeInvalid {
			about = t.Describe(f.profile)
		}
	case "format":
		about = formatDescriptions[lexicon.FormatByName(text, f.profile)]
	case "required", "nullable":
		return f.hoverProperty(c.object, text, c.value.Span)
	default:
		for _, choice := range choices[c.member.Name] {
			if choice.text == text {
				about = choice.about
			}
		}
		if key, ok := strings.CutPrefix(text, "literal:"); ok && c.member.Name == "key" {
			about = "A single record, with the key " + escape(key) + "."
		}
	}
	if about == "" {
		return nil
	}
	return f.explain(text, about, c.value.Span)
}

// hoverProperty explains a property of an object or of params.
func (f *file) hoverProperty(around *lexicon.Value, name string, span diag.Span) *hover {
	if f.document == nil || around == nil {
		return nil
	}
	var about string
	for _, def := range f.document.Defs {
		lexicon.Walk(def.Schema, func(s lexicon.Schema) bool {
			if s.Base().Value.Span == around.Span {
				about = describe.Property(f.catalog, s, name)
			}
			return about == ""
		})
	}
	if about == "" {
		return nil
	}
	return &hover{markdown(about), f.rangeOf(span)}
}

// hoverFinding says what lint says of a place in the file.
func (f *file) hoverFinding(ctx context.Context, span diag.Span) (*hover, error) {
	found, err := f.lint(ctx, func(d *lexicon.Document) bool { return d == f.document })
	if err != nil {
		return nil, err
	}
	for i := range found {
		if at := found[i].Location; f.document != nil && at.Source == f.document.Source && at.Span == span {
			return &hover{markdown(strings.ReplaceAll(escape(f.diagnostic(&found[i]).Message), "\n", "\n\n")), f.rangeOf(span)}, nil
		}
	}
	return nil, nil
}

func (f *file) explain(name, text string, span diag.Span) *hover {
	return &hover{markdown("**" + name + "**: " + text), f.rangeOf(span)}
}

// describe explains a definition: what it is for, its fields, and where it is.
func (s *snapshot) describe(def *lexicon.Definition) *markup {
	path := def.Document.Source.Path
	shown := path
	if r, err := filepath.Rel(s.project.folder, filepath.FromSlash(path)); err == nil && filepath.IsLocal(r) {
		shown = filepath.ToSlash(r)
	}
	return markdown(describe.Outlines(s.catalog, 0, def)[0].Markdown() + "\n[" + escape(shown) + "](" + s.uriOf(path) + ")")
}

// escape returns text that Markdown shows as it is.
func escape(text string) string { return markdownEscaper.Replace(text) }

var markdownEscaper = strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "{", `\{`, "}", `\}`, "[", `\[`, "]", `\]`,
	"<", `\<`, ">", `\>`, "#", `\#`, "|", `\|`, "!", `\!`, "&", `\&`)

// formatDescriptions explain string formats in a sentence.
var formatDescriptions = map[syntax.Format]string{
	syntax.FormatAtIdentifier: "A DID or a handle.",
	syntax.FormatATURI:        "The URI of an account, a collection, or a record: at://did:plc:…/com.example.thing/…",
	syntax.FormatCID:          "A content identifier, as a string.",
	syntax.FormatDatetime:     "A point in time with a timezone: 2026-04-30T10:00:00.000Z.",
	syntax.FormatDID:          "A decentralized identifier: did:plc:…, did:web:example.com.",
	syntax.FormatHandle:       "A domain name that identifies an account: alice.example.com.",
	syntax.FormatNSID:         "The identifier of a Lexicon: com.example.thing.",
	syntax.FormatURI:          "A URI with any scheme.",
	syntax.FormatLanguage:     "A BCP 47 language tag: en, pt-BR.",
	syntax.FormatTID:          "A timestamp identifier, such as the key of a record: 3jzfcijpj2z2a.",
	syntax.FormatRecordKey:    "The key of a record in its collection.",
	syntax.FormatSpaceRef:     "The URI of a space: at://did:plc:…/space/com.example.thing/…",
	syntax.FormatATURIOrSpace: "The URI of an account, a collection, a record, or a space: at://did:plc:…/com.example.thing/…",
}
