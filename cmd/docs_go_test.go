package cmd

import (
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const modulePath = "github.com/lexsmith/lexsmith"

// The Go code in the documents is formatted, compiles, and passes vet. A block is a
// whole program, or declarations without imports.
func TestDocsGo(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles every program of the documents")
	}
	dir := t.TempDir()
	writeModule(t, dir)
	count := 0
	for _, name := range documents(t) {
		text := readDocument(t, name)
		for _, at := range regexp.MustCompile("(?ms)^```go( .*?)?\n(.*?)^```$").FindAllStringSubmatchIndex(text, -1) {
			code, line := text[at[4]:at[5]], strings.Count(text[:at[4]], "\n")+1
			if formatted, err := format.Source([]byte(code)); err != nil || string(formatted) != code {
				t.Errorf("%s:%d: the code is not formatted with gofmt: %v", name, line, err)
			}
			if !strings.Contains("\n"+code, "\npackage ") {
				code = withImports(t, fmt.Sprintf("%s:%d", name, line), code)
			}
			count++
			folder := filepath.Join(dir, fmt.Sprintf("block%d", count))
			if err := os.CopyFS(filepath.Join(folder, "lexicons"), os.DirFS("../pkg/lexicon/testdata/lexicons")); err != nil { // for programs that embed them
				t.Fatal(err)
			}
			// Errors then refer to the document.
			code = fmt.Sprintf("//line %s:%d\n%s", name, line, code)
			if err := os.WriteFile(filepath.Join(folder, "block.go"), []byte(code), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	if count == 0 {
		t.Fatal("no document shows Go code")
	}
	vet := exec.Command("go", "vet", "./...")
	vet.Dir, vet.Env = dir, append(os.Environ(), goEnvironment()...)
	if out, err := vet.CombinedOutput(); err != nil {
		t.Errorf("go vet: %v\n%s", err, out)
	}
}

// withImports turns declarations into a file that imports the packages they use:
// those of this module, and common ones of the standard library.
func withImports(t *testing.T, at, declarations string) string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), at, "package block; "+declarations, parser.SkipObjectResolution)
	if err != nil {
		t.Fatalf("%s: neither a program nor declarations: %v", at, err)
	}
	known := map[string]string{}
	for _, standard := range []string{"bytes", "context", "errors", "fmt", "io", "net/http", "os", "strings", "time"} {
		known[path.Base(standard)] = standard
	}
	packages, err := filepath.Glob(filepath.Join("..", "pkg", "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range packages {
		known[filepath.Base(folder)] = path.Join(modulePath, "pkg", filepath.Base(folder))
	}
	var imports []string
	ast.Inspect(file, func(n ast.Node) bool {
		if selector, ok := n.(*ast.SelectorExpr); ok {
			if name, ok := selector.X.(*ast.Ident); ok && known[name.Name] != "" {
				imports = append(imports, fmt.Sprintf("import %q; ", known[name.Name]))
			}
		}
		return true
	})
	slices.Sort(imports)
	return "package block; " + strings.Join(slices.Compact(imports), "") + declarations
}

// writeModule makes a folder a Go module that uses this working copy and its
// dependencies.
func writeModule(t *testing.T, dir string) {
	t.Helper()
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"go.mod", "go.sum"} {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		if name == "go.mod" {
			text = fmt.Appendf(nil, "%s\nrequire %s v0.0.0\n\nreplace %[2]s => %q\n",
				strings.Replace(string(text), "module "+modulePath, "module example.com/app", 1), modulePath, filepath.ToSlash(root))
		}
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// goEnvironment keeps the go command off the network and ignores workspaces in
// parent folders.
func goEnvironment() []string { return []string{"GOFLAGS=-mod=mod", "GOPROXY=off", "GOWORK=off"} }
