package convert

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/lexsmith/lexsmith/internal/testkit/generate"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/lint"
)

var update = flag.Bool("update", false, "rewrite the expected exports")

// TestGolden compares exports with those in testdata. Each archive holds
// Lexicons, *.json, and exports of them, named after their form. The first line
// of its comment may have words: atproto (the profile), unresolved (allow
// unresolved references), plain (no annotations), data-model, codegen (the
// style).
func TestGolden(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join("testdata", "*.txtar"))
	if err != nil || len(paths) == 0 {
		t.Fatal("no archives")
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) { golden(t, path) })
	}
}

func golden(t *testing.T, path string) {
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	line, _, _ := strings.Cut(string(archive.Comment), "\n")
	words := strings.Fields(line)
	o := JSONSchemaOptions{
		Options:   Options{AllowUnresolved: slices.Contains(words, "unresolved"), NoAnnotations: slices.Contains(words, "plain")},
		DataModel: slices.Contains(words, "data-model"),
	}
	if slices.Contains(words, "codegen") {
		o.Style = StyleCodegen
	}
	if slices.Contains(words, "atproto") {
		o.Profile = diag.ProfileATProto
	}
	catalog := generate.Catalog(lexicons(archive), o.Profile)
	result, err := lint.Lint(t.Context(), catalog, lint.Options{Profile: o.Profile, MinSeverity: diag.Error})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range result.Findings {
		t.Fatalf("%s: %s", f.Path(), f.Message)
	}
	changed := false
	for i := range archive.Files {
		file := &archive.Files[i]
		if strings.HasSuffix(file.Name, ".json") {
			continue
		}
		got := form(t, file.Name, catalog, o)
		switch {
		case got == string(file.Data):
		case *update:
			file.Data, changed = []byte(got), true
		default:
			t.Errorf("%s has changed; run make update if that is right\n%s", file.Name, got)
		}
	}
	if changed {
		if err := os.WriteFile(path, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func lexicons(archive *txtar.Archive) map[string]string {
	files := map[string]string{}
	for _, f := range archive.Files {
		if strings.HasSuffix(f.Name, ".json") {
			files[f.Name] = string(f.Data)
		}
	}
	return files
}

// form returns an export in one of its forms.
func form(t *testing.T, name string, c *lexicon.Catalog, o JSONSchemaOptions) string {
	selection, err := Select(c)
	if err != nil {
		t.Fatal(err)
	}
	var x *Export
	switch name {
	case "jsonschema", "losses":
		x, err = JSONSchema(t.Context(), selection, o)
	case "draft 7", "draft 7 files":
		o.Draft7 = true
		if name == "draft 7" {
			x, err = JSONSchema(t.Context(), selection, o)
		} else {
			x, err = JSONSchemaFiles(t.Context(), selection, o)
		}
	case "files":
		x, err = JSONSchemaFiles(t.Context(), selection, o)
	case "openapi 3.1", "openapi 3.1 yaml":
		x, err = OpenAPI(t.Context(), selection, OpenAPIOptions{Options: o.Options})
	case "openapi 3.0":
		x, err = OpenAPI(t.Context(), selection, OpenAPIOptions{Options: o.Options, Version: OpenAPI30})
	case "openapi 3.0 schemas":
		if x, err = OpenAPI(t.Context(), selection, OpenAPIOptions{Options: o.Options, Version: OpenAPI30}); err == nil {
			x.Files[0].root = x.Files[0].root.get("components").(*object)
		}
	case "asyncapi":
		x, err = AsyncAPI(t.Context(), selection.Only(lexicon.TypeSubscription), AsyncAPIOptions{Options: o.Options})
	default:
		t.Fatalf("no form %q", name)
	}
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	switch name {
	case "losses":
		for _, l := range x.Losses {
			what := l.Gap.Name
			if l.Refuses != "" {
				what = "refuses " + l.Refuses
			}
			fmt.Fprintf(&b, "%s %s %s %s\n", l.Ref, l.Pointer, l.Field, what)
		}
	case "files", "draft 7 files":
		for i := range x.Files {
			fmt.Fprintf(&b, "== %s\n%s", x.Files[i].Name, x.Files[i].JSON())
		}
	case "openapi 3.1 yaml":
		b.Write(x.Files[0].YAML())
	default:
		b.Write(x.Files[0].JSON())
	}
	return b.String()
}
