package validate

import (
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

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
