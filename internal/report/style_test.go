package report

import (
	"regexp"
	"testing"
)

// Colour must be all that --color adds, and must not depend on what the
// report is written to or on the environment.
func TestColorOnlyAddsColor(t *testing.T) {
	t.Setenv("NO_COLOR", "1")
	t.Setenv("TERM", "dumb")
	sequence := regexp.MustCompile("\x1b\\[[0-9;]*m")
	for command, s := range samples(t) {
		plain := write(t, Options{Format: Text, All: true}, s)
		colored := write(t, Options{Format: Text, All: true, Color: true}, s)
		if len(s.findings) > 0 && colored == plain {
			t.Errorf("%s: there is no colour", command)
		}
		if got := sequence.ReplaceAllString(colored, ""); got != plain {
			t.Errorf("%s: without its colours the text is\n%s\nexpected\n%s", command, got, plain)
		}
	}
}
