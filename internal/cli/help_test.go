package cli

import (
	"strings"
	"testing"
)

func TestExamples(t *testing.T) {
	long := strings.Repeat("x", 40)
	text := "lexsmith lint   short\nlexsmith " + long + "   " + long + "\nlexsmith " + long + long
	want := "lexsmith lint   short\n# " + long + "\nlexsmith " + long + "\nlexsmith " + long + long + "\n"
	if got := examples(text); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
