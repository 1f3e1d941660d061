package lint

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/diag"
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
	Select func([]diag.Finding) []diag.Finding
}

// Fixed is the result of Fix.
type Fixed struct {
	Result                   // what Lint finds in the new texts; nothing in it can be fixed any more
	Catalog *lexicon.Catalog // the new texts
	Files   []FixedFile      // those that changed, in the order of the catalog
	// Unfinished says that there is more to fix after the last round.
	Unfinished bool
}

// FixedFile is a file that changed.
type FixedFile struct {
	Path          string
	From          string // the file that it is split off from, if it is a new file; else ""
	Before, After []byte // Before is nil if it is a new file
	// Fixed has the rules of the findings that were fixed, one for each finding.
	Fixed []*diag.Rule
}

// Without returns what Lint finds when some of the files stay as they were.
func (f *Fixed) Without(ctx context.Context, options Options, paths ...string) (Result, error) {
	texts := map[string][]byte{}
	for _, file := range f.Files {
		if slices.Contains(paths, file.Path) || slices.Contains(paths, file.From) {
			texts[file.Path] = file.Before
		}
	}
	return Lint(ctx, rewritten(f.Catalog, texts, options.Profile), options)
}

// rewritten returns a catalog in which files have other texts, by their paths: nil for
// those that it should not have. New ones come last.
func rewritten(catalog *lexicon.Catalog, texts map[string][]byte, profile diag.Profile) *lexicon.Catalog {
	parse := func(path string) *lexicon.Document {
		return lexicon.Parse(&diag.Source{Path: path, Text: texts[path]}, profile)
	}
	by := make(map[*lexicon.Document]*lexicon.Document, len(texts))
	left := maps.Clone(texts)
	for _, old := range catalog.Documents() {
		path := old.Source.Path
		if text, ok := texts[path]; ok && text != nil {
			d := parse(path)
			d.Dependency, d.Examples = old.Dependency, old.Examples
			by[old] = d
		} else if ok {
			by[old] = nil
		}
		delete(left, path)
	}
	var added []*lexicon.Document
	for _, path := range slices.Sorted(maps.Keys(left)) {
		added = append(added, parse(path))
	}
	catalog, _ = catalog.ReplaceAll(by, added...)
	return catalog
}

// maxRounds is how often fixes are made: one can be in the way of another one, or
// uncover what could not be checked before.
const maxRounds = 10

// Fix makes the fixes of what Lint finds in a catalog, except in its Dependency
// documents, until there are none left; those that are not safe last. It leaves out a fix
// that brings a new finding of the same severity or a higher one, even if that could only
// not be found before; a fix that makes the text of a file readable is always made. It
// changes neither the catalog nor any file. The error is that of ctx when ctx is done
// before the end.
//
// It costs a few times as much as Lint. How often depends on the fixes that are close to
// each other, not on the number of files.
func Fix(ctx context.Context, catalog *lexicon.Catalog, options FixOptions) (Fixed, error) {
	f := newFixer(options)
	start, err := f.state(ctx, catalog)
	if err != nil {
		return Fixed{}, err
	}
	return f.fix(ctx, start)
}

// TryFixes removes from findings, which Lint found in a catalog with the same options, the
// fixes that Fix would not make: safe ones without options.Unsafe, the others with it. One
// that Moves something and is only made with it is no longer Safe. A Placeholder stays. The error is that of ctx when ctx is done before the end.
//
// It costs next to nothing if no fix can bring findings, and else as much as Fix.
func (r *Result) TryFixes(ctx context.Context, catalog *lexicon.Catalog, options FixOptions) error {
	options.Unsafe = true
	f := newFixer(options)
	start := f.selected(catalog, Result{Findings: slices.Clone(r.Findings), Omitted: r.Omitted}) // fix changes them
	var all []diag.Finding
	for _, found := range start.counted {
		if found.Fix != nil && !found.Fix.Placeholder {
			all = append(all, found)
		}
	}
	if !slices.ContainsFunc(all, canBring) && len(apart(catalog, all)) == len(all) {
		return nil
	}
	if _, err := f.fix(ctx, start); err != nil {
		return err
	}
	made := map[likeness][]bool{} // whether without options.Unsafe
	for i := range f.made {
		if found := &f.made[i]; i < f.safe || !found.Fix.Safe || found.Fix.Moves {
			made[likenessOf(found)] = append(made[likenessOf(found)], i < f.safe)
		}
	}
	kept, counted := map[*diag.Fix]*diag.Fix{}, map[*diag.Fix]bool{}
	for i := range all {
		fix, same := *all[i].Fix, likenessOf(&all[i])
		counted[all[i].Fix] = true
		if len(made[same]) > 0 {
			fix.Safe = fix.Safe && made[same][0]
			made[same] = made[same][1:]
			kept[all[i].Fix] = &fix
		}
	}
	for i := range r.Findings {
		found := &r.Findings[i]
		if found.Fix == nil || found.Fix.Placeholder {
			continue
		}
		if fix := kept[found.Fix]; fix != nil {
			found.Fix = fix
		} else if counted[found.Fix] || canBring(*found) { // what does not count is not tried
			found.Fix = nil
		}
	}
	return nil
}

