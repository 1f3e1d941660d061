package report

import (
	"regexp"
	"testing"
)

// --color adds only color, and does not depend on the destination of the report or
// on the environment.
func TestColorOnlyAddsColor(t *testing.T) {
	t.Setenv("NO_COLOR", "1")
	t.Setenv("TERM", "dumb")
	sequence := regexp.MustCompile("\x1b\\[[0-9;]*m")
	for command, s := range samples(t) {
		plain := write(t, Options{Format: Text, All: true}, s)
		colored := write(t, Options{Format: Text, All: true, Color: true}, s)
		if len(s.findings) > 0 && colored == plain {
			t.Errorf("%s: no color", command)
		}
		if got := sequence.ReplaceAllString(colored, ""); got != plain {
			t.Errorf("%s: without colors the text is\n%s\nexpected\n%s", command, got, plain)
		}
	}
}
