package project

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/lexsmith/lexsmith/internal/cli"
	"github.com/lexsmith/lexsmith/internal/config"
	"github.com/lexsmith/lexsmith/internal/files"
	"github.com/lexsmith/lexsmith/internal/git"
	"github.com/lexsmith/lexsmith/internal/memfs"
	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// Schemas are the schemas that a command works on.
type Schemas struct {
	*lexicon.Catalog
	Named      bool  // every path is a file
	Unreadable error // joins the errors of files and folders that could not be read
}

// Load reads the schemas at paths, see Places, and those that resolve their references. A
// path that does not exist is an error.
func (p *Project) Load(ctx context.Context, paths []string) (*Schemas, error) {
	paths, support, err := p.Places(ctx, paths)
	if err != nil {
		return nil, err
	}
	return p.Read(ctx, paths, support)
}

// LoadForData reads the schemas to check data against: those of -L, then include
// and lexicons of the config file; without -L and lexicons also ./lexicons.
func (p *Project) LoadForData(ctx context.Context) (*Schemas, error) {
	include, configured, err := p.Configured()
	if err != nil {
		return nil, err
	}
	if len(p.Lexicons) > 0 && len(p.Config.Lexicons) == 0 {
		configured = nil
	}
	paths := slices.Concat(p.Lexicons, include, configured)
	if len(paths) == 0 {
		return nil, p.noFolder(ctx, "load schemas with -L")
	}
	return p.read(ctx, paths, nil, nil)
}

