package report

import (
	"bufio"
	"bytes"
	"encoding/json"

	"github.com/lexsmith/lexsmith/internal/terminal"
	"github.com/lexsmith/lexsmith/pkg/diag"
)

// jsonPrinter writes the JSON report, one finding on each line.
// docs/report.schema.json describes it.
type jsonPrinter struct {
	encoder
	spool   *spool   // nil without results
	results *encoder // to the spool
}

// newJSONPrinter starts the document with the list of findings, or with that of
// statistics.
func newJSONPrinter(out *bufio.Writer, o *Options) printer {
	p := &jsonPrinter{encoder: newEncoder(out)}
	if o.Results {
		p.spool = &spool{}
		p.results = new(newEncoder(bufio.NewWriterSize(p.spool, spoolMemory)))
	}
	name := "findings"
	if o.Statistics {
		name = "statistics"
	}
	p.head(o, name)
	return p
}

func (p *jsonPrinter) finding(f *diag.Finding) { p.item(newJSONFinding(f)) }

// Result is the outcome for one value.
type Result struct {
	Path   string   `json:"path,omitempty"`   // of the file; "" when there is only one
	Record any      `json:"record,omitempty"` // see RecordID; nil for a single value
	Valid  bool     `json:"valid"`            // whether the value has no errors
	Rules  []string `json:"rules"`            // codes of the rules that it breaks
}

func (p *jsonPrinter) result(r *Result) {
	if p.results != nil {
		r.Rules = append([]string{}, r.Rules...) // not null
		p.results.item(r)
	}
}

func (p *jsonPrinter) close(o *outcome) error {
	for _, r := range o.statistics.rows() {
		p.item(r)
	}
	p.write("],\n")
	if o.Values != nil && o.statistics != nil {
		list(p, "collections", o.Collections.rows())
	}
	if p.results != nil {
		p.write(`"results":[`)
		if err := p.spool.copyTo(p.out, p.results.out); err != nil {
			return err
		}
		p.write("],\n")
	}
	if o.Plan != nil {
		list(p, "lexicons", o.Plan.Entries)
		if problems := o.Plan.Problems; problems != nil {
			for i := range problems {
				problems[i].Name = problems[i].Severity.String()
			}
			list(p, "problems", problems)
		}
	}
	if o.Tests != nil {
		list(p, "methods", o.Tests.Methods)
	}
	p.write(`"summary":`)
	p.value(newJSONSummary(o))
	p.write("}\n")
	return nil
}

// list writes a member whose value is a list.
func list[E any](p *jsonPrinter, name string, items []E) {
	p.begin(`"` + name + `":[`)
	for i := range items {
		p.item(&items[i])
	}
	p.write("],\n")
}

// encoder writes JSON values to a stream. Bytes in strings that are not UTF-8
// become U+FFFD, and control characters are escaped.
type encoder struct {
	out   *bufio.Writer
	json  *json.Encoder
	buf   *bytes.Buffer
	clean []byte
	begun bool // the list has an item
}

func newEncoder(out *bufio.Writer) encoder {
	buf := &bytes.Buffer{}
	e := encoder{out: out, json: json.NewEncoder(buf), buf: buf}
	e.json.SetEscapeHTML(false)
	return e
}

// JSONLine returns a value that can be encoded as JSON on one line, without a line break at
// the end. Control characters are escaped.
func JSONLine(v any) []byte {
	e := newEncoder(nil) // it only encodes
	return e.encode(v)
}

// encode returns the text of a value. It is valid until the next call.
func (e *encoder) encode(v any) []byte {
	e.buf.Reset()
	if err := e.json.Encode(v); err != nil {
		panic(err) // all types of this package can be encoded
	}
	e.clean = terminal.EscapeJSON(e.clean[:0], bytes.TrimSuffix(e.buf.Bytes(), []byte("\n")))
	return e.clean
}

func (e *encoder) value(v any)       { e.out.Write(e.encode(v)) }
func (e *encoder) write(text string) { e.out.WriteString(text) }

