package validate

import (
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// testCase is a value and the verdict that its schema must give on it.
type testCase struct {
	Name      string // what it is about; may be empty
	Ref       lexicon.Reference
	Part      lexicon.Part // lexicon.PartNone for a definition that has none
	RecordKey string       // "" for none
	Valid     bool         // the verdict that is expected
	// Rules are the rules that the value must break, no others; nil for any.
	Rules []*lexicon.Rule

	source            *lexicon.Source // the line it was read from
	ref, value, rules lexicon.Span    // in that line
}

var caseKeys = []string{"name", "ref", "part", "rkey", "value", "valid", "rules"}

// readCase reads a case. It is nil when one of the findings is an error.
func (s *Schemas) readCase(in *Input) (*testCase, []lexicon.Finding) {
	c := &testCase{Valid: true, source: in.source()}
	r := &caseReader{newRun(s), c}
	r.source = c.source
	if !r.read(false) {
		return nil, r.found.Findings()
	}
	if !r.Tokens[0].IsObject() {
		r.fault(finding{subject: "the case", message: `must be an object with "ref" and "value"`})
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
		r.fault(finding{subject: "the case", message: `has no "ref"`, help: `add "ref" with the NSID, or NSID#name, of the definition`})
	}
	if c.value == (lexicon.Span{}) {
		r.fault(finding{subject: "the case", message: `has no "value"`, help: `add "value" with the data to check`})
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
	case "rules":
		r.c.rules = span
		r.rules(at)
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
		help := "the keys are " + syntax.Enumerate(caseKeys, "and")
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
			r.fault(finding{at: i, message: "is " + quote(text) + ", which is not a valid reference: " + err.Error()})
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
		r.fault(finding{at: i, message: "must be params, input, output, message, or error, found " + quote(text)})
	case "rkey":
		if text == "" {
			r.fault(finding{at: i, message: "must not be empty", help: `remove "rkey", or set it to a record key`})
		}
		r.c.RecordKey = text
	}
}

// rules takes the list of rules at i.
func (r *caseReader) rules(i uint32) {
	if r.Tokens[i].Kind != datamodel.Array {
		r.fault(finding{at: i, message: "must be an array of rule codes, found " + r.describe(i)})
		return
	}
	r.c.Rules = []*lexicon.Rule{}
	for at := i + 1; at < r.Tokens[i].Next; at = r.Tokens[at].Next {
		if r.Tokens[at].Kind != datamodel.String {
			r.fault(finding{at: at, message: "must be a rule code, found " + r.describe(at)})
			continue
		}
		code := r.Text(at)
		rule := ruleOfCase(code)
		switch {
		case rule == nil:
			help := ""
			if near, ok := syntax.NearestFunc(code, rulesOfCases(), func(r *lexicon.Rule) string { return r.Code }); ok {
				help = didYouMean(near.Code)
			}
			r.fault(finding{at: at, message: "must be the code of a rule that data can violate, found " + quote(code), help: help})
		case !slices.Contains(r.c.Rules, rule):
			r.c.Rules = append(r.c.Rules, rule)
		}
	}
}

// rulesOfCases returns the rules that the value of a case can break.
func rulesOfCases() []*lexicon.Rule {
	return append(slices.DeleteFunc(Rules(), func(r *lexicon.Rule) bool { return r == ruleCaseVerdict }), lexicon.RuleDuplicateKey)
}

// ruleOfCase returns the rule of that code; nil when no value of a case can break it.
func ruleOfCase(code string) *lexicon.Rule {
	all := rulesOfCases()
	if i := slices.IndexFunc(all, func(r *lexicon.Rule) bool { return r.Code == code }); i >= 0 {
		return all[i]
	}
	return nil
}

// fault reports what keeps the case from being run.
func (r *caseReader) fault(f finding) {
	r.report(ruleCaseVerdict, func() finding { return f })
}
