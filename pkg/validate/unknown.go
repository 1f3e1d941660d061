package validate

import "github.com/lexsmith/lexsmith/pkg/lexicon"

// unknownChecker is a schema of type unknown. That the value is in the data
// model is seen when it is read.
type unknownChecker struct {
	node    *lexicon.Unknown
	profile lexicon.Profile
}

func (c *unknownChecker) schema() lexicon.Schema { return c.node }

func (c *unknownChecker) check(r *run, i uint32) bool {
	tok := &r.Tokens[i]
	if c.profile == lexicon.ProfileV1 || tok.IsObject() {
		return true
	}
	return r.wrongType(i, c.node, "an object that is no blob")
}

// nullChecker is a schema of type null.
type nullChecker struct{ node *lexicon.Null }

func (c *nullChecker) schema() lexicon.Schema { return c.node }

func (c *nullChecker) check(r *run, i uint32) bool { return r.wrongType(i, c.node, "null") }

// invalidChecker stands for a schema that describes no value, or cannot be read.
type invalidChecker struct {
	node lexicon.Schema
	why  string // "cannot be read"
}

func (c *invalidChecker) schema() lexicon.Schema { return c.node }

func (c *invalidChecker) check(r *run, i uint32) bool {
	if r.quick {
		return false
	}
	if advisory, known := r.broken[c.node]; known && (!advisory || r.advisory) {
		return true
	}
	if r.broken == nil {
		r.broken = map[lexicon.Schema]bool{}
	}
	r.broken[c.node] = r.advisory
	r.report(ruleSchemaInvalid, i, c.node, "", "cannot be checked: its schema "+c.why, "mend the schema: lexsmith lint says how")
	return true
}

// missingChecker stands for a definition whose Lexicon is not loaded.
type missingChecker struct {
	node  lexicon.Schema
	name  lexicon.Reference // the definition
	allow bool
}

func (c *missingChecker) schema() lexicon.Schema { return c.node }

func (c *missingChecker) check(r *run, i uint32) bool {
	if c.allow {
		if tok := &r.Tokens[i]; tok.IsObject() {
			r.unknown = true
			return true
		}
		return r.wrongType(i, c.node, "an object")
	}
	if r.quick {
		return false
	}
	r.report(ruleSchemaNotFound, i, c.node, "", "cannot be checked: the schema "+c.name.String()+" is not loaded", r.notLoadedHelp(c.name))
	return true
}

// meant asks whether the definition near to a mistyped name was meant; "" when
// none is. A search goes through all that are loaded, so answers are remembered,
// and only so many are looked for.
func (r *run) meant(name lexicon.Reference) string {
	const most = 100
	question, known := r.near[name]
	if known || len(r.near) == most {
		return question
	}
	if near, ok := r.schemas.catalog.Nearest(name); ok {
		question = "did you mean " + quote(near.String()) + "?"
	}
	if r.near == nil {
		r.near = map[lexicon.Reference]string{}
	}
	r.near[name] = question
	return question
}

// notLoadedHelp is the way out where a schema is not loaded: it has another name,
// or must be loaded.
func (r *run) notLoadedHelp(name lexicon.Reference) string {
	const help = "load it with -L, or accept such values with --allow-unknown"
	if question := r.meant(name); question != "" {
		return question + " Else " + help
	}
	return help
}
