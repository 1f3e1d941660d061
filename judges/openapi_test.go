package judges

import (
	"bytes"
	"errors"
	"fmt"
	"testing"

	"github.com/pb33f/libopenapi"
	validator "github.com/pb33f/libopenapi-validator"

	"github.com/lexsmith/lexsmith/pkg/convert"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lint"
)

const (
	own     = "testdata/lexicons"
	network = "corpus/schemas/bluesky-social__atproto/lexicons" // of the conformance files
)

var versions = map[string]convert.OpenAPIVersion{"3.1": convert.OpenAPI31, "3.0": convert.OpenAPI30}

func TestOpenAPI(t *testing.T) {
	for catalog, folder := range map[string]string{"own": own, "network": network} {
		for version, v := range versions {
			t.Run(catalog+" "+version, func(t *testing.T) {
				file := export(t, folder, v)
				if err := check(file.JSON()); err != nil {
					t.Error(err)
				}
			})
		}
	}
}

func TestYAML(t *testing.T) {
	file := export(t, own, convert.OpenAPI31)
	if err := check(file.YAML()); err != nil {
		t.Error(err)
	}
}

// TestBroken makes sure that faults are noticed.
func TestBroken(t *testing.T) {
	for _, tt := range []struct{ name, old, new string }{
		{"a reference that does not resolve", `"$ref": "#/components/schemas/com.example.gallery.defs_size"`, `"$ref": "#/components/schemas/absent"`},
		{"a parameter without a place", `"in": "query"`, `"in": "body"`},
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
				if check(broken) == nil {
					t.Error("not noticed")
				}
			})
		}
	}
}

// export returns the OpenAPI document of a folder of Lexicons.
func export(t *testing.T, folder string, version convert.OpenAPIVersion) *convert.File {
	t.Helper()
	catalog := load(t, folder)
	result, err := lint.Lint(t.Context(), catalog, lint.Options{MinSeverity: diag.Error})
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
	x, err := convert.OpenAPI(t.Context(), selection, convert.OpenAPIOptions{Version: version})
	if err != nil {
		t.Fatal(err)
	}
	return &x.Files[0]
}

// check returns everything that libopenapi reports about a document. Its validator
// checks the document against the schema of OpenAPI; only the model follows the
// references.
func check(text []byte) error {
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
