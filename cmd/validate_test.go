package cmd

import (
	"io"
	"os"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
)

// The arguments of validate give these options.
func TestValidateOptions(t *testing.T) {
	defaults := func(change func(*validateOptions)) *validateOptions {
		o := &validateOptions{
			options: &options{format: "text", failOn: "error", color: "auto"}, dataFormat: "auto", maxFindings: 100, paths: []string{"a"},
		}
		change(o)
		return o
	}
	for _, test := range []struct {
		args string
		want *validateOptions // nil: refused
	}{
		{"a", defaults(func(*validateOptions) {})},
		{"a - b", defaults(func(o *validateOptions) { o.paths = []string{"a", "-", "b"} })},
		{"a --ref x#y --part input --rkey k", defaults(func(o *validateOptions) { o.ref, o.part, o.recordKey = "x#y", "input", "k" })},
		{"a --data-format ndjson --legacy --allow-unknown", defaults(func(o *validateOptions) { o.dataFormat, o.legacy, o.allowUnknown = "ndjson", true, true })},
		{"a --extra-fields off", defaults(func(o *validateOptions) { o.extraFields = "off" })},
		{"a --extra-fields error --max-findings 0", defaults(func(o *validateOptions) { o.extraFields, o.maxFindings = "error", 0 })},
		{"a --results --format json", defaults(func(o *validateOptions) { o.results, o.format = true, "json" })},
		{"a --cases --data-format ndjson", defaults(func(o *validateOptions) { o.cases, o.dataFormat = true, "ndjson" })},
		{"", nil},
		{"a --part input", nil},
		{"a --rkey=", nil},
		{"a --results", nil},
		{"a --cases --rkey k", nil},
		{"a --cases --data-format json", nil},
		{"- -L -", nil},
		{"a --max-findings x", nil},
	} {
		t.Run(test.args, func(t *testing.T) {
			shared := new(options)
			root := newRoot(shared)
			var got *validateOptions
			root.RemoveCommand(root.Commands()...)
			root.AddCommand(newValidate(shared, func(o *validateOptions) error { got = o; return nil }))
			root.SetArgs(append([]string{"validate"}, strings.Fields(test.args)...))
			if err := root.Execute(); (err != nil) != (test.want == nil) {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got, test.want) {
				t.Errorf("got  %+v\nwant %+v", got, test.want)
			}
		})
	}
}

// Standard input that fails is status 2, after the report on what was read.
func TestValidateBrokenInput(t *testing.T) {
	const schema = `{"lexicon": 1, "id": "com.example.size", "defs": {"main": {"type": "integer"}}}`
	for _, format := range []string{"json", "ndjson", "cbor", "car"} {
		t.Run(format, func(t *testing.T) {
			t.Chdir(t.TempDir())
			if err := os.WriteFile("size.json", []byte(schema), 0o600); err != nil {
				t.Fatal(err)
			}
			var stdout, stderr strings.Builder
			in := io.MultiReader(strings.NewReader("3\n"), iotest.ErrReader(io.ErrClosedPipe))
			status := Main([]string{"validate", "-L", "size.json", "--ref", "com.example.size", "--data-format", format, "-"}, Streams{In: in, Out: &stdout, Err: &stderr}, Build{})
			if status != 2 || !strings.Contains(stderr.String(), io.ErrClosedPipe.Error()) || !strings.HasPrefix(stdout.String(), "1 file, ") {
				t.Errorf("status %d, %q, %q", status, stdout.String(), stderr.String())
			}
		})
	}
}
