package packaging_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// The packages under pkg are libraries, which know nothing about the command line:
// no string of theirs names a flag or a command. What depends on the program is
// a diag.Hint, for cmd to word.
func TestLibrariesDoNotNameFlags(t *testing.T) {
	commandLine := regexp.MustCompile(`(^|[^-\w])-L\b|(^|[^-\w])--[a-z]|\blexsmith [a-z]`)
	err := filepath.WalkDir("pkg", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			literal, ok := n.(*ast.BasicLit)
			if !ok || literal.Kind != token.STRING {
				return true
			}
			if text, err := strconv.Unquote(literal.Value); err != nil || commandLine.MatchString(text) {
				t.Errorf("%v: %q names %q", files.Position(literal.Pos()), literal.Value, commandLine.FindString(text))
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
