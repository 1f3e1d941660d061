package lexicon

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// thing returns a Lexicon with a record and a definition, which refers to others.
func thing(path string, name string, refs ...string) *Document {
	var defs strings.Builder
	for i, ref := range refs {
		fmt.Fprintf(&defs, `, "r%d": {"type": "ref", "ref": %q}`, i, ref)
	}
	text := fmt.Sprintf(`{"lexicon": 1, "id": "com.example.%s", "defs": {"main": {"type": "object", "properties": {}}%s}}`, name, defs.String())
	return Parse(&diag.Source{Path: path, Text: []byte(text)}, diag.ProfileV1)
}

// links describes all references of a catalog and where they lead, and what it finds.
func links(c *Catalog) (all []string) {
	for _, d := range c.Documents() {
		for _, def := range d.Defs {
			ref, ok := def.Schema.(*Ref)
			if !ok {
				continue
			}
			line := fmt.Sprintf("%s %s", d.Source.Path, def.Reference())
			if target := ref.Link.Target; target != nil {
				line += fmt.Sprintf(" to %s in %s", target.Reference(), target.Document.Source.Path)
				if !slices.Contains(c.Documents(), target.Document) {
					line += " (not in the catalog)"
				}
			}
			if end, last := ref.Resolve(); end != nil {
				line += fmt.Sprintf(", ends at %s in %s", end.Reference(), end.Document.Source.Path)
				if !slices.Contains(c.Documents(), end.Document) {
					line += " (not in the catalog)"
				}
			} else if last.Link.Target != nil {
				line += ", in a cycle" // entered anywhere
			} else {
				line += fmt.Sprintf(", ends at %s", last.Base().Definition.Reference())
			}
			all = append(all, line)
		}
		all = append(all, d.Source.Path+" is that of "+string(c.DocumentAt(d.Source.Path).ID))
		if first := c.Document(d.ID); first != nil {
			near, _ := c.Nearest(Reference{syntax.NSID(strings.Replace(string(first.ID), "example", "exampel", 1)), "main"})
			all = append(all, fmt.Sprintf("%s is in %s, near %s, beside %s", d.ID, first.Source.Path, near, c.Namesakes(d.ID.Name())))
		}
	}
	return all
}

// copies parses the documents of a catalog again.
func copies(c *Catalog) (again []*Document) {
	for _, d := range c.Documents() {
		d2 := Parse(d.Source, diag.ProfileV1)
		d2.Dependency = d.Dependency
		again = append(again, d2)
	}
	return again
}

