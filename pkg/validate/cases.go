package validate

import (
	"bytes"
	"context"
	"errors"
	"io"
	"iter"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/internal/stream"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// Cases runs unit tests of the schemas, one on each line. A case is a JSON object with the keys ref, value
// and, if need be, part, rkey, name, valid (default true) and rules: the codes of all
// rules that the value breaks. The result of a case has the finding case-verdict where
// the verdict or the rules are not those expected, with the findings on the value as
// related, or where the case cannot be run; otherwise nothing.
//
// The function keep, when not nil, gives every finding on a value the severity
// that counts and reports whether it stays. It is called from several goroutines.
// In all else Cases is like Validator.Lines.
func (s *Schemas) Cases(ctx context.Context, r io.Reader, path string, o StreamOptions, keep func(*diag.Finding) bool) iter.Seq2[Result, error] {
	return s.lines(ctx, r, Input{Path: path, line: true}, o, func(in Input, l *stream.Line, found *checked) {
		if f := s.tooLarge(&in, false); f != nil {
			*found = single(Result{Findings: []diag.Finding{*f}})
			return
		}
		in.Text = l.Keep()
		c := readCase(&in)
		result := Result{Findings: c.found.Findings()}
		if !diag.HasErrors(result.Findings) {
			c.run(s, in, keep, &result)
		}
		if len(result.Findings) == 0 && len(result.Rules) == 0 {
			*found = checked{clean: 1}
		} else {
			*found = single(result)
		}
	})
}

// run checks the value of a case, and adds what there is to say to a result.
func (c *testCase) run(s *Schemas, in Input, keep func(*diag.Finding) bool, result *Result) {
	v, err := s.Validator(c.ref, c.part)
	if err != nil {
		f := c.verdict(s, "/ref", c.spans["ref"], c.title()+" cannot be run: "+err.Error(), "")
		if errors.Is(err, ErrInvalidSchema) {
			f.Help, f.Hint = "fix the schema", diag.HintCheckSchemas{}
		}
		result.Findings = append(result.Findings, f)
		return
	}
	value := c.spans["value"]
	in.Text, in.RecordKey = in.Text[value.Start:value.End], c.recordKey
	var found []diag.Finding
	for _, f := range v.Check(in).Findings {
		c.moveIn(&f.Location)
		for i := range f.Related { // as of the variant that was meant
			c.moveIn(&f.Related[i].Location)
		}
		if keep == nil || keep(&f) {
			found = append(found, f)
		}
	}
	result.Rules = rulesOf(found)
	valid := !diag.HasErrors(found)
	message, help := c.compare(valid, result.Rules)
	if message == "" {
		return
	}
	if c.name != "" {
		message = c.title() + ": " + message
	}
	key := "value"
	if valid == c.valid {
		key = "rules"
	}
	f := c.verdict(s, "/"+key, c.spans[key], message, help)
	f.Related = diag.Relate(found, len(found))
	result.Findings = append(result.Findings, f)
}

// rulesOf returns the rules of findings, each once.
func rulesOf(found []diag.Finding) []*diag.Rule {
	rules := []*diag.Rule{}
	for _, f := range found {
		if !slices.Contains(rules, f.Rule) {
			rules = append(rules, f.Rule)
		}
	}
	return rules
}

// compare says in what way the result for the value differs from what the case
// expects; "" when it does not.
func (c *testCase) compare(valid bool, rules []*diag.Rule) (message, help string) {
	switch {
	case valid && !c.valid:
		return "expected invalid, got valid", `fix the value or the schema, or remove "valid": false`
	case !valid && c.valid:
		return "expected valid, got invalid", `fix the value or the schema, or add "valid": false`
	case c.rules == nil || len(rules) == len(c.rules) && !slices.ContainsFunc(rules, func(r *diag.Rule) bool { return !slices.Contains(c.rules, r) }):
		return "", ""
	}
	return "expected " + ruleList(c.rules) + ", got " + ruleList(rules), `fix the value or the schema, or correct "rules"`
}

// ruleList names rules in a message.
func ruleList(rules []*diag.Rule) string {
	if len(rules) == 0 {
		return "no rules"
	}
	names := words.ListFunc(rules, "and", func(r *diag.Rule) string { return words.Quote(r.Code) })
	if len(rules) == 1 {
		return "rule " + names
	}
	return "rules " + names
}

// moveIn makes a place in the value one in the line of the case.
func (c *testCase) moveIn(l *diag.Location) {
	l.Source = c.source
	l.Span.Start += c.spans["value"].Start
	l.Span.End += c.spans["value"].Start
	l.Pointer = "/value" + l.Pointer
}

// verdict is the finding on a case that fails.
func (c *testCase) verdict(s *Schemas, pointer string, span diag.Span, message, help string) diag.Finding {
	f := newVerdict(diag.Location{Source: c.source, Span: span, Pointer: pointer}, message, help)
	f.NSID, f.Data.Schema = string(c.ref.NSID), c.ref.Full()
	if def := s.Catalog().Definition(c.ref); def != nil {
		f.Data.Constraint = def.Schema.Base().At()
	}
	return f
}

// newVerdict returns a finding of the rule case-verdict.
func newVerdict(at diag.Location, message, help string) diag.Finding {
	return diag.Finding{
		Rule: ruleCaseVerdict, Severity: ruleCaseVerdict.Severity[diag.ProfileV1], Message: message, Help: help, Location: at, Data: &diag.DataPlace{},
	}
}

// title is how messages call the case.
func (c *testCase) title() string {
	if c.name == "" {
		return "the case"
	}
	return "case " + words.Quote(c.name)
}

// testCase is a value and the verdict that its schema must give on it.
type testCase struct {
	name      string // what it is about; may be empty
	ref       lexicon.Reference
	part      lexicon.Part // lexicon.PartNone for a definition that has none
	recordKey string       // "" for none
	valid     bool         // the verdict that is expected
	// rules are the rules that the value must break, no others; nil for any.
	rules []*diag.Rule

	source *diag.Source         // the line it was read from
	spans  map[string]diag.Span // of the values of its keys
	found  diag.Collector       // what is wrong with the case itself
}

var caseKeys = []string{"name", "ref", "part", "rkey", "value", "valid", "rules"}

// readCase reads the case on a line.
func readCase(in *Input) *testCase {
	c := &testCase{valid: true, spans: map[string]diag.Span{}}
	c.source = &diag.Source{Path: in.Path, Text: in.Text, FirstLine: in.FirstLine}
	root, all := lexicon.ReadJSON(&diag.Source{Text: withoutValue(in.Text)})
	text := bytes.TrimSpace(in.Text)
	isObject, sound := bytes.HasPrefix(text, []byte("{")) && bytes.HasSuffix(text, []byte("}")), true
	for _, f := range all.Findings() {
		f.Source, f.Data = c.source, &diag.DataPlace{}
		switch {
		case f.Rule == diag.RuleDuplicateKey:
			f.Help = helpRepeatedKey
		case f.Severity == diag.Error:
			sound = false
		}
		if f.Rule == diag.RuleJSONSyntax && !isObject {
			f.Help = helpCaseLine
		}
		c.found.Add(f)
	}
	switch {
	case !sound:
	case root.Kind != lexicon.KindObject:
		c.fault(root, `the case must be an object with "ref" and "value"`, helpCaseLine)
	default:
		c.members(root)
	}
	return c
}

// withoutValue returns the text of a case with a string of the same length for the value,
// which is checked by itself and can be large. A malformed text stays as it is.
func withoutValue(text []byte) []byte {
	d := jsontext.NewDecoder(bytes.NewBuffer(text), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	outline := text
	for d.StackDepth() < 2 {
		token, err := d.ReadToken()
		switch {
		case err == io.EOF:
			return outline
		case err != nil:
			return text
		case d.StackDepth() != 1 || token.Kind() != '"':
			continue
		}
		isValue := token.String() == "value"
		value, err := d.ReadValue()
		if err != nil {
			return text
		}
		if end := int(d.InputOffset()); isValue && len(value) > 1 {
			blank := append(append([]byte{'"'}, bytes.Repeat([]byte{' '}, len(value)-2)...), '"')
			outline = slices.Concat(outline[:end-len(value)], blank, outline[end:])
		}
	}
	return text
}

const helpCaseLine = "write each case as an object on one line, without an array around the cases"

func (c *testCase) members(root *lexicon.Value) {
	for i := range root.Members {
		m := &root.Members[i]
		c.spans[m.Name] = m.Value.Span
		if slices.Contains(caseKeys, m.Name) {
			c.member(m.Name, m.Value)
			continue
		}
		help := "the keys are " + words.Enumerate(caseKeys, "and")
		if near := words.Nearest(m.Name, caseKeys); near != "" {
			help = "did you mean " + words.Quote(near) + "?"
		}
		at := diag.Location{Source: c.source, Span: m.NameSpan, Pointer: m.Value.Pointer()}
		c.found.Add(newVerdict(at, "the case has the unknown key "+words.Quote(m.Name), help))
	}
	if root.Field("ref") == nil {
		c.fault(root, `the case has no "ref"`, `add "ref" with the NSID, or NSID#name, of the definition`)
	}
	if root.Field("value") == nil {
		c.fault(root, `the case has no "value"`, `add "value" with the data to check`)
	}
}

// member takes the value of a key.
func (c *testCase) member(name string, v *lexicon.Value) {
	switch name {
	case "value":
		return
	case "valid":
		if v.Kind != lexicon.KindBoolean {
			c.fault(v, `"valid" must be true or false, but is `+describeJSON(v), "")
		}
		c.valid = v.Text == "true"
		return
	case "rules":
		c.takeRules(v)
		return
	}
	text := v.Text
	if v.Kind != lexicon.KindString {
		c.fault(v, words.Quote(name)+" must be a string, but is "+describeJSON(v), "")
		return
	}
	switch name {
	case "name":
		c.name = text
	case "ref":
		ref, err := lexicon.ParseReference(text, "")
		switch {
		case err != nil:
			c.fault(v, `"ref" is `+words.Quote(text)+", which is not a valid reference: "+err.Error(), "")
		case ref.NSID == "":
			c.fault(v, `"ref" must begin with an NSID, not `+words.Quote(text), "write NSID"+text)
		}
		c.ref = ref
	case "part":
		if c.part = lexicon.PartByName(text); c.part < lexicon.PartParams {
			c.fault(v, `"part" must be params, input, output, message, or error, but is `+words.Quote(text), "")
		}
	case "rkey":
		if c.recordKey = text; text == "" {
			c.fault(v, `"rkey" must not be empty`, `remove "rkey", or set it to a record key`)
		}
	}
}

// takeRules takes the list of rules.
func (c *testCase) takeRules(list *lexicon.Value) {
	if list.Kind != lexicon.KindArray {
		c.fault(list, `"rules" must be an array of rule names, but is `+describeJSON(list), "")
		return
	}
	known := append(slices.DeleteFunc(Rules(), func(r *diag.Rule) bool { return r == ruleCaseVerdict }), diag.RuleDuplicateKey)
	c.rules = []*diag.Rule{}
	for i, v := range list.Items {
		subject := `"rules[` + strconv.Itoa(i) + `]" must be `
		at := slices.IndexFunc(known, func(rule *diag.Rule) bool { return rule.Code == v.Text })
		switch {
		case v.Kind != lexicon.KindString:
			c.fault(v, subject+"a rule name, but is "+describeJSON(v), "")
		case at < 0:
			help := ""
			if near, ok := words.NearestFunc(v.Text, known, func(r *diag.Rule) string { return r.Code }); ok {
				help = "did you mean " + words.Quote(near.Code) + "?"
			}
			c.fault(v, subject+"the name of a rule that applies to data, but is "+words.Quote(v.Text), help)
		case !slices.Contains(c.rules, known[at]):
			c.rules = append(c.rules, known[at])
		}
	}
}

// fault reports what keeps the case from being run.
func (c *testCase) fault(v *lexicon.Value, message, help string) {
	c.found.Add(newVerdict(diag.Location{Source: c.source, Span: v.Span, Pointer: v.Pointer()}, message, help))
}

// describeJSON names a value of a wrong type in a message.
func describeJSON(v *lexicon.Value) string {
	switch v.Kind {
	case lexicon.KindString:
		return "the string " + words.Quote(v.Text)
	case lexicon.KindNumber:
		if n, kind := datamodel.ParseInteger(v.Text); kind == datamodel.NumberInteger {
			return "the integer " + strconv.FormatInt(n, 10)
		}
		return "a value outside the data model"
	case lexicon.KindBoolean, lexicon.KindNull:
		return v.Text
	}
	return words.Article(v.Kind.String())
}

var ruleCaseVerdict = &diag.Rule{
	Code: "case-verdict", Group: "validate", Severity: diag.Always(diag.Error),
	Summary: "a case does not give the expected result",
	Reason: "A case is a unit test of a schema: a value, and whether it should be valid. This finding reports that the result differs, together with the findings in the value, " +
		"or that the case cannot be run. Fix the schema if it is too strict or too lax; otherwise, fix the case.",
	Spec: "Validation rules, 1", Page: "specs/lexicon#validation-options",
	Examples: inSchema + `{"type": "integer", "minimum": 1, "maximum": 5}` + "\n-- cases --\n" + `{"name": "six stars", "ref": "com.example.thing", "value": 6«|, "valid": false»}`,
}
