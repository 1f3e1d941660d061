package validate

import (
	"strings"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// Case is a value and the verdict that its schema must give on it: a unit test
// for schemas.
type Case struct {
	Name      string // what it is about; may be empty
	Ref       lexicon.Reference
	Part      lexicon.Part // lexicon.PartNone for a definition that has none
	RecordKey string       // "" for none
	Valid     bool         // the verdict that is expected

	in         Input        // the line it was read from
	ref, value lexicon.Span // in that line
}

var caseKeys = []string{"name", "ref", "part", "rkey", "value", "valid"}

// ReadCase reads a case from a JSON object with the keys ref, value and, if
// need be, part, rkey, valid (default true) and name. The case is nil when one
// of the findings is an error.
func (s *Schemas) ReadCase(in Input) (*Case, []lexicon.Finding) {
	c := &Case{Valid: true, in: in}
	r := &caseReader{&run{tape: &tape{}, schemas: s, source: in.Source, record: in.Record}, c}
	if !r.read(in.Source.Text, false) {
		return nil, r.found
	}
	if r.tokens[0].kind != kindObject {
		r.fault(0, "the case must be an object with ref and value", "")
		return nil, r.found
	}
	r.sortFaults()
	for _, f := range r.faults {
		if f.what == breachRepeatedKey && r.step(0, 0, f.at, false).child == f.at { // a key of the case itself
			r.repeatedKey(f.at)
		}
	}
	for k := uint32(1); k < r.tokens[0].next; k = r.tokens[k+1].next {
		r.key(k, r.str(k))
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

// caseReader reads one case from a tape.
type caseReader struct {
	*run
	c *Case
}

// key reads the value under the key at k.
func (r *caseReader) key(k uint32, name string) {
	at := k + 1
	tok := &r.tokens[at]
	span := lexicon.Span{Start: int32(r.base + tok.start), End: int32(r.base + tok.end)}
	switch name {
	case "value":
		r.c.value = span
	case "valid":
		if tok.kind != kindBoolean {
			r.fault(at, "valid must be true or false, found "+r.describe(at), "")
		}
		r.c.Valid = tok.num == 1
	case "name", "ref", "part", "rkey":
		if name == "ref" {
			r.c.ref = span
		}
		if tok.kind != kindString {
			r.fault(at, name+" must be a string, found "+r.describe(at), "")
			return
		}
		r.text(at, name, strings.Clone(r.str(at)))
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

// RunCase checks the value of a case. It returns the finding case-verdict where
// the verdict is not the one expected, with the findings on the value as
// related, or where the case cannot be run; else nothing. The function keep,
// when not nil, gives every finding on the value the severity that counts and
// reports whether it stays.
func (s *Schemas) RunCase(c *Case, keep func(*lexicon.Finding) bool) []lexicon.Finding {
	v, err := s.Validator(c.Ref, c.Part)
	if err != nil {
		return []lexicon.Finding{s.caseFinding(c, "/ref", c.ref, c.title()+" cannot be run: "+err.Error(), "")}
	}
	line := c.in.Source
	in := Input{Source: &lexicon.Source{Path: line.Path, Text: line.Text[c.value.Start:c.value.End]}, Record: c.in.Record, RecordKey: c.RecordKey}
	valid := true
	var related []lexicon.Related
	for _, f := range v.CheckLine(in).Findings {
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
func (c *Case) moveIn(l *lexicon.Location) {
	l.Source = c.in.Source
	l.Span.Start += c.value.Start
	l.Span.End += c.value.Start
	l.Pointer = "/value" + l.Pointer
}

func (s *Schemas) caseFinding(c *Case, pointer string, span lexicon.Span, message, help string) lexicon.Finding {
	f := lexicon.Finding{
		Rule: ruleCaseVerdict, Severity: ruleCaseVerdict.Severity[s.options.Profile], Message: message, Help: help,
		Location: lexicon.Location{Source: c.in.Source, Span: span, Pointer: pointer},
		NSID:     string(c.Ref.NSID),
		Data:     &lexicon.DataPlace{Record: c.in.Record, Schema: c.Ref.Full()},
	}
	if def := s.catalog.Definition(c.Ref); def != nil {
		f.Data.Constraint = def.Schema.Base().At()
	}
	return f
}

// title is how messages call the case.
func (c *Case) title() string {
	if c.Name == "" {
		return "the case"
	}
	return "case " + quote(c.Name)
}
