package validate

import (
	"strconv"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// mostMissing is how many missing fields of an object are reported one by one. What
// an object lacks can be as long as the schema, however short the object is.
const mostMissing = 64

// missing reports the required properties that an object lacks.
func (c *objectChecker) missing(r *run, i uint32) bool {
	if r.quick {
		return false
	}
	present := map[string]bool{}
	for k := i + 1; k < r.Tokens[i].Next; k = r.Tokens[k+1].Next {
		present[r.Text(k)] = true
	}
	n := 0
	for _, at := range c.required {
		name := c.names.list[at]
		if present[name] {
			continue
		}
		if n++; n > mostMissing {
			continue
		}
		r.report(RuleMissingRequired, func() finding {
			help := ""
			if k := r.alike(i, name); k != 0 {
				help = "rename " + quote(r.Text(k)) + " to " + quote(name)
			}
			return c.lacks(i, "the required "+quote(name)+" "+c.noun(), help, name)
		})
	}
	if n -= mostMissing; n > 0 {
		r.report(RuleMissingRequired, func() finding {
			return c.lacks(i, strconv.Itoa(n)+" more required "+c.noun()+"s", "", nil)
		})
	}
	return true
}

// lacks is the finding on an object without something that is required.
func (c *objectChecker) lacks(i uint32, what, help string, expected any) finding {
	f := finding{at: i, opening: true, schema: c.node, field: "required", message: "is missing " + what, help: help, expected: expected}
	if c.node.Type() == lexicon.TypeParams {
		f.subject = "the request"
	}
	return f
}

// noun is how messages call a property.
func (c *objectChecker) noun() string {
	if c.node.Type() == lexicon.TypeParams {
		return "parameter"
	}
	return "field"
}

// searched is how many keys or names there may be for a mistyped one to be looked
// for among them: a suggestion is not worth going through more.
const searched = 64

// alike returns the key of the object at i that is spelled nearly like a name; 0
// when there is none, or when the object has too many keys.
func (r *run) alike(i uint32, name string) uint32 {
	if !r.hasFewKeys(i) {
		return 0
	}
	for k := i + 1; k < r.Tokens[i].Next; k = r.Tokens[k+1].Next {
		if one := [...]string{name}; words.Nearest(r.Text(k), one[:]) != "" {
			return k
		}
	}
	return 0
}

// hasFewKeys reports whether the object at i has so few keys that a suggestion is
// worth looking for.
func (r *run) hasFewKeys(i uint32) bool {
	k, end := i+1, r.Tokens[i].Next
	for n := 0; k < end && n < searched; n++ {
		k = r.Tokens[k+1].Next
	}
	return k == end
}

// extraField reports the field at k of the object at i, which the schema does
// not define. $type belongs to every object.
func (c *objectChecker) extraField(r *run, i, k uint32) bool {
	name := r.Text(k)
	if name == "$type" && c.extra == RuleExtraField {
		return true
	}
	if params, ok := c.node.(*lexicon.Params); ok && !r.value(&paramChecker{from(params)}, k+1, false) {
		return false
	}
	return r.report(c.extra, func() finding {
		f := finding{at: k + 1, place: k, schema: c.node, field: "properties", message: "is not defined in the schema"}
		if c.extra == RuleUnknownParam {
			f.message = "is not a parameter of the method"
		}
		if near := words.Nearest(name, c.names.list); r.hasFewKeys(i) && r.Member(i, near) == 0 {
			f.help = words.DidYouMean(near)
		}
		return f
	})
}
