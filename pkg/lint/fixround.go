package lint

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// choose returns the findings whose fixes can be made together: of two that overlap the
// first one.
func (f *fixer) choose(findings []lexicon.Finding) []lexicon.Finding {
	var fixes []lexicon.Finding
	for i := range findings {
		found := &findings[i]
		if fix := found.Fix; fix != nil && !fix.Placeholder && (fix.Safe || f.Unsafe) && !f.refused[refusalOf(found)] {
			fixes = append(fixes, *found)
		}
	}
	if first := slices.DeleteFunc(slices.Clone(fixes), covers); len(first) > 0 {
		fixes = first
	}
	chosen, _ := apart(fixes)
	return chosen
}

// covers reports whether a fix makes nothing visible that could not be checked before. The
// others come first and on their own, so that what they make visible does not excuse what
// this one brings.
func covers(found lexicon.Finding) bool {
	_, ok := uncovers(&found)
	return !ok
}

// apart returns the findings whose fixes overlap with none before them, and the others.
func apart(fixes []lexicon.Finding) (chosen, others []lexicon.Finding) {
	taken := map[*lexicon.Source][]lexicon.Edit{} // sorted
	for _, found := range fixes {
		if slices.ContainsFunc(found.Fix.Edits, func(e lexicon.Edit) bool { return overlaps(taken[e.Source], e) }) {
			others = append(others, found)
			continue
		}
		for _, e := range found.Fix.Edits {
			edits := taken[e.Source]
			at, _ := slices.BinarySearchFunc(edits, e, afterEdit)
			taken[e.Source] = slices.Insert(edits, at, e)
		}
		chosen = append(chosen, found)
	}
	return chosen, others
}

// afterEdit orders edits of one source so that insertions in one place stay in the order
// in which they come.
func afterEdit(a, b lexicon.Edit) int {
	return cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(a.Span.End, b.Span.End), -1)
}

// overlaps reports whether an edit cannot be made together with others, which are sorted.
// Insertions in one place can if they add to the end of an array.
func overlaps(edits []lexicon.Edit, e lexicon.Edit) bool {
	at, _ := slices.BinarySearchFunc(edits, e, afterEdit)
	if at > 0 {
		before := edits[at-1]
		if before.Span == e.Span {
			return e.Span.Start < e.Span.End || !appends(before) || !appends(e)
		}
		if before.Span.End > e.Span.Start {
			return true
		}
	}
	return at < len(edits) && e.Span.End > edits[at].Span.Start
}

// appends reports whether an insertion adds an element to the end of an array.
func appends(e lexicon.Edit) bool {
	rest := strings.TrimLeft(string(e.Source.Text[e.Span.Start:min(int(e.Span.Start)+256, len(e.Source.Text))]), " \t\r\n")
	return strings.HasPrefix(e.New, ",") && strings.HasPrefix(rest, "]")
}

// round makes fixes of a state and returns those that it has made: all at once if that
// brings no new findings, else by severity, else fewer and fewer at a time.
func (f *fixer) round(ctx context.Context, start state, chosen []lexicon.Finding) (state, []lexicon.Finding, error) {
	r := &round{fixer: f, start: start, now: start}
	ok, err := r.try(ctx, chosen)
	for s := lexicon.Error; s > lexicon.Off && err == nil && !ok; s-- {
		same := slices.DeleteFunc(slices.Clone(chosen), func(found lexicon.Finding) bool { return found.Severity != s })
		err = r.settle(ctx, same)
	}
	for _, found := range r.fixed {
		path := found.Fix.Edits[0].Source.Path
		f.made[path] = append(f.made[path], found.Rule)
		for _, s := range found.Fix.Creates {
			f.from[s.Path] = path
		}
	}
	return r.now, r.fixed, err
}

// round is a round of fixes that are made together.
type round struct {
	*fixer
	start state
	now   state             // with some fixes made
	fixed []lexicon.Finding // by these fixes
	alone bool              // whether each try begins at the start, and fixes are kept if there are too many tries
}

// maxTries bounds the search for the fixes to leave out. Beyond it, all in question are,
// or of TryFixes none.
const (
	maxTries  = 200
	maxTrials = 10
)

// settle makes as many of the fixes as it can, and refuses the others.
func (r *round) settle(ctx context.Context, fixes []lexicon.Finding) error {
	if len(fixes) == 0 {
		return nil
	}
	if r.alone && r.tries >= maxTrials {
		return nil
	}
	if r.tries < maxTries {
		if ok, err := r.try(ctx, fixes); err != nil || ok {
			return err
		}
		if half := len(fixes) / 2; half > 0 {
			if err := r.settle(ctx, fixes[:half]); err != nil {
				return err
			}
			return r.settle(ctx, fixes[half:])
		}
	}
	for i := range fixes {
		r.refused[refusalOf(&fixes[i])] = true
	}
	return nil
}

