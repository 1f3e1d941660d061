package validate_test

import (
	"bufio"
	"context"
	"encoding/base64"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/internal/testkit/conformance"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// readJSON decodes a file of the conformance inputs.
func readJSON(t *testing.T, path string, into any) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, into); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
}

// eachLine decodes the lines of an NDJSON file.
func eachLine[T any](t *testing.T, path string, visit func(T)) {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var line T
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		visit(line)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
}

// folderSchemas compiles the schemas of some folders.
func folderSchemas(t *testing.T, options validate.Options, folders ...string) *validate.Schemas {
	t.Helper()
	var inputs []lexicon.Input
	for _, folder := range folders {
		inputs = append(inputs, lexicon.Input{FS: os.DirFS(folder), Name: ".", Display: folder})
	}
	catalog, err := lexicon.Load(context.Background(), inputs, lexicon.LoadOptions{Profile: options.Profile})
	if err != nil {
		t.Fatal(err)
	}
	return validate.Compile(catalog, options)
}

// validator returns the validator of a definition, or of a part of it.
func validator(t *testing.T, schemas *validate.Schemas, ref, part string) *validate.Validator {
	t.Helper()
	reference, err := lexicon.ParseReference(ref, "")
	if err != nil {
		t.Fatalf("%s: %v", ref, err)
	}
	parts := map[string]lexicon.Part{
		"": lexicon.PartNone, "params": lexicon.PartParams, "input": lexicon.PartInput,
		"output": lexicon.PartOutput, "message": lexicon.PartMessage, "error": lexicon.PartError,
	}
	p, ok := parts[part]
	if !ok {
		t.Fatalf("unknown part %q", part)
	}
	v, err := schemas.Validator(reference, p)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// listed renders findings for failures: one a line.
func listed(findings []diag.Finding) string {
	var b strings.Builder
	for _, f := range findings {
		b.WriteString("\n\t" + f.Severity.String() + " " + f.Rule.Code + " " + f.Pointer + ": " + f.Message)
	}
	return b.String()
}

// fieldCase is one of the cases after public bug reports.
type fieldCase struct {
	Schemas    map[string]json.RawMessage
	Ref, Part  string
	Data       json.RawMessage
	DataRaw    *string
	DataBase64 []byte
	Expect     struct {
		Verdict, Level string
		Where          *string
	}
	Firm bool
}

func (c fieldCase) text() []byte {
	switch {
	case c.DataRaw != nil:
		return []byte(*c.DataRaw)
	case c.DataBase64 != nil:
		return c.DataBase64
	}
	return c.Data
}

func TestFieldCases(t *testing.T) {
	dir := conformance.Path(t, "cases")
	paths, err := filepath.Glob(filepath.Join(dir, "val*-*.json"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no cases in %s: %v", dir, err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".json"), func(t *testing.T) {
			var c fieldCase
			readJSON(t, path, &c)
			var documents []*lexicon.Document
			for _, name := range slices.Sorted(maps.Keys(c.Schemas)) {
				text := []byte(c.Schemas[name])
				if text[0] == '"' {
					var raw string
					if err := json.Unmarshal(text, &raw); err != nil {
						t.Fatal(err)
					}
					text = []byte(raw)
				}
				documents = append(documents, lexicon.Parse(&diag.Source{Path: name, Text: text}, diag.ProfileV1))
			}
			schemas := validate.Compile(lexicon.NewCatalog(documents...), validate.Options{})
			text := c.text()
			result := validator(t, schemas, c.Ref, c.Part).FullJSON(text)
			if want := c.Expect.Verdict == "pass"; result.Valid() != want {
				t.Fatalf("%s: valid = %v, want %v%s", text, result.Valid(), want, listed(result.Findings))
			}
			if c.Expect.Where != nil && !slices.ContainsFunc(result.Findings, func(f diag.Finding) bool {
				return onePath(f.Pointer, *c.Expect.Where) && (f.Severity == diag.Error) == (c.Expect.Verdict == "fail")
			}) {
				t.Errorf("%s: nothing reported at %s%s", text, *c.Expect.Where, listed(result.Findings))
			}
			switch {
			case c.Expect.Level == "none" && len(result.Findings) > 0:
				t.Errorf("%s: must be clean%s", text, listed(result.Findings))
			case c.Expect.Level == "warning" && len(result.Findings) == 0:
				t.Errorf("%s: must have a warning", text)
			}
		})
	}
}

// onePath reports whether one of two pointers leads through the other.
func onePath(a, b string) bool {
	return strings.HasPrefix(a+"/", b+"/") || strings.HasPrefix(b+"/", a+"/")
}

