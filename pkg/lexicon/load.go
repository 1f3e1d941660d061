package lexicon

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"sync"
	"unicode/utf8"
	"unsafe"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/jsontree"
	"github.com/lexsmith/lexsmith/pkg/internal/stream"
	"github.com/lexsmith/lexsmith/pkg/internal/wide"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// MaxFileSize is the maximum size of a schema file, in bytes.
const MaxFileSize = 32 << 20

// Input is a file or folder to load schemas from.
type Input struct {
	FS      fs.FS
	Name    string // path within FS; "." is all of it
	Display string // the name in reports: the argument as the user gave it, with slashes
	// Dependency says that the input is loaded only to resolve references.
	Dependency bool
}

// LoadOptions says how to load.
type LoadOptions struct {
	Profile diag.Profile
	Workers int // number of files to read at once; 0: the number of processors
	// Alike, when not nil, is a catalog of files that may occur again. A document with
	// the text of one of them shares its JSON values, which takes a sixth of the time
	// and memory of reading the text, unless the profile differs or something is wrong
	// with the file.
	Alike *Catalog
	// Progress, when not nil, is called from several goroutines after each file.
	Progress func(done, total int)
	// Foreign, when not nil, reports which Lexicons are copies of those of others: they are
	// a Dependency, except in files that are an input by themselves.
	Foreign func(syntax.NSID) bool
	// Irregular, when not nil, is called for each *.json file of a folder that is
	// passed over because it is a pipe, a socket or a device.
	Irregular func(path string, mode fs.FileMode)
}

// Load reads the schemas of all inputs. In a folder it reads every file called *.json
// and follows links to files, but ignores hidden files and folders and node_modules.
// Files in a folder that are not Lexicons are skipped and listed. NAME.examples.json
// beside NAME.json becomes the Examples of its document.
//
// A file is loaded once. If several inputs contain it, it is a Dependency only when
// all of them are. Documents are in the order of the inputs, those of Dependency inputs
// last.
//
// What is wrong with a schema is in Found of its document. The error joins the files
// and folders that could not be read, each as an *fs.PathError with the path that
// reports show. The catalog is usable in any case. If ctx is done before all files
// are read, the catalog is empty and the error is that of ctx.
func Load(ctx context.Context, inputs []Input, options LoadOptions) (*Catalog, error) {
	finder := finder{irregular: options.Irregular}
	for _, support := range []bool{false, true} {
		for _, input := range inputs {
			if input.Dependency == support {
				finder.input(input)
			}
		}
	}
	alike := options.Alike.byText(options.Profile)
	memories := sync.Pool{New: func() any { return &memory{Memory: jsontree.Memory{Expected: 16 << 10}, alike: alike} }}
	stream.Each(ctx, len(finder.files), options.Workers, options.Progress, func(i int) {
		m := memories.Get().(*memory)
		finder.files[i].load(m, options.Profile)
		memories.Put(m)
	})
	if err := ctx.Err(); err != nil {
		return NewCatalog(), err
	}
	finder.merge(options.Profile)
	var documents []*Document
	var skipped []string
	for i := range finder.files {
		f := &finder.files[i]
		if f.failure != nil {
			finder.failures = append(finder.failures, f.failure)
		}
		switch {
		case f.document != nil:
			if options.Foreign != nil && !f.named && options.Foreign(f.document.ID) {
				f.document.Dependency = true
			}
			documents = append(documents, f.document)
		case f.failure == nil && !f.support:
			skipped = append(skipped, f.display)
		}
	}
	c := NewCatalog(documents...)
	c.skipped = skipped
	return c, errors.Join(finder.failures...)
}

// byText returns the documents in which nothing is wrong under a profile.
func (c *Catalog) byText(profile diag.Profile) map[string]*Document {
	if c == nil {
		return nil
	}
	all := make(map[string]*Document, len(c.documents))
	for _, d := range c.documents {
		if d.profile == profile && !d.Partial && len(d.Found) == 0 {
			text := d.Source.Text
			all[unsafe.String(unsafe.SliceData(text), len(text))] = d // the text never changes
		}
	}
	return all
}

// load reads the file. It sets the document or the failure, or neither if the file is
// not a Lexicon.
func (f *file) load(m *memory, profile diag.Profile) {
	var text []byte
	if text, f.info, f.failure = read(f.fs, f.name); f.failure != nil {
		f.failure = pathError(f.display, f.failure)
		return
	}
	plain := text
	if decoded := wide.Decode(text); decoded != nil {
		plain = decoded
	}
	mentioned := f.named || mentionsLexicon(plain)
	switch {
	case !mentioned && !bytes.Contains(plain, []byte(`\u`)): // a key can be written with escapes
		return
	case mentioned && len(text) > MaxFileSize:
		f.failure = pathError(f.display, fmt.Errorf("the file is larger than %d MiB, the limit for schema files", MaxFileSize>>20))
		return
	case len(text) > MaxFileSize:
		return
	}
	source := &diag.Source{Path: f.display, Text: text}
	if f.named {
		f.document, f.doubtful = m.parse(source, profile), false
	} else {
		f.document, f.doubtful = m.parseFound(source, profile)
	}
	if f.document == nil {
		return
	}
	f.document.Dependency = f.support
	if f.examples {
		f.loadExamples()
	}
}

