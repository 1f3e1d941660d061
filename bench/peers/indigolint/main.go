// Indigolint loads every schema below the folders given with indigo's catalog
// and lints each with its lexlint, as `goat lex lint` does.
package main

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/bluesky-social/indigo/atproto/lexicon"
	"github.com/bluesky-social/indigo/lex/lexlint"
)

func main() {
	catalog := lexicon.NewBaseCatalog()
	files, issues := 0, 0
	for _, root := range os.Args[1:] {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".json") {
				return err
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			var schema lexicon.SchemaFile
			if err := json.Unmarshal(text, &schema); err != nil {
				return fmt.Errorf("%s: %w", path, err)
			}
			files++
			for _, issue := range lexlint.LintSchemaFile(&schema) {
				issues++
				fmt.Printf("%s: %s: %s\n", path, issue.LintName, issue.Message)
			}
			return catalog.AddSchemaFile(schema)
		})
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	fmt.Printf("%d files, %d issues\n", files, issues)
}
