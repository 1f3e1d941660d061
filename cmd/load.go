package cmd

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/internal/files"
	"github.com/lexsmith/lexsmith/internal/registry"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// defaultFolder holds the schemas when neither the command line nor the config
// file names any.
const defaultFolder = "lexicons"

// schemas are the schemas that a command works on.
type schemas struct {
	*lexicon.Catalog
	named      bool  // every path is a file
	unreadable error // joins the errors of files and folders that could not be read
}

// load reads the schemas at paths; without paths those of the config file, else
// those in ./lexicons. What -L, include and lexicons name is loaded too, to
// resolve references. A path that does not exist is an error.
func (p *project) load(paths []string) (*schemas, error) {
	paths, support, err := p.places(paths)
	if err != nil {
		return nil, err
	}
	return p.read(paths, support)
}

// places returns the paths to work on, and those to resolve references in.
func (p *project) places(paths []string) (work, support []string, err error) {
	include, configured, err := p.configured()
	if err != nil {
		return nil, nil, err
	}
	support = slices.Concat(p.lexicons, include)
	switch {
	case len(paths) > 0:
		support = append(support, configured...)
	case len(configured) > 0:
		paths = configured
	default:
		return nil, nil, p.noFolder("pass a file or folder")
	}
	return paths, support, nil
}

// loadForData reads the schemas to check data against: those of -L, then include
// and lexicons of the config file; without -L and lexicons also ./lexicons.
func (p *project) loadForData() (*schemas, error) {
	include, configured, err := p.configured()
	if err != nil {
		return nil, err
	}
	if len(p.lexicons) > 0 && len(p.config.Lexicons) == 0 {
		configured = nil
	}
	paths := slices.Concat(p.lexicons, include, configured)
	if len(paths) == 0 {
		return nil, p.noFolder("load schemas with -L")
	}
	return p.read(paths, nil)
}

// noFolder is the error where nothing says which schemas to load.
func (p *project) noFolder(do string) error {
	return fmt.Errorf("no Lexicons found: ./%s does not exist%s; %s, or %s", defaultFolder, elsewhere(p.ctx), do, p.howToList())
}

// openForData is open and loadForData.
func (o *options) openForData() (*project, *schemas, error) {
	p, err := o.open()
	if err != nil {
		return nil, nil, err
	}
	set, err := p.loadForData()
	return p, set, err
}

// withHint adds to an error about a path that does not exist what may have been
// meant.
func withHint(path string, err error) error {
	switch {
	case !errors.Is(err, fs.ErrNotExist):
		return err
	case strings.ContainsAny(path, "*?"):
		return fmt.Errorf("%w; pass the folder instead of a pattern", err)
	case files.Nearby(path) != "":
		return fmt.Errorf("%w; did you mean %q?", err, filepath.ToSlash(files.Nearby(path)))
	case !strings.HasSuffix(path, ".json") && syntax.IsNSID(strings.SplitN(path, "#", 2)[0]):
		return fmt.Errorf("%w; arguments must be paths (for validate and export, you can use --ref %s)", err, path)
	}
	return err
}

// howToList says how to add schemas to the config file.
func (p *project) howToList() string {
	if p.config.Path == "" {
		return `set "lexicons" in lexsmith.yaml to the folders that contain them`
	}
	return fmt.Sprintf(`set "lexicons" in %s to the folders that contain them`, p.config.Path)
}

// read loads the schemas at paths, and those at support to resolve references.
func (p *project) read(paths, support []string) (*schemas, error) {
	inputs, named, err := p.inputs(paths, support)
	if err != nil {
		return nil, err
	}
	progress := newProgress(p.streams)
	catalog, unreadable := lexicon.Load(p.ctx, inputs, lexicon.LoadOptions{
		Profile: p.profile, Workers: p.jobs, Progress: progress.files, Irregular: p.passOver,
	})
	progress.end()
	if catalog.Files() == 0 && unreadable == nil {
		if err := p.lacking(paths, catalog.Skipped()); err != nil {
			return nil, err
		}
	}
	if unreadable == nil {
		p.noteEmpty(catalog, inputs)
	}
	return &schemas{catalog, named, files.Errors(unreadable)}, nil
}

// sources returns the files that were read, and that a result must not replace.
func (p *project) sources(set *schemas) []string {
	var paths []string
	if p.config.Path != "" {
		paths = append(paths, p.config.Path)
	}
	for _, d := range set.Documents() {
		paths = append(paths, d.Source.Path)
		if d.Examples != nil {
			paths = append(paths, d.Examples.Source.Path)
		}
	}
	return paths
}

// noteEmpty notes each path of -L that has no Lexicon.
func (p *project) noteEmpty(catalog *lexicon.Catalog, inputs []lexicon.Input) {
	isLexicon := func(d *lexicon.Document) bool { return d.ID != "" || len(d.Defs) > 0 }
	for _, path := range p.lexicons {
		shown := filepath.ToSlash(path)
		at := slices.IndexFunc(inputs, func(in lexicon.Input) bool { return in.Display == shown })
		below := strings.TrimRight(shown, "/") + "/"
		if at < 0 || slices.ContainsFunc(catalog.Documents(), func(d *lexicon.Document) bool {
			return isLexicon(d) && (d.Source.Path == shown || strings.HasPrefix(d.Source.Path, below))
		}) {
			continue
		}
		// What another path has too is shown under that.
		alone, err := lexicon.Load(p.ctx, inputs[at:at+1], lexicon.LoadOptions{Profile: p.profile, Workers: p.jobs})
		if err == nil && !slices.ContainsFunc(alone.Documents(), isLexicon) {
			p.note("-L %s: no Lexicons found", shown)
		}
	}
}

