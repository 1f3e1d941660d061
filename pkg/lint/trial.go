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

// choose returns the findings whose fixes can be made together: of two that overlap the
// first one. What makes a file readable comes first and on its own, so that nothing else
// is blamed for what it brings to light.
func (f *fixer) choose(now state) []diag.Finding {
	fixes := slices.DeleteFunc(slices.Clone(now.counted), func(found diag.Finding) bool {
		return found.Fix == nil || found.Fix.Placeholder || !found.Fix.Safe && !f.unsafe || f.refused[found.Fix]
	})
	if slices.ContainsFunc(fixes, ofSyntax) {
		fixes = slices.DeleteFunc(fixes, func(found diag.Finding) bool { return !ofSyntax(found) })
	}
	return apart(now.catalog, fixes)
}

// ofSyntax reports whether a finding is about JSON, whatever the text means.
func ofSyntax(found diag.Finding) bool { return found.Rule.Group == diag.RuleJSONSyntax.Group }

// apart returns the findings whose fixes overlap with none before them, and create no file
// that there is already.
func apart(catalog *lexicon.Catalog, fixes []diag.Finding) (chosen []diag.Finding) {
	taken := map[*diag.Source][]diag.Edit{} // sorted
	paths := map[string]bool{}
	for _, d := range catalog.Documents() {
		paths[d.Source.Path] = true
	}
	for _, found := range fixes {
		if slices.ContainsFunc(found.Fix.Edits, func(e diag.Edit) bool { return overlaps(taken[e.Source], e) }) ||
			slices.ContainsFunc(found.Fix.Creates, func(s *diag.Source) bool { return paths[s.Path] }) {
			continue
		}
		add(taken, found.Fix.Edits)
		for _, s := range found.Fix.Creates {
			paths[s.Path] = true
		}
		chosen = append(chosen, found)
	}
	return chosen
}

// add adds edits, which overlap with no others, to those of their sources.
func add(to map[*diag.Source][]diag.Edit, edits []diag.Edit) {
	for _, e := range edits {
		at, _ := slices.BinarySearchFunc(to[e.Source], e, afterEdit)
		to[e.Source] = slices.Insert(to[e.Source], at, e)
	}
}

// afterEdit orders edits of one source so that insertions in one place stay in the order
// in which they come.
func afterEdit(a, b diag.Edit) int {
	return cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(a.Span.End, b.Span.End), -1)
}

