package lint

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

const (
	// maxRounds is how often fixes are made: one can be in the way of another one, or
	// uncover what could not be checked before.
	maxRounds = 30
	// maxTries is how often fixes are tried in vain. After that, what is wrong in a
	// definition takes out all fixes in it.
	maxTries = 30
)

// fixer fixes a catalog.
type fixer struct {
	FixOptions
	lint   func(context.Context, *lexicon.Catalog) (Result, error) // that of Incremental.whole
	unsafe bool                                                    // whether those that are not safe are made now
	now    state
	made   []diag.Finding // whose fixes are made
	safe   int            // how many of them are made without FixOptions.Unsafe

	refused map[likeness]bool     // what brings findings, as things are; whether it Moves
	later   map[likeness]bool     // what is tried again when others are made
	blamed  map[likeness]likeness // the fix that is refused for a finding
}

func newFixer(options FixOptions, known *Incremental) *fixer {
	return &fixer{FixOptions: options, lint: known.whole, refused: map[likeness]bool{}, later: map[likeness]bool{}, blamed: map[likeness]likeness{}}
}

// state is a catalog and what Lint finds in it.
type state struct {
	catalog *lexicon.Catalog
	all     Result
	counted []diag.Finding // what Select returns
}

func (f *fixer) state(ctx context.Context, catalog *lexicon.Catalog) (state, error) {
	all, err := f.lint(ctx, catalog)
	return f.selected(catalog, all), err
}

// selected returns the state of a catalog in which all is found.
func (f *fixer) selected(catalog *lexicon.Catalog, all Result) state {
	counted := all.Findings
	if f.Select != nil {
		counted = f.Select(slices.Clone(counted))
	}
	return state{catalog, all, counted}
}

// fixKey identifies the fix of a finding.
func fixKey(f *diag.Finding) likeness {
	return likeness{f.Rule, f.Path(), f.Pointer, f.Fix.Title}
}

// choose returns the findings whose fixes can be tried together: of two that overlap the
// first one, and the most severe ones before the others. What makes a file readable comes
// first and on its own, so that nothing else is blamed for what it brings to light.
func (f *fixer) choose() []diag.Finding {
	var fixes []diag.Finding
	for i := range f.now.counted {
		if found := &f.now.counted[i]; f.open(found) {
			fixes = append(fixes, *found)
		}
	}
	if slices.ContainsFunc(fixes, ofSyntax) {
		fixes = slices.DeleteFunc(fixes, func(found diag.Finding) bool { return !ofSyntax(found) })
	}
	fixes = apart(f.now.catalog, fixes)
	most := diag.Off
	for i := range fixes {
		most = max(most, weight(&fixes[i], f.unsafe))
	}
	return slices.DeleteFunc(fixes, func(found diag.Finding) bool { return canBring(found) && weight(&found, f.unsafe) < most })
}

// open reports whether a finding has a fix that can be tried now.
func (f *fixer) open(found *diag.Finding) bool {
	if found.Fix == nil || found.Fix.Placeholder || !found.Fix.Safe && !f.unsafe {
		return false
	}
	key := fixKey(found)
	_, refused := f.refused[key]
	return !refused && !f.later[key]
}

// canBring reports whether a fix can bring other findings. It cannot if it only repairs
// JSON, or removes something that names no definition.
func canBring(found diag.Finding) bool {
	if found.Fix.Creates != nil {
		return true
	}
	if found.Rule == lexicon.RuleUnexpectedField {
		if v := lexicon.ValueAt(found.Location); len(v.Members)+len(v.Items) > 0 || strings.ContainsAny(v.Text, "#.") || strings.HasSuffix(found.Pointer, "/ref") {
			return true
		}
	}
	return !found.Rule.Fix.Harmless && !ofSyntax(found) && slices.ContainsFunc(found.Fix.Edits, func(e diag.Edit) bool { return e.New != "" })
}

// ofSyntax reports whether a finding is about JSON, whatever the text means.
func ofSyntax(found diag.Finding) bool { return found.Rule.Group == diag.RuleJSONSyntax.Group }

// weight returns the severity of the findings that a fix must not bring. What is moved to
// its place could not be checked before, so only errors count where fixes need not be safe.
func weight(found *diag.Finding, unsafe bool) diag.Severity {
	if found.Fix.Moves && unsafe {
		return diag.Error
	}
	return found.Severity
}

// try makes the chosen fixes. If that brings findings, it takes them back, refuses those
// that are shown to be at fault, and puts off the later half of those that may be, so that
// of two in conflict the first one wins. One that is refused for a finding which is still
// there without it is only put off, too.
func (f *fixer) try(ctx context.Context, chosen []diag.Finding, hopeless bool) (made bool, err error) {
	next, err := f.state(ctx, edited(f.now.catalog, chosen, f.Profile))
	if err != nil {
		return false, err
	}
	all := f.suspects(next, chosen)
	if len(all) == 0 {
		f.now, f.made = next, append(f.made, chosen...)
		clear(f.later)
		clear(f.blamed)
		return true, nil
	}
	wrong := map[string]bool{} // definitions
	for _, s := range all {
		if fix, ok := f.blamed[s.finding]; ok && !hopeless { // else what is refused stays so: it ends
			delete(f.blamed, s.finding)
			delete(f.refused, fix)
			f.later[fix] = true
		}
		if fix := &chosen[s.among[0]]; len(s.among) == 1 {
			f.blamed[s.finding] = fixKey(fix)
			f.refused[fixKey(fix)] = fix.Fix.Moves
		}
		for _, i := range s.among[len(s.among)/2:] {
			f.later[fixKey(&chosen[i])] = true
		}
		for _, i := range s.among {
			wrong[definitionOf(&chosen[i])] = true
		}
	}
	for _, found := range f.now.counted {
		if hopeless && found.Fix != nil && wrong[definitionOf(&found)] {
			f.refused[fixKey(&found)] = found.Fix.Moves
		}
	}
	return false, nil
}

