package config

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/lexsmith/lexsmith/internal/files"
	"github.com/lexsmith/lexsmith/internal/policy"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

func load(t *testing.T, text string) (*Config, error) {
	t.Helper()
	t.Chdir(t.TempDir())
	if err := os.WriteFile(FileName, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return Load(FileName)
}

func TestLoad(t *testing.T) {
	c, err := load(t, `# all there is
profile: atproto
lexicons: [lexicons, "more/lexicons"]
include:
  - vendor/lexicons
severity: {unlimited-string: off, style: info}
ignore:
  - paths: ["lexicons/com/example/legacy/**"]
    nsids: ["com.example.old.*"]
    rules: [unlimited-string, style]
  - nsids: [com.example.thing]
diff: {against: origin/main}
format: {indent: tab, width: 100, order: keep}
fail-on: warning
extra-fields: info
`)
	if err != nil {
		t.Fatal(err)
	}
	want := &Config{
		Path:     "lexsmith.yaml",
		Profile:  lexicon.Some(diag.ProfileATProto),
		Lexicons: []string{"lexicons", "more/lexicons"},
		Include:  []string{"vendor/lexicons"},
		Severity: []policy.Override{{Name: "unlimited-string", Severity: diag.Off}, {Name: "style", Severity: diag.Info}},
		Ignore: []policy.Ignore{{
			Paths: policy.PathGlobs([]string{"lexicons/com/example/legacy/**"}),
			NSIDs: policy.NSIDGlobs([]string{"com.example.old.*"}),
			Rules: []string{"unlimited-string", "style"},
		}, {
			NSIDs: policy.NSIDGlobs([]string{"com.example.thing"}),
		}},
		FailOn:      lexicon.Some(diag.Warning),
		ExtraFields: policy.ExtraFields(diag.Info),
		folder:      c.folder,
	}
	want.Diff.Against = "origin/main"
	want.Format = Format{Indent: lexicon.Some(0), Width: lexicon.Some(100), KeepOrder: true}
	if !reflect.DeepEqual(c, want) {
		t.Errorf("got  %+v\nwant %+v", c, want)
	}
}

func TestMissing(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "lexicons", "old"), 0o700); err != nil {
		t.Fatal(err)
	}
	text := `ignore: [{paths: [lexicons/old, lexicons/old/, lexicons/gone/, ./gone.json, "gone/**", "g?ne"]}, {nsids: [gone]}]`
	if err := os.WriteFile(filepath.Join(dir, FileName), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := Load(filepath.Join(dir, FileName))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := c.Missing(), []string{"lexicons/gone", "gone.json", "gone"}; !slices.Equal(got, want) {
		t.Errorf("missing are %q, want %q", got, want)
	}
}

func TestLoadEqual(t *testing.T) {
	for _, test := range []struct{ name, a, b string }{
		{"empty", "", "{}"},
		{"comment", "# nothing here\n", "{}"},
		{"start and end", "---\nprofile: v1\n...\n", "profile: v1"},
		{"directive", "%YAML 1.2\n---\nprofile: v1\n", "profile: v1"},
		{"byte-order mark", "\ufeffprofile: v1\n", "profile: v1"},
		{"CRLF", "profile: v1\r\nlexicons:\r\n- a\r\n", "{profile: v1, lexicons: [a]}"},
		{"keys without value", "profile:\nlexicons:\nignore:\ndiff:\n", "{}"},
		{"alias", "lexicons: &x [a]\ninclude: *x\n", "{lexicons: [a], include: [a]}"},
		{"quoted off", "severity: {style: 'off'}", "severity: {style: off}"},
	} {
		t.Run(test.name, func(t *testing.T) {
			a, err := load(t, test.a)
			if err != nil {
				t.Fatal(err)
			}
			b, err := load(t, test.b)
			if err != nil {
				t.Fatal(err)
			}
			a.folder, b.folder = "", ""
			if !reflect.DeepEqual(a, b) {
				t.Errorf("got  %+v\nwant %+v", a, b)
			}
		})
	}
}

