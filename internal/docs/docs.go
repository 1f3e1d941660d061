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
	b.emit = emit
	result := Result{Lexicons: len(b.documents), LeftOut: b.leftOut}
	for _, d := range b.documents {
		if err := cmp.Or(b.err, ctx.Err()); err != nil {
			return result, err
		}
		p := b.lexicon(d)
		b.writePage(p)
		b.writePictures(p)
	}
	index := b.index()
	b.writePictures(index)
	b.writePage(index)
	if o.Changes != nil {
		b.writePage(b.changesPage())
	}
	if !o.Markdown {
		b.writeAssets()
	}
	return result, b.err
}

// write makes a file, unless there was an error before.
func (b *builder) write(name string, text []byte) {
	if b.err == nil {
		b.err = b.emit(name, text)
	}
}

func (b *builder) writePage(p *page) {
	if b.Markdown {
		b.write(p.Path, renderMarkdown(p))
	} else {
		b.write(p.Path, b.render(p))
	}
}

// writePictures makes the files of the pictures in a page.
func (b *builder) writePictures(p *page) {
	for _, block := range p.blocks {
		if picture, ok := block.(picture); ok {
			var text strings.Builder
			picture.write(&text, picture.path, true)
			b.write(picture.path, []byte(text.String()))
		}
	}
}
