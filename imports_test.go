package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Arrows between packages point one way: validate and repo to lexicon and
// datamodel, these to syntax and words.
func TestImports(t *testing.T) {
	const module = "github.com/lexsmith/lexsmith/"
	for pkg, want := range map[string][]string{
		"pkg/internal/words":     nil,
		"pkg/syntax":             {"pkg/internal/words"},
		"pkg/internal/stream":    nil,
		"pkg/internal/datamodel": {"pkg/internal/words", "pkg/syntax"},
		"pkg/lexicon":            {"pkg/internal/words", "pkg/syntax"},
		"pkg/repo":               {"pkg/internal/datamodel", "pkg/internal/words", "pkg/lexicon", "pkg/syntax"},
		"pkg/validate":           {"pkg/internal/datamodel", "pkg/internal/stream", "pkg/internal/words", "pkg/lexicon", "pkg/syntax"},
		"pkg/xrpc":               {"pkg/internal/datamodel", "pkg/internal/stream", "pkg/internal/words", "pkg/lexicon", "pkg/syntax", "pkg/validate"},
		"pkg/network":            {"pkg/internal/datamodel", "pkg/internal/words", "pkg/lexicon", "pkg/repo", "pkg/syntax"},
	} {
		paths, err := filepath.Glob(filepath.Join(filepath.FromSlash(pkg), "*.go"))
		if err != nil || len(paths) == 0 {
			t.Fatalf("%s: %d files, %v", pkg, len(paths), err)
		}
		var got []string
		for _, name := range paths {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
			if err != nil {
				t.Fatal(err)
			}
			for _, spec := range file.Imports {
				imported, err := strconv.Unquote(spec.Path.Value)
				if err != nil {
					t.Fatal(err)
				}
				if own, ok := strings.CutPrefix(imported, module); ok && !slices.Contains(got, own) {
					got = append(got, own)
				}
				if base := path.Base(imported); base == "cobra" || base == "lipgloss" {
					t.Errorf("%s imports %s", name, imported)
				}
			}
		}
		if slices.Sort(got); !slices.Equal(got, want) {
			t.Errorf("%s imports %v, want %v", pkg, got, want)
		}
	}
}

// A library leaves garbage collection to the program.
func TestNoCollection(t *testing.T) {
	err := filepath.WalkDir("pkg", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return err
		}
		text, err := os.ReadFile(name)
		for _, call := range []string{"runtime.GC(", "debug.Set", "debug.FreeOSMemory("} {
			if strings.Contains(string(text), call) {
				t.Errorf("%s calls %s", name, strings.TrimSuffix(call, "("))
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
