package validate

import (
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// Watched is a field that a value has, see Options.Watch.
type Watched struct {
	Schema lexicon.Schema
	Type   string // of its value in JSON, such as "number"
}

// watchChecker notes that a value has a field, and then checks it.
type watchChecker struct {
	checker
	node lexicon.Schema
}

func (c *watchChecker) check(r *run, i uint32) bool {
	return r.watch(c, i).check(r, i)
}

// watch notes the value of a field that is watched, and returns the checker of the field.
func (r *run) watch(c checker, i uint32) checker {
	w, ok := c.(*watchChecker)
	if !ok {
		return c
	}
	r.watched = append(r.watched, Watched{w.node, r.JSONType(i)})
	return w.checker
}
