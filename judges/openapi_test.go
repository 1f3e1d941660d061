package judges

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"testing"

	"github.com/pb33f/libopenapi"
	validator "github.com/pb33f/libopenapi-validator"

	"github.com/lexsmith/lexsmith/internal/conformance"
	"github.com/lexsmith/lexsmith/pkg/convert"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/lint"
)

const own = "testdata/lexicons"

var versions = map[string]convert.OpenAPIVersion{"3.1": convert.OpenAPI31, "3.0": convert.OpenAPI30}

func TestOpenAPI(t *testing.T) {
	for version, v := range versions {
		t.Run("own "+version, func(t *testing.T) {
			if err := judge(export(t, own, v).JSON()); err != nil {
				t.Error(err)
			}
		})
		t.Run("network "+version, func(t *testing.T) {
			folder := conformance.Path(t, "corpus/schemas/bluesky-social__atproto/lexicons")
			if err := judge(export(t, folder, v).JSON()); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestYAML(t *testing.T) {
	file := export(t, own, convert.OpenAPI31)
	if err := judge(file.YAML()); err != nil {
		t.Error(err)
	}
}

// TestBroken makes sure that the judge sees what is wrong.
func TestBroken(t *testing.T) {
	for _, tt := range []struct{ name, old, new string }{
		{"a reference leads nowhere", `"$ref": "#/components/schemas/com.example.gallery.defs_size"`, `"$ref": "#/components/schemas/absent"`},
		{"a parameter is nowhere", `"in": "query"`, `"in": "body"`},
		{"no version of the API", `"version": "1.0.0",`, ``},
	} {
		for version, v := range versions {
			t.Run(tt.name+" "+version, func(t *testing.T) {
				file := export(t, own, v)
				text := file.JSON()
				broken := bytes.Replace(text, []byte(tt.old), []byte(tt.new), 1)
				if bytes.Equal(text, broken) {
					t.Fatalf("the export lacks %s", tt.old)
				}
				if judge(broken) == nil {
					t.Error("the judge says nothing")
				}
			})
		}
	}
}

// export returns the OpenAPI document of a folder of Lexicons.
func export(t *testing.T, folder string, version convert.OpenAPIVersion) *convert.File {
	t.Helper()
	catalog, err := lexicon.Load(context.Background(), []lexicon.Input{{FS: os.DirFS(folder), Name: ".", Display: folder}}, lexicon.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	result, err := lint.Lint(t.Context(), catalog, lint.Options{MinSeverity: lexicon.Error})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range result.Findings {
		t.Fatalf("%s: %s", f.Path(), f.Message)
	}
	selection, err := convert.Select(catalog)
	if err != nil {
		t.Fatal(err)
	}
	x, err := convert.OpenAPI(context.Background(), selection, convert.OpenAPIOptions{Version: version})
	if err != nil {
		t.Fatal(err)
	}
	return &x.Files[0]
}

// judge returns all that libopenapi has to say against a document. Its validator
// holds the document against the schema of OpenAPI; only the model follows the
// references.
func judge(text []byte) error {
	document, err := libopenapi.NewDocument(text)
	if err != nil {
		return err
	}
	if _, err := document.BuildV3Model(); err != nil {
		return fmt.Errorf("the model: %w", err)
	}
	v, faults := validator.NewValidator(document)
	if len(faults) > 0 {
		return errors.Join(faults...)
	}
	_, complaints := v.ValidateDocument()
	for _, c := range complaints {
		faults = append(faults, c)
	}
	return errors.Join(faults...)
}