// ParseFound reads a file as Load does one that it finds in a folder: it returns nil
// when the file is not a Lexicon. Of a text that could not be read to its end, and
// may not be a Lexicon, the document has only the errors of the text.
func ParseFound(source *diag.Source, profile diag.Profile) *Document {
	d, _ := new(memory).parseFound(source, profile)
	return d
}

// ParseBroken returns a document with only the errors of a text that could not be read to
// its end; nil for any other text.
func ParseBroken(source *diag.Source, profile diag.Profile) *Document {
	d := Parse(source, profile)
	if !d.Partial {
		return nil
	}
	return d.syntaxOnly()
}

func (m *memory) parseFound(source *diag.Source, profile diag.Profile) (d *Document, doubtful bool) {
	if decoded := wide.Decode(source.Text); decoded != nil {
		if d, _ := m.parseFound(&diag.Source{Path: source.Path, Text: decoded}, profile); d == nil {
			return nil, false
		}
		return m.parse(source, profile).syntaxOnly(), true
	}
	d = m.parse(source, profile)
	switch {
	case RoleOf(d.Root) == RoleFile:
		return d, false
	case d.Partial && mentionsLexicon(source.Text):
		return d.syntaxOnly(), true
	}
	return nil, false
}

// loadExamples reads the file of examples.
func (f *file) loadExamples() {
	display := examplesName(f.display)
	text, _, err := read(f.fs, examplesName(f.name))
	if err == nil && len(text) > MaxFileSize {
		err = fmt.Errorf("the file is larger than %d MiB, the limit for example files", MaxFileSize>>20)
	}
	if err != nil {
		f.failure = pathError(display, err)
		return
	}
	f.document.Examples = ReadExamples(&diag.Source{Path: display, Text: text})
}

// syntaxOnly returns a document with only the errors of the text itself: the file could
// not be read to its end and may not be a Lexicon.
func (d *Document) syntaxOnly() *Document {
	syntax := slices.DeleteFunc(d.Found, func(f diag.Finding) bool { return f.Rule.Group != diag.RuleJSONSyntax.Group })
	for i := range syntax {
		syntax[i].NSID, syntax[i].Fix = "", nil
	}
	return &Document{Tree: Tree{Source: d.Source, Partial: true}, Found: syntax}
}

// read returns the text of a file, at most MaxFileSize bytes and one more, and what
// the file system says about it. The text of a file in memory that offers it is not
// copied.
func read(fsys fs.FS, name string) (text []byte, info fs.FileInfo, err error) {
	in, err := fsys.Open(name)
	if err != nil {
		return nil, nil, err
	}
	defer in.Close()
	if info, err = in.Stat(); err != nil {
		return nil, nil, err
	}
	if memory, ok := in.(interface{ Bytes() []byte }); ok {
		text := memory.Bytes()
		return text[:min(len(text), MaxFileSize+1)], info, nil
	}
	if size := info.Size(); info.Mode().IsRegular() && size > 0 && size <= MaxFileSize {
		text := make([]byte, size)
		n, err := io.ReadFull(in, text)
		if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
			err = nil // the file has become shorter
		}
		return text[:n], info, err
	}
	text, err = io.ReadAll(io.LimitReader(in, MaxFileSize+1))
	return text, info, err
}

// pathError returns an error with the path that reports show.
func pathError(display string, err error) error {
	var inner *fs.PathError
	if errors.As(err, &inner) {
		err = inner.Err
	}
	if errors.Is(err, fs.ErrInvalid) && !utf8.ValidString(path.Base(display)) {
		err = errors.New("the file name is not valid UTF-8")
	}
	return &fs.PathError{Op: "read", Path: display, Err: err}
}

// mentionsLexicon reports whether a text can be a Lexicon at all: it is blank, or
// contains one of the words lexicon and defs.
func mentionsLexicon(text []byte) bool {
	words := func(text []byte) bool {
		return bytes.Contains(text, []byte("lexicon")) || bytes.Contains(text, []byte("defs"))
	}
	return words(text) || words(bytes.ToLower(text)) ||
		len(bytes.TrimLeft(bytes.TrimPrefix(text, []byte(jsontree.ByteOrderMark)), jsontree.Blanks)) == 0
}
