package cmd

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/internal/build"
	"github.com/lexsmith/lexsmith/internal/cli"
)

// The limits in SECURITY.md are those that lexsmith has: what reaches a limit passes, what
// is above it is reported.
func TestSecurityLimits(t *testing.T) {
	if testing.Short() {
		t.Skip("large inputs")
	}
	document := strings.Join(strings.Fields(readDocument(t, "SECURITY.md")), " ")
	const (
		anything = `{"lexicon": 1, "id": "com.example.any", "defs": {"main": {"type": "unknown"}}}`
		check    = "validate -L schema.json --ref com.example.any "
	)
	nested := func(levels int) string { return strings.Repeat("[", levels) + strings.Repeat("]", levels) }
	text := func(size int) string { return `"` + strings.Repeat("x", size-2) + `"` }
	list := func(values, size int) string { // so many in a text of a size, with the list itself
		short := "[" + strings.Repeat("0,", values-3)
		return short + "0" + strings.Repeat(" ", size-len(short)-2) + "]"
	}
	schema := func(values, size int) string {
		const start, end = `{"lexicon": 1, "id": "com.example.other", "defs": {"main": {"type": "string", "enum": [`, `"x"]}}}`
		const others = 8 // values
		items := strings.Repeat(`"",`, values-others)
		return start + items + strings.Repeat(" ", size-len(start+items+end)) + end
	}
	const mib = 1 << 20
	for _, test := range []struct {
		limit, args   string
		within, above string
		rule          string
	}{
		{"Nesting is limited to 1000 levels", check, nested(1000), nested(1001), "[too-deep]"},
		{"a data value to 32 MiB", check, text(32 * mib), text(32*mib + 1), "[too-large]"},
		{"and to 960,000 nested values and keys plus one for every 10 bytes", check, list(1_160_000, 2_400_000), list(1_250_000, 2_500_000), "[too-large]"},
		{"a schema file to a million values", "lint -q --severity style=off ", schema(1_000_000, 4*mib), schema(1_100_000, 4*mib), "more than 1048576 JSON values"},
		{"and 32 MiB", "lint -q --severity style=off ", schema(9, 32*mib), schema(9, 32*mib+1), "larger than 32 MiB"},
	} {
		t.Run(test.limit, func(t *testing.T) {
			if !strings.Contains(document, test.limit) {
				t.Error("SECURITY.md does not say so")
			}
			t.Chdir(t.TempDir())
			for name, content := range map[string]string{"schema.json": anything, "within.json": test.within, "above.json": test.above} {
				if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			run := func(file string) (status int, told string) {
				var out strings.Builder
				status = execute(t.Context(), append(strings.Fields(test.args), filepath.Join(".", file)), cli.Streams{Out: &out, Err: &out}, build.Info{})
				return status, out.String()
			}
			if status, told := run("within.json"); status != 0 {
				t.Errorf("within the limit: status %d, %.300s", status, told)
			}
			if status, told := run("above.json"); status == 0 || !strings.Contains(told, test.rule) {
				t.Errorf("above the limit: status %d, %.300s", status, told)
			}
		})
	}
}
