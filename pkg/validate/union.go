package validate

import (
	"cmp"
	"strings"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// RuleTypeMismatch is broken by a $type that names another type than the schema allows.
var RuleTypeMismatch = &diag.Rule{
	Code: "type-mismatch", Group: "validate", Severity: diag.Always(diag.Error),
	Summary: "the schema does not allow the type in $type",
	Reason: "A record must have the required type, and a closed union permits only the variants that it lists. " +
		"Correct $type, or check the value against a different definition.",
	Spec: "Field types > union, rules 3 and 5; Primary types > record", Page: "specs/lexicon#union",
	Examples: coverUnion + `{"cover": {"$type": «"com.example.thing#sound"|"com.example.thing#color"», "name": "sea"}}`,
}

const coverUnion = inSchema + `"main": {"type": "object", "properties": {
  "cover": {"type": "union", "refs": ["#color", "#photo"], "closed": true}
}},
"color": {"type": "object", "properties": {"name": {"type": "string"}}},
"photo": {"type": "object", "properties": {"file": {"type": "blob"}}}` + inData

// RuleTypeSyntax is broken by a $type that is not the name of a type.
var RuleTypeSyntax = &diag.Rule{
	Code: "type-syntax", Group: "validate", Severity: diag.Always(diag.Error),
	Summary: "$type is not a valid type name",
	Reason: "In data, $type is the full name, NSID or NSID#name. The short form #name works only within a schema file. " +
		"Blobs, bytes, and links cannot be variants of a union.",
	Spec: "Field types > union, rule 5; References", Page: "specs/lexicon#union",
	Examples: coverUnion + `{"cover": {"$type": «"#color"|"com.example.thing#color"», "name": "sea"}}`,
}

// unionChecker is a union, prepared for many values.
type unionChecker struct {
	origin[*lexicon.Union]
	variants []checker
	names    closedSet[string] // what $type says for each of the variants
	open     bool
	// any says that there are no variants, so that any value will do: an open
	// union without refs under the specification.
	any bool
	// hidden says that some refs are malformed: there may be other variants.
	hidden bool
}

// find returns the checker of the variant that $type names; nil when it is
// none of the union.
func (c *unionChecker) find(name string) checker {
	if i := c.names.index(name); i >= 0 {
		return c.variants[i]
	}
	return nil
}

func (c *unionChecker) check(r *run, i uint32) bool {
	if c.any {
		return true
	}
	if !r.Tokens[i].IsObject() {
		return r.wrongType(i, c.node, lexicon.TypeObject, "an object whose $type is a variant of the union")
	}
	name := r.TypeOf(i)
	if v := c.find(name); v != nil {
		return v.check(r, i)
	}
	if name != "" {
		return c.unlisted(r, i, name)
	}
	return r.Member(i, "$type") != 0 || r.typeMissing(whyVariant, func() finding {
		help := r.typeSlip(i, func(name string) bool { return c.find(name) != nil })
		return finding{at: i, schema: c.node, help: cmp.Or(help, c.addType()), expected: c.names.list}
	})
}

// unlisted checks an object whose $type is not one of the union's variants.
func (c *unionChecker) unlisted(r *run, i uint32, name string) bool {
	at := r.Tokens[i].TypeIndex()
	nsid, fragment, _ := strings.Cut(name, "#")
	f := finding{at: at, schema: c.node, expected: c.names.list, actual: name}
	switch {
	case fragment == "main" && syntax.IsNSID(nsid):
		return r.typeMain(at, c.node, name)
	case !isTypeName(name):
		return r.report(RuleTypeSyntax, func() finding {
			f.message, f.help = "must be an NSID or NSID#name, but is "+quote(name), c.near(name)
			return f
		})
	case !c.open && c.hidden:
		return invalid(c.node, "has malformed refs").check(r, i)
	case !c.open:
		return r.report(RuleTypeMismatch, func() finding {
			f.field, f.message, f.help = "refs", mustBe(c.allowed(), quote(name)), c.near(name)
			return f
		})
	}
	// Later revisions may add the variant: what is known about it is checked
	// against its definition, but it need not match.
	known := r.schemas.types[name]
	if known == nil {
		return true
	}
	before := r.advisory
	r.advisory = true
	valid := known.check(r, i)
	r.advisory = before
	return valid
}

// isTypeName reports whether a $type has the form that a variant needs.
func isTypeName(name string) bool {
	nsid, fragment, found := strings.Cut(name, "#")
	return syntax.IsNSID(nsid) && (!found || fragment != "" && !strings.ContainsAny(fragment, "#."))
}

// allowed lists what $type may be, for a message.
func (c *unionChecker) allowed() string {
	if len(c.names.list) == 0 {
		return "a variant of the union, which has none"
	}
	return words.ListFunc(c.names.list, "or", func(name string) string { return quote(short(name)) })
}

// addType is the help for a value without a $type.
func (c *unionChecker) addType() string {
	if len(c.names.list) == 0 {
		return "use a union that lists variants; this one has none"
	}
	return `add "$type": ` + c.allowed()
}

// near says which variant may have been meant.
func (c *unionChecker) near(name string) string {
	if strings.HasPrefix(name, "#") {
		for _, full := range c.names.list[:min(len(c.names.list), searched)] {
			if strings.HasSuffix(full, name) {
				return "use the full name " + quote(full)
			}
		}
	}
	if full := asFragment(name); full != "" && c.find(full) != nil {
		return words.DidYouMean(full)
	}
	return words.DidYouMean(words.Nearest(name, c.names.list))
}

var ruleRefTypeMismatch = &diag.Rule{
	Code: "ref-type-mismatch", Group: "validate", Severity: diag.Always(diag.Warning),
	Summary: "$type contradicts the schema",
	Reason: "A plain ref has one target, and an inline object is its own schema, so their values do not need $type. A $type that names a different type " +
		"or ends in #main is a mistake in the data or in the schema. Remove it. The value is still checked against the schema.",
	Spec: "When $type is required; Field types > ref", Page: "specs/lexicon#ref",
	Examples: makerRef + inData + `{"maker": {«"$type": "com.example.shop", |»"name": "Ada"}}`,
}

const makerRef = inSchema + `"main": {"type": "object", "properties": {"maker": {"type": "ref", "ref": "#person"}}},
"person": {"type": "object", "properties": {"name": {"type": "string"}}}`

// refChecker is an object whose $type decides nothing: that of a plain ref or an
// inline object. It should not contradict the schema.
type refChecker struct {
	origin[lexicon.Schema] // the ref, or the object itself
	object                 *objectChecker
}

func (c *refChecker) check(r *run, i uint32) bool {
	name := r.TypeOf(i)
	agrees := name == "" || name == c.object.typeName || name == "blob"
	return (agrees || r.report(ruleRefTypeMismatch, func() finding { return c.contradiction(r, i, name) })) && c.object.check(r, i)
}

// contradiction is the finding on a $type that is not the name of the object.
func (c *refChecker) contradiction(r *run, i uint32, name string) finding {
	f := finding{
		at: r.Tokens[i].TypeIndex(), schema: c.node, message: "is " + quote(name) + ", but the schema is an inline object, which has no name",
		help: "remove $type; an inline object does not need it", actual: name,
	}
	if want := c.object.typeName; want != "" {
		f.expected = want
		f.message, f.help = "is "+quote(name)+", but the schema is "+quote(want), "remove $type; it is not needed here"
		if _, isRef := c.node.(*lexicon.Ref); isRef {
			f.field = "ref"
			f.message, f.help = "is "+quote(name)+", but the schema refers to "+quote(want), "remove $type; a plain ref does not need it"
		}
		if name == want+"#main" {
			f.help = "use " + quote(want) + ", or " + f.help
		}
	}
	return f
}