// head writes the start of a report, up to the first item of its first list.
func (e *encoder) head(o *Options, list string) {
	e.write(`{"tool":{"name":"lexsmith","version":`)
	e.value(o.Version)
	e.write(`},"command":`)
	e.value(o.Command)
	e.write(`,"profile":`)
	e.value(o.Profile.String())
	e.begin(",\n\"" + list + "\":[")
}

// begin writes the text before the first item of a list.
func (e *encoder) begin(text string) {
	e.write(text)
	e.begun = false
}

// item writes an item of the list on a new line.
func (e *encoder) item(v any) {
	if e.begun {
		e.write(",")
	}
	e.begun = true
	e.write("\n")
	e.value(v)
}

type jsonFinding struct {
	Rule     string `json:"rule,omitempty"`
	Severity string `json:"severity,omitempty"`
	Message  string `json:"message,omitempty"`
	jsonPlace
	NSID    string        `json:"nsid,omitempty"`
	Help    string        `json:"help,omitempty"`
	Related []jsonRelated `json:"related,omitempty"`
	Fix     *jsonFix      `json:"fix,omitempty"`

	Record        any     `json:"record,omitempty"`
	Schema        string  `json:"schema,omitempty"`
	SchemaPath    *string `json:"schemaPath,omitempty"`
	SchemaPointer *string `json:"schemaPointer,omitempty"`
	Curl          string  `json:"curl,omitempty"`

	Breaks      []string        `json:"breaks,omitzero"`
	Old         *jsonPlace      `json:"old,omitempty"`
	Affects     []diag.Affected `json:"affects,omitzero"`
	AffectsMore bool            `json:"affectsMore,omitempty"`
	Data        *jsonEvidence   `json:"data,omitempty"`

	Accepted *diag.Acceptance `json:"accepted,omitempty"`
}

// jsonPlace is a place, or only its start.
type jsonPlace struct {
	Path      *string `json:"path,omitempty"`
	Line      int     `json:"line,omitempty"`
	Column    int     `json:"column,omitempty"`
	EndLine   int     `json:"endLine,omitempty"`
	EndColumn int     `json:"endColumn,omitempty"`
	Pointer   *string `json:"pointer,omitempty"`
}

type jsonRelated struct {
	jsonPlace
	Message string `json:"message"`
	Rule    string `json:"rule,omitempty"`
}

type jsonFix struct {
	Title string     `json:"title"`
	Safe  bool       `json:"safe"`
	Edits []jsonEdit `json:"edits"`
}

// jsonEdit replaces a region of a file.
type jsonEdit struct {
	jsonPlace
	New string `json:"new"`
}

// RecordID returns the record of a data file in JSON form: an index as a number,
// a path as a string, nil for none.
func RecordID(record string) any {
	switch {
	case record == "":
		return nil
	case isIndex(record):
		return json.Number(record)
	}
	return record
}

func newJSONFinding(f *diag.Finding) *jsonFinding {
	j := &jsonFinding{
		Rule:      f.Rule.Code,
		Severity:  f.Severity.String(),
		Message:   f.Message,
		jsonPlace: newJSONPlace(&f.Location),
		NSID:      f.NSID,
		Help:      f.Help,
		Accepted:  f.Accepted,
	}
	for i := range f.Related {
		r := &f.Related[i]
		place := jsonRelated{jsonPlace: newJSONStart(&r.Location), Message: r.Message}
		if r.Rule != nil {
			place.Rule = r.Rule.Code
		}
		j.Related = append(j.Related, place)
	}
	if f.Fix != nil && f.Fix.Creates == nil { // which the edits alone would lose
		j.Fix = newJSONFix(f.Fix)
	}
	if d := f.Data; d != nil {
		j.Record, j.Schema, j.Curl = RecordID(d.Record), d.Schema, d.Curl
		if d.Constraint.Source != nil {
			j.SchemaPath, j.SchemaPointer = &d.Constraint.Source.Path, &d.Constraint.Pointer
		}
	}
	if c := f.Change; c != nil {
		j.Breaks = c.Breaks.Names()
		if c.Old.Source != nil {
			j.Old = new(newJSONStart(&c.Old))
		}
		j.Affects, j.AffectsMore = append([]diag.Affected{}, c.Affects...), c.AffectsMore
		j.Data = newJSONEvidence(c.Data)
	}
	return j
}