// TestInteropRecords runs the record fixtures of the protocol. They follow the
// atproto profile. Three of the invalid ones are so only there: the value of an
// unknown is none of an object. They also lack a required field. The blobs of the fixtures
// refer to a record, which the specification does not allow; here they refer to a file.
func TestInteropRecords(t *testing.T) {
	dir := conformance.Path(t, "interop/lexicon")
	type record struct {
		Name, RKey string
		Data       json.RawMessage
	}
	for _, profile := range []diag.Profile{diag.ProfileV1, diag.ProfileATProto} {
		schemas := folderSchemas(t, validate.Options{Profile: profile}, filepath.Join(dir, "catalog"))
		v := validator(t, schemas, "example.lexicon.record", "")
		check := func(r record, want bool) {
			result := v.Check(validate.Input{Text: r.Data, RecordKey: r.RKey})
			if result.Valid() != want {
				t.Errorf("%s, %q: valid = %v, want %v%s", profile, r.Name, result.Valid(), want, listed(result.Findings))
			}
		}
		var valid, invalid []record
		readJSON(t, filepath.Join(dir, "record-data-valid.json"), &valid)
		readJSON(t, filepath.Join(dir, "record-data-invalid.json"), &invalid)
		if result := v.Check(validate.Input{Text: valid[1].Data}); len(result.Findings) != 3 || result.Findings[0].Rule.Code != "data-model" {
			t.Errorf("%s, blobs that refer to a record:%s", profile, listed(result.Findings))
		}
		for _, records := range [][]record{valid, invalid} {
			for i := range records {
				records[i].Data = blobRef.ReplaceAll(records[i].Data, []byte("${1}bafkrei"))
			}
		}
		if len(valid) == 0 || len(invalid) == 0 {
			t.Fatal("no fixtures")
		}
		for _, r := range valid {
			check(r, true)
		}
		for _, r := range invalid {
			check(r, false)
			if strings.HasPrefix(r.Name, "unknown wrong type") {
				r.Data = []byte(strings.Replace(string(r.Data), "{", `{"integer": 1,`, 1))
				check(r, profile == diag.ProfileV1)
			}
		}
	}
}

var blobRef = regexp.MustCompile(`("ref":\s*\{\s*"\$link":\s*")bafyrei`)

// TestInteropDataModel runs the data model fixtures of the protocol against an
// object that may have any fields.
func TestInteropDataModel(t *testing.T) {
	dir := conformance.Path(t, "interop/data-model")
	document := lexicon.Parse(&diag.Source{Text: []byte(
		`{"lexicon": 1, "id": "com.example.any", "defs": {"main": {"type": "object", "properties": {}}}}`,
	)}, diag.ProfileV1)
	v := validator(t, validate.Compile(lexicon.NewCatalog(document), validate.Options{}), "com.example.any", "")
	type value struct {
		Note       string
		JSON       json.RawMessage
		CBORBase64 string `json:"cbor_base64"`
	}
	for file, want := range map[string]bool{
		"data-model-valid.json": true, "data-model-invalid.json": false, "data-model-fixtures.json": true,
	} {
		var values []value
		readJSON(t, filepath.Join(dir, file), &values)
		if len(values) == 0 {
			t.Errorf("%s: no fixtures", file)
		}
		for _, c := range values {
			if result := v.FullJSON(c.JSON); result.Valid() != want {
				t.Errorf("%s, %q: valid = %v, want %v%s", file, c.Note, result.Valid(), want, listed(result.Findings))
			}
			if c.CBORBase64 == "" {
				continue
			}
			data, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(c.CBORBase64, "="))
			if err != nil {
				t.Fatal(err)
			}
			if result := v.FullCBOR(data); result.Valid() != want {
				t.Errorf("%s, %s: in CBOR valid = %v, want %v%s", file, c.JSON, result.Valid(), want, listed(result.Findings))
			}
		}
	}
}

func TestCorpusMutations(t *testing.T) {
	path := conformance.Path(t, "corpus/data/mutated.ndjson")
	schemas := folderSchemas(t, validate.Options{},
		conformance.Path(t, "corpus/data/catalog"), conformance.Path(t, "corpus/schemas/bluesky-social__atproto"))
	checked := 0
	eachLine(t, path, func(line struct {
		ID, Ref, Seed string
		Mutation      json.RawMessage
		Data          json.RawMessage
	}) {
		if line.Seed == "unclear" {
			return
		}
		checked++
		result := validator(t, schemas, line.Ref, "").FullJSON(line.Data)
		if want := line.Seed == "valid"; result.Valid() != want {
			t.Errorf("%s, %s: valid = %v, want %v%s", line.ID, line.Mutation, result.Valid(), want, listed(result.Findings))
		}
	})
	if checked == 0 {
		t.Error("nothing to check")
	}
}

func TestCorpusBodies(t *testing.T) {
	path := conformance.Path(t, "corpus/data/xrpc.ndjson")
	root := conformance.Path(t, "corpus/schemas")
	schemas := folderSchemas(t, validate.Options{}, filepath.Join(root, "bluesky-social__atproto"),
		filepath.Join(root, "grainsocial__grain"), filepath.Join(root, "mary-ext__tangled.sh-mirror"))
	checked := 0
	eachLine(t, path, func(line struct {
		ID, NSID, Part, TS string
		Mutation           json.RawMessage
		Data               json.RawMessage
	}) {
		checked++
		result := validator(t, schemas, line.NSID, line.Part).FullJSON(line.Data)
		if want := line.TS == "valid"; result.Valid() != want {
			t.Errorf("%s, %s, %s: valid = %v, want %v%s\n\t%s", line.ID, line.NSID, line.Mutation, result.Valid(), want, listed(result.Findings), line.Data)
		}
	})
	if checked == 0 {
		t.Error("nothing to check")
	}
}
