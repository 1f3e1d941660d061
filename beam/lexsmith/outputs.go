package lexsmith

import (
	"bytes"
	"encoding/json"
	"slices"
	"unicode/utf8"

	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// Invalid is an invalid value, as a line of NDJSON.
type Invalid struct {
	Path       string   `json:"path,omitempty"`
	Line       int      `json:"line,omitempty"`   // of an NDJSON file
	Record     any      `json:"record,omitempty"` // as in findings: index in an NDJSON file, or URI
	Collection string   `json:"collection,omitempty"`
	Rules      []string `json:"rules"` // that an error was found of, sorted
	// Text is the value; Base64 is it where it is not text, such as DAG-CBOR. A value
	// that is too large to be read has neither.
	Text   string `json:"text,omitempty"`
	Base64 []byte `json:"base64,omitempty"`
}

// value is a value and what is found about it.
type value struct {
	validate.Result
	text   []byte // nil: that of the findings
	path   string
	record string // see diag.DataPlace
	line   int    // from 1; 0 for none
	// aside says that the findings are not about a value.
	aside bool
}

// outputs takes what is found about values.
type outputs struct {
	*checker
	findings, invalid batch
	counts            map[string]*Counts // by collection
	err               error              // the first one
}

// batchSize is how many bytes of lines become one element. Runners spend far more on an
// element than on a line.
const batchSize = 1 << 20

// batch gathers lines.
type batch struct {
	emit func(string)
	text []byte // lines with ends between them
}

func (b *batch) add(line []byte) {
	if len(b.text) > 0 {
		b.text = append(b.text, '\n')
	}
	if b.text = append(b.text, line...); len(b.text) >= batchSize {
		b.flush()
	}
}

// flush emits the lines that are there.
func (b *batch) flush() {
	if len(b.text) > 0 {
		b.emit(string(b.text))
		b.text = b.text[:0]
	}
}

// close emits everything.
func (o *outputs) close(counts func(string, Counts)) {
	o.findings.flush()
	o.invalid.flush()
	for collection, n := range o.counts {
		counts(collection, *n)
	}
}

// value reports the findings on a value, and counts both.
func (o *outputs) value(v *value) {
	counts := o.counts[v.Collection]
	if counts == nil {
		counts = &Counts{}
		o.counts[v.Collection] = counts
	}
	for _, omitted := range v.Omitted {
		if f := omitted.Like; o.keep(&f) {
			counts.finding(countName(&f), int64(omitted.Count))
		}
	}
	var rules []string // of errors
	text := v.text
	for _, f := range diag.SortFindings(v.Findings) {
		if text == nil && f.Source != nil {
			text = f.Source.Text
		}
		if !o.keep(&f) {
			continue
		}
		counts.finding(countName(&f), 1)
		o.findings.add(report.LineFinding(&f))
		if f.Severity == diag.Error {
			rules = append(rules, f.Rule.Code)
		}
	}
	switch {
	case v.aside:
	case rules != nil:
		counts.Invalid++
		slices.Sort(rules)
		o.deadLetter(v, text, slices.Compact(rules))
	case v.Unknown:
		counts.Unknown++
	default:
		counts.Valid++
	}
}

// countName is what Counts calls findings like f.
func countName(f *diag.Finding) string { return f.Rule.Code + " " + f.Severity.String() }

// deadLetter puts out an invalid value.
func (o *outputs) deadLetter(v *value, text []byte, rules []string) {
	letter := Invalid{Path: v.path, Line: v.line, Record: report.RecordID(v.record), Collection: v.Collection, Rules: rules}
	if utf8.Valid(text) {
		letter.Text = string(text)
	} else {
		letter.Base64 = text
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(letter); err != nil && o.err == nil {
		o.err = err
	}
	o.invalid.add(bytes.TrimSuffix(b.Bytes(), []byte("\n")))
}
