package probe

import (
	"fmt"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/sample"
	"github.com/lexsmith/lexsmith/pkg/validate"
	"github.com/lexsmith/lexsmith/pkg/xrpc"
)

// A Case is a request of a plan. It says nothing about the service, so that plans can be
// made, and compared, without one.
type Case struct {
	Verb        string        // the HTTP method
	Params      sample.Object // the parameters
	ContentType string        // of the body; "" for none
	Body        []byte        // the body of a procedure

	// Fault says what is wrong with the request, so that a service must refuse it; "" for
	// a request that matches its Lexicon.
	Fault string
	// Either says that a service may refuse the request, or not.
	Either bool

	input sample.Value  // of the body, if that is JSON; nil otherwise
	part  lexicon.Part  // that has the fault
	rule  *diag.Rule    // that it breaks; nil for a fault of the request itself
	at    string        // the first name of the pointer to the fault
	limit diag.Location // the constraint of the schema that it breaks
	// alone is the only parameter that is not as in the first request, if its value has no
	// meaning beyond its schema; "" otherwise.
	alone string
}

// planner makes plans.
type planner struct {
	small, typical, large *sample.Sampler
	known                 *names
}

func newPlanner(c *lexicon.Catalog, o *Options, known *names) *planner {
	with := func(size sample.Size, optional sample.Optional) *sample.Sampler {
		return sample.New(c, sample.Options{Seed: o.Seed, Size: size, Optional: optional, Profile: o.Profile})
	}
	return &planner{
		small: with(sample.SizeSmall, sample.OptionalNone), typical: with(sample.SizeTypical, sample.OptionalAll),
		large: with(sample.SizeLimit, sample.OptionalAll), known: known,
	}
}

// seed starts another sequence of values.
func (p *planner) seed(n uint64) {
	for _, s := range []*sample.Sampler{p.small, p.typical, p.large} {
		s.Seed(n)
	}
}

// maxQuery is how many bytes a query string has at most: servers refuse longer URLs.
const maxQuery = 6000

// plan returns the requests for a method: valid ones, the smallest first, then those with
// one fault each.
func (p *planner) plan(m *method) []Case {
	valid, faulty := p.params(m)
	first := m.newCase(nil)
	if len(valid) > 0 {
		first = valid[0]
	} else {
		valid = []Case{first}
	}
	if m.Type() == lexicon.TypeProcedure && m.Input != nil {
		valid, faulty = p.inputs(m, valid, faulty)
		first = valid[0]
	}
	unknown := first
	unknown.Params, unknown.Either = first.Params.Set(unknownName, sample.Text("1")), true
	wrong := first
	wrong.Verb, wrong.Fault = http.MethodPost, "the HTTP method is POST"
	if first.Verb == http.MethodPost {
		wrong.Verb, wrong.Fault, wrong.ContentType, wrong.Body, wrong.input = http.MethodGet, "the HTTP method is GET", "", nil, nil
	}
	return slices.Concat(valid, faulty, []Case{unknown, wrong})
}

// unknownName is a parameter that no method has.
const unknownName = "lexsmithUnknown"

// params returns requests with valid parameters, and with invalid ones. Both have the
// smallest input.
func (p *planner) params(m *method) (valid, faulty []Case) {
	schema := m.Parameters
	if schema == nil {
		return nil, nil
	}
	base, ok := p.object(p.small, schema)
	if !ok {
		return nil, nil
	}
	base = p.known.fill(schema, base, "")
	seen := map[string]bool{}
	add := func(params sample.Object, alone string) {
		query := sample.Query(params)
		if len(query) <= maxQuery && !seen[query] && m.valid(lexicon.PartParams, params) {
			seen[query] = true
			c := m.newCase(params)
			c.alone = alone
			valid = append(valid, c)
		}
	}
	add(base, "")
	for _, example := range p.typical.Examples(m.Definition, lexicon.PartParams) {
		if o, ok := example.(sample.Object); ok {
			add(o, "")
		}
	}
	all, _ := p.object(p.typical, schema)
	large, _ := p.object(p.large, schema)
	for _, property := range schema.Properties {
		name := property.Name
		for _, v := range slices.Concat(values(property.Schema), []sample.Value{all.Get(name), large.Get(name)}) {
			if v == nil || name == cursorName {
				continue
			}
			alone := name
			if !plain(property.Schema) {
				alone = ""
			}
			add(p.known.fill(schema, base.With(name, v), ""), alone)
			if list, ok := v.(sample.Array); ok && len(list) > 1 {
				add(p.known.fill(schema, base.With(name, list[:1]), ""), "")
			}
		}
	}
	for _, o := range []sample.Object{all, large} {
		add(p.known.fill(schema, o.Without(cursorName), ""), "")
	}
	tries := 2 + 2*len(schema.Properties)
	p.faults(m, lexicon.PartParams, schema, tries, func(v sample.Value, f diag.Finding) {
		c := m.newCase(nil)
		c.Params, _ = v.(sample.Object)
		c.at = firstName(f.Pointer)
		c.Params = p.known.fill(schema, c.Params, c.at)
		if c.fault(f, lexicon.PartParams); len(sample.Query(c.Params)) <= maxQuery && m.breaks(&c) {
			faulty = append(faulty, c)
		}
	})
	return valid, faulty
}

