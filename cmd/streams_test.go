package cmd

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"unicode"

	"github.com/lexsmith/lexsmith/internal/build"
	"github.com/lexsmith/lexsmith/internal/cli"
)

// Nothing in the files and arguments reaches a terminal as it is: neither what a terminal
// acts on nor what it does not show. A pipe gets the bytes of a difference.
func TestTerminalEscapes(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no such file names")
	}
	const (
		hostile = "\x1b]0;title\x07\x7f\u009b2J\u202e"
		inJSON  = "\x7f\u009b2J\u202e" // may be in a string
		folder  = "lexicons/com/example/" + hostile
	)
	schema := func(name, kind string) string {
		return `{"lexicon":1,"id":"com.example.` + name + `","description":"a` + inJSON + `","defs":{"main":{"type":"record","key":"any",` +
			`"description":"b` + inJSON + `\u001b[8m","record":{"type":"object","required":["text"],"properties":{"x` + inJSON + `\u001b[2J":{"type":"` + kind +
			`","maxlength":3},"text":{"type":"string","const":"\u001b[2J` + inJSON + `"}}}}}}` + "\n"
	}
	t.Chdir(t.TempDir())
	for name, content := range map[string]string{
		folder + "/post.json": schema("post", "string"),
		"new.json":            schema("post", "integer"),
		folder + "/bad.json":  `{"lexicon":1,"id":"com.example.bad` + hostile + `","defs":{"` + hostile + `":` + hostile,
		"data.json":           `{"$type":"com.example.post","text":"` + hostile + `"}`,
		"lexsmith.yaml":       "ignore: [{paths: [\"a" + `\x1b]0;t\a` + "\"]}]\n",
	} {
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	run := func(terminal bool, args ...string) string {
		var out strings.Builder
		execute(t.Context(), args, cli.Streams{In: strings.NewReader(""), Out: &out, Err: &out, Terminal: terminal, ErrTerminal: terminal}, build.Info{})
		return out.String()
	}
	for _, args := range [][]string{
		{"lint"}, {"lint", "--fix", "--diff"}, {"lint", "--format", "json"}, {"lint", "--format", "github"}, {"lint", "--format", "concise"},
		{"fmt", "--diff"}, {"fmt", "--check"}, {"show", "com.example.post"}, {"show", "com.example.post", "--format", "markdown"},
		{"show", "com.example.post", "--format", "json"}, {"show", "com.example.post", "--used-by"}, {"show", "com.example.post", "--needs"},
		{"sample", "com.example.post"}, {"export", "jsonschema", "lexicons/com/example/" + hostile + "/post.json"}, {"validate", "data.json"},
		{"validate", hostile}, {"diff", "lexicons", "new.json"}, {"diff", "lexicons", "new.json", "--format", "markdown"},
		{"call", "com.example.post" + hostile}, {"new", "record", hostile}, {"new", "record", "com.example.x", "--template", hostile},
		{"rules", hostile}, {"schema", hostile}, {hostile}, {"lint", "--" + hostile}, {"lint", "-L", hostile}, {"help", hostile},
		{"fmt", "-", "--stdin-filename", hostile}, {"init"}, {"lint", "--fix"}, {"fmt"},
	} {
		for i, c := range run(true, args...) {
			if unicode.IsControl(c) && c != '\n' && c != '\t' || c == '\u202e' || c == unicode.ReplacementChar {
				t.Errorf("%q: %q at byte %d", args, c, i)
				break
			}
		}
	}
	if err := os.WriteFile(filepath.Join(folder, "post.json"), []byte(schema("post", "string")), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"fmt", "--diff"}, {"lint", "--fix", "--diff"}} {
		if piped := run(false, args...); !strings.Contains(piped, "a"+inJSON) {
			t.Errorf("%q: a pipe gets %q", args, piped)
		}
		if shown := run(true, args...); !strings.Contains(shown, `a\x7f\u009b2J\u202e`) || !strings.Contains(shown, "+++ ") {
			t.Errorf("%q: a terminal gets %q", args, shown)
		}
	}
}
