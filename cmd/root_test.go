package cmd

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/lexsmith/lexsmith/internal/build"
	"github.com/lexsmith/lexsmith/internal/cli"
)

// What cannot be understood is refused before anything is done.
func TestUsage(t *testing.T) {
	for _, args := range []string{
		"fmt - a", "fmt a --stdin-filename x", "fmt --stdin-filename x", "fmt --format github",
		"openapi", "export", "export xml", "export openapi --records", "export openapi --security-except a.b.c", "export jsonschema --prune",
		"export jsonschema --draft 4", "export jsonschema --layout files", "export jsonschema --yaml", "export openapi --layout files",
		"export openapi -o a --report ./a", "export openapi --report -", "export asyncapi --server S", "export asyncapi --annotations all",
		"validate", "validate a --part input", "validate a --rkey=", "validate a --results", "validate a --cases --rkey k",
		"validate a --cases --data-format json", "validate - -L -", "validate a --max-findings x", "validate a --at value",
		"validate a --at /value --cases", "validate a --at /value --data-format car", "validate a --max-value-size 0",
	} {
		t.Run(args, func(t *testing.T) {
			t.Chdir(t.TempDir())
			var stderr strings.Builder
			status := execute(t.Context(), strings.Fields(args), cli.Streams{In: strings.NewReader(""), Out: io.Discard, Err: &stderr}, build.Info{})
			if status != 2 || !strings.HasSuffix(stderr.String(), " --help\" for usage\n") {
				t.Errorf("status %d, %q", status, stderr.String())
			}
		})
	}
}

func TestExitStatus(t *testing.T) {
	for _, test := range []struct {
		err    error
		status int
		stderr string
	}{
		{nil, 0, ""},
		{errFindings, 1, ""},
		{fmt.Errorf("wrapped: %w", errFindings), 1, ""},
		{fs.ErrNotExist, 2, "lexsmith: file does not exist\n"},
		{errors.Join(errors.New("a"), errors.New("b")), 2, "lexsmith: a\nlexsmith: b\n"},
		{errors.New("a\x1b[31mb\u202e\té"), 2, "lexsmith: a\\x1b[31mb\\u202e\\té\n"},
		{&cli.UsageError{Command: "lexsmith lint", Err: errors.New("x")}, 2, "lexsmith: x\nlexsmith: run \"lexsmith lint --help\" for usage\n"},
	} {
		var stderr strings.Builder
		if status := exitStatus(test.err, &stderr); status != test.status || stderr.String() != test.stderr {
			t.Errorf("%v: status %d, %q; want %d, %q", test.err, status, stderr.String(), test.status, test.stderr)
		}
	}
}

// A stream that fails makes the status 2.
func TestBrokenStreams(t *testing.T) {
	const schema = `{"lexicon": 1, "id": "com.example.size", "defs": {"size": {"type": "integer"}}}`
	fault := errors.New("broken stream")
	for _, test := range []struct {
		args []string
		in   io.Reader
		out  io.Writer
	}{
		{[]string{"lint", "-"}, iotest.ErrReader(fault), io.Discard},
		{[]string{"lint", "-"}, strings.NewReader(schema), brokenWriter{fault}},
		{[]string{"rules"}, nil, brokenWriter{fault}},
		{[]string{"rules", "json-syntax"}, nil, brokenWriter{fault}},
		{[]string{"rules", "--format", "json"}, nil, brokenWriter{fault}},
		{[]string{"version"}, nil, brokenWriter{fault}},
		{[]string{"completion", "bash"}, nil, brokenWriter{fault}},
		{[]string{"completion", "zsh"}, nil, brokenWriter{fault}},
		{nil, nil, brokenWriter{fault}},
		{[]string{"help", "lint"}, nil, brokenWriter{fault}},
		{[]string{"lint", "-h"}, nil, brokenWriter{fault}},
		{[]string{"config"}, nil, brokenWriter{fault}},
	} {
		t.Run(strings.Join(test.args, " "), func(t *testing.T) {
			t.Chdir(t.TempDir())
			var stderr strings.Builder
			status := execute(t.Context(), test.args, cli.Streams{In: test.in, Out: test.out, Err: &stderr}, build.Info{})
			if status != 2 || !strings.Contains(stderr.String(), fault.Error()) {
				t.Errorf("status %d, %q", status, stderr.String())
			}
		})
	}
}

type brokenWriter struct{ err error }

func (w brokenWriter) Write([]byte) (int, error) { return 0, w.err }
