package judges

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	_ "github.com/oapi-codegen/runtime" // for generated code

	"github.com/lexsmith/lexsmith/internal/testkit/conformance"
	"github.com/lexsmith/lexsmith/pkg/convert"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// TestOAPICodegen builds a client and a server with oapi-codegen.
func TestOAPICodegen(t *testing.T) {
	for _, test := range []struct {
		name    string
		folder  string
		options convert.OpenAPIOptions
	}{
		{"own 3.1", own, convert.OpenAPIOptions{}},
		{"own 3.0", own, convert.OpenAPIOptions{Version: convert.OpenAPI30}},
		{"own codegen", own, convert.OpenAPIOptions{Options: convert.Options{Style: convert.StyleCodegen}}},
		{"network 3.1", network, convert.OpenAPIOptions{}},
		{"network 3.0", network, convert.OpenAPIOptions{Version: convert.OpenAPI30}},
	} {
		t.Run(test.name, func(t *testing.T) {
			file := oapiCodegen(t, exportWith(t, load(t, test.folder), test.options), allTypes)
			run(t, "go", "build", "./"+filepath.ToSlash(filepath.Dir(file)))
			if found := numberedTypes(t, file); len(found) > 0 {
				t.Errorf("%d types are numbered: %v", len(found), found)
			}
		})
	}
}

// TestSets builds clients and servers with oapi-codegen from real sets of Lexicons, and
// counts the methods that ogen skips.
func TestSets(t *testing.T) {
	for _, test := range []struct {
		set     string
		version convert.OpenAPIVersion
	}{
		{"lexicon-community__lexicon", convert.OpenAPI31}, {"grainsocial__grain", convert.OpenAPI31},
		{"mary-ext__tangled.sh-mirror", convert.OpenAPI30}, {"victoriamdo__standard-reader", convert.OpenAPI31},
		{"gander-social__gander-social-atproto", convert.OpenAPI30}, {"matteomarjanovic__currents", convert.OpenAPI31},
	} {
		t.Run(test.set, func(t *testing.T) {
			catalog := loadFS(t, os.DirFS(conformance.Path(t, "corpus/schemas/"+test.set)), os.DirFS(conformance.Path(t, network)))
			// Two records of one set have names that are the same in Go.
			file := oapiCodegen(t, exportWith(t, catalog, convert.OpenAPIOptions{Version: test.version}), usedTypes)
			run(t, "go", "build", "./"+filepath.ToSlash(filepath.Dir(file)))
			if found := numberedTypes(t, file); len(found) > 0 {
				t.Errorf("%d types are numbered: %v", len(found), found)
			}
			skipped, methods, _ := ogen(t, catalog)
			t.Logf("ogen skips %d of %d methods", skipped, methods)
			if skipped*3 > methods { // 30 of 108
				t.Errorf("ogen skips %d of %d methods", skipped, methods)
			}
		})
	}
}