// LoadOwn reads the Lexicons of the project, of which there may be none yet, and those of
// -L to resolve references in.
func (p *Project) LoadOwn(ctx context.Context) (*lexicon.Catalog, error) {
	inputs, _, err := p.Inputs(ctx, nil, p.Lexicons)
	if err != nil {
		return nil, err
	}
	paths := []string{p.OwnFolder()}
	for _, path := range p.Config.Lexicons {
		if path = p.Config.Resolve(path); path != paths[0] {
			paths = append(paths, path)
		}
	}
	for _, path := range paths {
		input, _, err := p.input(ctx, path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		inputs = append(inputs, input)
	}
	foreign, err := p.Foreign()
	if err != nil {
		return nil, err
	}
	catalog, err := lexicon.Load(ctx, inputs, p.LoadOptions(foreign))
	return catalog, files.Errors(err)
}

// LoadOptions returns the options for lexicon.Load.
func (p *Project) LoadOptions(foreign Foreign) lexicon.LoadOptions {
	return lexicon.LoadOptions{Profile: p.Profile, Workers: p.Workers, Irregular: p.PassOver, Foreign: foreign.Has}
}

// Places returns the paths to work on, which without paths are those of the config file or
// else ./lexicons, and the paths to resolve references in: what -L, include and lexicons
// name.
func (p *Project) Places(ctx context.Context, paths []string) (work, support []string, err error) {
	include, configured, err := p.Configured()
	if err != nil {
		return nil, nil, err
	}
	support = slices.Concat(p.Lexicons, include)
	switch {
	case len(paths) > 0:
		support = append(support, configured...)
	case len(configured) > 0:
		paths = configured
	default:
		return nil, nil, p.noFolder(ctx, "pass a file or folder")
	}
	return paths, support, nil
}

// Read loads the schemas at paths, and those at support to resolve references. Copies of
// the Lexicons of others in a folder only resolve references, too.
func (p *Project) Read(ctx context.Context, paths, support []string) (*Schemas, error) {
	foreign, err := p.Foreign()
	if err != nil {
		return nil, err
	}
	return p.read(ctx, paths, support, foreign)
}

func (p *Project) read(ctx context.Context, paths, support []string, foreign Foreign) (*Schemas, error) {
	inputs, named, err := p.Inputs(ctx, paths, support)
	if err != nil {
		return nil, err
	}
	progress := cli.NewProgress(p.streams)
	options := p.LoadOptions(foreign)
	options.Progress = progress.Files
	catalog, unreadable := lexicon.Load(ctx, inputs, options)
	progress.End()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if catalog.Files() == 0 && unreadable == nil {
		if err := p.Lacking(ctx, paths, catalog); err != nil {
			return nil, err
		}
	}
	if unreadable == nil {
		p.noteEmpty(ctx, catalog, inputs)
	}
	return &Schemas{catalog, named, files.Errors(unreadable)}, nil
}

// Sources returns the files that were read, and that a result must not replace.
func (p *Project) Sources(set *Schemas) []string {
	var paths []string
	if p.Config.Path != "" {
		paths = append(paths, p.Config.Path)
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
func (p *Project) noteEmpty(ctx context.Context, catalog *lexicon.Catalog, inputs []lexicon.Input) {
	isLexicon := func(d *lexicon.Document) bool { return d.ID != "" || len(d.Defs) > 0 }
	for _, path := range p.Lexicons {
		shown := filepath.ToSlash(path)
		at := slices.IndexFunc(inputs, func(in lexicon.Input) bool { return in.Display == shown })
		below := strings.TrimRight(shown, "/") + "/"
		if at < 0 || slices.ContainsFunc(catalog.Documents(), func(d *lexicon.Document) bool {
			return isLexicon(d) && (d.Source.Path == shown || strings.HasPrefix(d.Source.Path, below))
		}) {
			continue
		}
		// What another path has too is shown under that.
		alone, err := lexicon.Load(ctx, inputs[at:at+1], lexicon.LoadOptions{Profile: p.Profile, Workers: p.Workers})
		if err == nil && !slices.ContainsFunc(alone.Documents(), isLexicon) {
			p.streams.Note("-L %s: no Lexicons found", shown)
		}
	}
}

// PassOver notes a file of a folder that is not read, once for all paths that lead to it.
func (p *Project) PassOver(path string, mode fs.FileMode) {
	if slices.Contains(p.passedOver, path) {
		return
	}
	p.passedOver = append(p.passedOver, path)
	p.streams.Note("skipped %s because it is %s", path, files.Describe(mode))
}

// Lacking returns the error for paths without a Lexicon of the project, or nil and a note
// for copies of those of others, and for a project that may not have one yet.
func (p *Project) Lacking(ctx context.Context, paths []string, c *lexicon.Catalog) error {
	if slices.ContainsFunc(c.Documents(), func(d *lexicon.Document) bool { return d.Dependency && d.ID != "" && isBelow(paths, d.Source.Path) }) {
		p.streams.Note("the Lexicons in %s are copies of other people's, as %s or %s says", ShownPaths(paths), ManifestName, LockName)
		return nil
	}
	skipped := c.Skipped()
	err, others := NoSchema(paths, skipped), elsewhere(ctx)
	if p.MayBeEmpty && skipped == 0 && others == "" {
		p.streams.Note("%v", err)
		return nil
	}
	return fmt.Errorf("%w%s", err, others)
}

// isBelow reports whether the path of a document is in one of some folders.
func isBelow(folders []string, document string) bool {
	return slices.ContainsFunc(folders, func(folder string) bool {
		return folder == "." || strings.HasPrefix(document, strings.TrimRight(filepath.ToSlash(folder), "/")+"/")
	})
}

// NoSchema is the error for paths without a Lexicon. Skipped is the number of
// JSON files that are something else.
func NoSchema(paths []string, skipped int) error {
	place := ShownPaths(paths)
	switch skipped {
	case 0:
		return fmt.Errorf("no Lexicons found in %s", place)
	case 1:
		return fmt.Errorf("no Lexicons found in %s: the only JSON file found is not a Lexicon", place)
	}
	return fmt.Errorf("no Lexicons found in %s: none of the %d JSON files found is a Lexicon", place, skipped)
}

// ShownPaths names paths in a message.
func ShownPaths(paths []string) string {
	return words.ListFunc(paths, "and", func(path string) string {
		if path = filepath.ToSlash(path); !strings.ContainsAny(path, "./") {
			return words.Quote(path) // or it reads like a word of the sentence
		}
		return path
	})
}

// Configured returns the paths of the config file, relative to the working
// directory, and for lexicons the default folder if the file names none. The error
// joins those that do not exist. The folder that pull fills may be missing, as in a
// fresh clone.
func (p *Project) Configured() (include, lexicons []string, err error) {
	var faults []error
	resolve := func(key string, paths []string, fills string) (resolved []string) {
		for _, path := range paths {
			full := p.Config.Resolve(path)
			info, err := os.Stat(full)
			if err == nil && !info.IsDir() && !info.Mode().IsRegular() {
				err = &fs.PathError{Op: "read", Path: path, Err: files.ErrNotRegular}
			}
			if errors.Is(err, fs.ErrNotExist) && full == fills {
				p.unfilled.Do(func() {
					p.streams.Note("%s: include: %q does not exist yet; run \"lexsmith pull\" to fill it", p.Config.Path, path)
				})
				continue
			} else if err != nil {
				faults = append(faults, fmt.Errorf("%s: %s: %w", p.Config.Path, key, files.Error("read", path, err)))
			}
			resolved = append(resolved, full)
		}
		return resolved
	}
	fills := ""
	_, noManifest := os.Stat(ManifestBeside(p.Config.Path))
	if _, noLock := os.Stat(LockBeside(p.Config.Path)); noManifest == nil || noLock == nil || p.Config.Sources != nil {
		fills = p.FirstFolder(p.Config.Include)
	}
	include, lexicons = resolve("include", p.Config.Include, fills), resolve("lexicons", p.Config.Lexicons, "")
	if _, err := os.Stat(DefaultFolder); len(p.Config.Lexicons) == 0 && !errors.Is(err, fs.ErrNotExist) {
		lexicons = []string{DefaultFolder}
	}
	return include, lexicons, errors.Join(faults...)
}

// Inputs turns paths into inputs, and support into inputs that are dependencies.
// Named reports whether all paths are files. The error joins what is wrong with
// them.
func (p *Project) Inputs(ctx context.Context, paths, support []string) (inputs []lexicon.Input, named bool, err error) {
	var faults []error
	named = true
	all := slices.Concat(paths, support)
	for i, path := range all {
		if path == files.Stdin && slices.Contains(all[:i], files.Stdin) {
			faults = append(faults, errors.New(`standard input ("-") is given more than once`))
			continue
		}
		input, folder, err := p.input(ctx, path)
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
func (p *Project) input(ctx context.Context, path string) (input lexicon.Input, folder bool, err error) {
	shown := filepath.ToSlash(path)
	if path == files.Stdin {
		text, err := io.ReadAll(io.LimitReader(cli.UntilDone(ctx, p.streams.In), lexicon.MaxFileSize+1))
		if err == nil && len(text) > lexicon.MaxFileSize {
			err = fmt.Errorf("the input is larger than %d MiB, the limit for schema files", lexicon.MaxFileSize>>20)
		}
		if err != nil {
			return input, false, fmt.Errorf("standard input: %w", err)
		}
		file := memfs.New()
		file.Add(files.Stdin, text)
		return lexicon.Input{FS: file, Name: files.Stdin, Display: filepath.ToSlash(p.StdinName())}, false, nil
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
	return lexicon.Input{FS: os.DirFS(cmp.Or(dir, ".")), Name: name, Display: shown}, false, nil
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

// noFolder is the error where nothing says which schemas to load.
func (p *Project) noFolder(ctx context.Context, do string) error {
	file := cmp.Or(p.Config.Path, config.FileName)
	return fmt.Errorf(`no Lexicons found: ./%s does not exist%s; %s, or set "lexicons" in %s to the folders that contain them`, DefaultFolder, elsewhere(ctx), do, file)
}

// elsewhere says in an error about missing Lexicons which folders of the repository
// have some; "" for none, or outside of a repository.
func elsewhere(ctx context.Context) string {
	here, err := os.Getwd()
	if err != nil {
		return ""
	}
	root := git.Root(here)
	if root == "" {
		return ""
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second) // it is only a hint
	defer cancel()
	found := FindFolders(ctx, root)
	folders := slices.Concat(found.Own, found.Others)
	for i, folder := range folders {
		if near, err := filepath.Rel(here, filepath.Join(root, filepath.FromSlash(folder))); err == nil {
			folders[i] = near
		}
	}
	if folders == nil {
		return ""
	}
	return " (found some in " + ShownPaths(folders) + ")"
}