func TestLoadFaults(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"unknown key", "profile: v1\nlexicon: [a]\n", `lexsmith.yaml:2:1: unknown key "lexicon" in the config file; did you mean "lexicons"? (expected "lexicons", "diff", "docs", "extra-fields", "fail-on", "format", "ignore", "include", "profile", "severity", or "sources")`},
		{"unknown key, none near", "xyz: 1", `lexsmith.yaml:1:1: unknown key "xyz" in the config file (expected "diff", "docs", "extra-fields", "fail-on", "format", "ignore", "include", "lexicons", "profile", "severity", or "sources")`},
		{"unknown key below", "diff:\n  agianst: main\n", `lexsmith.yaml:2:3: unknown key "agianst" in "diff"; did you mean "against"? (expected "against", "data", or "published")`},
		{"two faults", "a1: 1\nprofile: [v1]\n", `lexsmith.yaml:1:1: unknown key "a1" in the config file (expected "diff", "docs", "extra-fields", "fail-on", "format", "ignore", "include", "lexicons", "profile", "severity", or "sources")
lexsmith.yaml:2:10: "profile" must be a string, but is a list`},
		{"profile", "profile: v2", `lexsmith.yaml:1:10: unknown profile "v2" (expected "v1" or "atproto")`},
		{"profile number", "profile: 1", `lexsmith.yaml:1:10: "profile" must be a string, but is a number`},
		{"a string for a list", "lexicons: lexicons", `lexsmith.yaml:1:11: "lexicons" must be a list of strings, but is a string`},
		{"a number in a list", "include: [a, 1.5]", `lexsmith.yaml:1:14: an entry of "include" must be a string, but is a number`},
		{"an empty path", "include: ['']", `lexsmith.yaml:1:11: an entry of "include" is empty`},
		{"severity list", "severity: [style]", `lexsmith.yaml:1:11: "severity" must be a mapping, but is a list`},
		{"severity value", "severity: {style: warn}", `lexsmith.yaml:1:19: unknown severity "warn"; did you mean "warning"? (expected "warning", "error", "info", or "off")`},
		{"severity near", "severity: {style: eror}", `lexsmith.yaml:1:19: unknown severity "eror"; did you mean "error"? (expected "error", "warning", "info", or "off")`},
		{"severity boolean", "severity: {style: false}", `lexsmith.yaml:1:19: the severity of "style" must be a string, but is a boolean`},
		{"severity null", "severity: {style: }", `lexsmith.yaml:1:19: the severity of "style" must be a string, but is null`},
		{"severity rule", "severity: {unlimited-strings: off}", `lexsmith.yaml:1:12: unknown rule or group "unlimited-strings"; did you mean "unlimited-string"?`},
		{"ignore rule", "ignore:\n- rules: [foo]", `lexsmith.yaml:2:11: unknown rule or group "foo"; run "lexsmith rules" for a list`},
		{"ignore mapping", "ignore: {rules: [style]}", `lexsmith.yaml:1:9: "ignore" must be a list of mappings, but is a mapping`},
		{"ignore empty", "ignore:\n- {}", `lexsmith.yaml:2:3: an empty ignore entry would match everything; add paths, nsids, or rules`},
		{"ignore empty lists", "ignore:\n- paths: []\n  rules:\n", `lexsmith.yaml:2:3: an empty ignore entry would match everything; add paths, nsids, or rules`},
		{"ignore null", "ignore: [~]", `lexsmith.yaml:1:10: an empty ignore entry would match everything; add paths, nsids, or rules`},
		{"format key", "format: {indnt: 2}", `lexsmith.yaml:1:10: unknown key "indnt" in "format"; did you mean "indent"? (expected "indent", "order", or "width")`},
		{"format indent", "format: {indent: 3}", `lexsmith.yaml:1:18: "indent" must be 2, 4, or tab, but is 3`},
		{"format indent list", "format: {indent: [2]}", `lexsmith.yaml:1:18: "indent" must be 2, 4, or tab, but is a list`},
		{"format width", "format: {width: 0}", `lexsmith.yaml:1:17: "width" must be an integer from 1 to 2147483647, but is 0`},
		{"format width too large", "format: {width: 99999999999999999999}", `lexsmith.yaml:1:17: "width" must be an integer from 1 to 2147483647, but is 99999999999999999999`},
		{"unclosed mapping", "severity: {a: off", `lexsmith.yaml:1:11: the "{" is not closed`},
		{"unclosed quote", "profile: v1\nlexicons: ['lexicons]\n\n\n", `lexsmith.yaml:2:12: the quote is not closed`},
		{"unclosed double quote", "profile: \"v1\n", `lexsmith.yaml:1:10: the quote is not closed`},
		{"no colon", "lexicons: [a]\nprofile v1\n", `lexsmith.yaml:2:1: the key lacks a ":"`},
		{"unclosed at the end", "include: {", `lexsmith.yaml:2:1: a "[" or "{" is not closed`},
		{"tags", "x: 1\n%TAG ! !a\n", `lexsmith.yaml:2:1: tag directives are not supported`},
		{"not a boolean", "diff: {published: !!bool yes}", `lexsmith.yaml:1:19: "published" must be true or false, but is "yes"`},
		{"line ends of Unicode", "# a\u0085b\u2028c\nprofile: v2 # \u2029", `lexsmith.yaml:2:10: unknown profile "v2" (expected "v1" or "atproto")`},
		{"tab", "lexicons:\n\t- a", `lexsmith.yaml:2:1: use spaces, not tabs, for indentation`},
		{"format width word", "format: {width: off}", `lexsmith.yaml:1:17: "width" must be an integer from 1 to 2147483647, but is "off"`},
		{"format order", "format: {order: kep}", `lexsmith.yaml:1:17: unknown order "kep"; did you mean "keep"? (expected "keep" or "language")`},
		{"format order number", "format: {order: 1}", `lexsmith.yaml:1:17: "order" must be a string, but is a number`},
		{"not a mapping", "- profile", `lexsmith.yaml:1:1: the config file must be a mapping, but is a list`},
		{"second document", "profile: v1\n---\nprofile: v1\n", `lexsmith.yaml:3:1: unexpected second YAML document`},
		{"twice", "profile: v1\nprofile: v1\n", `lexsmith.yaml:2:1: mapping key "profile" already defined at [1:1]`},
		{"syntax", "lexicons: [a\n", `lexsmith.yaml:1:11: the "[" is not closed`},
		{"alias of nothing", "include: *x", `lexsmith.yaml:1:10: unknown anchor 'x' referenced`},
		{"alias of itself", "include: &x [*x]", `lexsmith.yaml:1:10: an entry of "include" must be a string, but is a list`},
		{"long key", strings.Repeat("ab", 30) + ": 1", `lexsmith.yaml:1:1: unknown key "` + strings.Repeat("ab", 20) + `"… in the config file (expected "diff", "docs", "extra-fields", "fail-on", "format", "ignore", "include", "lexicons", "profile", "severity", or "sources")`},
		{"long value", "profile: " + strings.Repeat("ab", 300), `lexsmith.yaml:1:10: unknown profile "` + strings.Repeat("ab", 20) + `"… (expected "v1" or "atproto")`},
		{"deep flow", strings.Repeat("[", 40_000), `lexsmith.yaml:1:101: the nesting is more than 100 levels deep`},
		{"deep block", strings.Repeat("- ", 20_000), `lexsmith.yaml:1:201: the nesting is more than 100 levels deep`},
		{"deep mappings", deep(101), `lexsmith.yaml:101:102: the nesting is more than 100 levels deep`},
		{"many patterns", "ignore:\n" + strings.Repeat("- paths: ['*a']\n", 501), `lexsmith.yaml:502:3: "ignore" has more than 500 wildcard patterns; list a folder to match everything below it`},
		{"many aliases", "ignore:\n- paths: &p [" + strings.Repeat("'a*/b', ", 200) + "]\n- paths: *p\n- nsids: *p\n", `lexsmith.yaml:4:3: "ignore" has more than 500 wildcard patterns; list a folder to match everything below it`},
		{"many ignored rules", "ignore:\n- rules: &r [" + strings.Repeat("style, ", 4000) + "]\n- rules: *r\n- rules: *r\n", `lexsmith.yaml:4:3: "ignore" lists more than 10000 rules; put their paths in one entry`},
		{"fail-on", "fail-on: off", `lexsmith.yaml:1:10: unknown severity "off" (expected "error", "warning", or "info")`},
		{"extra-fields", "extra-fields: on", `lexsmith.yaml:1:15: unknown severity "on" (expected "off", "info", "warning", or "error")`},
		{"UTF-8", "profile: \xff", `lexsmith.yaml:1:1: invalid UTF-8`},
		{"control character", "\"a\\u001bb\": 1", `lexsmith.yaml:1:1: unknown key "a\x1bb" in the config file (expected "diff", "docs", "extra-fields", "fail-on", "format", "ignore", "include", "lexicons", "profile", "severity", or "sources")`},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := load(t, test.text)
			if err == nil {
				t.Fatal("no error")
			}
			if err.Error() != test.want {
				t.Errorf("got  %s\nwant %s", err, test.want)
			}
			var fault *Error
			if !errors.As(err, &fault) {
				t.Errorf("%T contains no *Error", err)
			}
		})
	}
}

