package cmd

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/lexsmith/lexsmith/internal/build"
)

// Arguments of lint are parsed into options.
func TestLintOptions(t *testing.T) {
	defaults := func(change func(*lintOptions)) *lintOptions {
		o := &lintOptions{options: &options{format: "text", failOn: "error", color: "auto"}, paths: []string{}}
		change(o)
		return o
	}
	for _, test := range []struct {
		args string
		want *lintOptions
	}{
		{"", defaults(func(*lintOptions) {})},
		{"a - b", defaults(func(o *lintOptions) { o.paths = []string{"a", "-", "b"} })},
		{"-L x --lexicons=y,z a", defaults(func(o *lintOptions) { o.lexicons, o.paths = []string{"x", "y,z"}, []string{"a"} })},
		{"--profile atproto --format sarif", defaults(func(o *lintOptions) { o.profile, o.format = "atproto", "sarif" })},
		{"-aq -j 3", defaults(func(o *lintOptions) { o.all, o.quiet, o.jobs = true, true, 3 })},
		{"--all --quiet --jobs=3", defaults(func(o *lintOptions) { o.all, o.quiet, o.jobs = true, true, 3 })},
		{"--severity a=off --severity b=info", defaults(func(o *lintOptions) { o.severity = []string{"a=off", "b=info"} })},
		{"--fail-on info --color never --config c", defaults(func(o *lintOptions) { o.failOn, o.failOnGiven, o.color, o.config = "info", true, "never", "c" })},
		{"-- -a", defaults(func(o *lintOptions) { o.paths = []string{"-a"} })},
	} {
		t.Run(test.args, func(t *testing.T) {
			shared := new(options)
			root := newRoot(shared)
			var got *lintOptions
			root.RemoveCommand(root.Commands()...)
			root.AddCommand(newLint(shared, func(o *lintOptions) error { got = o; return nil }))
			root.SetArgs(append([]string{"lint"}, strings.Fields(test.args)...))
			if err := root.Execute(); err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got, test.want) {
				t.Errorf("got  %+v %q\nwant %+v %q", got.options, got.paths, test.want.options, test.want.paths)
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
		{&usageError{"lexsmith lint", errors.New("x")}, 2, "lexsmith: x\nlexsmith: run \"lexsmith lint --help\" for usage\n"},
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
			status := execute(test.args, streams{In: test.in, Out: test.out, Err: &stderr}, build.Info{})
			if status != 2 || !strings.Contains(stderr.String(), fault.Error()) {
				t.Errorf("status %d, %q", status, stderr.String())
			}
		})
	}
}

type brokenWriter struct{ err error }

func (w brokenWriter) Write([]byte) (int, error) { return 0, w.err }