// Any sequence of replacements leads to the catalog that the documents would have
// made at once, and leaves the catalogs before it as they were.
func TestReplaceIsAsNew(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	names := []string{"a", "b", "c", "d", "e"}
	one := func(i int) *Document {
		var refs []string
		for range random.IntN(4) {
			ref := "com.example." + names[random.IntN(len(names))]
			if random.IntN(2) == 0 {
				ref += fmt.Sprintf("#r%d", random.IntN(3))
			}
			refs = append(refs, ref)
		}
		name := names[random.IntN(len(names))]
		if random.IntN(8) == 0 {
			name = "a-" // not an NSID
		}
		d := thing(fmt.Sprintf("%d.json", i), name, refs...)
		d.Dependency = random.IntN(5) == 0
		return d
	}
	for range 50 {
		var documents []*Document
		for i := range 5 {
			documents = append(documents, one(i))
		}
		c := NewCatalog(documents...)
		for i := range 20 {
			var old, new *Document
			if n := len(c.Documents()); n > 0 && random.IntN(5) > 0 {
				old = c.Documents()[random.IntN(n)]
			}
			if old == nil || random.IntN(5) > 0 {
				new = one(10 + i)
				if old != nil && random.IntN(3) > 0 { // an edit
					new.Source.Path, new.Dependency = old.Source.Path, old.Dependency
				}
			}
			before := links(c)
			next, changed := c.Replace(old, new)
			if random.IntN(4) == 0 { // many, and some that the catalog does not have
				by := map[*Document]*Document{nil: one(40), one(50): one(50 + i)}
				for _, d := range c.Documents() {
					switch random.IntN(4) {
					case 0:
						by[d] = one(60 + i*10 + len(by))
					case 1:
						by[d] = nil
					}
				}
				next, changed = c.ReplaceAll(by, one(300+i), one(400+i))
			}
			if got := links(c); !slices.Equal(got, before) {
				t.Fatalf("the old catalog changed:\n%s\nwas\n%s", strings.Join(got, "\n"), strings.Join(before, "\n"))
			}
			got, want := links(next), links(NewCatalog(copies(next)...))
			if !slices.Equal(got, want) {
				t.Fatalf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
			if want := NewCatalog(copies(next)...).linkedFrom(); !reflect.DeepEqual(next.linkedFrom(), want) {
				t.Fatalf("the users are %v, want %v", next.linkedFrom(), want)
			}
			for _, d := range next.Documents() {
				if slices.Contains(c.Documents(), d) == slices.Contains(changed, d) {
					t.Fatalf("%s: in the old catalog and changed, or neither", d.Source.Path)
				}
			}
			c = next
			if random.IntN(4) == 0 {
				at := random.IntN(len(c.Documents()) + 1)
				next := c.Insert(at, one(30+i))
				want := slices.Insert(slices.Clone(c.Documents()), at, next.Documents()[at])
				for i, d := range next.Documents() {
					if d.Source.Path != want[i].Source.Path {
						t.Fatalf("%s is at %d, want %s", d.Source.Path, i, want[i].Source.Path)
					}
				}
				if got, want := links(next), links(NewCatalog(copies(next)...)); !slices.Equal(got, want) {
					t.Fatalf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
				}
				c = next
			}
		}
	}
}

// A catalog in which the documents are called the same has the same index.
func TestReplaceKeepsIndex(t *testing.T) {
	a, b := thing("a.json", "a"), thing("b.json", "b")
	c := NewCatalog(a, b)
	edited, _ := c.Replace(b, thing("b.json", "b", "com.example.a"))
	if edited.index != c.index {
		t.Error("an edit makes another index")
	}
	for _, other := range []*Document{thing("c.json", "b"), thing("b.json", "c"), nil} {
		if renamed, _ := c.Replace(b, other); renamed.index == c.index {
			t.Errorf("%v has the index of the one that it replaces", other)
		}
	}
	dependency := thing("b.json", "b")
	dependency.Dependency = true
	if replaced, _ := c.Replace(b, dependency); replaced.index == c.index {
		t.Error("a dependency has the index of a file that is not")
	}
}

// Many replacements at once lead to the catalog that the documents would have made at once.
func TestReplaceAll(t *testing.T) {
	a, b := thing("a.json", "a"), thing("b.json", "b", "com.example.a", "com.example.c")
	c, d := thing("c.json", "c", "com.example.d#r0"), thing("d.json", "d", "com.example.b#r0")
	catalog := NewCatalog(a, b, c, d)
	before := links(catalog)
	next, changed := catalog.ReplaceAll(map[*Document]*Document{
		a: thing("a.json", "a", "com.example.c#r0"), c: nil, d: thing("d.json", "e", "com.example.a#r0"),
	}, thing("c2.json", "c", "com.example.e"))
	if got := links(catalog); !slices.Equal(got, before) {
		t.Errorf("the old catalog changed: %q, was %q", got, before)
	}
	if got, want := links(next), links(NewCatalog(copies(next)...)); !slices.Equal(got, want) || len(got) != 13 {
		t.Errorf("got %q, want %q", got, want)
	}
	if len(changed) != 4 {
		t.Errorf("%d documents changed, want all", len(changed))
	}
}

// What does not refer to the replaced document is shared.
func TestReplaceShares(t *testing.T) {
	a, b, user, other := thing("a.json", "a"), thing("b.json", "b", "com.example.a"), thing("c.json", "c", "com.example.b#r0"), thing("d.json", "d")
	c := NewCatalog(a, b, user, other)
	next, changed := c.Replace(a, thing("a.json", "a", "com.example.d"))
	if len(changed) != 3 {
		t.Errorf("%d documents changed, want a, b and c", len(changed))
	}
	if next.DocumentAt("d.json") != other {
		t.Error("d is not shared")
	}
	if next.DocumentAt("c.json") == user || next.DocumentAt("c.json").Root != user.Root {
		t.Error("c must be new, with the values of the old one")
	}
	if next.DocumentAt("x.json") != nil {
		t.Error("x.json does not exist")
	}
}

func TestParseFound(t *testing.T) {
	for text, want := range map[string]string{
		`{"name": "x"}`:                    "nothing",
		`{"lexicon": 1, "id": "a.b.c"`:     "Lexicon",
		`{"lexicon": 1, "id": "a.b.c", }`:  "Lexicon",
		`["lexicon", `:                     "errors",
		`{"dependencies": {"lexicon": 1}}`: "nothing",
	} {
		got := "nothing"
		if d := ParseFound(&diag.Source{Text: []byte(text)}, diag.ProfileV1); d != nil && d.Root != nil {
			got = "Lexicon"
		} else if d != nil {
			got = "errors"
		}
		if got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