// deep returns mappings nested in each other, one on each line.
func deep(levels int) string {
	var b strings.Builder
	for i := range levels {
		b.WriteString(strings.Repeat(" ", i) + "a:\n")
	}
	return b.String()
}

// What made other parsers slow or large is read in no time, or refused.
func TestLoadHostile(t *testing.T) {
	const size = 1 << 20
	for name, text := range map[string]string{
		"nested mappings": deep(1400),
		"keys":            "severity:\n" + strings.Repeat("  style: off\n", size/20),
		"keys in braces":  "severity: {" + strings.Repeat("style: off, ", size/20) + "}",
		"tags":            "lexicons:\n" + strings.Repeat("- !t\n", size/8),
		"anchors":         "lexicons: [" + strings.Repeat("&a b, ", size/8) + "]",
		"comments":        strings.Repeat("# a\n", size/8) + "profile: v1",
		"documents":       strings.Repeat("---\n", size/8),
		"aliases":         "ignore:\n- &a\n  paths: [" + strings.Repeat("b, ", size/10) + "]\n" + strings.Repeat("- *a\n", size/10),
		"nested aliases":  "a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\ninclude: [*c, *c]",
		"itself":          "ignore: &a\n- *a\n",
	} {
		t.Run(name, func(t *testing.T) {
			begin := time.Now()
			_, _ = load(t, text)
			if passed := time.Since(begin); passed > 20*time.Second {
				t.Errorf("it takes %v", passed)
			}
		})
	}
}

