package report

import (
	"fmt"
	"strings"

	"github.com/lexsmith/lexsmith/internal/terminal"
	"github.com/lexsmith/lexsmith/internal/words"
)

// Tests is the part of test: what a service was asked.
type Tests struct {
	Methods []TestedMethod `json:"-"` // in the order of their NSIDs
	Cut     bool           `json:"-"` // the run ended before all was asked
	// LeftOut are the procedures that were not called, and NotImplemented the methods that
	// the service does not have. They are not nil.
	LeftOut        []string `json:"leftOut"`
	NotImplemented []string `json:"notImplemented"`
}

// TestedMethod is what a service was asked of one method.
type TestedMethod struct {
	NSID       string  `json:"nsid"`
	Requests   int     `json:"requests"`
	Refused    int     `json:"refused"`    // that were invalid, and that the service rejected
	Violations int     `json:"violations"` // findings that are errors
	Slowest    float64 `json:"slowestMs"`  // in milliseconds
}

// table returns the methods as a table, and what was left out; "" for nil, or if it is not wanted.
func (t *Tests) table(quiet bool) string {
	if t == nil || quiet {
		return ""
	}
	var b strings.Builder
	if len(t.Methods) > 0 {
		table := [][]string{{"METHOD", "REQUESTS", "REJECTED", "VIOLATIONS", "SLOWEST"}}
		for _, m := range t.Methods {
			row := fmt.Sprintf("%s\t%d\t%d\t%d\t%.0f ms", terminal.Escape(m.NSID), m.Requests, m.Refused, m.Violations, m.Slowest)
			table = append(table, strings.Split(row, "\t"))
		}
		b.WriteString(terminal.Columns(table))
	}
	for _, list := range []struct {
		nsids []string
		what  string
	}{{t.LeftOut, "not called without --write"}, {t.NotImplemented, "not implemented"}} {
		if len(list.nsids) > 0 {
			fmt.Fprintf(&b, "%s: %s\n", list.what, terminal.Escape(strings.Join(list.nsids, ", ")))
		}
	}
	if t.Cut {
		b.WriteString("the run ended before every request of the plan was sent\n")
	}
	return b.String()
}

// line counts the methods and requests.
func (t *Tests) line() string {
	requests := 0
	for _, m := range t.Methods {
		requests += m.Requests
	}
	return words.Count(len(t.Methods), "method") + ", " + words.Count(requests, "request")
}