func newJSONFix(f *diag.Fix) *jsonFix {
	j := &jsonFix{f.Title, f.Safe, make([]jsonEdit, len(f.Edits))}
	for i, e := range f.Edits {
		j.Edits[i] = jsonEdit{newJSONPlace(&diag.Location{Source: e.Source, Span: e.Span}), e.New}
		j.Edits[i].Pointer = nil // an edit is one of the text
	}
	return j
}

func newJSONPlace(l *diag.Location) jsonPlace {
	if l.Source == nil {
		return jsonPlace{}
	}
	start, end := positions(l)
	return jsonPlace{
		Path: &l.Source.Path, Pointer: &l.Pointer,
		Line: start.Line, Column: start.Column, EndLine: end.Line, EndColumn: end.Column,
	}
}

func newJSONStart(l *diag.Location) jsonPlace {
	p := newJSONPlace(l)
	p.EndLine, p.EndColumn = 0, 0
	return p
}

// jsonSummary is the summary of JSON and SARIF reports.
type jsonSummary struct {
	Files    int `json:"files"`
	Skipped  int `json:"skipped"`
	Errors   int `json:"errors"`
	Warnings int `json:"warnings"`
	Infos    int `json:"infos"`
	*Values
	Omitted *int `json:"omitted,omitempty"`
	*Cases
	Verdict Verdict `json:"verdict,omitempty"`
	*Diff
	Against *Base `json:"against,omitempty"`
	// Known, Fixed and Changed are in reports of lint --new-from, lint --fix, and
	// that or fmt only. Changed can be empty.
	Known   *int     `json:"known,omitempty"`
	Fixed   *int     `json:"fixed,omitempty"`
	Changed []string `json:"changed,omitzero"`
	// Published and Verified are in reports of diff --published, and Verified, Written
	// and Commit in those of pull, publish and unpublish.
	Published bool   `json:"published,omitempty"`
	Written   *bool  `json:"written,omitempty"`
	Verified  *bool  `json:"verified,omitempty"`
	Commit    string `json:"commit,omitempty"`
	*Tests
}

func newJSONSummary(o *outcome) *jsonSummary {
	s := &jsonSummary{
		Files:    o.Files,
		Skipped:  o.Skipped,
		Errors:   o.counts[diag.Error] + o.Plan.count(diag.Error),
		Warnings: o.counts[diag.Warning] + o.Plan.count(diag.Warning),
		Infos:    o.counts[diag.Info] + o.accepted,
		Verdict:  o.verdict,
		Values:   o.Values,
		Cases:    o.Cases,
		Diff:     o.Diff,
		Against:  o.Against,
		Known:    o.Known,
		Tests:    o.Tests,
	}
	if o.Values != nil || o.Omitted > 0 {
		s.Omitted = &o.Omitted
	}
	if plan := o.Plan; plan != nil {
		s.Written, s.Verified, s.Commit = &plan.Written, new(!plan.Unverified), plan.Commit
	}
	if o.Published != nil {
		s.Published, s.Verified = true, new(!o.Published.Unverified)
	}
	if o.Layout != nil {
		s.Changed = append([]string{}, o.Layout.Changed...)
	}
	if o.Fixes != nil {
		s.Fixed, s.Changed = &o.Fixes.Made, append([]string{}, o.Fixes.Changed...)
	}
	return s
}

// Wire says where a finding on a request, an answer or a message was made.
type Wire struct {
	Direction string `json:"direction"`        // "request", "response" or "message"
	Part      string `json:"part,omitempty"`   // of the method: "params", "input", "output", "message" or "error"; may be empty
	Status    int    `json:"status,omitempty"` // of the answer; 0 when there is none yet
}

// LineFinding returns a finding as a JSON object on one line, without a fix: the same
// text as in a JSON report.
func LineFinding(f *diag.Finding) []byte {
	j := newJSONFinding(f)
	j.Fix = nil
	return JSONLine(j)
}

// WireFinding returns a finding on the wire as a JSON object on one line. Its NSID is that
// of the method.
func WireFinding(f *diag.Finding, w Wire) []byte {
	return JSONLine(struct {
		*jsonFinding
		Wire
	}{newJSONFinding(f), w})
}
