package compat_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/compat"
	"github.com/lexsmith/lexsmith/pkg/diag"
)

// TestGrowth compares sides of two sizes: for twice the input, a comparison makes
// about twice the allocations.
func TestGrowth(t *testing.T) {
	for _, c := range []struct {
		name string
		n    int
		side func(n, revision int) string
	}{
		{"refs into parallel chains", 200, parallelChains},
		{"refs from parallel chains into one", 200, convergingChains},
		{"renamed fields", 50, renamedFields},
		{"inline objects that were one definition", 300, inlined},
		{"one definition that was inline objects", 300, func(n, revision int) string { return inlined(n, 3-revision) }},
		{"chain of refs", 200, chainOfRefs},
		{"permissions of which none is the same", 200, otherPermissions},
		{"long descriptions of renamed fields", 500, longDescriptions},
		{"variants of which none is the same, opened", 200, otherVariants},
		{"Lexicons", 200, func(n, revision int) string { return manyLexicons(n, revision) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			allocations := func(n int) float64 {
				old, new := catalog(t, c.side(n, 1)), catalog(t, c.side(n, 2))
				return testing.AllocsPerRun(1, func() { mustCompare(t, old, new, compat.Options{}) })
			}
			if one, two := allocations(c.n), allocations(2*c.n); two > 2.3*one {
				t.Errorf("%.0f allocations for %d, %.0f for %d", one, c.n, two, 2*c.n)
			}
		})
	}
}

// TestInlineLimit has more inline objects to compare with one definition than are
// compared. Behind them, one inline object is equal to a definition, and one is
// not.
func TestInlineLimit(t *testing.T) {
	const defs = `, "a": {"type": "object", "properties": {"x": {"type": "string", "enum": ["a", "b"]}}}, "b": {"type": "object", "properties": {"x": {"type": "integer"}}}, `
	ref := `"z": {"type": "object", "properties": {"same": {"type": "ref", "ref": "#a"}, "other": {"type": "ref", "ref": "#b"}}}`
	inline := `{"type": "object", "properties": {"x": {"type": "string", "enum": ["b", "a"], "description": "X."}}}`
	old, new := inlined(400, 1)+defs+ref, inlined(400, 2)+defs+`"z": {"type": "object", "properties": {"same": `+inline+`, "other": `+inline+`}}`
	var found []string
	for _, f := range compare(t, catalog(t, old), catalog(t, new), diag.ProfileV1) {
		if strings.HasPrefix(f.Pointer, "/defs/z") {
			found = append(found, line(f))
		}
	}
	if want := []string{"ref-change error both /defs/z/properties/other < /defs/z/properties/other/ref"}; !slices.Equal(found, want) {
		t.Errorf("found %q, want %q", found, want)
	}
}

// link is an object with a ref.
func link(name string, i int, to string) string {
	return fmt.Sprintf(`"%s%d": {"type": "object", "properties": {"n": {"type": "ref", "ref": "#%s"}}}`, name, i, to)
}

// parallelChains has two chains of n definitions, and a ref into each place of the
// first or second one.
func parallelChains(n, revision int) string {
	chain := func(name string) string {
		return joined(n, func(i int) string { return link(name, i, fmt.Sprint(name, i+1)) }) +
			fmt.Sprintf(`, "%s%d": {"type": "object", "properties": {"x": {"type": "integer"%s}}}`, name, n, map[string]string{"b": `, "maximum": 9`}[name])
	}
	name := map[int]string{1: "a", 2: "b"}[revision]
	return chain("a") + ", " + chain("b") + `, "main": {"type": "object", "properties": {` +
		joined(n, func(i int) string { return fmt.Sprintf(`"f%d": {"type": "ref", "ref": "#%s%d"}`, i, name, i) }) + "}}"
}

// convergingChains has refs that lead to one definition, all of which change at
// once, and each of which has a change of its own.
func convergingChains(n, revision int) string {
	chain := func(name string, maximum int) string {
		return joined(n, func(i int) string {
			return fmt.Sprintf(`"%s%d": {"type": "object", "properties": {"n": {"type": "ref", "ref": "#%[1]s%[3]d"}, "x": {"type": "integer", "maximum": %[4]d}}}`, name, i, (i+1)%n, maximum)
		})
	}
	name := map[int]string{1: "a", 2: "b"}[revision]
	return chain("a", 1) + ", " + chain("b", 2) + `, "main": {"type": "object", "properties": {` +
		joined(n, func(i int) string { return fmt.Sprintf(`"f%d": {"type": "ref", "ref": "#%s%d"}`, i, name, i) }) + "}}"
}

