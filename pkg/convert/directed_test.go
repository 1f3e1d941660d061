package convert

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/lexsmith/lexsmith/internal/testkit/generate"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// accepts reports whether a schema accepts a value in JSON.
func accepts(t *testing.T, schema *jsonschema.Schema, text string) bool {
	t.Helper()
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return schema.Validate(value) == nil
}

// TestNullable accepts null for a nullable property of any type, and for others
// only if null is a value of their type.
func TestNullable(t *testing.T) {
	archive, err := txtar.ParseFile(filepath.Join("testdata", "nullable.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	box := key{Reference: lexicon.Reference{NSID: "com.example.defs", Name: "all"}}
	for _, nullable := range []bool{true, false} {
		files := lexicons(archive)
		if !nullable {
			for name, text := range files {
				files[name] = strings.Replace(text, `"nullable"`, `"ignored"`, 1)
			}
		}
		catalog := generate.Catalog(files, diag.ProfileV1)
		properties := catalog.Definition(box.Reference).Schema.(*lexicon.Object).Properties
		for _, target := range targets(nil) {
			schema := compileExport(t, target.name, translated(target.make(t, catalog)), target.draft, true, target.address).schemas[box]
			if schema == nil {
				continue // AsyncAPI has no subscription
			}
			for _, p := range properties {
				always := p.Schema.Type() == lexicon.TypeNull || p.Schema.Type() == lexicon.TypeUnknown
				if got := accepts(t, schema, fmt.Sprintf(`{%q: null}`, p.Name)); got != (nullable || always) {
					t.Errorf("%s: nullable = %v, null as %s is accepted: %v", target.name, nullable, p.Name, got)
				}
			}
		}
	}
}

// TestDataModel validates what no schema describes against the data model.
func TestDataModel(t *testing.T) {
	files := map[string]string{"a.json": `{"lexicon": 1, "id": "com.example.a", "defs": {
		"box": {"type": "object", "nullable": ["any"], "properties": {
			"any": {"type": "unknown"}, "open": {"type": "union", "refs": ["#box"]}, "blob": {"type": "blob"}}}}}`}
	selection, err := Select(generate.Catalog(files, diag.ProfileV1))
	if err != nil {
		t.Fatal(err)
	}
	x, err := JSONSchema(t.Context(), selection, JSONSchemaOptions{DataModel: true})
	if err != nil {
		t.Fatal(err)
	}
	schema := compileExport(t, "data model", x, jsonschema.Draft2020, true, bundleAddress).schemas[key{Reference: lexicon.Reference{NSID: "com.example.a", Name: "box"}}]
	const link = `{"$link": "bafyreiclp443lavogvhj3d2ob2cxbfuscni2k5jk7bebjzg7khl3esabwq"}`
	for value, want := range map[string]bool{
		`1`: true, `1.0`: true, `1.5`: false, `9223372036854775807`: true, `9223372036854775808`: false, `true`: true, `"text"`: true, `null`: true,
		`[1, [null, "a"]]`: true, `[1.5]`: false, `{}`: true, `{"a": {"b": [1.5]}}`: false,
		`{"$bytes": "AAE"}`: true, `{"$bytes": "AAE="}`: true, `{"$bytes": "A"}`: false, `{"$bytes": "AAE", "a": 1}`: false, `{"$bytes": 1}`: false,
		link: true, `{"$link": "a b"}`: false, `{"$link": 1}`: false,
		`{"$type": "anything at all"}`: true, `{"$type": ""}`: false, `{"$type": 1}`: false, `{"$type": "blob"}`: false,
		`{"$type": "blob", "ref": ` + link + `, "mimeType": "image/png", "size": 1}`:           true,
		`{"$type": "blob", "ref": ` + link + `, "mimeType": "image/png", "size": 1, "a": 1.5}`: false,
	} {
		for _, form := range []string{`{"any": %s}`, `{"extra": %s}`, `{"any": {"deep": [%s]}}`, `{"open": {"$type": "org.example.other", "extra": %s}}`} {
			if text := fmt.Sprintf(form, value); accepts(t, schema, text) != want {
				t.Errorf("%s is accepted: %v", text, !want)
			}
		}
	}
	for _, text := range []string{link, `{"$bytes": "AAE"}`, `{"$type": "blob", "ref": ` + link + `, "mimeType": "image/png", "size": 1}`, `{"$type": 1}`} {
		if accepts(t, schema, text) {
			t.Errorf("%s is accepted where an object is expected", text)
		}
	}
}

// TestDatetimePattern tries every day of a year and every offset.
func TestDatetimePattern(t *testing.T) {
	two := func(n int) string { return fmt.Sprintf("%02d", n) }
	for month := range 14 {
		for day := range 33 {
			checkPatterns(t, "2021-"+two(month)+"-"+two(day)+"T12:00:00Z")
			checkPatterns(t, "2024-"+two(month)+"-"+two(day)+"T12:00:00Z")
		}
	}
	for hour := range 26 {
		for minute := range 62 {
			checkPatterns(t, "2021-01-01T"+two(hour)+":"+two(minute)+":59.5Z")
			checkPatterns(t, "2021-01-01T12:00:00+"+two(hour)+":"+two(minute))
			checkPatterns(t, "2021-01-01T12:00:00-"+two(hour)+":"+two(minute))
		}
	}
}

// TestSameBytes exports again and again, from documents in another order too.
func TestSameBytes(t *testing.T) {
	files := selectionFiles()
	var first []byte
	for i := range 20 {
		documents := []*lexicon.Document{}
		for _, path := range []string{"a.json", "b.json"} {
			documents = append(documents, lexicon.Parse(&diag.Source{Path: path, Text: []byte(files[path])}, diag.ProfileV1))
		}
		if i%2 == 1 {
			documents[0], documents[1] = documents[1], documents[0]
		}
		var all bytes.Buffer
		catalog := lexicon.NewCatalog(documents...)
		for _, target := range targets(nil) {
			x := target.make(t, catalog)
			for i := range x.Files {
				all.Write(x.Files[i].JSON())
				all.Write(x.Files[i].YAML())
			}
			fmt.Fprint(&all, len(x.Losses))
		}
		if first == nil {
			first = all.Bytes()
		} else if !bytes.Equal(first, all.Bytes()) {
			t.Fatal("an export differs from the first one")
		}
	}
}
