package compat_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/internal/testkit/conformance"
	"github.com/lexsmith/lexsmith/pkg/compat"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// BenchmarkCorpus compares the schemas of a real network with a copy in which
// every length has changed.
func BenchmarkCorpus(b *testing.B) {
	folder := conformance.Path(b, "corpus/schemas/bluesky-social__atproto/lexicons")
	var old, new []*lexicon.Document
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".json" {
			return err
		}
		text := readFile(b, path)
		old = append(old, lexicon.Parse(&diag.Source{Path: path, Text: text}, diag.ProfileV1))
		longer := bytes.ReplaceAll(text, []byte(`"maxLength": `), []byte(`"maxLength": 1`))
		new = append(new, lexicon.Parse(&diag.Source{Path: path, Text: longer}, diag.ProfileV1))
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	before, after := lexicon.NewCatalog(old...), lexicon.NewCatalog(new...)
	b.Run(fmt.Sprintf("%d unchanged", len(old)), func(b *testing.B) { benchmark(b, before, before, 0) })
	b.Run(fmt.Sprintf("%d changed", len(old)), func(b *testing.B) { benchmark(b, before, after, 1) })
}

// BenchmarkGrowth has sides of n Lexicons with shared definitions, and objects
// of n fields, all of which changed. Time for each should not grow with n.
func BenchmarkGrowth(b *testing.B) {
	for _, n := range []int{100, 1000, 10000} {
		for _, c := range []struct {
			name string
			side func(n, limit int) string
		}{{"Lexicons", manyLexicons}, {"fields", manyFields}, {"variants", manyVariants}, {"values", manyValues}, {"definitions", manyDefinitions}} {
			b.Run(fmt.Sprintf("%d %s", n, c.name), func(b *testing.B) {
				old, new := catalog(b, c.side(n, 10)), catalog(b, c.side(n, 20))
				b.ResetTimer()
				benchmark(b, old, new, 1)
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/each")
			})
		}
	}
}

func benchmark(b *testing.B, old, new *lexicon.Catalog, least int) {
	b.ReportAllocs()
	for b.Loop() {
		if report := mustCompare(b, old, new, compat.Options{}); len(report.Findings) < least {
			b.Fatal("nothing found")
		}
	}
}

func manyLexicons(n, limit int) string {
	var pairs []string
	for i := range n {
		pairs = append(pairs, fmt.Sprintf("com.example.g%d.thing", i),
			recordOf(fmt.Sprintf(`"name": {"type": "string", "maxLength": %d}, "next": {"type": "ref", "ref": "#shared"}`, limit))+
				fmt.Sprintf(`, "shared": {"type": "object", "properties": {"size": {"type": "integer", "maximum": %d}, "other": {"type": "ref", "ref": "com.example.g%d.thing#alone"}}}, "alone": {"type": "string"}`, limit, (i+1)%n))
	}
	return files(pairs...)
}

func joined(n int, each func(i int) string) string {
	all := make([]string, n)
	for i := range all {
		all[i] = each(i)
	}
	return strings.Join(all, ", ")
}

func manyFields(n, limit int) string {
	required := joined(n/2, func(i int) string { return fmt.Sprintf(`"f%d"`, i*limit%n) })
	return fields(required, joined(n, func(i int) string { return fmt.Sprintf(`"f%d": {"type": "string", "maxLength": %d}`, i, limit) }))
}

func manyVariants(n, limit int) string {
	return `{"type": "union", "refs": [` + joined(n, func(i int) string { return fmt.Sprintf(`"com.example.v%d"`, i+limit*n/30) }) + `]}`
}

func manyValues(n, limit int) string {
	return `{"type": "string", "enum": [` + joined(n, func(i int) string { return fmt.Sprintf(`"v%d"`, i+limit) }) + `]}`
}

// manyDefinitions is a chain: each refers to the next.
func manyDefinitions(n, limit int) string {
	return `"main": {"type": "record", "key": "any", "record": {"type": "object", "properties": {"x": {"type": "ref", "ref": "#d0"}}}}, ` +
		joined(n, func(i int) string {
			return fmt.Sprintf(`"d%d": {"type": "object", "properties": {"size": {"type": "integer", "maximum": %d}, "next": {"type": "ref", "ref": "#d%d"}}}`, i, limit, (i+1)%n)
		})
}
