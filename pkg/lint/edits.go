package lint

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// apart returns the findings whose fixes overlap with none before them, and create no file
// that there is already.
func apart(catalog *lexicon.Catalog, fixes []diag.Finding) (chosen []diag.Finding) {
	edits := map[*diag.Source][]diag.Edit{} // sorted
	paths := map[string]bool{}
	for _, d := range catalog.Documents() {
		paths[d.Source.Path] = true
	}
	for _, found := range fixes {
		if slices.ContainsFunc(found.Fix.Edits, func(e diag.Edit) bool { return overlaps(edits[e.Source], e) }) ||
			slices.ContainsFunc(found.Fix.Creates, func(s *diag.Source) bool { return paths[s.Path] }) {
			continue
		}
		insert(edits, found.Fix.Edits)
		for _, s := range found.Fix.Creates {
			paths[s.Path] = true
		}
		chosen = append(chosen, found)
	}
	return chosen
}

// insert adds edits, which overlap with no others, to those of their sources.
func insert(to map[*diag.Source][]diag.Edit, edits []diag.Edit) {
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
	edits, texts := map[*diag.Source][]diag.Edit{}, map[string][]byte{}
	for i := range fixes {
		insert(edits, fixes[i].Fix.Edits)
		for _, s := range fixes[i].Fix.Creates {
			texts[s.Path] = s.Text
		}
	}
	for s, edits := range edits {
		texts[s.Path] = s.Edited(edits)
	}
	return rewritten(catalog, texts, profile)
}

// rewritten returns a catalog in which files have other texts, by their paths: nil for
// those that it should not have. New ones come last.
func rewritten(catalog *lexicon.Catalog, texts map[string][]byte, profile diag.Profile) *lexicon.Catalog {
	parse := func(path string) *lexicon.Document {
		return lexicon.Parse(&diag.Source{Path: path, Text: texts[path]}, profile)
	}
	by := make(map[*lexicon.Document]*lexicon.Document, len(texts))
	for _, old := range catalog.Documents() {
		text, ok := texts[old.Source.Path]
		if !ok {
			continue
		}
		by[old] = nil
		if text != nil {
			by[old] = parse(old.Source.Path)
			by[old].Dependency, by[old].Examples = old.Dependency, old.Examples
		}
	}
	var added []*lexicon.Document
	for _, path := range slices.Sorted(maps.Keys(texts)) {
		if catalog.DocumentAt(path) == nil {
			added = append(added, parse(path))
		}
	}
	catalog, _ = catalog.ReplaceAll(by, added...)
	return catalog
}
