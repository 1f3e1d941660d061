package cmd

import (
	"strings"
	"testing"
)

// What is suggested exists, and what is familiar does not.
func TestFamiliar(t *testing.T) {
	root := newRoot(&options{})
	for name, suggested := range familiarCommands() {
		if _, err := findCommand(root, []string{name}); err == nil {
			t.Errorf("there is a command %s", name)
		}
		found := familiarCommand(root, name)
		if len(found) != len(suggested) {
			t.Errorf("%s: only %q of %q exist", name, found, suggested)
		}
	}
	for name, use := range familiarFlags() {
		found := false
		for _, c := range allCommands(root) {
			found = found || familiarFlag(c, name) == use
			if c.Flags().Lookup(name) != nil || root.PersistentFlags().Lookup(name) != nil {
				t.Errorf("%s has a flag --%s", c.CommandPath(), name)
			}
		}
		if !found {
			t.Errorf("no command has the flag in %q", use)
		}
	}
	for flag, usage := range familiarFlags() {
		if !strings.HasPrefix(usage, "--") {
			t.Errorf("%s: %q is not a flag", flag, usage)
		}
	}
}
