package lsp

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/lexsmith/lexsmith/internal/files"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// snapshot is a project at one moment: its Lexicons and the open files. It is
// immutable.
type snapshot struct {
	*server
	settings
	project   *project // only for what does not change: its folder, publisher and baseline
	roots     []root
	catalog   *lexicon.Catalog
	buffers   map[string]*buffer
	texts     sync.Map // *text by *diag.Source
	mentions  func() mentions
	data      []string                   // open files that can hold records
	validator func() *validate.Validator // of records
}

func newSnapshot(p *project) *snapshot {
	s := &snapshot{
		server: p.workspace.server, settings: p.settings, project: p, roots: p.roots, catalog: p.catalog, buffers: p.workspace.buffers,
	}
	s.mentions = sync.OnceValue(func() mentions { return findMentions(s) })
	s.data = p.dataFiles()
	s.validator = sync.OnceValue(func() *validate.Validator {
		return validate.Compile(s.catalog, validate.Options{Profile: s.profile, ExtraFields: len(s.config.ExtraFields) > 0}).Records()
	})
	return s
}

// file is a file of a snapshot, open or as it is on disk.
type file struct {
	*snapshot
	*buffer
	path     string
	document *lexicon.Document // nil when it is not a Lexicon
	others   []*snapshot       // of the other projects, for requests across projects
}

// file returns the file at a path, open or on disk; nil when there is none.
func (s *snapshot) file(path string) *file {
	f := &file{snapshot: s, buffer: s.buffers[path], path: path, document: s.catalog.DocumentAt(filepath.ToSlash(path))}
	switch {
	case f.buffer != nil:
	case f.document != nil:
		f.buffer = newBuffer(uriOf(path), 0, s.textOf(f.document.Source))
	default:
		bytes, err := files.Read(path, lexicon.MaxFileSize)
		if err != nil {
			return nil
		}
		f.buffer = newBuffer(uriOf(path), 0, newText(bytes))
	}
	return f
}

// checks reports whether a file, with slashes, is one to publish findings on, besides the
// config file: a Lexicon, its examples, or an open file that can hold records.
func (s *snapshot) checks(path string) bool {
	if d := s.catalog.DocumentAt(path); d != nil {
		return !d.Dependency
	}
	if schema, ok := strings.CutSuffix(path, lexicon.ExamplesSuffix); ok {
		d := cmp.Or(s.catalog.DocumentAt(schema+".json"), s.catalog.DocumentAt(schema))
		if d != nil && d.Examples != nil {
			return !d.Dependency
		}
	}
	return slices.Contains(s.data, path)
}

// textOf returns the text of a source with its lines.
func (s *snapshot) textOf(source *diag.Source) *text {
	if b := s.bufferOf(source.Path); b != nil && same(b.text.bytes, source.Text) {
		return b.text
	}
	if t, ok := s.texts.Load(source); ok {
		return t.(*text)
	}
	t := newText(source.Text)
	s.texts.Store(source, t)
	return t
}

// bufferOf returns the open file at a path with slashes; nil when it is not open.
func (s *snapshot) bufferOf(path string) *buffer { return s.buffers[filepath.FromSlash(path)] }

// same reports whether two slices are the same bytes in memory.
func same(a, b []byte) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}

// uriOf returns the URI of a path with slashes, as the client spells it.
func (s *snapshot) uriOf(path string) string {
	if b := s.bufferOf(path); b != nil {
		return b.uri
	}
	return uriOf(path)
}

// rangeIn returns a span of a source as the client counts.
func (s *snapshot) rangeIn(source *diag.Source, span diag.Span) textRange {
	r := s.textOf(source).rangeOf(span, s.encoding)
	r.Start.Line += uint32(source.FirstLine)
	r.End.Line += uint32(source.FirstLine)
	return r
}

// location returns a span in a file of the catalog.
func (s *snapshot) location(source *diag.Source, span diag.Span) location {
	return location{s.uriOf(source.Path), s.rangeIn(source, span)}
}

// rangeOf returns a span of the file.
func (f *file) rangeOf(span diag.Span) textRange { return f.text.rangeOf(span, f.encoding) }

// offset returns the byte offset of a position in the file.
func (f *file) offset(p position) int32 { return f.text.offset(p, f.encoding) }

func (t *text) rangeOf(span diag.Span, e encoding) textRange {
	return textRange{t.position(span.Start, e), t.position(span.End, e)}
}
