package lint

import (
	"context"
	"crypto/sha256"
	"slices"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// FixOptions says what to fix.
type FixOptions struct {
	Options
	// Unsafe makes fixes that are not Safe, too. A Placeholder is never made.
	Unsafe bool
	// Select returns the findings that count, out of all that Lint finds in a state of
	// the schemas: only they are fixed, and a fix must not bring others of their
	// severity, which Select may have changed. It gets a copy. nil selects all.
	Select func([]lexicon.Finding) []lexicon.Finding
}

// Fixed is the result of Fix.
type Fixed struct {
	Result                   // what Lint finds in the new texts; nothing in it can be fixed any more
	Catalog *lexicon.Catalog // the new texts
	Files   []FixedFile      // those that changed, in the order of the catalog
	// Fighting are the rules whose fixes undo each other; nil if there are none.
	Fighting []*lexicon.Rule
	// Unfinished says that there is more to fix after the last round.
	Unfinished bool
}

// FixedFile is a file that changed.
type FixedFile struct {
	Path          string
	From          string // the file that it is split off from, if it is a new file; else ""
	Before, After []byte // Before is nil if it is a new file
	// Fixed has the rules of the findings that were fixed, one for each finding.
	Fixed []*lexicon.Rule
}

// Without returns what Lint finds when some of the files stay as they were.
func (f *Fixed) Without(ctx context.Context, options Options, paths ...string) (Result, error) {
	catalog := f.Catalog
	for _, file := range f.Files {
		switch {
		case slices.Contains(paths, file.Path):
			catalog = rewritten(catalog, file.Path, file.Before, options.Profile)
		case slices.Contains(paths, file.From):
			catalog, _ = catalog.Replace(catalog.DocumentAt(file.Path), nil)
		}
	}
	return Lint(ctx, catalog, options)
}

// rewritten returns a catalog in which a file has another text. It may be a new one, which
// comes last.
func rewritten(catalog *lexicon.Catalog, path string, text []byte, profile lexicon.Profile) *lexicon.Catalog {
	old := catalog.DocumentAt(path)
	d := lexicon.Parse(&lexicon.Source{Path: path, Text: text}, profile)
	d.Dependency = old != nil && old.Dependency
	catalog, _ = catalog.Replace(old, d)
	return catalog
}

// maxRounds is how often fixes are made: one can be in the way of another one, or
// uncover what could not be checked before.
const maxRounds = 10

// Fix makes the fixes of what Lint finds in a catalog, except in its Dependency
// documents, until there are none left. It leaves out a fix that brings a new finding of
// the same severity or a higher one. It changes neither the catalog nor any file. The
// error is that of ctx when ctx is done before the end.
func Fix(ctx context.Context, catalog *lexicon.Catalog, options FixOptions) (Fixed, error) {
	return newFixer(options).fix(ctx, catalog)
}

// fixer fixes a catalog.
type fixer struct {
	FixOptions
	lint    func(context.Context, *lexicon.Catalog, Options) (Result, error)
	refused map[refusal]bool // fixes that are left out
	tries   int
	made    map[string][]*lexicon.Rule // by path
	from    map[string]string          // the file that a new one is split off from, by path
}

func newFixer(options FixOptions) *fixer {
	return &fixer{FixOptions: options, lint: Lint, refused: map[refusal]bool{}, made: map[string][]*lexicon.Rule{}, from: map[string]string{}}
}

// refusal identifies a fix.
type refusal struct {
	rule                 *lexicon.Rule
	path, pointer, title string
}

func refusalOf(f *lexicon.Finding) refusal {
	return refusal{f.Rule, f.Path(), withoutIndexes(&f.Location), f.Fix.Title}
}

// state is a catalog and what Lint finds in it.
type state struct {
	catalog *lexicon.Catalog
	all     Result
	counted []lexicon.Finding // what Select returns
}

func (f *fixer) state(ctx context.Context, catalog *lexicon.Catalog) (state, error) {
	all, err := f.lint(ctx, catalog, f.Options)
	return f.selected(catalog, all), err
}

// selected returns the state of a catalog in which all is found.
func (f *fixer) selected(catalog *lexicon.Catalog, all Result) state {
	counted := slices.Clone(all.Findings)
	if f.Select != nil {
		counted = f.Select(counted)
	}
	return state{catalog, all, counted}
}

func (f *fixer) fix(ctx context.Context, catalog *lexicon.Catalog) (Fixed, error) {
	now, err := f.state(ctx, catalog)
	if err != nil {
		return Fixed{}, err
	}
	var result Fixed
	before := map[[sha256.Size]byte]bool{digest(catalog): true}
	for rounds := 0; ; {
		chosen := f.choose(now.counted)
		if len(chosen) == 0 {
			break
		}
		if rounds == maxRounds {
			result.Unfinished = true
			break
		}
		var made []lexicon.Finding
		if now, made, err = f.round(ctx, now, chosen); err != nil {
			return Fixed{}, err
		}
		if len(made) == 0 {
			continue // they are refused now
		}
		sum := digest(now.catalog)
		if before[sum] {
			result.Fighting = rulesOf(made)
			break
		}
		before[sum] = true
		rounds++
		clear(f.refused) // what was wrong before can be right now
	}
	result.Result, result.Catalog, result.Files = now.all, now.catalog, f.files(catalog, now.catalog)
	f.dropRefused(result.Findings)
	return result, nil
}

// dropRefused removes the fixes that are left out.
func (f *fixer) dropRefused(findings []lexicon.Finding) {
	for i := range findings {
		if found := &findings[i]; found.Fix != nil && f.refused[refusalOf(found)] {
			found.Fix = nil
		}
	}
}

// digest identifies the texts of a catalog.
func digest(catalog *lexicon.Catalog) (sum [sha256.Size]byte) {
	hash := sha256.New()
	for _, d := range catalog.Documents() {
		if !d.Dependency {
			text := sha256.Sum256(d.Source.Text)
			hash.Write(text[:])
		}
	}
	hash.Sum(sum[:0])
	return sum
}

// rulesOf returns the rules of findings, each once.
func rulesOf(findings []lexicon.Finding) []*lexicon.Rule {
	var rules []*lexicon.Rule
	for i := range findings {
		if r := findings[i].Rule; !slices.Contains(rules, r) {
			rules = append(rules, r)
		}
	}
	return rules
}

// files returns the files that differ between two states of the catalog.
func (f *fixer) files(old, new *lexicon.Catalog) []FixedFile {
	var files []FixedFile
	for i, now := range new.Documents() { // Replace keeps the order
		path := now.Source.Path
		if i >= len(old.Documents()) {
			files = append(files, FixedFile{Path: path, From: f.from[path], After: now.Source.Text, Fixed: f.made[path]})
		} else if d := old.Documents()[i]; now.Source != d.Source {
			files = append(files, FixedFile{Path: path, Before: d.Source.Text, After: now.Source.Text, Fixed: f.made[path]})
		}
	}
	return files
}
