package validate

import (
	"context"
	"io"
	"iter"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/internal/stream"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

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
	return lines(ctx, r, Input{Path: path}, o, func(l *stream.Line) (Result, bool) {
		in := Input{Path: path, Text: l.Keep(), FirstLine: l.Number}
		if f, ok := in.tooLarge("the line", MaxValueSize); ok {
			return Result{Findings: []lexicon.Finding{f}}, true
		}
		c, found := s.readCase(&in)
		if c != nil {
			found = append(found, s.runCase(c, keep)...)
		}
		return Result{Findings: found}, len(found) > 0
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
	r := &caseReader{&run{Tape: &datamodel.Tape{}, schemas: s, source: c.source}, c}
	if !r.read(false) {
		return nil, r.found
	}
	if !r.Tokens[0].IsObject() {
		r.fault(0, "the case must be an object with ref and value", "")
		return nil, r.found
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
		r.fault(0, "the case has no ref", `add "ref": the NSID, or NSID#name, of the definition`)
	}
	if c.value == (lexicon.Span{}) {
		r.fault(0, "the case has no value", `add "value": the data to check`)
	}
	if !(Result{Findings: r.found}).Valid() {
		c = nil
	}
	return c, r.found
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
	span := lexicon.Span{Start: int32(r.base + tok.Start), End: int32(r.base + tok.End)}
	switch name {
	case "value":
		r.c.value = span
	case "valid":
		if tok.Kind != datamodel.Boolean {
			r.fault(at, "valid must be true or false, found "+r.describe(at), "")
		}
		r.c.Valid = tok.Bool()
	case "name", "ref", "part", "rkey":
		if name == "ref" {
			r.c.ref = span
		}
		if tok.Kind != datamodel.String {
			r.fault(at, name+" must be a string, found "+r.describe(at), "")
			return
		}
		r.text(at, name, strings.Clone(r.Text(at)))
	default:
		help := "the keys are " + strings.Join(caseKeys, ", ")
		if near := syntax.Nearest(name, caseKeys); near != "" {
			help = "did you mean " + quote(near) + "?"
		}
		r.fault(k, "a case has no key "+quote(name), help)
	}
}

// text takes the string at i, which stands under the key name.
func (r *caseReader) text(i uint32, name, text string) {
	switch name {
	case "name":
		r.c.Name = text
	case "ref":
		ref, err := lexicon.ParseReference(text, "")
		switch {
		case err != nil:
			r.fault(i, "ref is no reference, found "+quote(text)+": "+err.Error(), "")
		case ref.NSID == "":
			r.fault(i, "ref must begin with an NSID, found "+quote(text), "write NSID"+text)
		}
		r.c.Ref = ref
	case "part":
		for p := lexicon.PartParams; p <= lexicon.PartError; p++ {
			if p.String() == text {
				r.c.Part = p
				return
			}
		}
		r.fault(i, "part must be params, input, output, message or error, found "+quote(text), "")
	case "rkey":
		if text == "" {
			r.fault(i, "rkey must not be empty", "leave it out, or name a record key")
		}
		r.c.RecordKey = text
	}
}

// fault reports what keeps the case from being run.
func (r *caseReader) fault(i uint32, message, help string) {
	r.report(ruleCaseVerdict, i, nil, "", "", help).Message = message
}

// runCase checks the value of a case.
func (s *Schemas) runCase(c *testCase, keep func(*lexicon.Finding) bool) []lexicon.Finding {
	v, err := s.Validator(c.Ref, c.Part)
	if err != nil {
		return []lexicon.Finding{s.caseFinding(c, "/ref", c.ref, c.title()+" cannot be run: "+err.Error(), "")}
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
	message, help := " is invalid, expected is valid", `mend the value or the schema, or write "valid": false`
	if valid {
		message, help = " is valid, expected is invalid", `mend the value or the schema, or drop "valid": false`
	}
	f := s.caseFinding(c, "/value", c.value, c.title()+message, help)
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
