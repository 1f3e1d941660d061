package serve

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"sync"
	"text/tabwriter"

	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/syntax"
	"github.com/lexsmith/lexsmith/pkg/xrpc"
)

// Findings reports what a proxy finds: each violation as it is found, and at the end a
// table. It is safe for concurrent use.
type Findings struct {
	mu                 sync.Mutex
	out                io.Writer
	text               *report.Report // nil when the findings go to a file
	file               io.Writer      // NDJSON; nil when they are text
	rows               map[row]int
	worst              diag.Severity
	err                error // of writing
	checked, unchecked map[syntax.NSID]int
	other              int // requests that name no method
	unanswered         int // requests that the service did not respond to
}

type row struct {
	method   syntax.NSID
	rule     *diag.Rule
	severity diag.Severity
}

// NewFindings returns a report that writes to out.
func NewFindings(o report.Options) (*Findings, error) {
	o.Quiet, o.Filter = true, nil // there are no files to count, and the proxy has filtered
	text, err := report.New(o)
	return &Findings{out: o.Out, text: text, rows: map[row]int{}, checked: map[syntax.NSID]int{}, unchecked: map[syntax.NSID]int{}}, err
}

// ToFile lets the findings be written to a file, as NDJSON, instead of the report. It
// must come before the first one.
func (f *Findings) ToFile(file io.Writer) { f.text, f.file = nil, file }

// Report adds a violation.
func (f *Findings) Report(v xrpc.Violation) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.rows[row{v.Method, v.Rule, v.Severity}]++
	f.worst = max(f.worst, v.Severity)
	var err error
	if f.text != nil {
		f.text.Add(v.Finding)
		err = f.text.Flush()
	} else {
		wire := report.Wire{Direction: string(v.Direction), Part: v.Part.String(), Status: v.Status}
		_, err = f.file.Write(append(report.WireFinding(&v.Finding, wire), '\n'))
	}
	f.err = cmp.Or(f.err, err)
}

// Count counts a request.
func (f *Findings) Count(x xrpc.Exchange) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if x.Unanswered {
		f.unanswered++
	}
	switch {
	case x.Method != nil:
		f.checked[x.NSID]++
	case x.NSID != "":
		f.unchecked[x.NSID]++
	default:
		f.other++
	}
}

// Failed reports whether there was a finding of at least a severity, or a request that the
// service did not respond to.
func (f *Findings) Failed(failOn diag.Severity) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.worst >= failOn || f.unanswered > 0
}

// Close writes the table. The error is the first one of writing.
func (f *Findings) Close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	_, err := f.out.Write(f.table())
	return cmp.Or(f.err, err)
}

func (f *Findings) table() []byte {
	var b bytes.Buffer
	counts := map[diag.Severity]int{}
	if len(f.rows) > 0 {
		table := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
		fmt.Fprint(table, "\nMETHOD\tRULE\tSEVERITY\tCOUNT\n")
		rows := slices.SortedFunc(maps.Keys(f.rows), func(a, b row) int {
			return cmp.Or(cmp.Compare(a.method, b.method), cmp.Compare(b.severity, a.severity), cmp.Compare(a.rule.Code, b.rule.Code))
		})
		for _, r := range rows {
			fmt.Fprintf(table, "%s\t%s\t%s\t%d\n", r.method, r.rule.Code, r.severity, f.rows[r])
			counts[r.severity] += f.rows[r]
		}
		_ = table.Flush()
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "%s to %s checked", words.Count(total(f.checked), "request"), words.Count(len(f.checked), "method"))
	if unchecked := total(f.unchecked); unchecked > 0 {
		fmt.Fprintf(&b, ", %s not checked (%s without a Lexicon)", words.Count(unchecked, "request"), words.Count(len(f.unchecked), "method"))
	}
	if f.other > 0 {
		fmt.Fprintf(&b, ", %s to other paths", words.Count(f.other, "request"))
	}
	for s := diag.Error; s > diag.Off; s-- {
		if counts[s] > 0 {
			fmt.Fprintf(&b, ", %s", words.Count(counts[s], report.SeverityWord(s)))
		}
	}
	if len(counts) == 0 {
		b.WriteString(", no findings")
	}
	if f.unanswered > 0 {
		fmt.Fprintf(&b, ", %s failed because the service did not respond", words.Count(f.unanswered, "request"))
	}
	b.WriteByte('\n')
	return b.Bytes()
}

func total(counts map[syntax.NSID]int) int {
	n := 0
	for _, c := range counts {
		n += c
	}
	return n
}
