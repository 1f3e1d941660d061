package report

import (
	"cmp"
	"maps"
	"slices"
	"strconv"

	"github.com/lexsmith/lexsmith/internal/terminal"
	"github.com/lexsmith/lexsmith/pkg/diag"
)

// statistics counts findings by rule and severity.
type statistics map[statisticsKey]*statisticsRow

type statisticsKey struct {
	rule     *diag.Rule
	severity diag.Severity
}

type statisticsRow struct {
	severity diag.Severity
	Rule     string `json:"rule"`
	Severity string `json:"severity"`
	Count    int    `json:"count"`
	Fixable  int    `json:"fixable"`
}

// add counts a number of findings like f.
func (s statistics) add(f *diag.Finding, count int) {
	key := statisticsKey{f.Rule, f.Severity}
	row := s[key]
	if row == nil {
		row = &statisticsRow{severity: f.Severity, Rule: f.Rule.Code, Severity: f.Severity.String()}
		s[key] = row
	}
	row.Count += count
	if hasSafeFix(f) {
		row.Fixable += count
	}
}

// rows returns the most frequent findings first, then by severity and rule.
func (s statistics) rows() []*statisticsRow {
	return slices.SortedFunc(maps.Values(s), func(a, b *statisticsRow) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(b.severity, a.severity), cmp.Compare(a.Rule, b.Rule))
	})
}

// table returns the rows in columns. That of fixable findings is left out when there
// are none.
func (s statistics) table() string {
	if len(s) == 0 {
		return ""
	}
	table := [][]string{{"RULE", "SEVERITY", "COUNT", "FIXABLE"}}
	fixable := 0
	for _, r := range s.rows() {
		table = append(table, []string{r.Rule, r.Severity, strconv.Itoa(r.Count), strconv.Itoa(r.Fixable)})
		fixable += r.Fixable
	}
	for i := range table {
		if fixable == 0 {
			table[i] = table[i][:3]
		}
	}
	return terminal.Columns(table)
}
