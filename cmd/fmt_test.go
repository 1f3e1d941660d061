package cmd

import (
	"bytes"
	"errors"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/internal/build"
)

// The arguments of fmt give these options.
func TestFmtOptions(t *testing.T) {
	defaults := func(change func(*fmtOptions)) *fmtOptions {
		o := &fmtOptions{options: &options{format: "text", failOn: "error", color: "auto"}, paths: []string{}}
		change(o)
		return o
	}
	for _, test := range []struct {
		args string
		want *fmtOptions // nil: refused
	}{
		{"", defaults(func(*fmtOptions) {})},
		{"a b", defaults(func(o *fmtOptions) { o.paths = []string{"a", "b"} })},
		{"--check a", defaults(func(o *fmtOptions) { o.check, o.paths = true, []string{"a"} })},
		{"--diff --check", defaults(func(o *fmtOptions) { o.diff, o.check = true, true })},
		{"- --format json", defaults(func(o *fmtOptions) { o.paths, o.format = []string{"-"}, "json" })},
		{"- --stdin-filename x", defaults(func(o *fmtOptions) { o.paths, o.stdinFilename = []string{"-"}, "x" })},
		{"- a", nil},
		{"a --stdin-filename x", nil},
		{"--stdin-filename x", nil},
		{"--format github", nil},
	} {
		t.Run(test.args, func(t *testing.T) {
			shared := new(options)
			root := newRoot(shared)
			var got *fmtOptions
			root.RemoveCommand(root.Commands()...)
			root.AddCommand(newFmt(shared, func(o *fmtOptions) error { got = o; return nil }))
			root.SetArgs(append([]string{"fmt"}, strings.Fields(test.args)...))
			if err := root.Execute(); (err != nil) != (test.want == nil) {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got, test.want) {
				t.Errorf("got  %+v\nwant %+v", got, test.want)
			}
		})
	}
}

// A result that cannot be printed is status 2.
func TestFmtBrokenOutput(t *testing.T) {
	fault := errors.New("broken stream")
	t.Chdir(t.TempDir())
	if err := os.WriteFile("a.json", []byte(`{"lexicon": 1}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range []string{"--check a.json", "--diff a.json", "-", "--check --format json a.json"} {
		var stderr bytes.Buffer
		status := execute(append([]string{"fmt"}, strings.Fields(args)...), streams{In: strings.NewReader("{}"), Out: brokenWriter{fault}, Err: &stderr}, build.Info{})
		if status != 2 || !strings.Contains(stderr.String(), fault.Error()) {
			t.Errorf("%s: status %d, %s", args, status, &stderr)
		}
	}
}
