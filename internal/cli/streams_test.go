package cli

import (
	"strings"
	"testing"
)

func TestWantsColor(t *testing.T) {
	for _, test := range []struct {
		env            string
		pipe, terminal bool
	}{
		{"", false, true},
		{"TERM=dumb", false, false},
		{"NO_COLOR=1", false, false},
		{"NO_COLOR=", false, true},
		{"FORCE_COLOR=1", true, true},
		{"FORCE_COLOR=true TERM=dumb", true, true},
		{"FORCE_COLOR=0", false, false},
		{"FORCE_COLOR=false", false, false},
		{"NO_COLOR=1 FORCE_COLOR=1 CLICOLOR_FORCE=1", false, false},
		{"FORCE_COLOR=0 CLICOLOR_FORCE=1", false, false},
		{"CLICOLOR_FORCE=1", true, true},
		{"CLICOLOR_FORCE=1 CLICOLOR=0", true, true},
		{"CLICOLOR_FORCE=0", false, true},
		{"CLICOLOR=0", false, false},
		{"CLICOLOR=1", false, true},
		{"CLICOLOR=1 TERM=dumb", false, false},
	} {
		env := map[string]string{}
		for _, variable := range strings.Fields(test.env) {
			name, value, _ := strings.Cut(variable, "=")
			env[name] = value
		}
		getenv := func(name string) string { return env[name] }
		if got := wantsColor(getenv, false); got != test.pipe {
			t.Errorf("%s: a pipe gets color: %v", test.env, got)
		}
		if got := wantsColor(getenv, true); got != test.terminal {
			t.Errorf("%s: a terminal gets color: %v", test.env, got)
		}
	}
}
