package lsp

import (
	"path/filepath"
	"sync"

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
	texts     sync.Map // *text by *lexicon.Source
	mentions  func() *mentions
	data      []string // open files that can hold records
	validator func() *validate.Validator
}

func newSnapshot(p *project) *snapshot {
	s := &snapshot{
		server: p.workspace.server, settings: p.settings, project: p, roots: p.roots, catalog: p.catalog, buffers: p.workspace.buffers,
	}
	s.mentions = sync.OnceValue(func() *mentions { return findMentions(s) })
	s.data, s.validator = p.dataFiles(), s.newValidator()
	return s
}

// file is a file of a snapshot.
type file struct {
	*snapshot
	path     string
	uri      string
	version  *int32 // nil when it is not open
	text     *text
	tree     func() *lexicon.Value // of the text, however broken; nil where there is none
	document *lexicon.Document     // nil when it is not a Lexicon
}

// file returns the file at a path, open or on disk; nil when there is none.
func (s *snapshot) file(path string) *file {
	f := &file{snapshot: s, path: path, document: s.catalog.DocumentAt(filepath.ToSlash(path))}
	if b := s.buffers[path]; b != nil {
		f.uri, f.version, f.text, f.tree = b.uri, &b.version, b.text, b.tree
		return f
	}
	f.uri = uriOf(path)
	if f.document != nil {
		f.text = s.textOf(f.document.Source)
	} else if bytes, err := readFile(path); err == nil {
		f.text = newText(bytes)
	} else {
		return nil
	}
	f.tree = sync.OnceValue(func() *lexicon.Value { return readTree(f.text.bytes) })
	return f
}

// textOf returns the text of a source with its lines.
func (s *snapshot) textOf(source *lexicon.Source) *text {
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
func (s *snapshot) rangeIn(source *lexicon.Source, span lexicon.Span) textRange {
	r := s.textOf(source).rangeOf(span, s.encoding)
	r.Start.Line += uint32(source.FirstLine)
	r.End.Line += uint32(source.FirstLine)
	return r
}

// location returns a place in a file of the catalog.
func (s *snapshot) location(source *lexicon.Source, span lexicon.Span) location {
	return location{s.uriOf(source.Path), s.rangeIn(source, span)}
}

// rangeOf returns a span of the file.
func (f *file) rangeOf(span lexicon.Span) textRange { return f.text.rangeOf(span, f.encoding) }

// offset returns the byte offset of a position in the file.
func (f *file) offset(p position) int32 { return f.text.offset(p, f.encoding) }

func (t *text) rangeOf(span lexicon.Span, e encoding) textRange {
	return textRange{t.position(span.Start, e), t.position(span.End, e)}
}
