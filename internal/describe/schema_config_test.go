package describe

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"

	"github.com/lexsmith/lexsmith/internal/config"
	"github.com/lexsmith/lexsmith/internal/scaffold"
	"github.com/lexsmith/lexsmith/internal/words"
)

func load(t *testing.T, text string) error {
	t.Helper()
	path := filepath.Join(t.TempDir(), config.FileName)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := config.Load(path)
	return err
}

// The schema has the keys that are read.
func TestConfigKeys(t *testing.T) {
	type keys map[string]struct {
		Properties keys
		Items      struct{ Properties keys }
	}
	var schema struct{ Properties keys }
	if err := json.Unmarshal(ConfigSchema(), &schema); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		before, after, in string
		keys              keys
	}{
		{"", "", "the config file", schema.Properties},
		{"diff: {", "}", `"diff"`, schema.Properties["diff"].Properties},
		{"format: {", "}", `"format"`, schema.Properties["format"].Properties},
		{"ignore: [{", "}]", "an ignore entry", schema.Properties["ignore"].Items.Properties},
	} {
		err := load(t, test.before+"zzzzzzzz: x"+test.after)
		known := words.Enumerate(slices.Sorted(maps.Keys(test.keys)), "or")
		known = regexp.MustCompile(`[a-z]+(-[a-z]+)*`).ReplaceAllString(known, `"$0"`)
		known = strings.ReplaceAll(known, `"or"`, "or")
		if want := `unknown key "zzzzzzzz" in ` + test.in + " (expected " + known + ")"; err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// The schema accepts and refuses the same files as the command.
func TestConfigValues(t *testing.T) {
	schema := compile(t, ConfigSchema())
	for text, want := range map[string]bool{
		scaffold.Config([]string{"lexicons"}, nil).Content:                   true,
		scaffold.Config([]string{"my lexicons", "a"}, []string{"b"}).Content: true,
		"{}": true, "profile:": true, "profile: v1": true, "profile: atproto": true, "profile: v2": false, "profile: [v1]": false,
		"lexicons: [a, b]": true, "lexicons: a": false, "lexicons: ['']": false, "lexicons: [1]": false, "include: [a]": true, "include: {}": false,
		"severity: {style: off, unlimited-string: error}": true, "severity: {style: loud}": false, "severity: {nothing: off}": false, "severity: [style]": false,
		"severity: {diff: info, validate: warning}": true, "severity: {undecodable-cid: off}": true,
		"ignore: [{rules: [style]}]": true, "ignore: [{paths: [a], nsids: [com.example.*], rules: [diff]}]": true, "ignore: [{}]": false,
		"ignore: {rules: [style]}": false, "ignore: [{rules: [nothing]}]": false, "ignore: [{rule: [style]}]": false,
		"ignore: [{rules: [diff], reason: a, until: 2027-01-31}]": true, "ignore: [{rules: [diff], reason: a, until: v2}]": true, "ignore: [{rules: [diff], reason: a, until: 2.0}]": true,
		"ignore: [{rules: [diff], until: v2}]": false, "ignore: [{reason: a}]": false, "ignore: [{rules: [diff], reason: ''}]": false,
		"fail-on: warning": true, "fail-on: off": false, "extra-fields: off": true, "extra-fields: on": false,
		"diff: {against: main}": true, "diff: {against: ''}": false, "diff: main": false, "diff:": true,
		"format: {indent: 2, width: 100, order: keep}": true, "format: {indent: tab}": true, "format: {indent: 3}": false, "format: {indent: '4'}": true,
		"format: {width: 0}": false, "format: {order: sorted}": false, "formats: {}": false,
	} {
		if err := load(t, text); (err == nil) != want {
			t.Errorf("%s: the command says %v, want valid: %v", text, err, want)
		}
		var value any
		if err := yaml.Unmarshal([]byte(text), &value); err != nil {
			t.Fatal(err)
		}
		asJSON, err := json.Marshal(value)
		if err != nil {
			t.Fatal(err)
		}
		if err := check(t, schema, asJSON); (err == nil) != want {
			t.Errorf("%s: the schema says %v, want valid: %v", text, err, want)
		}
	}
}
