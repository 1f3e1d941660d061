package lint

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// FixResult is the result of Fix.
type FixResult struct {
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
func (r *FixResult) Without(ctx context.Context, options Options, paths ...string) (Result, error) {
	texts := map[string][]byte{}
	for _, file := range r.Files {
		if slices.Contains(paths, file.Path) || slices.Contains(paths, file.From) {
			texts[file.Path] = file.Before
		}
	}
	return Lint(ctx, rewritten(r.Catalog, texts, options.Profile), options)
}

// Fix makes the fixes of what Lint finds in a catalog, except in its Dependency
// documents, until there are none left; those that are not safe last. It leaves out a fix
// that brings a new finding of the same severity or a higher one, even if that could only
// not be found before; a fix that makes the text of a file readable is always made. It
// changes neither the catalog nor any file. The error is that of ctx when ctx is done
// before the end.
//
// How often it checks the files that change, those that depend on them, and the catalog as a
// whole, depends on the fixes that are close to each other, not on the number of files.
func Fix(ctx context.Context, catalog *lexicon.Catalog, options FixOptions) (FixResult, error) {
	f := newFixer(options, newIncremental(options.Options))
	start, err := f.state(ctx, catalog)
	if err != nil {
		return FixResult{}, err
	}
	return f.fix(ctx, start)
}

// TryFixes removes from findings, which Lint found in a catalog with the same options, the
// fixes that Fix would not make: safe ones without options.Unsafe, the others with it. One
// that Moves something and is only made with it is no longer Safe. A Placeholder stays. The
// error is that of ctx when ctx is done before the end.
//
// It costs next to nothing if no fix can bring findings. Otherwise, it makes the fixes, and
// checks files again for which the result may be different, as Fix does.
func (r *Result) TryFixes(ctx context.Context, catalog *lexicon.Catalog, options FixOptions) error {
	options.Unsafe = true
	f := newFixer(options, cmp.Or(r.known, newIncremental(options.Options)))
	r.known = nil // it takes as much memory as the findings
	start := f.selected(catalog, *r)
	var all []diag.Finding
	for _, found := range start.counted {
		if found.Fix != nil && !found.Fix.Placeholder {
			all = append(all, found)
		}
	}
	if !slices.ContainsFunc(all, canBring) && len(apart(catalog, all)) == len(all) {
		return nil
	}
	if _, err := f.run(ctx, start); err != nil {
		return err
	}
	made := map[likeness][]bool{} // whether without options.Unsafe
	for i, found := range f.made {
		if i < f.safe || !found.Fix.Safe || found.Fix.Moves {
			made[lenientFixKey(&found)] = append(made[lenientFixKey(&found)], i < f.safe)
		}
	}
	tried := map[*diag.Fix]*diag.Fix{} // what becomes of those that count; nil if they are not made
	for _, found := range all {
		tried[found.Fix] = nil
		if same := lenientFixKey(&found); len(made[same]) > 0 {
			fix := *found.Fix
			fix.Safe = fix.Safe && made[same][0]
			made[same] = made[same][1:]
			tried[found.Fix] = &fix
		}
	}
	for i := range r.Findings {
		found := &r.Findings[i]
		if found.Fix == nil || found.Fix.Placeholder {
			continue
		}
		if fix, ok := tried[found.Fix]; ok {
			found.Fix = fix
		} else if canBring(*found) {
			found.Fix = nil // what does not count is not tried
		}
	}
	return nil
}

// lenientFixKey returns what a finding with a fix has in common with itself in another text of
// its file.
func lenientFixKey(f *diag.Finding) likeness {
	return likeness{f.Rule, f.Path(), withoutIndexes(&f.Location), f.Fix.Title}
}

// run makes fixes one after the other, as many at a time as do not bring findings, and
// reports whether there are more after the last round.
func (f *fixer) run(ctx context.Context, start state) (unfinished bool, err error) {
	f.now = start
	rounds := 0
	for _, f.unsafe = range []bool{false, f.Unsafe} {
		maps.DeleteFunc(f.refused, func(_ likeness, moves bool) bool { return moves && f.unsafe })
		for tries, changed := 0, false; ; {
			chosen := f.choose()
			if unfinished = rounds == maxRounds && len(chosen) > 0; unfinished {
				break
			}
			if len(chosen) == 0 {
				if !changed && len(f.later) == 0 {
					break
				}
				if changed {
					clear(f.refused) // what was wrong before can be right now
					tries, changed = 0, false
				}
				clear(f.later)
				continue
			}
			made, err := f.try(ctx, chosen, tries >= maxTries)
			if err != nil {
				return false, err
			}
			if made {
				changed = true
				rounds++
			} else {
				tries++
			}
		}
		if !f.unsafe {
			f.safe = len(f.made)
		}
	}
	return unfinished, nil
}

// fix makes the fixes and returns what Fix does.
func (f *fixer) fix(ctx context.Context, start state) (FixResult, error) {
	unfinished, err := f.run(ctx, start)
	if err != nil {
		return FixResult{}, err
	}
	result := FixResult{Result: f.now.all, Catalog: f.now.catalog, Unfinished: unfinished}
	for i := range result.Findings {
		if found := &result.Findings[i]; found.Fix != nil && (found.Fix.Safe || f.Unsafe) && !found.Fix.Placeholder && !unfinished {
			found.Fix = nil
		}
	}
	result.Files = f.files(start.catalog)
	return result, nil
}

// files returns the files that changed since the start.
func (f *fixer) files(start *lexicon.Catalog) (files []FixedFile) {
	fixed, from := map[string][]*diag.Rule{}, map[string]string{}
	for _, found := range f.made {
		path := found.Path()
		fixed[path] = append(fixed[path], found.Rule)
		for _, s := range found.Fix.Creates {
			from[s.Path] = path
		}
	}
	old := start.Documents()
	for i, now := range f.now.catalog.Documents() { // ReplaceAll keeps the order
		path := now.Source.Path
		if i >= len(old) {
			files = append(files, FixedFile{path, from[path], nil, now.Source.Text, fixed[path]})
		} else if now.Source != old[i].Source {
			files = append(files, FixedFile{path, "", old[i].Source.Text, now.Source.Text, fixed[path]})
		}
	}
	return files
}
