package convert

import (
	"bytes"
	"flag"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/lexsmith/lexsmith/internal/testkit/generate"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

var unionValues = flag.Int("union-values", 10_000, "how many values TestOneOf tries")

// TestOneOf compares oneOf with anyOf on values of open unions: no value is one of two
// variants, so both accept the same.
func TestOneOf(t *testing.T) {
	const perCatalog = 2000
	var next, tried, accepted atomic.Int64
	var group sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for tried.Load() < int64(*unionValues) && !t.Failed() {
				c := newComparison(t, 1<<40+uint64(next.Add(1)))
				c.subject = slices.DeleteFunc(c.subject, func(s subject) bool { return !s.open })
				for range min(1, len(c.subject)) * perCatalog {
					s := &c.subject[c.r.IntN(len(c.subject))]
					text := generate.JSON(s.make())
					value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
					if err != nil {
						continue // bad UTF-8, or numbers that no reader takes
					}
					tried.Add(1)
					ok, fault := c.choice(s, value)
					if fault != "" {
						t.Errorf("seed %d, %s: %s\n%s", c.seed, s.key, fault, text)
					}
					if ok {
						accepted.Add(1)
					}
				}
			}
		})
	}
	group.Wait()
	t.Logf("%d values, %d accepted", tried.Load(), accepted.Load())
	if accepted.Load() == 0 || accepted.Load() == tried.Load() {
		t.Error("all have the same result")
	}
}

// choice reports whether the export accepts a value, and what is wrong with its choices.
func (c *comparison) choice(s *subject, value any) (accepted bool, fault string) {
	accepted = c.exports[0].schemas[s.key].Validate(value) == nil
	if other := c.anyOf.schemas[s.key].Validate(value) == nil; other != accepted {
		fault = fmt.Sprintf("oneOf accepts it: %v, anyOf: %v", accepted, other)
	}
	return accepted, fault
}

// hasOpenUnion reports whether there is an open union with variants in a schema, or in
// what it refers to.
func hasOpenUnion(s lexicon.Schema) bool {
	found := false
	look := func(s lexicon.Schema) bool {
		u, ok := s.(*lexicon.Union)
		found = found || ok && !u.Closed && len(u.Refs) > 0
		return !found
	}
	lexicon.Walk(s, look)
	reached := map[*lexicon.Definition]bool{}
	lexicon.Reach(s, reached, nil)
	for def := range reached {
		lexicon.Walk(def.Schema, look)
	}
	return found
}