// try makes more fixes if that brings no new findings, and reports whether that is so.
func (r *round) try(ctx context.Context, fixes []lexicon.Finding) (bool, error) {
	r.tries++
	all := append(slices.Clip(r.fixed), fixes...)
	next, err := r.state(ctx, edited(r.start.catalog, all, r.Profile))
	if err != nil || worse(r.now, next, fixes) || len(next.catalog.Documents()) != len(r.start.catalog.Documents())+len(created(all)) {
		return false, err
	}
	if !r.alone {
		r.now, r.fixed = next, all
	}
	return true, nil
}

// edited returns a catalog in which fixes are made. They do not overlap.
func edited(catalog *lexicon.Catalog, fixes []lexicon.Finding, profile lexicon.Profile) *lexicon.Catalog {
	var sources []*lexicon.Source // in the order of their first fix
	edits := map[*lexicon.Source][]lexicon.Edit{}
	for i := range fixes {
		for _, e := range fixes[i].Fix.Edits {
			if edits[e.Source] == nil {
				sources = append(sources, e.Source)
			}
			at, _ := slices.BinarySearchFunc(edits[e.Source], e, afterEdit)
			edits[e.Source] = slices.Insert(edits[e.Source], at, e)
		}
	}
	for _, s := range sources {
		catalog = rewritten(catalog, s.Path, s.Edited(edits[s]), profile)
	}
	for _, s := range created(fixes) {
		catalog = rewritten(catalog, s.Path, s.Text, profile)
	}
	return catalog
}

// created returns the files that fixes create. Those that the catalog has already, and
// those that two fixes create, must not be.
func created(fixes []lexicon.Finding) (all []*lexicon.Source) {
	for i := range fixes {
		all = append(all, fixes[i].Fix.Creates...)
	}
	return all
}

// worse reports whether fixes brought a new finding of the lowest severity of theirs or
// a higher one. What could not be checked before is not new if the finding that was in
// the way is as severe: in a file that could not be read to its end, or in a schema
// without a valid type. A misspelled key, however, had no effect, so what it brings under
// its right name is new.
func worse(before, after state, fixes []lexicon.Finding) bool {
	least := lexicon.Error
	uncovered := map[place]lexicon.Severity{} // with the severity of the finding that hid it
	partial := map[string]bool{}              // paths of the files of which more can be read
	for i := range fixes {
		found := &fixes[i]
		if d := before.catalog.DocumentAt(found.Path()); d != nil && d.Partial {
			partial[found.Path()] = true
		}
		for _, s := range found.Fix.Creates {
			partial[s.Path] = true
		}
		switch found.Rule.Code {
		case "unresolved-ref", "unresolved-external-ref", "invalid-ref":
			continue // what it leads to is checked as a part of other data, too
		}
		least = min(least, found.Severity)
		if pointer, ok := uncovers(found); ok {
			uncovered[place{found.Path(), pointer}] = found.Severity
		}
	}
	for _, found := range NewBaseline(before.counted).New(after.counted) {
		if found.Severity < least || found.Rule.Code == nullableAndOptional || before.omits(&found) {
			continue // a nullable that is moved to the list makes visible that a property can also be absent
		}
		if found.Rule.Code == "duplicate-nsid" && before.catalog.DocumentAt(found.Path()) == nil {
			return true // a new file with the id of another one
		}
		if partial[found.Path()] || len(partial) > 0 && found.Rule.Group == "refs" {
			continue // references to the file could not be checked either
		}
		hidden := found.Rule != lexicon.RuleDuplicateKey && // which is always checked
			hiddenBy(uncovered, &found.Location) >= found.Severity ||
			slices.ContainsFunc(found.Related, func(at lexicon.Related) bool { return hiddenBy(uncovered, &at.Location) >= found.Severity })
		if !hidden {
			return true
		}
	}
	return false
}

// omits reports whether findings like one were dropped, since there were too many.
func (s *state) omits(found *lexicon.Finding) bool {
	return slices.ContainsFunc(s.all.Omitted, func(o lexicon.Omission) bool {
		return o.Like.Rule == found.Rule && o.Like.Path() == found.Path()
	})
}

// place is a place in a schema file, without the indexes in arrays.
type place struct{ path, pointer string }

// hiddenBy returns the severity of the innermost of some places around a location; Off
// when there is none.
func hiddenBy(places map[place]lexicon.Severity, at *lexicon.Location) lexicon.Severity {
	for pointer := withoutIndexes(at); ; {
		if severity, ok := places[place{at.Path(), pointer}]; ok {
			return severity
		}
		i := strings.LastIndexByte(pointer, '/')
		if i < 0 {
			return lexicon.Off
		}
		pointer = pointer[:i]
	}
}

// uncovers returns the pointer, without indexes, of what could not be checked because of
// a finding and can be after its fix; false when everything could be.
func uncovers(found *lexicon.Finding) (pointer string, ok bool) {
	pointer = withoutIndexes(&found.Location)
	around := pointer[:max(strings.LastIndexByte(pointer, '/'), 0)]
	switch found.Rule.Code {
	case "missing-field":
		return pointer, true
	case lexicon.RuleUnexpectedField.Code:
		return around, found.Fix.Moves
	case "unknown-type":
		return around, true
	case "wrong-type":
		if strings.HasSuffix(pointer, "/type") {
			return around, true
		}
		return pointer, true
	}
	return "", false
}
