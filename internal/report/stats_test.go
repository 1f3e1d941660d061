package report

import (
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/stats"
)

// Only what is left out is named.
func TestStatsOmitted(t *testing.T) {
	for want, omitted := range map[string]stats.Omitted{
		"left out: 2 fields\n":                                   {Fields: 2},
		"left out: 1 occurrence of extra fields\n":               {ExtraFields: 1},
		"left out: 1 field and 30 occurrences of extra fields\n": {Fields: 1, ExtraFields: 30},
	} {
		var out strings.Builder
		types := []stats.Type{{Ref: "com.example.thing", Omitted: &omitted}}
		if err := WriteStats(Options{Out: &out, Quiet: true}, types, Summary{}, [diag.Error + 1]int{}); err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(out.String(), "\n"+want) {
			t.Errorf("got %q, want %q at the end", out.String(), want)
		}
	}
}
