package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestWithInclude(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"empty", "", "include: [vendor/lexicons]\n"},
		{"comments only", "# ours\n", "# ours\ninclude: [vendor/lexicons]\n"},
		{"block", "# ours\nlexicons: [lexicons] # here\nprofile: v1 # strict", "# ours\nlexicons: [lexicons] # here\nprofile: v1 # strict\ninclude: [vendor/lexicons]\n"},
		{"one key", "profile: v1\n", "profile: v1\ninclude: [vendor/lexicons]\n"},
		{"block list at the end", "lexicons:\n  - a\n  - b\n", "lexicons:\n  - a\n  - b\ninclude: [vendor/lexicons]\n"},
		{"no value", "include: # none yet\nprofile: v1\n", "include: [vendor/lexicons] # none yet\nprofile: v1\n"},
		{"empty list", "include: []\nprofile: v1\n", "include: [vendor/lexicons]\nprofile: v1\n"},
		{"list", "include: [a.json, \"b.json\"] # two\n", "include: [vendor/lexicons, a.json, \"b.json\"] # two\n"},
		{"block list", "include:\n  # one\n  - a.json # two\n  - b.json\n", "include:\n  # one\n  - vendor/lexicons\n  - a.json # two\n  - b.json\n"},
		{"flow", "{profile: v1, lexicons: [é]}\n", "{include: [vendor/lexicons], profile: v1, lexicons: [é]}\n"},
		{"empty flow", "{}\n", "{include: [vendor/lexicons]}\n"},
		{"line ends of Windows", "profile: v1\r\n", "profile: v1\r\ninclude: [vendor/lexicons]\n"},
		{"byte-order mark", "\ufeffprofile: v1\n", "\ufeffprofile: v1\ninclude: [vendor/lexicons]\n"},
		{"document start", "---\nprofile: v1\n", "---\nprofile: v1\ninclude: [vendor/lexicons]\n"},
		{"document end", "profile: v1\n...\n", ""},
		{"alias", "lexicons: &a [x]\ninclude: *a\n", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), FileName)
			if err := os.WriteFile(path, []byte(test.text), 0o600); err != nil {
				t.Fatal(err)
			}
			c, err := Load(path)
			if err != nil {
				t.Fatal(err)
			}
			got, err := c.WithInclude("vendor/lexicons")
			if string(got) != test.want || (err == nil) != (test.want != "") {
				t.Errorf("got %v\n%s\nwant\n%s", err, got, test.want)
			}
		})
	}
}

func TestIgnoreEntry(t *testing.T) {
	const entry = "  - rules: [unused-def]\n    paths: [\"a.json\"]\n"
	const flow = `{rules: [unused-def], paths: ["a.json"]}`
	for text, want := range map[string]string{
		"":                              "ignore:\n" + entry,
		"# ours":                        "# ours\nignore:\n" + entry,
		"profile: v1\n":                 "profile: v1\nignore:\n" + entry,
		"  profile: v1\n":               "  profile: v1\n  ignore:\n    - rules: [unused-def]\n      paths: [\"a.json\"]\n",
		"ignore:\nprofile: v1\n":        "ignore:\n" + entry + "profile: v1\n",
		"ignore: # none\nprofile: v1\n": "ignore:\n" + strings.TrimSuffix(entry, "\n") + " # none\nprofile: v1\n",
		"ignore: ~\n":                   "",
		"ignore: []\n":                  "ignore: [" + flow + "]\n",
		"ignore: [ {rules: [file-path]} ] # one\n":       "ignore: [" + flow + ",  {rules: [file-path]} ] # one\n",
		"ignore:\n  [\n    {rules: [file-path]},\n  ]\n": "ignore:\n  [" + flow + ", \n    {rules: [file-path]},\n  ]\n",
		"ignore:\n# why\n- rules: [file-path]\n":         "ignore:\n# why\n- rules: [unused-def]\n  paths: [\"a.json\"]\n- rules: [file-path]\n",
		"ignore:\n    -   rules: [file-path]\n":          "ignore:\n    - rules: [unused-def]\n      paths: [\"a.json\"]\n    -   rules: [file-path]\n",
		"{}\n":                                           "{ignore: [" + flow + "]}\n",
		"{profile: v1}\n":                                "{ignore: [" + flow + "], profile: v1}\n",
		"{ignore: [], profile: v1}\n":                    "{ignore: [" + flow + "], profile: v1}\n",
		"{ignore: , profile: v1}\n":                      "{ignore: [" + flow + "] , profile: v1}\n",
		"ignore: x\n":                                    "",
		"[]\n":                                           "",
		"profile: [\n":                                   "",
	} {
		at, added, err := IgnoreEntry([]byte(text), "unused-def", `"a.json"`)
		if got := text[:at] + added + text[at:]; want != "" && got != want || err == nil != (want != "") {
			t.Errorf("%q: %v\ngot\n%s\nwant\n%s", text, err, got, want)
		}
		if err != nil {
			continue
		}
		c, err := Parse("lexsmith.yaml", []byte(want))
		if err != nil || len(c.Ignore) == 0 || len(c.Ignore[0].Rules) != 1 || len(c.Ignore[0].Paths) != 1 {
			t.Errorf("%q became %q: %v", text, want, err)
		}
	}
}
