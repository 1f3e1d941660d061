package cmd

import (
	"bytes"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lexsmith/lexsmith/internal/build"
	"github.com/lexsmith/lexsmith/internal/cli"
)

// oddValues are values that no flag is meant for.
var oddValues = map[string]string{
	"empty":         "",
	"blank":         " ",
	"zero":          "0",
	"negative":      "-1",
	"fraction":      "1.5",
	"int64":         "9223372036854775807",
	"beyond 64":     "99999999999999999999",
	"very negative": "-99999999999999999999",
	"long number":   strings.Repeat("9", 10_000),
	"word":          "x",
	"long":          strings.Repeat("x", 100_000),
	"many names":    strings.Repeat("a=off,", 10_000),
	"NUL":           "a\x00b",
	"escape":        "\x1b[31mred\x1b[0m",
	"line end":      "a\nb\r",
	"not UTF-8":     "\xff\xfe",
	"reordered":     "a\u202eb",
	"dash":          "-",
	"dashes":        "--",
	"equals":        "=",
	"hash":          "#",
	"colon":         ":",
	"NSID, hash":    "com.example.thing#",
	"wildcard":      "*",
	"range":         "..",
	"braces":        "{{.}}%s%d%!",
}

// flagValues are odd values of single flags.
var flagValues = map[string][]string{
	"severity": {"=off", "style=", "style=x", "style=off=off", "a\x00=off", strings.Repeat("style=off", 1000)},
	"ref":      {"#", "com.example.thing#a#b", "com.example", "com.example.thing\x00", strings.Repeat("a.", 10_000) + "b"},
	"against":  {":", "HEAD:", ":x", "a..b..c", "...", "HEAD~999999999999", "-x", "HEAD^{/" + strings.Repeat("(", 1000) + "}", "@{-99999999}"},
	"rkey":     {".", "..", strings.Repeat("x", 513)},
	"server":   {"http://[", "//", "javascript:x"},
	"config":   {".", "lexicons", "/dev/null/x"},
	"output":   {"out/", "lexicons", "a/b/c/d"},
	"report":   {"out/", "lexicons"},
}

// flagCommands are the command lines to try flags on: paths from the top, and what
// each needs to get to work.
var flagCommands = []string{
	"lint", "validate data.json", "diff lexicons lexicons", "export jsonschema", "export openapi", "export asyncapi",
	"sample com.example.thing", "fmt --check", "rules", "version",
}

// No value of any flag crashes a command. What a flag does not take is refused with
// status 2 and a message that names the flag.
func TestFlagValues(t *testing.T) {
	root := newRoot(new(globals))
	for i, line := range flagCommands {
		args := strings.Fields(line)
		c, _, err := root.Find(args)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range flagsOf(c, i == 0) {
			values := slices.Clone(flagValues[f.Name])
			for _, v := range oddValues {
				values = append(values, v)
			}
			if testing.Short() {
				values = values[i%len(values):][:1]
			}
			t.Run(strings.ReplaceAll(line, " ", "_")+"/"+f.Name, func(t *testing.T) {
				for _, value := range values {
					flagValue(t, args, f, value)
				}
			})
		}
	}
}

// flagsOf returns the flags of a command, and those that all commands have.
func flagsOf(c *cobra.Command, common bool) []*pflag.Flag {
	var flags []*pflag.Flag
	c.LocalFlags().VisitAll(func(f *pflag.Flag) { flags = append(flags, f) })
	if common {
		c.InheritedFlags().VisitAll(func(f *pflag.Flag) { flags = append(flags, f) })
	}
	return flags
}

// freeText are the types of flags that take any text: a path, a name, a title.
var freeText = []string{"string", "stringArray", "stringSlice"}

// flagValue runs a command with a flag and checks how it ends.
func flagValue(t *testing.T, args []string, f *pflag.Flag, value string) {
	t.Chdir(flagProject(t))
	out, stderr := &limitedWriter{left: 1 << 20}, &bytes.Buffer{}
	s := cli.Streams{In: strings.NewReader(""), Out: out, Err: stderr}
	status := execute(t.Context(), append(slices.Clone(args), "--"+f.Name+"="+value), s, build.Info{})

	said := stderr.String()
	message := ""
	for line := range strings.Lines(said) { // a report can precede it, notes too
		if strings.HasPrefix(line, "lexsmith: ") && !strings.HasPrefix(line, "lexsmith: note: ") {
			message = strings.TrimSuffix(line, "\n")
			break
		}
	}
	shown := value[:min(len(value), 40)]
	switch {
	case status < statusOK || status > statusFailure:
		t.Errorf("%q: status %d", shown, status)
	case status == statusFailure && len(message) <= len("lexsmith: "):
		t.Errorf("%q: status 2 without a message, but %q", shown, said)
	case !slices.Contains(freeText, f.Value.Type()) && status == statusFailure && !out.full && !strings.HasPrefix(message, "lexsmith: --"+f.Name):
		t.Errorf("%q: the message does not name the flag: %q", shown, message)
	}
	if len(message) > 4000 {
		t.Errorf("%q: a message of %d bytes: %q…", shown, len(message), message[:200])
	}
	for _, word := range []string{"strconv", "parsing", "syntax error", "invalid syntax", "exec:", "%!"} {
		if strings.Contains(said, word) && !strings.Contains(value, word) {
			t.Errorf("%q: %q is not for users: %q", shown, word, message)
		}
	}
	if bad := strings.IndexFunc(said, func(r rune) bool { return r != '\n' && unicode.IsControl(r) || r == '\u202e' }); bad >= 0 || !utf8.ValidString(said) {
		t.Errorf("%q: the message is not escaped: %q", shown, message)
	}
}

var flagFiles = fstest.MapFS{
	"lexicons/thing.json": {Data: []byte(`{"lexicon": 1, "id": "com.example.thing", "defs": {"main": {"type": "record", "description": "A thing.", ` +
		`"key": "tid", "record": {"type": "object", "properties": {"n": {"type": "integer", "description": "A number."}}}}}}` + "\n"), Mode: 0o600},
	"data.json": {Data: []byte(`{"$type": "com.example.thing", "n": 1}`), Mode: 0o600},
}

// flagProject makes a folder with a schema and data.
func flagProject(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, flagFiles); err != nil {
		t.Fatal(err)
	}
	return dir
}

// limitedWriter fails once it has got much: a flag may ask for endless output.
type limitedWriter struct {
	left int
	full bool
}

func (w *limitedWriter) Write(p []byte) (int, error) {
	if w.left -= len(p); w.left < 0 {
		w.full = true
		return 0, errors.New("enough")
	}
	return len(p), nil
}
