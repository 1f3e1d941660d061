package validate

import (
	"bytes"
	"io"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// testCase is a value and the verdict that its schema must give on it.
type testCase struct {
	name      string // what it is about; may be empty
	ref       lexicon.Reference
	part      lexicon.Part // lexicon.PartNone for a definition that has none
	recordKey string       // "" for none
	valid     bool         // the verdict that is expected
	// rules are the rules that the value must break, no others; nil for any.
	rules []*lexicon.Rule

	source *lexicon.Source         // the line it was read from
	spans  map[string]lexicon.Span // of the values of its keys
}

var caseKeys = []string{"name", "ref", "part", "rkey", "value", "valid", "rules"}

// readCase reads the case on a line. It is nil when one of the findings is an error.
func readCase(in *Input) (*testCase, []lexicon.Finding) {
	source := &lexicon.Source{Path: in.Path, Text: in.Text, FirstLine: in.FirstLine}
	c := &testCase{valid: true, source: source, spans: map[string]lexicon.Span{}}
	root, all := lexicon.ReadJSON(&lexicon.Source{Text: withoutValue(in.Text)})
	r := &caseReader{testCase: c}
	sound := true
	for _, f := range all.Findings() {
		f.Source, f.Data = source, &lexicon.DataPlace{}
		if f.Rule == lexicon.RuleDuplicateKey {
			f.Help = "remove or rename one of the two; programs differ in which one they use"
		}
		sound = sound && (f.Severity != lexicon.Error || f.Rule == lexicon.RuleDuplicateKey)
		r.found.Add(f)
	}
	switch {
	case !sound:
		if text := bytes.TrimSpace(in.Text); !bytes.HasPrefix(text, []byte("{")) || !bytes.HasSuffix(text, []byte("}")) {
			found := r.found.Findings()
			for i := range found {
				if found[i].Rule == lexicon.RuleJSONSyntax {
					found[i].Help = helpCaseLine
				}
			}
			return nil, found
		}
	case root.Kind != lexicon.KindObject:
		r.fault(root, `the case must be an object with "ref" and "value"`, helpCaseLine)
	default:
		r.members(root)
	}
	if found := r.found.Findings(); lexicon.HasErrors(found) {
		return nil, found
	}
	return c, r.found.Findings()
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

// caseReader reads one case.
type caseReader struct {
	*testCase
	found lexicon.Collector
}

func (r *caseReader) members(root *lexicon.Value) {
	for i := range root.Members {
		m := &root.Members[i]
		r.spans[m.Name] = m.Value.Span
		if slices.Contains(caseKeys, m.Name) {
			r.member(m.Name, m.Value)
			continue
		}
		help := "the keys are " + syntax.Enumerate(caseKeys, "and")
		if near := syntax.Nearest(m.Name, caseKeys); near != "" {
			help = "did you mean " + syntax.Quote(near) + "?"
		}
		at := lexicon.Location{Source: r.source, Span: m.NameSpan, Pointer: m.Value.Pointer()}
		r.found.Add(newVerdict(at, "the case has the unknown key "+syntax.Quote(m.Name), help))
	}
	if root.Field("ref") == nil {
		r.fault(root, `the case has no "ref"`, `add "ref" with the NSID, or NSID#name, of the definition`)
	}
	if root.Field("value") == nil {
		r.fault(root, `the case has no "value"`, `add "value" with the data to check`)
	}
}

// member takes the value of a key.
func (r *caseReader) member(name string, v *lexicon.Value) {
	switch name {
	case "value":
		return
	case "valid":
		if v.Kind != lexicon.KindBoolean {
			r.fault(v, `"valid" must be true or false, but is `+describeJSON(v), "")
		}
		r.valid = v.Text == "true"
		return
	case "rules":
		r.takeRules(v)
		return
	}
	text := v.Text
	if v.Kind != lexicon.KindString {
		r.fault(v, syntax.Quote(name)+" must be a string, but is "+describeJSON(v), "")
		return
	}
	switch name {
	case "name":
		r.name = text
	case "ref":
		ref, err := lexicon.ParseReference(text, "")
		switch {
		case err != nil:
			r.fault(v, `"ref" is `+syntax.Quote(text)+", which is not a valid reference: "+err.Error(), "")
		case ref.NSID == "":
			r.fault(v, `"ref" must begin with an NSID, not `+syntax.Quote(text), "write NSID"+text)
		}
		r.ref = ref
	case "part":
		if r.part = lexicon.PartByName(text); r.part < lexicon.PartParams {
			r.fault(v, `"part" must be params, input, output, message, or error, but is `+syntax.Quote(text), "")
		}
	case "rkey":
		if r.recordKey = text; text == "" {
			r.fault(v, `"rkey" must not be empty`, `remove "rkey", or set it to a record key`)
		}
	}
}

// takeRules takes the list of rules.
func (r *caseReader) takeRules(list *lexicon.Value) {
	if list.Kind != lexicon.KindArray {
		r.fault(list, `"rules" must be an array of rule names, but is `+describeJSON(list), "")
		return
	}
	known := append(slices.DeleteFunc(Rules(), func(r *lexicon.Rule) bool { return r == ruleCaseVerdict }), lexicon.RuleDuplicateKey)
	r.rules = []*lexicon.Rule{}
	for i, v := range list.Items {
		subject := `"rules[` + strconv.Itoa(i) + `]" must be `
		at := slices.IndexFunc(known, func(rule *lexicon.Rule) bool { return rule.Code == v.Text })
		switch {
		case v.Kind != lexicon.KindString:
			r.fault(v, subject+"a rule name, but is "+describeJSON(v), "")
		case at < 0:
			help := ""
			if near, ok := syntax.NearestFunc(v.Text, known, codeOf); ok {
				help = "did you mean " + syntax.Quote(near.Code) + "?"
			}
			r.fault(v, subject+"the name of a rule that applies to data, but is "+syntax.Quote(v.Text), help)
		case !slices.Contains(r.rules, known[at]):
			r.rules = append(r.rules, known[at])
		}
	}
}

// fault reports what keeps the case from being run.
func (r *caseReader) fault(v *lexicon.Value, message, help string) {
	r.found.Add(newVerdict(lexicon.Location{Source: r.source, Span: v.Span, Pointer: v.Pointer()}, message, help))
}

// describeJSON names a value of a wrong type in a message.
func describeJSON(v *lexicon.Value) string {
	switch v.Kind {
	case lexicon.KindString:
		return "the string " + syntax.Quote(v.Text)
	case lexicon.KindNumber:
		if n, kind := syntax.ParseInteger(v.Text); kind == syntax.NumberInteger {
			return "the integer " + strconv.FormatInt(n, 10)
		}
		return "a value outside the data model"
	case lexicon.KindBoolean, lexicon.KindNull:
		return v.Text
	}
	return syntax.Article(v.Kind.String())
}