// object makes parameters.
func (p *planner) object(s *sample.Sampler, schema lexicon.Schema) (sample.Object, bool) {
	v, err := s.Value(schema)
	o, ok := v.(sample.Object)
	return o, ok && err == nil
}

// inputs gives the requests the smallest input, and adds those with other inputs.
func (p *planner) inputs(m *method, valid, faulty []Case) ([]Case, []Case) {
	first := valid[0]
	if m.validator(lexicon.PartInput) == nil || m.Input.Schema == nil {
		for _, list := range [][]Case{valid, faulty} {
			for i := range list {
				list[i].ContentType, list[i].Body = bodyType(m.Input), []byte("lexsmith")
			}
		}
		missing := first
		missing.Fault = "the body is missing"
		return valid, append(faulty, missing)
	}
	with := func(v sample.Value) Case {
		c := first
		c.setInput(v)
		return c
	}
	small, err := p.small.Value(m.Input.Schema)
	if err != nil {
		return valid, faulty
	}
	small = p.known.fillValue(m.Input.Schema, small, "")
	for _, list := range [][]Case{valid, faulty} {
		for i := range list {
			list[i].setInput(small)
		}
	}
	seen := map[string]bool{string(sample.JSON(small)): true}
	add := func(v sample.Value) {
		if text := string(sample.JSON(v)); !seen[text] && m.valid(lexicon.PartInput, v) {
			seen[text] = true
			valid = append(valid, with(v))
		}
	}
	for _, example := range p.typical.Examples(m.Definition, lexicon.PartInput) {
		add(example)
	}
	for _, s := range []*sample.Sampler{p.typical, p.large} {
		v, err := s.Value(m.Input.Schema)
		if err != nil {
			continue
		}
		v = p.known.fillValue(m.Input.Schema, v, "")
		add(v)
		small, _ := small.(sample.Object)
		if o, ok := v.(sample.Object); ok {
			for _, member := range o { // each alone
				add(small.With(member.Name, member.Value))
			}
		}
	}
	p.faults(m, lexicon.PartInput, m.Input.Schema, 4, func(v sample.Value, f diag.Finding) {
		c := first
		c.at = firstName(f.Pointer)
		c.setInput(p.known.fillValue(m.Input.Schema, v, c.at))
		if c.fault(f, lexicon.PartInput); m.breaks(&c) {
			faulty = append(faulty, c)
		}
	})
	missing, text := valid[0], valid[0]
	missing.ContentType, missing.Body, missing.input, missing.Fault = "", nil, nil, "the body is missing"
	text.ContentType, text.Fault = "text/plain", `the Content-Type is "text/plain"`
	return valid, append(faulty, missing, text)
}

// faults makes values with one fault each: of every rule that can be broken, in several
// places.
func (p *planner) faults(m *method, part lexicon.Part, schema lexicon.Schema, tries int, add func(sample.Value, diag.Finding)) {
	v := m.validator(part)
	for _, rule := range sample.Breakable() {
		seen := map[string]bool{}
		for range tries {
			value, f, err := p.typical.Invalid(v, schema, rule)
			if err != nil {
				break
			}
			o, _ := value.(sample.Object)
			key := fmt.Sprintf("%s %s %T", placeOf(f.Pointer), f.Data.Constraint.Pointer, o.Get(firstName(f.Pointer)))
			if !seen[key] {
				seen[key] = true
				add(value, f)
			}
		}
	}
}

// setInput sets a body in JSON.
func (c *Case) setInput(v sample.Value) {
	c.ContentType, c.Body, c.input = "application/json", sample.JSON(v), v
}

