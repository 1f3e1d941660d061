package cli

import (
	"testing"

	"github.com/spf13/pflag"
)

func TestNumber(t *testing.T) {
	for _, test := range []struct {
		value string
		want  int // -1: refused
	}{
		{"1", 1}, {"8", 8}, {"9", 8}, {"99999999999999999999", 8},
		{"0", -1}, {"-1", -1}, {"-99999999999999999999", -1}, {"", -1}, {"1.5", -1}, {"x", -1},
	} {
		got := -1
		flags := pflag.NewFlagSet("", pflag.ContinueOnError)
		Number(flags, &got, "jobs", "j", 1, 8, "")
		if err := flags.Set("jobs", test.value); (err != nil) != (test.want < 0) || got != test.want {
			t.Errorf("%q: got %d, %v, want %d", test.value, got, err, test.want)
		}
	}
}
