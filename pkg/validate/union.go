package validate

import (
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// unionChecker is a union, prepared for many values.
type unionChecker struct {
	node     *lexicon.Union
	variants []variantChecker
	byName   map[string]checker // nil while there are few
	open     bool
	// any says that there are no variants, so that any value will do: an open
	// union without refs under the specification.
	any bool
}

type variantChecker struct {
	name    string // what $type says
	checker checker
}

// manyVariants is from how many variants on a map beats a search.
const manyVariants = 12

func (s *Schemas) union(c *unionChecker, schema *lexicon.Union) {
	c.node, c.open = schema, !schema.Closed
	c.any = c.open && len(schema.Refs) == 0 && s.options.Profile == lexicon.ProfileV1
	for _, l := range schema.Refs {
		v := variantChecker{name: l.Reference.String()}
		if l.Target == nil {
			v.checker = s.missing(schema, l)
		} else {
			v.checker = s.variant(schema, l.Target)
		}
		c.variants = append(c.variants, v)
	}
	if len(c.variants) >= manyVariants {
		c.byName = make(map[string]checker, len(c.variants))
		for _, v := range c.variants {
			c.byName[v.name] = v.checker
		}
	}
}

// variant returns the checker of a definition as a variant of a union, which
// must be an object or a record itself.
func (s *Schemas) variant(union *lexicon.Union, target *lexicon.Definition) checker {
	switch target.Schema.(type) {
	case *lexicon.Object, *lexicon.Record, *lexicon.Invalid:
		return s.definition(target)
	}
	return &invalidChecker{union, "is a union variant of type " + target.Schema.Type().String()}
}

// find returns the checker of the variant that $type names; nil when it is
// none of the union.
func (c *unionChecker) find(name string) checker {
	if c.byName != nil {
		return c.byName[name]
	}
	for i := range c.variants {
		if c.variants[i].name == name {
			return c.variants[i].checker
		}
	}
	return nil
}

func (c *unionChecker) schema() lexicon.Schema { return c.node }

func (c *unionChecker) check(r *run, i uint32) bool {
	if c.any {
		return true
	}
	tok := &r.Tokens[i]
	if !tok.IsObject() {
		return r.wrongType(i, c.node, "an object with $type, a variant of the union")
	}
	name := r.TypeOf(i)
	if v := c.find(name); v != nil {
		return v.check(r, i)
	}
	if name == "" {
		if r.quick {
			return false
		}
		if r.Member(i, "$type") == 0 {
			r.typeMissing(i, c.node, "it tells the variant of a union", "add "+c.allowed())
		}
		return true
	}
	return c.unlisted(r, i, name)
}

// unlisted judges an object whose $type is none of the union's variants.
func (c *unionChecker) unlisted(r *run, i uint32, name string) bool {
	at := r.Tokens[i].TypeIndex()
	nsid, fragment, _ := strings.Cut(name, "#")
	switch {
	case fragment == "main" && syntax.IsNSID(nsid):
		if r.quick {
			return false
		}
		r.report(ruleTypeMainFragment, at, c.node, "", "must not end in #main, found "+quote(name), "write "+quote(nsid))
		return true
	case !isTypeName(name):
		if r.quick {
			return false
		}
		r.report(ruleTypeSyntax, at, c.node, "", "must be an NSID or NSID#name, found "+quote(name), c.near(name))
		return true
	case !c.open:
		if r.quick {
			return false
		}
		r.report(ruleTypeMismatch, at, c.node, "refs", "must be "+c.allowed()+", found "+quote(name), c.near(name))
		return true
	}
	// Later revisions may add the variant: what is known of it is held against
	// its definition, but it need not fit.
	known := r.schemas.types[name]
	if known == nil {
		return true
	}
	if r.quick {
		return known.checker.check(r, i)
	}
	before := r.advisory
	r.advisory = true
	known.checker.check(r, i)
	r.advisory = before
	return true
}

// isTypeName reports whether a $type has the form that a variant needs.
func isTypeName(name string) bool {
	nsid, fragment, found := strings.Cut(name, "#")
	return syntax.IsNSID(nsid) && (!found || fragment != "" && !strings.ContainsAny(fragment, "#."))
}

// allowed lists what $type may be, for a message.
func (c *unionChecker) allowed() string {
	const most = 6
	var names []string
	for _, v := range c.variants[:min(len(c.variants), most)] {
		names = append(names, quote(v.name))
	}
	switch rest := len(c.variants) - most; {
	case len(c.variants) == 0:
		return "a variant of the union, which has none"
	case rest > 0:
		return strings.Join(names, ", ") + " or one of " + count(rest, "other")
	case len(names) == 1:
		return names[0]
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// near says which variant may have been meant.
func (c *unionChecker) near(name string) string {
	names := make([]string, len(c.variants))
	for i, v := range c.variants {
		names[i] = v.name
		if strings.HasPrefix(name, "#") && strings.HasSuffix(v.name, name) {
			return "write the full name " + quote(v.name)
		}
	}
	if near := syntax.Nearest(name, names); near != "" {
		return "did you mean " + quote(near) + "?"
	}
	return ""
}

// messageChecker is the union at the top of a subscription's messages, where
// $type may be left out.
type messageChecker struct{ *unionChecker }

func (c messageChecker) check(r *run, i uint32) bool {
	tok := &r.Tokens[i]
	if !tok.IsObject() || tok.TypeIndex() != 0 || r.Member(i, "$type") != 0 || c.any || len(c.variants) == 0 {
		return c.unionChecker.check(r, i)
	}
	if r.quick {
		return slices.ContainsFunc(c.variants, func(v variantChecker) bool {
			r.unknown = false
			return v.checker.check(r, i) && !r.unknown
		})
	}
	outer, omitted := r.found, r.beyond
	var best attempt
	for n, v := range c.variants {
		r.found, r.spelled, r.beyond, r.broken, r.unknown = nil, 0, nil, nil, false
		v.checker.check(r, i)
		if a := (attempt{v.name, r.found, r.beyond, r.unknown}); n == 0 || a.closerThan(best) {
			best = a
		}
	}
	if best.fits() {
		r.found, r.beyond, r.unknown = append(outer, best.found...), append(omitted, best.omitted...), best.unknown
		return true
	}
	r.found, r.beyond, r.unknown = outer, omitted, false
	f := r.report(ruleUnionVariant, i, c.node, "refs", "fits no variant of the messages; the closest is "+quote(best.name), "")
	for _, fault := range best.found {
		f.Related = append(f.Related, lexicon.Related{Location: fault.Location, Message: fault.Message})
	}
	return true
}

// attempt is what holding a message against one variant gave.
type attempt struct {
	name    string
	found   []lexicon.Finding
	omitted []lexicon.Omission
	unknown bool
}

// findings returns how many there are, those beyond the limit included.
func (a attempt) findings() int {
	n := len(a.found)
	for _, o := range a.omitted {
		n += o.Count
	}
	return n
}

func (a attempt) fits() bool {
	return !slices.ContainsFunc(a.found, func(f lexicon.Finding) bool { return f.Severity == lexicon.Error })
}

// closerThan reports whether a variant fits better than another: without an
// error before with one, with its schema before without, then with fewer
// findings.
func (a attempt) closerThan(b attempt) bool {
	switch {
	case a.fits() != b.fits():
		return a.fits()
	case a.unknown != b.unknown:
		return b.unknown
	}
	return a.findings() < b.findings()
}