// fault says what is wrong with a part of the request.
func (c *Case) fault(f diag.Finding, part lexicon.Part) {
	c.rule, c.part, c.limit = f.Rule, part, f.Data.Constraint
	c.Fault = f.Message
	if subject := strings.TrimPrefix(f.Pointer, "/"); subject != "" && !strings.Contains(f.Message, words.Quote(subject)) {
		c.Fault = subject + " " + f.Message
	}
}

// bodyType returns a content type that a method accepts.
func bodyType(b *lexicon.Body) string {
	first, _, _ := strings.Cut(b.Encoding, ",")
	if first = strings.TrimSpace(first); first == "" || strings.Contains(first, "*") {
		return "text/plain"
	}
	return first
}

// plain reports whether all values of a schema are alike to a service: those of a string can
// be names of something that it does not have.
func plain(s lexicon.Schema) bool {
	switch s := s.(type) {
	case *lexicon.Boolean, *lexicon.Integer:
		return true
	case *lexicon.String:
		return len(s.Enum) > 0
	}
	return false
}

// maxEnum is how many values of an enum are tried.
const maxEnum = 8

// values returns the values of a parameter that its schema lists, and those at its limits.
func values(s lexicon.Schema) (all []sample.Value) {
	switch s := s.(type) {
	case *lexicon.Boolean:
		return []sample.Value{sample.Bool(false), sample.Bool(true)}
	case *lexicon.Integer:
		numbers := slices.Clone(s.Enum[:min(len(s.Enum), maxEnum)])
		if s.Minimum.Set && s.Minimum.Value > math.MinInt64 {
			numbers = append(numbers, s.Minimum.Value)
		}
		if s.Maximum.Set && s.Maximum.Value < math.MaxInt64 {
			numbers = append(numbers, s.Maximum.Value)
		}
		for _, n := range numbers {
			all = append(all, sample.Number(n))
		}
	case *lexicon.String:
		for _, text := range slices.Concat(s.Enum[:min(len(s.Enum), maxEnum)], s.KnownValues[:min(len(s.KnownValues), maxEnum)]) {
			all = append(all, sample.Text(text))
		}
	}
	return all
}

// method is a method with what checks its requests.
type method struct {
	*xrpc.Method
	validators map[lexicon.Part]*validate.Validator
}

func (m *method) validator(part lexicon.Part) *validate.Validator { return m.validators[part] }

func (m *method) newCase(params sample.Object) Case {
	c := Case{Verb: http.MethodGet, Params: params}
	if m.Type() == lexicon.TypeProcedure {
		c.Verb = http.MethodPost
	}
	return c
}

// valid reports whether a value matches a part of the method.
func (m *method) valid(part lexicon.Part, v sample.Value) bool {
	return !diag.HasErrors(m.check(part, v))
}

func (m *method) check(part lexicon.Part, v sample.Value) []diag.Finding {
	validator := m.validator(part)
	if validator == nil || v == nil {
		return nil
	}
	in := validate.Input{Text: sample.JSON(v)}
	if params, ok := v.(sample.Object); ok && part == lexicon.PartParams {
		in = validate.Input{Text: []byte(sample.Query(params)), Encoding: validate.Query}
	}
	return slices.Clone(validator.Check(in).Findings)
}

// breaks reports whether the request has the fault that it says, and no other.
func (m *method) breaks(c *Case) bool {
	for part, v := range map[lexicon.Part]sample.Value{lexicon.PartParams: c.Params, lexicon.PartInput: c.input} {
		if part == lexicon.PartParams && c.Params == nil {
			continue
		}
		errors := slices.DeleteFunc(m.check(part, v), func(f diag.Finding) bool { return f.Severity != diag.Error })
		switch {
		case c.rule == nil || part != c.part:
			if len(errors) > 0 {
				return false
			}
		case len(errors) != 1 || errors[0].Rule != c.rule || firstName(errors[0].Pointer) != c.at || errors[0].Data.Constraint.Pointer != c.limit.Pointer:
			return false
		}
	}
	return true
}

// firstName returns the name that a pointer begins with; "" for that of the whole.
func firstName(pointer string) string {
	if pointer == "" {
		return ""
	}
	return diag.SplitPointer(pointer)[0]
}

// placeOf returns a pointer with every index replaced, so that all elements of a list are
// one place.
func placeOf(pointer string) string {
	segments := strings.Split(pointer, "/")
	for i, s := range segments {
		if _, err := strconv.Atoi(s); err == nil {
			segments[i] = "*"
		}
	}
	return strings.Join(segments, "/")
}
