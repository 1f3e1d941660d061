package packaging_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// layers are the packages below pkg, from the lowest to the highest. A package imports
// only packages of lower layers.
var layers = [][]string{
	{"internal/stream", "internal/wide"},
	{"syntax"},
	{"diag"},
	{"internal/datamodel"},
	{"internal/jsontree"},
	{"lexicon"},
	{"repo", "validate"},
	{"lint", "format", "compat", "convert", "sample", "stats", "xrpc", "network"},
	{"probe"},
}

// Arrows between packages point one way, and libraries know nothing of the command line.
func TestImports(t *testing.T) {
	const module = "github.com/lexsmith/lexsmith/"
	layerOf := map[string]int{"internal/words": -1} // which the commands need too
	for i, packages := range layers {
		for _, name := range packages {
			layerOf["pkg/"+name] = i
		}
	}
	layerOf["internal/servicerules"] = layerOf["pkg/diag"] + 1 // which commands that know no services need too
	err := filepath.WalkDir("pkg", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return err
		}
		pkg := filepath.ToSlash(filepath.Dir(name))
		layer, ok := layerOf[pkg]
		if !ok {
			t.Errorf("%s is in no layer", pkg)
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, spec := range file.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			own, isOwn := strings.CutPrefix(imported, module)
			below, ok := layerOf[own]
			if isOwn && (!ok || below >= layer) || slices.Contains([]string{"cobra", "pflag", "lipgloss", "termenv"}, path.Base(imported)) {
				t.Errorf("%s imports %s", name, imported)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
