package lint

import (
	"bytes"
	"context"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// fixAll fixes a catalog and counts the fixes that were left out.
func fixAll(t testing.TB, c *lexicon.Catalog, options FixOptions) (fixed Fixed, refused int) {
	t.Helper()
	f := newFixer(options)
	fixed, err := f.fix(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	return fixed, len(f.refused)
}

// TestFixRealSchemas fixes every repository of real schemas.
func TestFixRealSchemas(t *testing.T) {
	counts := map[bool]map[string]int{false: {}, true: {}}
	realSchemas(t, func(t *testing.T, load func() *lexicon.Catalog) {
		for _, unsafe := range []bool{false, true} {
			catalog := load()
			options := FixOptions{Unsafe: unsafe}
			fixed, refused := fixAll(t, catalog, options)
			if refused > 0 || fixed.Unfinished || fixed.Fighting != nil {
				t.Errorf("unsafe: %v: %d fixes are left out, unfinished: %v, fighting: %v", unsafe, refused, fixed.Unfinished, fixed.Fighting)
			}
			for _, f := range fixed.Files {
				for _, r := range f.Fixed {
					counts[unsafe][r.Code]++
				}
				if d := catalog.DocumentAt(f.Path); !bytes.Equal(d.Source.Text, f.Before) || bytes.Equal(f.Before, f.After) || len(f.Fixed) == 0 {
					t.Errorf("%s: changed from %q to %q by %v", f.Path, f.Before, f.After, f.Fixed)
				}
			}
			if again, _ := fixAll(t, fixed.Catalog, options); len(again.Files) > 0 || !slices.Equal(plain(again.Findings), plain(fixed.Findings)) {
				t.Errorf("unsafe: %v: fixed again, %d files change", unsafe, len(again.Files))
			}
			left := slices.DeleteFunc(slices.Clone(fixed.Findings), func(f lexicon.Finding) bool {
				return f.Fix == nil || !f.Fix.Safe && !unsafe
			})
			if len(left) > 0 {
				t.Errorf("unsafe: %v: not fixed: %s", unsafe, plain(left))
			}
			texts := fstest.MapFS{}
			for _, d := range fixed.Catalog.Documents() {
				texts[strings.TrimPrefix(d.Source.Path, "./")] = &fstest.MapFile{Data: d.Source.Text}
			}
			if got := findings(t, loadAll(t, texts), Options{}); !slices.Equal(plain(got), plain(fixed.Findings)) {
				t.Errorf("unsafe: %v: the new texts have other findings", unsafe)
			}
		}
	})
	for unsafe, counts := range counts {
		for _, code := range slices.Sorted(maps.Keys(counts)) {
			t.Logf("unsafe: %v: %s %d", unsafe, code, counts[code])
		}
	}
}