// likenessOf returns what a finding has in common with itself in another text of its file.
func likenessOf(f *diag.Finding) likeness {
	return likeness{f.Rule, f.Path(), withoutIndexes(&f.Location), f.Fix.Title}
}

// canBring reports whether a fix can bring other findings. It cannot if it only repairs
// JSON, writes a reference in another way, or removes something that names no definition.
func canBring(found diag.Finding) bool {
	if found.Fix.Creates != nil {
		return true
	}
	switch found.Rule.Code {
	case "full-local-ref", "redundant-main", "known-string-local-ref":
		return false
	case lexicon.RuleUnexpectedField.Code:
		if v := lexicon.ValueAt(found.Location); len(v.Members)+len(v.Items) > 0 || strings.ContainsAny(v.Text, "#.") || strings.HasSuffix(found.Pointer, "/ref") {
			return true
		}
	}
	return !ofSyntax(found) && slices.ContainsFunc(found.Fix.Edits, func(e diag.Edit) bool { return e.New != "" })
}

// fixer fixes a catalog.
type fixer struct {
	FixOptions
	lint    func(context.Context, *lexicon.Catalog, Options) (Result, error)
	unsafe  bool               // whether those that are not safe are made now
	refused map[*diag.Fix]bool // what brings findings, as things are
	made    []diag.Finding     // whose fixes are made
	safe    int                // how many of them are made without FixOptions.Unsafe
}

func newFixer(options FixOptions) *fixer {
	return &fixer{FixOptions: options, lint: Lint, refused: map[*diag.Fix]bool{}}
}

// state is a catalog and what Lint finds in it.
type state struct {
	catalog *lexicon.Catalog
	all     Result
	counted []diag.Finding // what Select returns
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

func (f *fixer) fix(ctx context.Context, start state) (result Fixed, err error) {
	now, rounds := start, 0
	for _, f.unsafe = range []bool{false, f.Unsafe} {
		maps.DeleteFunc(f.refused, func(fix *diag.Fix, _ bool) bool { return fix.Moves && f.unsafe })
		for idle := 0; idle < maxTries; {
			chosen := f.choose(now)
			if len(chosen) == 0 {
				break
			}
			if rounds == maxRounds {
				result.Unfinished = true
				break
			}
			var made []diag.Finding
			if now, made, err = f.round(ctx, now, chosen); err != nil {
				return Fixed{}, err
			}
			if len(made) == 0 {
				idle++ // others that overlap with these come next
				continue
			}
			f.made = append(f.made, made...)
			clear(f.refused) // what was wrong before can be right now
			rounds, idle = rounds+1, 0
		}
		if !f.unsafe {
			f.safe = len(f.made)
		}
	}
	for i := range now.all.Findings {
		if found := &now.all.Findings[i]; found.Fix != nil && (found.Fix.Safe || f.Unsafe) && !found.Fix.Placeholder && !result.Unfinished {
			found.Fix = nil
		}
	}
	result.Result, result.Catalog = now.all, now.catalog
	fixed, from := map[string][]*diag.Rule{}, map[string]string{}
	for _, found := range f.made {
		path := found.Path()
		fixed[path] = append(fixed[path], found.Rule)
		for _, s := range found.Fix.Creates {
			from[s.Path] = path
		}
	}
	old := start.catalog.Documents()
	for i, now := range now.catalog.Documents() { // ReplaceAll keeps the order
		path := now.Source.Path
		if i >= len(old) {
			result.Files = append(result.Files, FixedFile{path, from[path], nil, now.Source.Text, fixed[path]})
		} else if now.Source != old[i].Source {
			result.Files = append(result.Files, FixedFile{path, "", old[i].Source.Text, now.Source.Text, fixed[path]})
		}
	}
	return result, nil
}
