package cmd

import (
	"slices"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/internal/cli"
)

// What is suggested exists, and what is familiar does not.
func TestFamiliar(t *testing.T) {
	root := newRoot(&globals{})
	all := allCommands(root)
	for _, c := range all {
		for _, name := range c.SuggestFor {
			if _, err := cli.FindCommand(root, []string{name}); err == nil {
				t.Errorf("there is a command %s", name)
			}
		}
	}
	for name, use := range familiarFlags() {
		found := false
		for _, c := range all {
			suggested := familiarFlags().Flag(c, name) == use
			found = found || suggested
			if suggested && c.Flags().Lookup(name) != nil || root.PersistentFlags().Lookup(name) != nil {
				t.Errorf("%s has a flag --%s", c.CommandPath(), name)
			}
		}
		if !found {
			t.Errorf("no command has the flag in %q", use)
		}
		if !strings.HasPrefix(use, "--") {
			t.Errorf("%s: %q is not a flag", name, use)
		}
	}
}

// Names that other tools have for commands lead to these.
func TestSuggestFor(t *testing.T) {
	for name, want := range map[string]string{
		"breaking": "diff", "check": "lint validate", "check-dns": "status", "codegen": "export", "compare": "diff", "compat": "diff",
		"convert": "export", "delete": "unpublish", "explain": "rules", "fetch": "pull", "format": "fmt", "generate": "export",
		"install": "pull", "mock": "serve", "parse": "lint", "push": "publish", "resolve": "pull",
		"update": "pull", "upload": "publish", "verify": "lint validate",
		"asyncapi": "asyncapi", "jsonschema": "jsonschema", "openapi": "openapi",
	} {
		var found []string
		for _, c := range allCommands(newRoot(&globals{})) {
			if slices.Contains(c.SuggestFor, name) {
				found = append(found, c.Name())
			}
		}
		if got := strings.Join(found, " "); got != want {
			t.Errorf("%s leads to %q, want %q", name, got, want)
		}
	}
}
