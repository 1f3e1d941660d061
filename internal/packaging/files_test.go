package packaging_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Files are read and written by internal/files: one that is read may be a pipe, a device or
// very large, and one that is written may be an input, or left half written.
func TestFileAccess(t *testing.T) {
	allowed := map[string][]string{
		"internal/cli/interrupt.go":       {"Open"},      // data and the input of call, which may be pipes
		"cmd/validate_data.go":            {"Open"},      // data
		"internal/git/fetch.go":           {"WriteFile"}, // temporary
		"internal/git/objects.go":         {"WriteFile"}, // temporary
		"internal/packaging/packaging.go": {"WriteFile"}, // of a release
	}
	used := map[string][]string{}
	for _, root := range []string{"cmd", "internal", "pkg"} {
		err := filepath.WalkDir(root, func(name string, _ fs.DirEntry, err error) error {
			name = filepath.ToSlash(name)
			switch {
			case err != nil || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
				return err
			case strings.HasPrefix(name, "internal/files/"), strings.HasPrefix(name, "internal/testkit/images/"):
				return nil // images is a program that draws pictures for the documentation
			}
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				s, ok := n.(*ast.SelectorExpr)
				if !ok {
					return true
				}
				if x, ok := s.X.(*ast.Ident); ok && x.Name == "os" {
					switch s.Sel.Name {
					case "ReadFile", "Open", "OpenFile", "Create", "WriteFile":
						used[name] = append(used[name], s.Sel.Name)
						if !slices.Contains(allowed[name], s.Sel.Name) {
							t.Errorf("%s uses os.%s; use internal/files", name, s.Sel.Name)
						}
					}
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for name := range allowed {
		if used[name] == nil {
			t.Errorf("%s no longer needs an exception", name)
		}
	}
}
