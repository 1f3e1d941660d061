package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// suggestedFor returns those of the commands below parent that do what another tool
// calls by a name.
func suggestedFor(parent *cobra.Command, name string) (paths []string) {
	for _, c := range parent.Commands() {
		if slices.Contains(c.SuggestFor, strings.ToLower(name)) {
			paths = append(paths, c.Name())
		}
		for _, below := range suggestedFor(c, name) {
			paths = append(paths, c.Name()+" "+below)
		}
	}
	return paths
}

// familiarFlags says what does the work of flags that other tools have under these
// names, or single letters.
func familiarFlags() map[string]string {
	return map[string]string{
		"I":            `--severity RULE=off, or an "ignore" entry in lexsmith.yaml`,
		"v":            "--all to show info findings",
		"d":            "--input",
		"p":            "--addr HOST:PORT",
		"app-password": "--password-file or LEXSMITH_APP_PASSWORD",
		"base":         "--against",
		"body":         "--input",
		"branch":       "--against",
		"catalog":      "--lexicons",
		"data":         "--input",
		"debug":        "--all to show info findings",
		"disable":      `--severity RULE=off, or an "ignore" entry in lexsmith.yaml`,
		"ignore":       `--severity RULE=off, or an "ignore" entry in lexsmith.yaml`,
		"ignore-lint":  `--severity RULE=off, or an "ignore" entry in lexsmith.yaml`,
		"json":         "--format json",
		"lexicons-dir": "--lexicons",
		"lint-level":   "--fail-on",
		"location":     "--follow",
		"max-warnings": "--fail-on warning",
		"no-color":     "--color never",
		"nsid":         "--ref",
		"password":     "--password-file or LEXSMITH_APP_PASSWORD",
		"plc-host":     "--plc",
		"port":         "--addr HOST:PORT",
		"sarif":        "--format sarif",
		"schema":       "--lexicons",
		"schemas":      "--lexicons",
		"since":        "--against",
		"strict":       "--fail-on warning",
		"token":        "--token-env",
		"type":         "--ref",
		"url":          "--service",
		"username":     "--identifier",
		"verbose":      "--all to show info findings",
	}
}

// familiarFlag returns the flag of a command that does what another tool calls by a
// name; "" when the command has none.
func familiarFlag(c *cobra.Command, name string) string {
	use := familiarFlags()[name]
	own, _, _ := strings.Cut(strings.TrimPrefix(use, "--"), " ")
	if own == "" || c.Flag(own) == nil {
		return ""
	}
	return use
}

// familiarValue ends a message about an invalid value of --format with the flag that
// may have been meant; "" if there is none.
func familiarValue(c *cobra.Command, flag, value string) string {
	var other, purpose string
	switch value = strings.ToLower(value); {
	case flag != "format":
	case value == "yaml" || value == "yml":
		other, purpose = "yaml", "write YAML"
	case slices.Contains([]string{"ndjson", "jsonl", "cbor", "car"}, value):
		other, purpose = "data-format", "set the format of the data"
	}
	if other == "" || c.Flag(other) == nil {
		return ""
	}
	return "; to " + purpose + ", use --" + other
}

// didYouMean ends a message about an unknown name with those that may have been meant.
func didYouMean(names []string) string {
	quoted := make([]string, len(names))
	for i, name := range names {
		quoted[i] = `"` + name + `"`
	}
	return "; did you mean " + syntax.Enumerate(quoted, "or") + "?"
}
