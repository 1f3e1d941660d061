package report

import (
	"bufio"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"text/tabwriter"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

// statistics counts findings by rule and severity.
type statistics struct {
	fixable func(*diag.Finding) bool // nil: none is
	rows    map[statisticsKey]*statisticsRow
}

type statisticsKey struct {
	rule     *diag.Rule
	severity diag.Severity
}

type statisticsRow struct {
	statisticsKey
	count, fixable int
}

func newStatistics(o *Options) *statistics {
	return &statistics{fixable: o.Fixable, rows: map[statisticsKey]*statisticsRow{}}
}

// add counts a number of findings like f.
func (s *statistics) add(f *diag.Finding, count int) {
	key := statisticsKey{f.Rule, f.Severity}
	row := s.rows[key]
	if row == nil {
		row = &statisticsRow{statisticsKey: key}
		s.rows[key] = row
	}
	row.count += count
	if s.fixable != nil && s.fixable(f) {
		row.fixable += count
	}
}

// sorted returns the rows, the most frequent first, then by severity and rule.
func (s *statistics) sorted() []*statisticsRow {
	return slices.SortedFunc(maps.Values(s.rows), func(a, b *statisticsRow) int {
		return cmp.Or(cmp.Compare(b.count, a.count), cmp.Compare(b.severity, a.severity), cmp.Compare(a.rule.Code, b.rule.Code))
	})
}

// statisticsText writes statistics as a table in place of the findings.
type statisticsText struct {
	*textPrinter
	*statistics
}

func (p statisticsText) finding(f *diag.Finding) { p.add(f, 1) }

func (p statisticsText) close(o *outcome) error {
	if err := p.table(p.out); err != nil {
		return err
	}
	p.begun = len(p.rows) > 0
	return p.textPrinter.close(o)
}

// table writes the rows in columns. That of fixable findings is left out when there
// are none.
func (s *statistics) table(out *bufio.Writer) error {
	rows := s.sorted()
	if len(rows) == 0 {
		return nil
	}
	fixable := slices.ContainsFunc(rows, func(r *statisticsRow) bool { return r.fixable > 0 })
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	row := func(rule, severity, count, fix any) {
		if fixable {
			fmt.Fprintf(table, "%v\t%v\t%v\t%v\n", rule, severity, count, fix)
		} else {
			fmt.Fprintf(table, "%v\t%v\t%v\n", rule, severity, count)
		}
	}
	row("RULE", "SEVERITY", "COUNT", "FIXABLE")
	for _, r := range rows {
		row(r.rule.Code, r.severity, r.count, r.fixable)
	}
	return table.Flush()
}

// statisticsJSON writes statistics as the member "statistics" in place of
// "findings".
type statisticsJSON struct {
	*jsonPrinter
	*statistics
}

type jsonStatistic struct {
	Rule     string `json:"rule"`
	Severity string `json:"severity"`
	Count    int    `json:"count"`
	Fixable  int    `json:"fixable"`
}

func (p statisticsJSON) finding(f *diag.Finding) { p.add(f, 1) }

func (p statisticsJSON) close(o *outcome) error {
	for i, r := range p.sorted() {
		p.item(i == 0)
		p.value(jsonStatistic{r.rule.Code, r.severity.String(), r.count, r.fixable})
	}
	return p.jsonPrinter.close(o)
}
