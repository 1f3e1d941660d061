package lint

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// shown describes findings with everything that a reader sees.
func shown(findings []diag.Finding) (all []string) {
	place := func(l diag.Location) string {
		p := l.Source.Position(l.Span.Start)
		return fmt.Sprintf("%s:%d:%d-%d", l.Source.Path, p.Line, p.Column, l.Span.End)
	}
	for _, f := range findings {
		line := fmt.Sprintf("%s %s %s: %s; %s", place(f.Location), f.Severity, f.Rule.Code, f.Message, f.Help)
		for _, r := range f.Related {
			line += "; " + place(r.Location) + " " + r.Message
		}
		all = append(all, line)
	}
	return all
}

// After any edits, what Incremental has returned is what Lint returns for the same
// documents, and so is what it finds for fixes.
func TestIncrementalIsLint(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	pick := func(list ...string) string { return list[random.IntN(len(list))] }
	names := []string{"com.example.a", "com.example.b", "com.example.c", "com.example.defs", "com.example.a.inner", "com.other.list"}
	document := func(path string) *lexicon.Document {
		ref := func() string {
			return pick("#x", "#y", "com.example.a", "com.example.a#x", "com.example.b#y", "com.example.defs#x", "com.exmaple.c#x", "com.example.a.x", "com.example.cc", "x")
		}
		var defs []string
		for _, name := range []string{"main", "x", "y", "z"} {
			var text string
			switch random.IntN(10) {
			case 0:
				text = `{"type": "record", "key": "tid", "record": {"type": "object", "required": ["p"], "properties": {"p": {"type": "ref", "ref": "` + ref() + `"}}}}`
			case 1:
				text = `{"type": "token"}`
			case 2:
				text = `{"type": "object", "required": ["p"], "properties": {"p": {"type": "ref", "ref": "` + ref() + `"}, "q": {"type": "array", "items": {"type": "string"}}}}`
			case 3:
				text = `{"type": "object", "properties": {"p": {"type": "union", "refs": ["` + ref() + `", "` + ref() + `"]}, "s": {"type": "string", "format": "handle"}}}`
			case 4:
				text = `{"type": "string", "knownValues": ["` + ref() + `", "` + ref() + `"]}`
			case 5:
				text = `{"type": "ref", "ref": "` + ref() + `"}`
			case 6:
				text = `{"type": "permission-set", "permissions": [{"type": "permission", "resource": "repo", "collection": ["com.example.x.inner", "` + pick(names...) + `"]}]}`
			case 7:
				text = `{"type": "object", "properties": {"a": {"type": "int"}}}`
			default:
				continue
			}
			defs = append(defs, `"`+name+`": `+text)
		}
		text := strings.Repeat("\n", random.IntN(3)) + `{"lexicon": 1, "id": "` + pick(names...) + `", "defs": {` + strings.Join(defs, ",\n") + `}}`
		switch random.IntN(20) {
		case 0:
			text = text[:random.IntN(len(text))]
		case 2:
			text = text[:12] // before the id
		case 1:
			text = strings.Replace(text, "lexicon", "lexico", 1)
		}
		d := lexicon.Parse(&diag.Source{Path: path, Text: []byte(text)}, diag.ProfileV1)
		d.Dependency = random.IntN(8) == 0
		if random.IntN(8) == 0 {
			d.Examples = lexicon.ReadExamples(&diag.Source{Path: strings.Replace(path, ".json", ".examples.json", 1), Text: []byte(`{"x": [{}, "` + ref() + `"], "main": 1}`)})
		}
		return d
	}
	interest := func(r *diag.Rule, _ diag.Severity) Interest { return Keep }
	options := Options{Interest: interest, Placeholders: true}
	counting := options
	counting.Interest = func(r *diag.Rule, s diag.Severity) Interest {
		if r.Group == "style" {
			return Count
		}
		return Keep
	}
	made := 0
	for round := range 30 {
		incremental, fixing := NewIncremental(options), newIncremental(counting)
		var earlier []*lexicon.Catalog
		catalog := lexicon.NewCatalog()
		current := map[*lexicon.Document][]diag.Finding{}
		for step := range 40 {
			for range 1 + random.IntN(3) {
				all := catalog.Documents()
				switch at := random.IntN(len(all) + 1); {
				case at == len(all) || random.IntN(6) == 0:
					catalog = catalog.Insert(at, document(fmt.Sprintf("%d/com/example/%s.json", made, pick("a", "b", "cc"))))
					made++
				case random.IntN(6) == 0 && len(all) > 3:
					catalog, _ = catalog.Replace(all[at], nil)
				default:
					catalog, _ = catalog.Replace(all[at], document(all[at].Source.Path))
				}
			}
			if random.IntN(4) == 0 { // an interrupted run changes nothing
				ctx := &expiring{Context: context.Background()}
				ctx.left.Store(int64(random.IntN(60)))
				if changed, err := incremental.Lint(ctx, catalog); err == nil {
					maps.Copy(current, changed)
				} else if changed != nil {
					t.Fatal("an interrupted run returns findings")
				}
				continue
			}
			changed, err := incremental.Lint(context.Background(), catalog)
			if err != nil {
				t.Fatal(err)
			}
			maps.Copy(current, changed)
			again, err := incremental.Lint(context.Background(), catalog)
			if err != nil {
				t.Fatal(err)
			}
			for d := range again {
				t.Errorf("%s is checked again though nothing has changed", d.Source.Path)
			}
			var got []string
			for _, d := range catalog.Documents() {
				got = append(got, shown(current[d])...)
			}
			fresh := lexicon.NewCatalog(parsedAgain(catalog)...)
			whole, err := Lint(context.Background(), fresh, options)
			if err != nil {
				t.Fatal(err)
			}
			want := shown(whole.Findings)
			state := catalog
			if earlier = append(earlier, catalog); random.IntN(3) == 0 { // a trial that failed
				state = earlier[random.IntN(len(earlier))]
				whole, err = Lint(context.Background(), lexicon.NewCatalog(parsedAgain(state)...), counting)
			} else {
				whole, err = Lint(context.Background(), fresh, counting)
			}
			next, err2 := fixing.whole(context.Background(), state)
			if err = errors.Join(err, err2); err != nil || !slices.Equal(shown(next.Findings), shown(whole.Findings)) ||
				next.Counted != whole.Counted || !slices.EqualFunc(next.Omitted, whole.Omitted, sameOmission) {
				t.Fatalf("round %d, step %d: for fixes (%v), only Incremental:\n%s\nonly Lint:\n%s\n%d and %d counted; omitted: %v, %v", round, step, err,
					without(shown(next.Findings), shown(whole.Findings)), without(shown(whole.Findings), shown(next.Findings)),
					next.Counted, whole.Counted, next.Omitted, whole.Omitted)
			}
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Fatalf("round %d, step %d: only Incremental:\n%s\nonly Lint:\n%s", round, step, without(got, want), without(want, got))
			}
		}
	}
}

// parsedAgain parses the documents of a catalog again.
func parsedAgain(c *lexicon.Catalog) (again []*lexicon.Document) {
	for _, d := range c.Documents() {
		parsed := lexicon.Parse(d.Source, diag.ProfileV1)
		parsed.Dependency, parsed.Examples = d.Dependency, d.Examples
		again = append(again, parsed)
	}
	return again
}

func sameOmission(a, b diag.Omission) bool { return a.Like.Rule == b.Like.Rule && a.Count == b.Count }

// without returns the lines of a that are not in b.
func without(a, b []string) string {
	return strings.Join(slices.DeleteFunc(slices.Clone(a), func(line string) bool { return slices.Contains(b, line) }), "\n")
}

// expiring is a context that is done after a number of looks at it.
type expiring struct {
	context.Context
	left atomic.Int64
}

func (e *expiring) Err() error {
	if e.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}
