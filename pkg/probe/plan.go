package probe

import (
	"iter"
	"math"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/sample"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// planner makes plans.
type planner struct {
	small, typical, large *sample.Sampler
	known                 *names
}

func newPlanner(c *lexicon.Catalog, seed uint64, profile diag.Profile, known *names) *planner {
	with := func(size sample.Size, optional sample.Optional) *sample.Sampler {
		return sample.New(c, sample.Options{Seed: seed, Size: size, Optional: optional, Profile: profile})
	}
	return &planner{
		small: with(sample.SizeSmall, sample.OptionalNone), typical: with(sample.SizeTypical, sample.OptionalAll),
		large: with(sample.SizeLimit, sample.OptionalAll), known: known,
	}
}

// A draft is a plan that is being made.
type draft struct {
	of   *tally
	seed uint64
	plan chan []trial
}

// draft makes a plan while another one is sent. No names must be learned until it is taken.
func (r *run) draft(t *tally, seed uint64) {
	d := &draft{t, seed, make(chan []trial, 1)}
	r.ahead = d
	go func() { d.plan <- r.planner.plan(t.method, seed) }()
}

// plan returns the plan for a method, which may have been made already. Without a method, it
// only waits until none is being made.
func (r *run) plan(t *tally, seed uint64) []trial {
	if d := r.ahead; d != nil {
		r.ahead = nil
		if plan := <-d.plan; d.of == t && d.seed == seed {
			return plan
		}
	}
	if t == nil {
		return nil
	}
	return r.planner.plan(t.method, seed)
}

// maxQuery is how many bytes a query string has at most: servers refuse longer URLs.
const maxQuery = 6000

// plan returns the requests for a method: valid ones, the smallest first, then those with
// one fault each. Their values depend on the seed.
func (p *planner) plan(m *method, seed uint64) []trial {
	for _, s := range []*sample.Sampler{p.small, p.typical, p.large} {
		s.Seed(seed)
	}
	valid, faulty := p.params(m)
	first := m.newTrial(nil)
	if len(valid) > 0 {
		first = valid[0]
	} else {
		valid = []trial{first}
	}
	if m.Type() == lexicon.TypeProcedure && m.Input != nil {
		valid, faulty = p.inputs(m, valid, faulty)
		first = valid[0]
	}
	unknown := first
	unknown.Params, unknown.Either = first.Params.With(unknownName, sample.Text("1")), true
	wrong := first
	wrong.Verb, wrong.Fault = http.MethodPost, "the HTTP method is POST"
	if first.Verb == http.MethodPost {
		wrong.Verb, wrong.Fault, wrong.ContentType, wrong.Body, wrong.input = http.MethodGet, "the HTTP method is GET", "", nil, nil
	}
	return slices.Concat(valid, faulty, []trial{unknown, wrong})
}

// unknownName is a parameter that no method has.
const unknownName = "lexsmithUnknown"

// params returns requests with valid parameters, and with invalid ones. Both have the
// smallest input.
func (p *planner) params(m *method) (valid, faulty []trial) {
	schema := m.Parameters
	if schema == nil {
		return nil, nil
	}
	base, ok := p.object(p.small, schema)
	if !ok {
		return nil, nil
	}
	base = p.prefer(m, lexicon.PartParams, p.known.fill(schema, base, ""))
	seen := map[string]bool{}
	add := func(params sample.Object, alone string) {
		query := sample.Query(params)
		if len(query) <= maxQuery && !seen[query] && m.valid(lexicon.PartParams, params) {
			seen[query] = true
			c := m.newTrial(params)
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
		for _, v := range slices.Concat(p.known.values(property.Schema, name), values(property.Schema), []sample.Value{all.Get(name), large.Get(name)}) {
			if v == nil || name == cursorName {
				continue
			}
			alone := name
			if !plain(property.Schema) {
				alone = ""
			}
			add(p.known.fill(schema, base.With(name, v), name), alone)
			if list, ok := v.(sample.Array); ok && len(list) > 1 {
				add(p.known.fill(schema, base.With(name, list[:1]), ""), "")
			}
		}
	}
	for _, o := range []sample.Object{all, large} {
		add(p.known.fill(schema, o.Without(cursorName), ""), "")
	}
	most := 2 + 2*len(schema.Properties)
	return valid, slices.Collect(p.faults(m, lexicon.PartParams, schema, most, m.newTrial(nil)))
}

// object makes parameters.
func (p *planner) object(s *sample.Sampler, schema lexicon.Schema) (sample.Object, bool) {
	v, err := s.Value(schema)
	o, ok := v.(sample.Object)
	return o, ok && err == nil
}

// prefer gives the members of an object, which a part of a method has, the values that a user
// has given for numbers, booleans and enums. Names are replaced elsewhere, in all requests.
func (p *planner) prefer(m *method, part lexicon.Part, o sample.Object) sample.Object {
	schema := lexicon.Schema(m.Parameters)
	if part == lexicon.PartInput {
		schema = m.Input.Schema
	}
	for _, member := range o {
		for _, v := range p.known.values(propertyOf(schema, member.Name), member.Name) {
			if preferred := o.With(member.Name, v); m.valid(part, preferred) {
				o = preferred
				break
			}
		}
	}
	return o
}

// inputs gives the requests the smallest input, and adds those with other inputs.
func (p *planner) inputs(m *method, valid, faulty []trial) ([]trial, []trial) {
	first := valid[0]
	if m.validator(lexicon.PartInput) == nil || m.Input.Schema == nil {
		for _, list := range [][]trial{valid, faulty} {
			for i := range list {
				list[i].ContentType, list[i].Body = bodyType(m.Input), []byte("lexsmith")
			}
		}
		missing := first
		missing.Fault = "the body is missing"
		return valid, append(faulty, missing)
	}
	with := func(v sample.Value) trial {
		c := first
		c.setInput(v)
		return c
	}
	small, err := p.small.Value(m.Input.Schema)
	if err != nil {
		return valid, faulty
	}
	small = p.known.fillValue(m.Input.Schema, small, "")
	if o, ok := small.(sample.Object); ok {
		small = p.prefer(m, lexicon.PartInput, o)
	}
	for _, list := range [][]trial{valid, faulty} {
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
		o, ok := v.(sample.Object)
		if ok && s == p.typical {
			o = p.prefer(m, lexicon.PartInput, o)
			v = o
		}
		add(v)
		small, _ := small.(sample.Object)
		if ok {
			for _, member := range o { // each alone
				add(small.With(member.Name, member.Value))
			}
		}
	}
	faulty = slices.AppendSeq(faulty, p.faults(m, lexicon.PartInput, m.Input.Schema, 4, first))
	missing, text := valid[0], valid[0]
	missing.ContentType, missing.Body, missing.input, missing.Fault = "", nil, nil, "the body is missing"
	text.ContentType, text.Fault = "text/plain", `the Content-Type is "text/plain"`
	return valid, append(faulty, missing, text)
}

// faults returns requests that differ from another one in a part, which has one fault: of
// every rule that can be broken, in so many places at most.
func (p *planner) faults(m *method, part lexicon.Part, schema lexicon.Schema, most int, from trial) iter.Seq[trial] {
	type proposal struct {
		rule  *diag.Rule
		place string
		kind  reflect.Type // of the value
	}
	type side struct {
		proposal
		constraint string // a minimum, or a maximum
	}
	asked, seen, count := map[proposal]int{}, map[side]bool{}, map[*diag.Rule]int{}
	const enough = 3 // proposals for a place, since both sides of a limit are among them
	const rounds = 2 // with faults in different places
	return func(yield func(trial) bool) {
		for range rounds {
			for _, f := range p.typical.Proposals(schema) {
				key := proposal{f.Rule, f.Place, reflect.TypeOf(f.Value)}
				if asked[key] == enough || count[f.Rule] == most {
					continue
				}
				v := p.known.fillValue(schema, f.Whole(), firstName(f.Place))
				errors := m.errors(part, v)
				if len(errors) != 1 || errors[0].Rule != f.Rule {
					continue
				}
				asked[key]++
				one := side{key, errors[0].Data.Constraint.Pointer}
				c := from
				if seen[one] || !c.set(part, v) {
					continue
				}
				seen[one] = true
				count[f.Rule]++
				if c.setFault(errors[0], part); !yield(c) {
					return
				}
			}
		}
	}
}

// bodyType returns a content type that a method accepts.
func bodyType(b *lexicon.Body) string {
	encoding, _ := syntax.ParseEncoding(b.Encoding)
	usual := []string{"text/plain", "application/octet-stream", "image/png", "video/mp4", "audio/mpeg"}
	if i := slices.IndexFunc(usual, encoding.Match); i >= 0 {
		return usual[i]
	}
	if len(encoding) == 0 {
		return usual[0]
	}
	return strings.Replace(encoding[0].String(), "*", "x-lexsmith", 1)
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