// passOver notes a file of a folder that is not read, once for all paths that lead to it.
func (p *project) passOver(path string, mode fs.FileMode) {
	if slices.Contains(p.passedOver, path) {
		return
	}
	p.passedOver = append(p.passedOver, path)
	p.note("skipped %s because it is %s", path, files.Describe(mode))
}

// lacking returns the error for paths without a Lexicon, or nil and a note for a
// project that may not have one yet.
func (p *project) lacking(paths []string, skipped int) error {
	err, others := noSchema(paths, skipped), elsewhere(p.ctx)
	if p.mayBeEmpty && skipped == 0 && others == "" {
		p.note("%v", err)
		return nil
	}
	return fmt.Errorf("%w%s", err, others)
}

// noSchema is the error for paths without a Lexicon. Skipped is the number of
// JSON files that are something else.
func noSchema(paths []string, skipped int) error {
	place := shownPaths(paths)
	switch skipped {
	case 0:
		return fmt.Errorf("no Lexicons found in %s", place)
	case 1:
		return fmt.Errorf("no Lexicons found in %s: the only JSON file found is not a Lexicon", place)
	}
	return fmt.Errorf("no Lexicons found in %s: none of the %d JSON files found is a Lexicon", place, skipped)
}

// shownPaths names paths in a message.
func shownPaths(paths []string) string {
	return syntax.ListFunc(paths, "and", func(path string) string {
		if path = filepath.ToSlash(path); !strings.ContainsAny(path, "./") {
			return syntax.Quote(path) // or it reads like a word of the sentence
		}
		return path
	})
}

// configured returns the paths of the config file, relative to the working
// directory, and for lexicons the default folder if the file names none. The error
// joins those that do not exist. The folder that pull fills may be missing, as in a
// fresh clone.
func (p *project) configured() (include, lexicons []string, err error) {
	var faults []error
	resolve := func(key string, paths []string, fills string) (resolved []string) {
		for _, path := range paths {
			full := p.config.Resolve(path)
			info, err := os.Stat(full)
			if err == nil && !info.IsDir() && !info.Mode().IsRegular() {
				err = &fs.PathError{Op: "read", Path: path, Err: files.ErrNotRegular}
			}
			if errors.Is(err, fs.ErrNotExist) && full == fills {
				p.unfilled.Do(func() {
					p.note("%s: include: %q does not exist yet; run \"lexsmith pull\" to fill it", p.config.Path, path)
				})
				continue
			} else if err != nil {
				faults = append(faults, fmt.Errorf("%s: %s: %w", p.config.Path, key, files.Error("read", path, err)))
			}
			resolved = append(resolved, full)
		}
		return resolved
	}
	fills := ""
	if _, err := os.Stat(registry.ManifestPath(p.config.Path)); err == nil {
		fills = p.firstFolder(p.config.Include)
	}
	include, lexicons = resolve("include", p.config.Include, fills), resolve("lexicons", p.config.Lexicons, "")
	if _, err := os.Stat(defaultFolder); len(p.config.Lexicons) == 0 && !errors.Is(err, fs.ErrNotExist) {
		lexicons = []string{defaultFolder}
	}
	return include, lexicons, errors.Join(faults...)
}

// inputs turns paths into inputs, and support into inputs that are dependencies.
// Named reports whether all paths are files. The error joins what is wrong with
// them.
func (p *project) inputs(paths, support []string) (inputs []lexicon.Input, named bool, err error) {
	var faults []error
	named = true
	all := slices.Concat(paths, support)
	for i, path := range all {
		if path == stdin && slices.Contains(all[:i], stdin) {
			faults = append(faults, errors.New(`standard input ("-") is given more than once`))
			continue
		}
		input, folder, err := p.input(path)
		if err != nil {
			faults = append(faults, err)
			continue
		}
		input.Dependency = i >= len(paths)
		named = named && (input.Dependency || !folder)
		inputs = append(inputs, input)
	}
	return inputs, named, errors.Join(faults...)
}

// input turns a path into an input, and reports whether it is a folder.
func (p *project) input(path string) (input lexicon.Input, folder bool, err error) {
	shown := filepath.ToSlash(path)
	if path == stdin {
		text, err := io.ReadAll(io.LimitReader(p.streams.In, lexicon.MaxFileSize+1))
		if err == nil && len(text) > lexicon.MaxFileSize {
			err = fmt.Errorf("the input is larger than %d MiB, the limit for schema files", lexicon.MaxFileSize>>20)
		}
		if err != nil {
			return input, false, fmt.Errorf("standard input: %w", err)
		}
		return lexicon.Input{FS: stdinFS(text), Name: stdin, Display: filepath.ToSlash(p.stdinName())}, false, nil
	}
	if path == "" {
		return input, false, errors.New("a path must not be empty")
	}
	info, err := os.Stat(path)
	if err != nil {
		return input, false, withHint(path, files.Error("read", shown, err))
	}
	if err := files.CheckNamed(path, info.Mode()); err != nil {
		return input, false, err
	}
	if info.IsDir() {
		return lexicon.Input{FS: os.DirFS(path), Name: ".", Display: shown}, true, nil
	}
	dir, name := filepath.Split(path)
	if dir == "" {
		dir = "."
	}
	return lexicon.Input{FS: os.DirFS(dir), Name: name, Display: shown}, false, nil
}