// A large file that is not deep is read.
func TestLoadLarge(t *testing.T) {
	var b strings.Builder
	b.WriteString("include:\n" + strings.Repeat("- a\n", 5000) + "ignore:\n")
	for range 2000 {
		b.WriteString("  - paths: [\"a/[b]/{c}\", 'd']\n    nsids:\n    - com.example.*\n    rules: [style]\n")
	}
	c, err := load(t, b.String())
	if err != nil || len(c.Include) != 5000 || len(c.Ignore) != 2000 {
		t.Errorf("%d includes, %d ignores: %v", len(c.Include), len(c.Ignore), err)
	}
	if _, err := load(t, strings.Repeat("#", files.MaxProjectFile)); err != nil {
		t.Errorf("a file of the maximum size: %v", err)
	}
	if _, err := load(t, strings.Repeat("#", files.MaxProjectFile+1)); err == nil || err.Error() != "read lexsmith.yaml: the file is larger than 1 MiB" {
		t.Errorf("a larger file: %v", err)
	}
}

// A link to a device, or a pipe, is refused without reading from it.
func TestLoadIrregular(t *testing.T) {
	if _, err := os.Stat("/dev/zero"); err != nil {
		t.Skip("no /dev/zero")
	}
	t.Chdir(t.TempDir())
	if err := os.Symlink("/dev/zero", FileName); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(FileName); !errors.Is(err, files.ErrNotRegular) {
		t.Errorf("got %v", err)
	}
}

func TestLoadMissing(t *testing.T) {
	if _, err := Load(filepath.Join(t.TempDir(), "none.yaml")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v, want %v", err, fs.ErrNotExist)
	}
}

func TestResolve(t *testing.T) {
	c := &Config{Path: "../lexsmith.yaml"}
	if got := filepath.ToSlash(c.Resolve("lexicons")); got != "../lexicons" {
		t.Errorf("got %q", got)
	}
	absolute := filepath.Join(t.TempDir(), "x")
	if got := c.Resolve(absolute); got != absolute {
		t.Errorf("got %q, want %q", got, absolute)
	}
	if got := new(Config).Resolve("a"); got != "a" {
		t.Errorf("got %q", got)
	}
}

func FuzzLoad(f *testing.F) {
	f.Add([]byte("profile: v1\nlexicons: [a]\nseverity: {style: off}\nignore:\n- paths: [a/**]\n  rules: [style]\n"))
	f.Add([]byte("a: &x [*x]\n? b\n: !!str |\n  c\n---\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		c := &Config{Path: FileName}
		err := decode(c, text)
		if err == nil {
			return
		}
		for line := range strings.Lines(err.Error()) {
			if !strings.HasPrefix(line, FileName+":") {
				t.Errorf("an error without a position: %q", line)
			}
		}
	})
}

func TestDiffPublished(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"diff: {published: true}", ""},
		{"diff: {published: false, against: main}", ""},
		{"diff: {published: yes}", `"published" must be true or false, but is a string`},
		{"diff: {published: true, against: main}", `"diff" has both "against" and "published"; remove one of them`},
	} {
		path := filepath.Join(t.TempDir(), FileName)
		if err := os.WriteFile(path, []byte(test.text+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		c, err := Load(path)
		switch {
		case test.want == "" && err != nil, test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)):
			t.Errorf("%s: got %v, want %q", test.text, err, test.want)
		case err == nil && c.Diff.Published != (c.Diff.Against == ""):
			t.Errorf("%s: got %v", test.text, c.Diff)
		}
	}
}