// definitionOf identifies the definition that a finding is in.
func definitionOf(f *diag.Finding) string {
	tokens := strings.SplitN(f.Pointer, "/", 4)
	return f.Path() + strings.Join(tokens[:min(3, len(tokens))], "/")
}

// suspicion is a finding, and the indexes of the fixes that may have brought it.
type suspicion struct {
	finding likeness
	among   []int
}

// suspects returns the findings that chosen fixes have brought.
func (f *fixer) suspects(next state, chosen []diag.Finding) (all []suspicion) {
	least := diag.Error
	var trial []int
	files := map[string][]int{} // by path
	for i, found := range chosen {
		if canBring(found) {
			least = min(least, weight(&found, f.unsafe))
			trial = append(trial, i)
			files[found.Path()] = append(files[found.Path()], i)
			for _, s := range found.Fix.Creates {
				files[s.Path] = append(files[s.Path], i)
			}
		}
	}
	if len(trial) == 0 {
		return nil
	}
	for _, found := range brought(f.now, next, least) {
		if ofSyntax(chosen[0]) && found.Rule != ruleDuplicateNSID {
			continue // it could not be found before
		}
		among := closest(&found, next.catalog, chosen, files)
		if len(among) == 0 {
			among = trial
		}
		all = append(all, suspicion{likeness{found.Rule, found.Path(), withoutIndexes(&found.Location), found.Message}, among})
	}
	return all
}

// brought returns the findings of a severity or a higher one that a state has in addition
// to those of the one before it. That a property can also be absent is not one of them: a
// nullable that is moved to the list makes it visible.
func brought(before, after state, least diag.Severity) []diag.Finding {
	ids := map[string]string{} // by path; a fix can make an id readable
	for _, d := range after.catalog.Documents() {
		ids[d.Source.Path] = string(d.ID)
	}
	old, now := differing(before.counted, after.counted)
	for i := range old {
		old[i].NSID = cmp.Or(old[i].NSID, ids[old[i].Path()])
	}
	return slices.DeleteFunc(NewBaseline(old).New(now), func(found diag.Finding) bool {
		return found.Severity < least || found.Rule == ruleNullableAndOptional || before.omits(&found)
	})
}

// differing returns the findings of two states on the files on which they are not the same.
func differing(before, after []diag.Finding) (old, now []diag.Finding) {
	for len(before)+len(after) > 0 {
		first := after
		if len(after) == 0 || len(before) > 0 && before[0].Path() < after[0].Path() {
			first = before
		}
		path := first[0].Path()
		a, b := onFile(before, path), onFile(after, path)
		if !slices.EqualFunc(a, b, alike) {
			old, now = append(old, a...), append(now, b...)
		}
		before, after = before[len(a):], after[len(b):]
	}
	return old, now
}

// onFile returns the findings at the beginning of a list that are about a file.
func onFile(findings []diag.Finding, path string) []diag.Finding {
	n := 0
	for n < len(findings) && findings[n].Path() == path {
		n++
	}
	return findings[:n]
}

// omits reports whether findings like one were dropped, since there were too many.
func (s *state) omits(found *diag.Finding) bool {
	return slices.ContainsFunc(s.all.Omitted, func(o diag.Omission) bool {
		return o.Like.Rule == found.Rule && o.Like.Path() == found.Path()
	})
}

// closest returns those of the chosen fixes, by their files, that are close to a finding: the
// nearest ones in its file and in those of its related places, or else, as for a finding in
// examples, all in the file of its Lexicon and in those that this refers to.
func closest(found *diag.Finding, catalog *lexicon.Catalog, chosen []diag.Finding, files map[string][]int) []int {
	among := nearest(found.Pointer, chosen, files[found.Path()])
	for i := range found.Related {
		at := &found.Related[i].Location
		among = append(among, nearest(at.Pointer, chosen, files[at.Path()])...)
	}
	if d := catalog.Document(syntax.NSID(found.NSID)); len(among) == 0 && d != nil {
		among = slices.Clone(files[d.Source.Path])
		reached := map[*lexicon.Definition]bool{}
		for _, def := range d.Defs {
			lexicon.Reach(def.Schema, reached, nil)
		}
		for def := range reached {
			among = append(among, files[def.Document.Source.Path]...)
		}
	}
	return slices.Compact(slices.Sorted(slices.Values(among)))
}

// nearest returns those of some of the chosen fixes whose places have most in common with
// a place.
func nearest(pointer string, chosen []diag.Finding, some []int) (near []int) {
	most := -1
	for _, i := range some {
		n := common(pointer, chosen[i].Pointer)
		if n > most {
			most, near = n, nil
		}
		if n == most {
			near = append(near, i)
		}
	}
	return near
}

// common returns how many tokens two pointers begin with in common.
func common(a, b string) (n int) {
	x, y := strings.Split(a, "/"), strings.Split(b, "/")
	for n < min(len(x), len(y)) && x[n] == y[n] {
		n++
	}
	return n
}