// renamedFields has n fields of one schema, all of which have another name in each
// revision.
func renamedFields(n, revision int) string {
	return fields(``, joined(n, func(i int) string {
		return fmt.Sprintf(`"%s%d": {"type": "integer"}`, map[int]string{1: "old", 2: "new"}[revision], i)
	}))
}

// inlined has n refs to a definition of n fields, or n inline objects in their
// place that are not like it.
func inlined(n, revision int) string {
	return `"big": {"type": "object", "properties": {` + joined(n, func(i int) string { return fmt.Sprintf(`"f%d": {"type": "integer"}`, i) }) +
		`}}, "main": {"type": "object", "properties": {` + joined(n, func(i int) string {
		if revision == 1 {
			return fmt.Sprintf(`"p%d": {"type": "ref", "ref": "#big"}`, i)
		}
		return fmt.Sprintf(`"p%d": {"type": "object", "properties": {"g%d": {"type": "integer"}}}`, i, i)
	}) + "}}"
}

// chainOfRefs has n definitions of which each is only a ref to the next one.
func chainOfRefs(n, revision int) string {
	return joined(n, func(i int) string { return fmt.Sprintf(`"d%d": {"type": "ref", "ref": "#d%d"}`, i, i+1) }) +
		fmt.Sprintf(`, "d%d": {"type": "integer"}, "e": {"type": "integer"}, "main": {"type": "object", "properties": {"x": {"type": "ref", "ref": "#%s"}}}`, n, map[int]string{1: "d0", 2: "e"}[revision])
}

// otherPermissions is a set of n permissions.
func otherPermissions(n, revision int) string {
	return `"main": {"type": "permission-set", "title": "A", "permissions": [` + joined(n, func(i int) string {
		return fmt.Sprintf(`{"type": "permission", "resource": "repo", "collection": ["com.example.r%d.c%d"]}`, revision, i)
	}) + `]}`
}

// longDescriptions is a field whose description has n words.
func longDescriptions(n, revision int) string {
	words := strings.ReplaceAll(joined(n, func(i int) string { return fmt.Sprintf("word%dof%d", revision, i) }), ",", " ")
	return fmt.Sprintf(`"main": {"type": "object", "properties": {"f%d": {"type": "integer", "description": "%s"}}}`, revision, words)
}

// otherVariants is a union of n variants, which is open in the second revision.
func otherVariants(n, revision int) string {
	return joined(2*n, func(i int) string {
		return fmt.Sprintf(`"v%d": {"type": "object", "properties": {"p": {"type": "integer", "minimum": %d}}}`, i, i)
	}) + fmt.Sprintf(`, "main": {"type": "object", "properties": {"x": {"type": "union", "closed": %v, "refs": [`, revision == 1) + joined(n, func(i int) string {
		return fmt.Sprintf(`"#v%d"`, i+n*(revision-1))
	}) + `]}}}`
}

// TestLargeAccept has lists of MIME types that take minutes to compare in pairs.
func TestLargeAccept(t *testing.T) {
	const n = 100_000
	side := func(last string) string {
		return `{"type": "blob", "accept": [` + joined(n, func(i int) string { return fmt.Sprintf(`"image/x%d"`, i) }) + `, "` + last + `"]}`
	}
	found := mustCompare(t, catalog(t, side("image/y")), catalog(t, side("image/z*")), compat.Options{}).Findings
	if len(found) != 1 || outcome(found[0]) != "blob-accept error both" {
		t.Errorf("found%s", lines(found))
	}
}

// TestRepeatedKeys has a key that is repeated so often that it takes minutes to compare
// its values in pairs.
func TestRepeatedKeys(t *testing.T) {
	value := "[" + joined(100, func(int) string { return "0" }) + "]"
	side := readCatalog(fields("", joined(10_000, func(int) string { return `"m": ` + value })))
	faults := compat.Faults{Findings: side.Documents()[0].Found}
	found := mustCompare(t, side, side, compat.Options{Old: faults, New: faults}).Findings
	if len(found) != len(faults.Findings) || len(found) < 9_999 {
		t.Errorf("%d findings for %d faults", len(found), len(faults.Findings))
	}
}
