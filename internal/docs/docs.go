// Package docs writes Lexicons as pages that people read: a static site in HTML, or the
// same pages in Markdown. Pages are made of blocks that both formats can show; what
// the Lexicons say in words comes from package describe.
package docs

import (
	"cmp"
	"context"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// Result says what was written.
type Result struct {
	Lexicons int
	LeftOut  []*lexicon.Document // own ones that cannot be shown
}

// Build makes the files of a folder one after the other, in a fixed order. The names that
// emit gets are relative to the folder, with slashes. The same input gives the same bytes.
func Build(ctx context.Context, c *lexicon.Catalog, o Options, emit func(name string, text []byte) error) (Result, error) {
	b := newBuilder(c, o)
	result := Result{Lexicons: len(b.documents), LeftOut: b.leftOut}
	write := func(p *page) error {
		text, err := b.render(p)
		if err != nil {
			return err
		}
		return emit(p.path, text)
	}
	for _, d := range b.documents {
		if err := ctx.Err(); err != nil {
			return result, err
		}
		p := b.lexicon(d)
		if err := write(p); err != nil {
			return result, err
		}
		if err := b.writePictures(p, emit); err != nil {
			return result, err
		}
	}
	p := b.index()
	if err := b.writePictures(p, emit); err != nil {
		return result, err
	}
	if err := write(p); err != nil {
		return result, err
	}
	if o.Changes != nil {
		if err := write(b.changesPage()); err != nil {
			return result, err
		}
	}
	if o.Markdown {
		return result, nil
	}
	return result, b.writeAssets(emit)
}

// writePictures makes the files of the pictures in a page.
func (b *builder) writePictures(p *page, emit func(string, []byte) error) error {
	for _, block := range p.blocks {
		if picture, ok := block.(picture); ok {
			var text strings.Builder
			picture.svg.write(&text, cmp.Or(picture.path, p.path), true)
			if err := emit(picture.path, []byte(text.String())); err != nil {
				return err
			}
		}
	}
	return nil
}
