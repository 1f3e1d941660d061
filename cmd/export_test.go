package cmd

import (
	"io"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/internal/build"
)

// The arguments of export give these options.
func TestExportOptions(t *testing.T) {
	defaults := func(target exportTarget, change func(*exportOptions)) *exportOptions {
		o := &exportOptions{
			options: &options{format: "text", failOn: "error", color: "auto"}, target: target, annotations: "x-lexicon", style: "sound", paths: []string{},
		}
		switch target {
		case toJSONSchema:
			o.layout, o.draft = "bundle", "2020-12"
		case toOpenAPI:
			o.openAPI, o.apiVersion, o.server, o.security = "3.1", "1.0.0", "/", "none"
		}
		change(o)
		return o
	}
	for _, test := range []struct {
		args string
		want *exportOptions // nil: refused
	}{
		{"jsonschema", defaults(toJSONSchema, func(*exportOptions) {})},
		{"jsonschema a - b", defaults(toJSONSchema, func(o *exportOptions) { o.paths = []string{"a", "-", "b"} })},
		{"jsonschema --ref x --ref y#z --allow-unresolved", defaults(toJSONSchema, func(o *exportOptions) { o.refs, o.allowUnresolved = []string{"x", "y#z"}, true })},
		{"jsonschema --layout files -o out --data-model", defaults(toJSONSchema, func(o *exportOptions) { o.layout, o.output, o.dataModel = "files", "out", true })},
		{"jsonschema --annotations none --report losses", defaults(toJSONSchema, func(o *exportOptions) { o.annotations, o.losses = "none", "losses" })},
		{"openapi", defaults(toOpenAPI, func(*exportOptions) {})},
		{"openapi --openapi 3.0 --yaml --format json", defaults(toOpenAPI, func(o *exportOptions) { o.openAPI, o.yaml, o.format = "3.0", true, "json" })},
		{"openapi --title T --api-version 2 --server S --security bearer", defaults(toOpenAPI, func(o *exportOptions) {
			o.title, o.apiVersion, o.server, o.security = "T", "2", "S", "bearer"
		})},
		{"openapi --security bearer --security-except a.b.c,a.b.d --security-except a.b.e --license MIT --prune --style codegen", defaults(toOpenAPI, func(o *exportOptions) {
			o.security, o.public, o.license, o.prune, o.style = "bearer", []string{"a.b.c", "a.b.d", "a.b.e"}, "MIT", true, "codegen"
		})},
		{"jsonschema --draft 7", defaults(toJSONSchema, func(o *exportOptions) { o.draft = "7" })},
		{"openapi --prune --records=false", defaults(toOpenAPI, func(o *exportOptions) { o.prune, o.recordsSet = true, true })},
		{"openapi --records", nil},
		{"openapi --security-except a.b.c", nil},
		{"jsonschema --prune", nil},
		{"jsonschema --draft 4", nil},
		{"asyncapi --output out", defaults(toAsyncAPI, func(o *exportOptions) { o.output = "out" })},
		{"", nil},
		{"xml", nil},
		{"jsonschema --layout files", nil},
		{"jsonschema --yaml", nil},
		{"openapi --layout files", nil},
		{"openapi -o a --report ./a", nil},
		{"openapi --report -", nil},
		{"asyncapi --server S", nil},
		{"asyncapi --annotations all", nil},
	} {
		t.Run(test.args, func(t *testing.T) {
			shared := new(options)
			root := newRoot(shared)
			var got *exportOptions
			root.RemoveCommand(root.Commands()...)
			root.AddCommand(newExport(shared, func(o *exportOptions) error { got = o; return nil }))
			root.SetArgs(append([]string{"export"}, strings.Fields(test.args)...))
			if err := root.Execute(); (err != nil) != (test.want == nil) {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got, test.want) {
				t.Errorf("got  %+v\nwant %+v", got, test.want)
			}
		})
	}
}

// A failure to write to standard output is status 2.
func TestExportBrokenOutput(t *testing.T) {
	t.Chdir(t.TempDir())
	const schema = `{"lexicon": 1, "id": "com.example.size", "defs": {"main": {"type": "integer"}}}`
	if err := os.WriteFile("size.json", []byte(schema), 0o600); err != nil {
		t.Fatal(err)
	}
	var stderr strings.Builder
	status := execute([]string{"export", "jsonschema", "-q", "--report", "losses.json", "size.json"}, streams{Out: brokenWriter{io.ErrClosedPipe}, Err: &stderr}, build.Info{})
	if status != 2 || !strings.Contains(stderr.String(), io.ErrClosedPipe.Error()) {
		t.Errorf("status %d, %q", status, stderr.String())
	}
	if _, err := os.Stat("losses.json"); err == nil {
		t.Error("the report was written")
	}
}
