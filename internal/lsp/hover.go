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

// hover explains what is at a position: a definition, a key, a type or a format.
func (f *file) hover(_ context.Context, p positionParams) (*hover, error) {
	if f.schemaRole() != lexicon.RoleFile {
		return f.hoverData(f.offset(p.Position)), nil
	}
	if ref, span, ok := f.target(p.Position); ok {
		if def := f.definition(ref); def != nil {
			return &hover{f.describe(def), f.rangeOf(span)}, nil
		}
		return nil, nil
	}
	c := f.at(p.Position)
	switch {
	case c.member == nil || c.role == lexicon.RoleNone:
	case c.inName:
		if field := c.role.Keys(c.object).Field(c.member.Name); field != nil {
			return f.explain(field.Name, field.Describe(f.profile), c.member.NameSpan), nil
		}
	case c.value == nil || c.role != lexicon.RoleSchema:
	case c.member.Name == "type":
		if t := lexicon.TypeByName(c.value.Text); t != lexicon.TypeInvalid {
			return f.explain(t.String(), t.Describe(f.profile), c.value.Span), nil
		}
	case c.member.Name == "format":
		if format := syntax.FormatByName(c.value.Text); format != syntax.FormatNone {
			return f.explain(format.String(), describeFormat(format), c.value.Span), nil
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
func escape(text string) string {
	var b strings.Builder
	for _, c := range text {
		if strings.ContainsRune("\\`*_{}[]<>#|!&", c) {
			b.WriteByte('\\')
		}
		b.WriteRune(c)
	}
	return b.String()
}

// describeFormat explains a string format in a sentence.
func describeFormat(f syntax.Format) string {
	if int(f) >= len(formatDescriptions) {
		return ""
	}
	return formatDescriptions[f]
}

var formatDescriptions = [...]string{
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
}