// overlaps reports whether an edit cannot be made together with others, which are sorted.
// Insertions in one place can if they add to the end of an array.
func overlaps(edits []diag.Edit, e diag.Edit) bool {
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
func appends(e diag.Edit) bool {
	rest := strings.TrimLeft(string(e.Source.Text[e.Span.Start:min(int(e.Span.Start)+256, len(e.Source.Text))]), " \t\r\n")
	return strings.HasPrefix(e.New, ",") && strings.HasPrefix(rest, "]")
}

// edited returns a catalog in which fixes are made. They do not overlap.
func edited(catalog *lexicon.Catalog, fixes []diag.Finding, profile diag.Profile) *lexicon.Catalog {
	edits := map[*diag.Source][]diag.Edit{}
	texts := map[string][]byte{}
	for i := range fixes {
		add(edits, fixes[i].Fix.Edits)
		for _, s := range fixes[i].Fix.Creates {
			texts[s.Path] = s.Text
		}
	}
	for s, edits := range edits {
		texts[s.Path] = s.Edited(edits)
	}
	return rewritten(catalog, texts, profile)
}

// round makes fixes of a state.
type round struct {
	*fixer
	start  *lexicon.Catalog
	chosen []diag.Finding
	now    state // with some of the fixes made
	made   []int // indexes in chosen, sorted
}

// round makes those of the chosen fixes that bring no findings, the most severe first. It
// returns their findings, and refuses the others.
func (f *fixer) round(ctx context.Context, start state, chosen []diag.Finding) (now state, made []diag.Finding, err error) {
	r := &round{fixer: f, start: start.catalog, chosen: chosen, now: start}
	most := diag.Off
	for i := range chosen {
		most = max(most, weight(&chosen[i], f.unsafe))
	}
	for s := most; s > diag.Off; s-- {
		var batch []int
		for i, found := range chosen {
			if harmless := !canBring(found); weight(&found, f.unsafe) == s && !harmless || s == most && harmless {
				batch = append(batch, i)
			}
		}
		if err := r.settle(ctx, batch); err != nil {
			return state{}, nil, err
		}
	}
	for i := range chosen {
		if _, ok := slices.BinarySearch(r.made, i); ok {
			made = append(made, chosen[i])
		} else {
			f.refused[chosen[i].Fix] = true
		}
	}
	return r.now, made, nil
}

// maxTries is how often fixes are tried that are in each other's way.
const maxTries = 30

// weight returns the severity of the findings that a fix must not bring. What is moved to
// its place could not be checked before, so only errors count where fixes need not be safe.
func weight(found *diag.Finding, unsafe bool) diag.Severity {
	if found.Fix.Moves && unsafe {
		return diag.Error
	}
	return found.Severity
}

// settle makes fixes of one severity, all that can be made. Each try takes out those that
// the one before it has shown to be at fault, and the later half of those that may be. The
// latter are tried again with the others made, so that of two in conflict the first wins.
// So is one that a finding was put down to that is still there without it.
//
// How often it tries depends on how many fixes are close to each other, not on the number
// of files. After maxTries, what is wrong in a definition takes out all fixes in it.
func (r *round) settle(ctx context.Context, open []int) error {
	for tries := 0; len(open) > 0; {
		trial := open
		open = nil
		blamed := map[likeness]int{} // the fix that was taken out for a finding
		for len(trial) > 0 {
			suspects, err := r.try(ctx, trial)
			if err != nil {
				return err
			}
			if len(suspects) == 0 {
				break
			}
			tries++
			out, wrong := map[int]bool{}, map[string]bool{}
			for _, s := range suspects {
				if i, ok := blamed[s.finding]; ok && tries <= maxTries {
					open = append(open, i)
					delete(blamed, s.finding)
				}
				if len(s.among) == 1 {
					blamed[s.finding] = s.among[0]
				}
				for _, i := range s.among[len(s.among)/2:] {
					out[i] = out[i] || len(s.among) == 1
				}
				for _, i := range s.among {
					wrong[r.definition(i)] = tries > maxTries
				}
			}
			trial = slices.DeleteFunc(slices.Clone(trial), func(i int) bool {
				fault, is := out[i]
				if wrong[r.definition(i)] {
					return true
				}
				if is && !fault {
					open = append(open, i)
				}
				return is
			})
		}
		slices.Sort(open)
		open = slices.Compact(open)
	}
	return nil
}

// definition identifies the definition that a fix is in.
func (r *round) definition(i int) string {
	tokens := strings.SplitN(r.chosen[i].Pointer, "/", 4)
	return r.chosen[i].Path() + strings.Join(tokens[:min(3, len(tokens))], "/")
}

// suspects are the fixes that may have brought a finding.
type suspects struct {
	finding likeness
	among   []int
}

// try makes more of the fixes. If that brings findings, it takes them back, and returns
// for each new finding the fixes that may have brought it.
func (r *round) try(ctx context.Context, trial []int) (all []suspects, err error) {
	made := slices.Concat(r.made, trial)
	slices.Sort(made)
	var fixes []diag.Finding
	for _, i := range made {
		fixes = append(fixes, r.chosen[i])
	}
	next, err := r.state(ctx, edited(r.start, fixes, r.Profile))
	if err != nil {
		return nil, err
	}
	least := diag.Error
	files := map[string][]int{} // by path, and by NSID for findings in the examples
	for _, i := range trial {
		if found := r.chosen[i]; canBring(found) {
			least = min(least, weight(&found, r.unsafe))
			files[found.Path()] = append(files[found.Path()], i)
			files[found.NSID] = append(files[found.NSID], i)
			for _, s := range found.Fix.Creates {
				files[s.Path] = append(files[s.Path], i)
			}
		}
	}
	if len(files) > 0 {
		for _, found := range brought(r.now, next, least) {
			if ofSyntax(r.chosen[trial[0]]) && found.Rule.Code != "duplicate-nsid" {
				continue // it could not be found before
			}
			if among := r.suspects(&found, next.catalog, files, trial); len(among) > 0 {
				all = append(all, suspects{likeness{found.Rule, found.Path(), withoutIndexes(&found.Location), found.Message}, among})
			}
		}
	}
	if len(all) == 0 {
		r.now, r.made = next, made
	}
	return all, nil
}

// brought returns the findings of a severity or a higher one that a state has in addition
// to those of the one before it. That a property can also be absent is not one of them: a
// nullable that is moved to the list makes it visible.
func brought(before, after state, least diag.Severity) []diag.Finding {
	ids := map[string]string{} // by path; a fix can make an id readable
	for _, d := range after.catalog.Documents() {
		ids[d.Source.Path] = string(d.ID)
	}
	old := slices.Clone(before.counted)
	for i := range old {
		old[i].NSID = cmp.Or(old[i].NSID, ids[old[i].Path()])
	}
	return slices.DeleteFunc(NewBaseline(old).New(after.counted), func(found diag.Finding) bool {
		return found.Severity < least || found.Rule.Code == nullableAndOptional || before.omits(&found)
	})
}

// omits reports whether findings like one were dropped, since there were too many.
func (s *state) omits(found *diag.Finding) bool {
	return slices.ContainsFunc(s.all.Omitted, func(o diag.Omission) bool {
		return o.Like.Rule == found.Rule && o.Like.Path() == found.Path()
	})
}

// suspects returns the fixes that may have brought a finding, sorted: the nearest ones in
// its file and in those of its related places, or else all in the files that its own file
// refers to, or else all.
func (r *round) suspects(found *diag.Finding, catalog *lexicon.Catalog, files map[string][]int, trial []int) (among []int) {
	among = r.nearest(found.Pointer, files[found.Path()])
	for i := range found.Related {
		at := &found.Related[i].Location
		among = append(among, r.nearest(at.Pointer, files[at.Path()])...)
	}
	if len(among) == 0 && found.NSID != "" {
		among = files[found.NSID] // the finding is in a file of examples
	}
	if d := catalog.Document(syntax.NSID(found.NSID)); len(among) == 0 && d != nil {
		reached := map[*lexicon.Definition]bool{}
		for _, def := range d.Defs {
			lexicon.Reach(def.Schema, reached, nil)
		}
		for def := range reached {
			among = append(among, files[def.Document.Source.Path]...)
		}
	}
	if len(among) == 0 {
		among = slices.DeleteFunc(slices.Clone(trial), func(i int) bool { return !canBring(r.chosen[i]) })
	}
	return slices.Compact(slices.Sorted(slices.Values(among)))
}

// nearest returns those of some fixes whose places have most in common with a place.
func (r *round) nearest(pointer string, fixes []int) (near []int) {
	most := -1
	for _, i := range fixes {
		n := common(pointer, r.chosen[i].Pointer)
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