// TestOneMoreVariant keeps the names of all types when each open union gets one
// more variant.
func TestOneMoreVariant(t *testing.T) {
	before := typeNames(t, oapiCodegen(t, exportWith(t, load(t, own), convert.OpenAPIOptions{}), allTypes))
	files := fstest.MapFS{}
	err := fs.WalkDir(os.DirFS(own), ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(filepath.Join(own, filepath.FromSlash(path)))
		for _, refs := range []string{`"refs": ["#`, `"refs": ["com.`} {
			text = bytes.ReplaceAll(text, []byte(refs), []byte(strings.Replace(refs, "[", `["com.example.gallery.defs#scalars", `, 1)))
		}
		files[path] = &fstest.MapFile{Data: text}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	after := typeNames(t, oapiCodegen(t, exportWith(t, loadFS(t, files), convert.OpenAPIOptions{}), allTypes))
	if slices.Equal(before, after) {
		t.Error("no union got a variant")
	}
	for _, name := range before {
		if !slices.Contains(after, name) {
			t.Errorf("the type %s is gone", name)
		}
	}
}

// TestOgen counts the methods that ogen skips.
func TestOgen(t *testing.T) {
	for _, test := range []struct {
		folder string
		most   int
	}{{own, 2}, {network, 74}} {
		skipped, methods, log := ogen(t, load(t, test.folder))
		t.Logf("%s: %d of %d methods are skipped", test.folder, skipped, methods)
		if skipped > test.most {
			t.Errorf("%s: %d of %d methods are skipped\n%s", test.folder, skipped, methods, log)
		}
	}
}

// ogen generates a client and a server with ogen, and returns the number of methods that
// it skips, that of all methods, and what it prints. It does not read StyleCodegen: there
// it looks for recursion in the order of names, and refuses the whole document when it
// comes to a required field before an optional one of the same cycle.
func ogen(t *testing.T, catalog *lexicon.Catalog) (skipped, methods int, log string) {
	t.Helper()
	text := exportWith(t, catalog, convert.OpenAPIOptions{})
	var document struct{ Paths map[string]any }
	if err := json.Unmarshal(text, &document); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write(t, filepath.Join(dir, "api.json"), text)
	write(t, filepath.Join(dir, "ogen.yml"), []byte("generator:\n  ignore_not_implemented: [all]\n"))
	log = run(t, "go", "tool", "ogen", "--package", "api", "--target", filepath.Join(dir, "api"),
		"--config", filepath.Join(dir, "ogen.yml"), filepath.Join(dir, "api.json"))
	return strings.Count(log, "Skipping operation"), len(document.Paths), log
}

// load loads the Lexicons of a folder.
func load(t *testing.T, folder string) *lexicon.Catalog {
	t.Helper()
	if folder == network {
		folder = conformance.Path(t, network)
	}
	return loadFS(t, os.DirFS(folder))
}

func loadFS(t *testing.T, files fs.FS, dependencies ...fs.FS) *lexicon.Catalog {
	t.Helper()
	inputs := []lexicon.Input{{FS: files, Name: "."}}
	for _, dependency := range dependencies {
		inputs = append(inputs, lexicon.Input{FS: dependency, Name: ".", Dependency: true})
	}
	catalog, err := lexicon.Load(context.Background(), inputs, lexicon.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return catalog
}

// exportWith returns the OpenAPI document of a catalog, made with these options.
func exportWith(t *testing.T, c *lexicon.Catalog, o convert.OpenAPIOptions) []byte {
	t.Helper()
	selection, err := convert.Select(c)
	if err != nil {
		t.Fatal(err)
	}
	x, err := convert.OpenAPI(t.Context(), selection, o)
	if err != nil {
		t.Fatal(err)
	}
	return x.Files[0].JSON()
}

// What oapi-codegen generates: a client and a server, with the types that they use, or with
// all types.
const (
	usedTypes = "types,client,std-http"
	allTypes  = usedTypes + ",skip-prune"
)

// oapiCodegen generates code in a package of this module, and returns its file.
func oapiCodegen(t *testing.T, document []byte, generate string) string {
	t.Helper()
	dir, err := os.MkdirTemp(".", "generated-") //nolint:usetesting // generated code must be inside the module
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	write(t, filepath.Join(dir, "api.json"), document)
	file := filepath.Join(dir, "api.go")
	run(t, "go", "tool", "oapi-codegen", "-generate", generate, "-package", "api", "-o", file, filepath.Join(dir, "api.json"))
	return file
}

// typeNames returns the names of the types that a Go file declares, sorted.
func typeNames(t *testing.T, file string) []string {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, declaration := range parsed.Decls {
		if general, ok := declaration.(*ast.GenDecl); ok {
			for _, spec := range general.Specs {
				if named, ok := spec.(*ast.TypeSpec); ok {
					names[named.Name.Name] = true
				}
			}
		}
	}
	return slices.Sorted(maps.Keys(names))
}

// numberedTypes returns the types of a Go file whose name ends in a number.
func numberedTypes(t *testing.T, file string) []string {
	t.Helper()
	numbered := regexp.MustCompile(`[a-z][0-9]+$`)
	return slices.DeleteFunc(typeNames(t, file), func(name string) bool { return !numbered.MatchString(name) })
}

func write(t *testing.T, file string, text []byte) {
	t.Helper()
	if err := os.WriteFile(file, text, 0o644); err != nil {
		t.Fatal(err)
	}
}

// run returns what a program prints.
func run(t *testing.T, name string, arguments ...string) string {
	t.Helper()
	out, err := exec.Command(name, arguments...).CombinedOutput()
	if err != nil {
		t.Fatal(fmt.Errorf("%s %s: %w\n%s", name, strings.Join(arguments, " "), err, out))
	}
	return string(out)
}
