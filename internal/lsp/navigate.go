package lsp

import (
	"context"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// schemaRole is the role of a file that is a Lexicon, or is to become one.
func (f *file) schemaRole() lexicon.Role {
	if f.document != nil {
		return lexicon.RoleFile
	}
	return lexicon.RoleOf(f.tree())
}

// at returns what is at a position.
func (f *file) at(p position) cursor {
	return cursorAt(f.tree(), f.schemaRole(), f.offset(p))
}

// target returns the definition that is named or defined at a position, and the
// value or name there.
func (f *file) target(p position) (ref lexicon.Reference, span diag.Span, ok bool) {
	c := f.at(p)
	if m, ok := c.mention(f.tree()); ok {
		return m.Reference, m.Value.Span, true
	}
	if c.role == lexicon.RoleDefinitions && c.inName {
		id := lexicon.IDOf(f.tree())
		return lexicon.Reference{NSID: id, Name: c.member.Name}, c.member.NameSpan, id != ""
	}
	return ref, span, false
}

// definition returns the definition that a file refers to. Its own definitions come
// first, even if another file has the same id, and those of other projects last.
func (f *file) definition(ref lexicon.Reference) *lexicon.Definition {
	if f.document != nil && f.document.ID == ref.NSID {
		return f.document.Definition(ref.Name)
	}
	if d := f.lexicon(ref.NSID); d != nil {
		return d.Definition(ref.Name)
	}
	return nil
}

// lexicon returns a loaded Lexicon, or else that of another project; nil when there is none.
func (f *file) lexicon(id syntax.NSID) *lexicon.Document {
	if d := f.catalog.Document(id); d != nil {
		return d
	}
	for _, s := range f.others {
		if d := s.catalog.Document(id); d != nil && !d.Dependency {
			return d
		}
	}
	return nil
}

func (f *file) goTo(_ context.Context, p positionParams) (*location, error) {
	ref, _, ok := f.target(p.Position)
	if !ok {
		return nil, nil
	}
	if def := f.definition(ref); def != nil {
		l := f.location(def.Document.Source, def.Key.NameSpan)
		return &l, nil
	}
	if d := f.lexicon(ref.NSID); d != nil && d.Root != nil { // the Lexicon exists
		l := f.location(d.Source, diag.Span{})
		return &l, nil
	}
	return nil, nil
}

type referenceParams struct {
	positionParams
	Context struct {
		IncludeDeclaration bool `json:"includeDeclaration"`
	} `json:"context"`
}

func (f *file) references(_ context.Context, p referenceParams) ([]location, error) {
	ref, _, ok := f.target(p.Position)
	if !ok {
		return []location{}, nil
	}
	found := []location{}
	if def := f.definition(ref); def != nil && p.Context.IncludeDeclaration {
		found = append(found, f.location(def.Document.Source, def.Key.NameSpan))
	}
	for _, m := range f.mentionsOf(ref) {
		found = append(found, f.location(m.source, m.Value.Span))
	}
	return found, nil
}

type documentHighlight struct {
	Range textRange `json:"range"`
}

func (f *file) highlights(_ context.Context, p positionParams) ([]documentHighlight, error) {
	ref, span, ok := f.target(p.Position)
	if !ok {
		return nil, nil
	}
	found := []documentHighlight{{f.rangeOf(span)}}
	if def := f.definition(ref); def != nil && def.Document == f.document && def.Key.NameSpan != span {
		found = append(found, documentHighlight{f.rangeOf(def.Key.NameSpan)})
	}
	for m := range lexicon.Mentions(f.tree()) {
		if m.Reference == ref && m.Value.Span != span {
			found = append(found, documentHighlight{f.rangeOf(m.Value.Span)})
		}
	}
	return found, nil
}

type documentLink struct {
	Range   textRange `json:"range"`
	Target  string    `json:"target"`
	Tooltip string    `json:"tooltip"`
}

func (f *file) links(_ context.Context, _ documentParams) ([]documentLink, error) {
	links := []documentLink{}
	for m := range lexicon.Mentions(f.tree()) {
		if def := f.definition(m.Reference); def != nil {
			span := m.Value.Span
			links = append(links, documentLink{f.rangeOf(inside(f.text.bytes, span)), f.uriOf(def.Document.Source.Path), def.Reference().String()})
		}
	}
	return links, nil
}

// inside returns the span of a string without its quotes.
func inside(text []byte, span diag.Span) diag.Span {
	if span.End > span.Start && text[span.Start] == '"' {
		span.Start++
		if span.End > span.Start && text[span.End-1] == '"' {
			span.End--
		}
	}
	return span
}
