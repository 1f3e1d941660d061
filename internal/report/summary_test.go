package report

import "testing"

func TestSummaryLine(t *testing.T) {
	tests := []struct {
		name    string
		outcome outcome
		all     bool
		want    string
	}{
		{"clean", outcome{Summary: Summary{Files: 402}}, false, "402 files, no findings"},
		{"one", outcome{Summary: Summary{Files: 1}, counts: counts{0, 1, 1, 1}}, true, "1 file, 1 error, 1 warning, 1 info finding"},
		{"infos hidden", outcome{Summary: Summary{Files: 3}, counts: counts{0, 5, 2, 1}}, false, "3 files, 1 error, 2 warnings, 5 info findings hidden (use -a to show them)"},
		{"only infos", outcome{Summary: Summary{Files: 3}, counts: counts{0, 1, 0, 0}}, false, "3 files, no errors or warnings, 1 info finding hidden (use -a to show it)"},
		{"nothing to hide", outcome{}, true, "0 files, no findings"},
		{"skipped", outcome{Summary: Summary{Files: 1, Skipped: 2}}, false, "1 file, 2 others skipped (not Lexicons), no findings"},
		{"values", outcome{Summary: Summary{Files: 1, Values: &Values{ValueCounts: ValueCounts{Total: 1, Valid: 1}}}}, false, "1 file, 1 value, no findings"},
		{"all values", outcome{Summary: Summary{Files: 1, Omitted: 1, Values: &Values{ValueCounts: ValueCounts{10, 7, 2, 1}, MissingBlocks: 2}}, counts: counts{0, 0, 0, 3}}, false,
			"1 file, 10 values, 2 invalid, 1 with an unknown schema, 3 errors, 1 more finding not shown (--max-findings), 2 missing blocks"},
		{"too many in lint", outcome{Summary: Summary{Files: 1, Omitted: 2000}, counts: counts{0, 0, 0, 12000}}, false, "1 file, 12000 errors, 2000 more findings not shown"},
		{"cases", outcome{Summary: Summary{Files: 1, Values: &Values{ValueCounts: ValueCounts{Total: 3, Valid: 3}}, Cases: &Cases{Total: 3}}}, false, "1 file, 3 cases, 0 failed, no findings"},
		{"verdict", outcome{Summary: Summary{Files: 4, Diff: &Diff{Before: 1}}, verdict: Identical}, false, "identical; 1 file before, 3 after"},
		{"partial", outcome{Summary: Summary{Files: 4, Diff: &Diff{Before: 2, Partial: true}}, verdict: Breaking, counts: counts{0, 0, 0, 2}}, false,
			"breaking: 2 errors; partial: at least one side has lint errors; 2 files before, 2 after"},
		{"against", outcome{Summary: Summary{Files: 2, Diff: &Diff{Before: 1}, Against: &Base{Text: "a\x1bb at 1a2b3c4"}}, verdict: Identical}, false,
			`identical; 1 file before, 1 after; compared against a\x1bb at 1a2b3c4`},
		{"range", outcome{Summary: Summary{Files: 2, Diff: &Diff{Before: 1}, Against: &Base{Text: "main at 1a2b3c4, the merge base", NewText: "b at 2b3c4d5"}}, verdict: Identical}, false,
			"identical; 1 file before, 1 after; b at 2b3c4d5 compared against main at 1a2b3c4, the merge base"},
		{"layout", outcome{Summary: Summary{Files: 4, Layout: &Layout{}}}, false, "4 files, none changed"},
		{"layout changed", outcome{Summary: Summary{Files: 4, Skipped: 1, Layout: &Layout{Changed: []string{"a", "b"}}}, counts: counts{0, 0, 0, 1}}, false,
			"4 files, 1 other skipped (not a Lexicon), 2 changed, 1 error"},
		{"layout to change", outcome{Summary: Summary{Files: 1, Layout: &Layout{Changed: []string{"a"}, Pending: true}}}, false, "1 file, 1 to format"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := test.outcome.line(!test.all); got != test.want {
				t.Errorf("got %q, expected %q", got, test.want)
			}
		})
	}
}
