package validate

import (
	"context"
	"errors"
	"io"
	"iter"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/internal/stream"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

var ruleCaseVerdict = &lexicon.Rule{
	Code: "case-verdict", Group: "validate", Severity: lexicon.Always(lexicon.Error),
	Summary: "a case does not have the verdict that it expects",
	Reason: "A case is a unit test of a schema: a value, and whether it is valid. The finding says that the schema decides otherwise, with the findings on the value beside it, " +
		"or that the case cannot be run. Fix the schema where it is too strict or too lax, otherwise the case.",
	Spec: "Validation rules, 1",
	Page: "specs/lexicon#validation-options",
	Bad: `-- schema --
{"type": "integer", "minimum": 1, "maximum": 5}
-- cases --
{"name": "six stars", "ref": "com.example.thing", "value": 6}`,
	Good: `-- schema --
{"type": "integer", "minimum": 1, "maximum": 5}
-- cases --
{"name": "six stars", "ref": "com.example.thing", "value": 6, "valid": false}`,
}

// Cases runs cases, one on each line: unit tests for schemas. A case is a JSON
// object with the keys ref, value and, if need be, part, rkey, valid (default
// true) and name. The result of a case has the finding case-verdict where the
// verdict is not the one expected, with the findings on the value as related, or
// where the case cannot be run; otherwise nothing.
//
// The function keep, when not nil, gives every finding on a value the severity
// that counts and reports whether it stays. It is called from several goroutines.
// In all else Cases is like Validator.Lines.
func (s *Schemas) Cases(ctx context.Context, r io.Reader, path string, o StreamOptions, keep func(*lexicon.Finding) bool) iter.Seq2[Result, error] {
	return lines(ctx, r, Input{Path: path}, o, func(in *Input, l *stream.Line) Result {
		in.Text = l.Keep()
		c, found := s.readCase(in)
		if c != nil {
			found = append(found, s.runCase(c, keep)...)
		}
		return Result{Findings: found}
	})
}

// testCase is a value and the verdict that its schema must give on it.
type testCase struct {
	Name      string // what it is about; may be empty
	Ref       lexicon.Reference
	Part      lexicon.Part // lexicon.PartNone for a definition that has none
	RecordKey string       // "" for none
	Valid     bool         // the verdict that is expected

	source     *lexicon.Source // the line it was read from
	ref, value lexicon.Span    // in that line
}

var caseKeys = []string{"name", "ref", "part", "rkey", "value", "valid"}

// readCase reads a case. It is nil when one of the findings is an error.
func (s *Schemas) readCase(in *Input) (*testCase, []lexicon.Finding) {
	c := &testCase{Valid: true, source: in.source()}
	r := &caseReader{newRun(s), c}
	r.source = c.source
	if !r.read(false) {
		return nil, r.found.Findings()
	}
	if !r.Tokens[0].IsObject() {
		r.fault(finding{subject: "the case", message: "must be an object with ref and value"})
		return nil, r.found.Findings()
	}
	for _, v := range r.Violations() {
		if v.Kind == datamodel.RepeatedKey && r.isMember(v.At) {
			r.repeatedKey(v.At)
		}
	}
	for k := uint32(1); k < r.Tokens[0].Next; k = r.Tokens[k+1].Next {
		r.key(k, r.Text(k))
	}
	if c.ref == (lexicon.Span{}) {
		r.fault(finding{subject: "the case", message: "has no ref", help: `add "ref" with the NSID, or NSID#name, of the definition`})
	}
	if c.value == (lexicon.Span{}) {
		r.fault(finding{subject: "the case", message: "has no value", help: `add "value" with the data to check`})
	}
	if !(Result{Findings: r.found.Findings()}).Valid() {
		c = nil
	}
	return c, r.found.Findings()
}

// isMember reports whether a key is one of the case itself.
func (r *caseReader) isMember(k uint32) bool {
	depth := 0
	r.Path(k, func(_, _ uint32) { depth++ })
	return depth == 1
}

// caseReader reads one case from a tape.
type caseReader struct {
	*run
	c *testCase
}

// key reads the value under the key at k.
func (r *caseReader) key(k uint32, name string) {
	at := k + 1
	tok := &r.Tokens[at]
	span := r.span(at)
	switch name {
	case "value":
		r.c.value = span
	case "valid":
		if tok.Kind != datamodel.Boolean {
			r.fault(finding{at: at, message: "must be true or false, found " + r.describe(at)})
		}
		r.c.Valid = tok.Bool()
	case "name", "ref", "part", "rkey":
		if name == "ref" {
			r.c.ref = span
		}
		if tok.Kind != datamodel.String {
			r.fault(finding{at: at, message: "must be a string, found " + r.describe(at)})
			return
		}
		r.text(at, name, strings.Clone(r.Text(at)))
	default:
		help := "the keys are " + strings.Join(caseKeys, ", ")
		if near := syntax.Nearest(name, caseKeys); near != "" {
			help = didYouMean(near)
		}
		r.fault(finding{at: k, subject: "the case", message: "has the unknown key " + quote(name), help: help})
	}
}

// text takes the string at i, the value of the key name.
func (r *caseReader) text(i uint32, name, text string) {
	switch name {
	case "name":
		r.c.Name = text
	case "ref":
		ref, err := lexicon.ParseReference(text, "")
		switch {
		case err != nil:
			r.fault(finding{at: i, message: "is not a valid reference, found " + quote(text) + ": " + err.Error()})
		case ref.NSID == "":
			r.fault(finding{at: i, message: "must begin with an NSID, found " + quote(text), help: "write NSID" + text})
		}
		r.c.Ref = ref
	case "part":
		for p := lexicon.PartParams; p <= lexicon.PartError; p++ {
			if p.String() == text {
				r.c.Part = p
				return
			}
		}
		r.fault(finding{at: i, message: "must be params, input, output, message or error, found " + quote(text)})
	case "rkey":
		if text == "" {
			r.fault(finding{at: i, message: "must not be empty", help: "remove it, or give a record key"})
		}
		r.c.RecordKey = text
	}
}

// fault reports what keeps the case from being run.
func (r *caseReader) fault(f finding) {
	f.rule = ruleCaseVerdict
	r.report(f)
}

// runCase checks the value of a case.
func (s *Schemas) runCase(c *testCase, keep func(*lexicon.Finding) bool) []lexicon.Finding {
	v, err := s.Validator(c.Ref, c.Part)
	if err != nil {
		f := s.caseFinding(c, "/ref", c.ref, c.title()+" cannot be run: "+err.Error(), "")
		if errors.Is(err, ErrInvalidSchema) {
			f.Help, f.Hint = "fix the schema", lexicon.HintCheckSchemas{}
		}
		return []lexicon.Finding{f}
	}
	in := Input{Path: c.source.Path, Text: c.source.Text[c.value.Start:c.value.End], RecordKey: c.RecordKey, line: true}
	valid := true
	var related []lexicon.Related
	for _, f := range v.full(&in).Findings {
		c.moveIn(&f.Location)
		if keep != nil && !keep(&f) {
			continue
		}
		valid = valid && f.Severity != lexicon.Error
		related = append(related, lexicon.Related{Location: f.Location, Message: f.Message})
		for _, inner := range f.Related { // as of the variant that was meant
			c.moveIn(&inner.Location)
			related = append(related, inner)
		}
	}
	if valid == c.Valid {
		return nil
	}
	message, help := "expected valid, got invalid", `fix the value or the schema, or add "valid": false`
	if valid {
		message, help = "expected invalid, got valid", `fix the value or the schema, or remove "valid": false`
	}
	if c.Name != "" {
		message = c.title() + ": " + message
	}
	f := s.caseFinding(c, "/value", c.value, message, help)
	f.Related = related
	return []lexicon.Finding{f}
}

// moveIn makes a place in the value one in the line of the case.
func (c *testCase) moveIn(l *lexicon.Location) {
	l.Source = c.source
	l.Span.Start += c.value.Start
	l.Span.End += c.value.Start
	l.Pointer = "/value" + l.Pointer
}

func (s *Schemas) caseFinding(c *testCase, pointer string, span lexicon.Span, message, help string) lexicon.Finding {
	f := lexicon.Finding{
		Rule: ruleCaseVerdict, Severity: ruleCaseVerdict.Severity[s.options.Profile], Message: message, Help: help,
		Location: lexicon.Location{Source: c.source, Span: span, Pointer: pointer},
		NSID:     string(c.Ref.NSID),
		Data:     &lexicon.DataPlace{Schema: c.Ref.Full()},
	}
	if def := s.catalog.Definition(c.Ref); def != nil {
		f.Data.Constraint = def.Schema.Base().At()
	}
	return f
}

// title is how messages call the case.
func (c *testCase) title() string {
	if c.Name == "" {
		return "the case"
	}
	return "case " + quote(c.Name)
}
