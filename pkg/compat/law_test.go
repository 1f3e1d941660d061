package compat_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/internal/testkit/generate"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/lint"
	"github.com/lexsmith/lexsmith/pkg/syntax"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// TestLaw checks comparisons of random schemas and edits with random values: what
// is valid on one side is valid on the other unless the comparison says otherwise.
func TestLaw(t *testing.T) {
	for seed := range uint64(500) {
		hold(t, seed, 0)
		if t.Failed() {
			return
		}
	}
}

// FuzzLaw does the same without an end.
func FuzzLaw(f *testing.F) {
	f.Add(uint64(0), uint64(1))
	f.Fuzz(func(t *testing.T, a, b uint64) { hold(t, a, b) })
}

// hold makes a revision and up to three edits of it, and looks for a value that
// breaks the law, also if one side has a Lexicon only as a Dependency document. A
// counterexample is shrunk before it is shown.
func hold(t *testing.T, a, b uint64) {
	t.Helper()
	r := rand.New(rand.NewPCG(a, b))
	profile := diag.Profile(r.IntN(2))
	old := generate.Schemas(r, profile)
	new := old
	for range 1 + r.IntN(3) {
		new, _ = sound(r, new, profile)
	}
	if fault := counterexample(t, r, old, new, profile); fault != "" {
		t.Errorf("seeds %d, %d, profile %s: %s\n%s", a, b, profile, fault, differing(old, new))
	}
	paths := slices.DeleteFunc(slices.Sorted(maps.Keys(old)), func(path string) bool { return new[path] == "" })
	if path := paths[r.IntN(len(paths))]; r.IntN(2) == 0 {
		old = supported(old, path)
	} else {
		new = supported(new, path)
	}
	if fault := counterexample(t, r, old, new, profile); fault != "" {
		t.Errorf("seeds %d, %d, profile %s, Dependency: %s\n%s", a, b, profile, fault, differing(old, new))
	}
}

// supported moves a file to where Dependency documents are.
func supported(files map[string]string, path string) map[string]string {
	files = maps.Clone(files)
	files[support+path] = files[path]
	delete(files, path)
	return files
}

// sound returns an edit of Lexicons that has no lint errors; the Lexicons
// themselves where none is found.
func sound(r *rand.Rand, files map[string]string, profile diag.Profile) (edited map[string]string, kind string) {
	for range 20 {
		edited, kind := generate.Edit(r, files, profile)
		options := lint.Options{Profile: profile, Workers: 1, MinSeverity: diag.Error}
		if result, _ := lint.Lint(context.Background(), generate.Catalog(edited, profile), options); len(result.Findings) == 0 {
			return edited, kind
		}
	}
	return files, ""
}

// differing spells the files that are not the same on both sides.
func differing(old, new map[string]string) string {
	var b strings.Builder
	for _, path := range slices.Sorted(maps.Keys(old)) {
		if old[path] != new[path] {
			fmt.Fprintf(&b, "-- old/%s --\n%s\n", path, old[path])
		}
	}
	for _, path := range slices.Sorted(maps.Keys(new)) {
		if old[path] != new[path] {
			fmt.Fprintf(&b, "-- new/%s --\n%s\n", path, new[path])
		}
	}
	return b.String()
}

// side is one side of a comparison, ready to validate values.
type side struct {
	catalog *lexicon.Catalog
	schemas *validate.Schemas
}

func newSide(files map[string]string, profile diag.Profile) side {
	c := generate.Catalog(files, profile)
	for _, d := range c.Documents() {
		d.Dependency = strings.HasPrefix(d.Source.Path, support)
	}
	return side{c, validate.Compile(c, validate.Options{Profile: profile, AllowUnknown: true})}
}

// subject is a definition, or a part of one, that describes values.
type subject struct {
	ref    lexicon.Reference
	part   lexicon.Part
	schema lexicon.Schema // of the side that values are made for
}

func (s subject) String() string { return strings.TrimSpace(s.ref.Full() + " " + s.part.String()) }

// root reports whether the subject is one that a change can affect by name.
func (s subject) root() bool { return s.part != lexicon.PartNone }

func (s subject) affected() diag.Affected {
	return diag.Affected{Ref: s.ref.String(), Part: s.part.String()}
}

// subjects lists what describes values on a side.
func (s side) subjects() []subject {
	var all []subject
	for _, d := range s.catalog.Documents() {
		if d.Dependency {
			continue
		}
		for _, def := range d.Defs {
			for part, schema := range lexicon.Parts(def.Schema) {
				if part == lexicon.PartRecord {
					schema = def.Schema // with its $type
				}
				if s.validator(subject{def.Reference(), part, schema}) != nil {
					all = append(all, subject{def.Reference(), part, schema})
				}
			}
		}
	}
	return all
}

// validator returns the validator of a subject's values; nil if the side has no such
// subject.
func (s side) validator(of subject) *validate.Validator {
	v, err := s.schemas.Validator(of.ref, of.part)
	if err != nil {
		return nil
	}
	return v
}

// value makes a value for a subject.
func (s side) value(r *rand.Rand, of subject) generate.V {
	if of.part == lexicon.PartMessage {
		return generate.Message(r, s.catalog, s.catalog.Definition(of.ref).Schema.(*lexicon.Subscription).Message)
	}
	return generate.Value(r, s.catalog, of.schema)
}

// counterexample compares two revisions and returns a value against the law,
// with what was found of it; "" when it finds none.
func counterexample(t testing.TB, r *rand.Rand, old, new map[string]string, profile diag.Profile) string {
	t.Helper()
	o, n := newSide(old, profile), newSide(new, profile)
	found := slices.DeleteFunc(compare(t, o.catalog, n.catalog, profile), func(f diag.Finding) bool {
		// Of a Lexicon that became a Dependency document, the changes are reported too.
		return f.Rule.Code == "lexicon-removed" && n.catalog.Document(syntax.NSID(f.NSID)) != nil
	})
	if fault := against(r, o, n, diag.Backward, found); fault != "" {
		return fault
	}
	return against(r, n, o, diag.Forward, found)
}

// against looks for a value that is valid on one side and not on the other,
// though no finding that breaks in this direction is about it.
func against(r *rand.Rand, from, to side, direction diag.Direction, found []diag.Finding) string {
	found = slices.DeleteFunc(slices.Clone(found), func(f diag.Finding) bool { return f.Change.Breaks&direction == 0 })
	for _, s := range from.subjects() {
		other := to.validator(s)
		if other == nil || to.catalog.Document(s.ref.NSID).Dependency || !s.root() && len(found) > 0 ||
			slices.ContainsFunc(found, func(f diag.Finding) bool { return slices.Contains(f.Change.Affects, s.affected()) }) {
			continue
		}
		own := from.validator(s)
		for range 15 {
			v, ok := plain(from.value(r, s), s.schema, s.part == lexicon.PartMessage, from)
			if !ok {
				continue
			}
			text := generate.JSON(v)
			if !own.Check(validate.Input{Text: text}).Valid() {
				continue
			}
			if result := other.Check(validate.Input{Text: text}); !result.Valid() {
				v = shrink(v, func(v generate.V) bool {
					return own.Check(validate.Input{Text: generate.JSON(v)}).Valid() && !other.Check(validate.Input{Text: generate.JSON(v)}).Valid()
				})
				text = generate.JSON(v)
				return fmt.Sprintf("%s: %s breaks %s: %s%s", s, text, directions(direction), other.Check(validate.Input{Text: text}).Findings[0].Message, lines(found))
			}
		}
	}
	return ""
}

// plain returns a value without what its schema leaves open: fields that the
// schema does not name, an optional $type. It returns false for a
// value with a variant that its union does not list.
func plain(v generate.V, s lexicon.Schema, message bool, from side) (generate.V, bool) {
	switch s := s.(type) {
	case *lexicon.Ref:
		if s.Link.Target == nil {
			return v, true
		}
		return plain(v, s.Link.Target.Schema, false, from)
	case *lexicon.Array:
		list, ok := v.(generate.Array)
		if !ok {
			return v, true
		}
		kept := make(generate.Array, len(list))
		for i, item := range list {
			if kept[i], ok = plain(item, s.Items, false, from); !ok {
				return nil, false
			}
		}
		return kept, true
	case *lexicon.Object:
		return plainObject(v, s.Properties, false, from)
	case *lexicon.Params:
		return plainObject(v, s.Properties, false, from)
	case *lexicon.Record:
		return plainObject(v, s.Object.Properties, true, from)
	case *lexicon.Union:
		return plainVariant(v, s, message, from)
	}
	return v, true
}

func plainObject(v generate.V, properties []*lexicon.Property, typed bool, from side) (generate.V, bool) {
	o, ok := v.(generate.Object)
	if !ok {
		return v, true
	}
	kept := generate.Object{}
	for _, m := range o {
		i := slices.IndexFunc(properties, func(p *lexicon.Property) bool { return p.Name == m.Name })
		switch {
		case i >= 0:
			if m.Value, ok = plain(m.Value, properties[i].Schema, false, from); !ok {
				return nil, false
			}
			kept = append(kept, m)
		case typed && m.Name == "$type":
			kept = append(kept, m)
		}
	}
	return kept, true
}

func plainVariant(v generate.V, s *lexicon.Union, message bool, from side) (generate.V, bool) {
	o, ok := v.(generate.Object)
	if !ok {
		return v, true
	}
	name, tagged := "", false
	for _, m := range o {
		if text, ok := m.Value.(generate.String); ok && m.Name == "$type" {
			name, tagged = text.Text, true
		}
	}
	for _, l := range s.Refs {
		if tagged && name != l.Reference.String() || !tagged && !message {
			continue
		}
		if l.Target == nil {
			return v, true
		}
		properties, ok := variant(l.Target.Schema)
		if !ok {
			continue
		}
		kept, ok := plainObject(v, properties, true, from)
		if tagged || ok && from.validator(subject{ref: l.Reference}).Check(validate.Input{Text: generate.JSON(kept)}).Valid() {
			return kept, ok
		}
	}
	return nil, false
}

// variant returns the properties of what can be a variant of a union.
func variant(s lexicon.Schema) ([]*lexicon.Property, bool) {
	switch s := s.(type) {
	case *lexicon.Object:
		return s.Properties, true
	case *lexicon.Record:
		return s.Object.Properties, true
	}
	return nil, false
}

// shrink returns a smaller value for which a test still holds: without members
// and elements that it does not need.
func shrink(v generate.V, holds func(generate.V) bool) generate.V {
	switch whole := v.(type) {
	case generate.Object:
		for i := 0; i < len(whole); {
			if less := slices.Delete(slices.Clone(whole), i, i+1); holds(less) {
				whole = less
				continue
			}
			rest := slices.Clone(whole)
			rest[i].Value = shrink(whole[i].Value, func(v generate.V) bool {
				rest[i].Value = v
				return holds(rest)
			})
			whole = rest
			i++
		}
		return whole
	case generate.Array:
		for i := 0; i < len(whole); {
			if less := slices.Delete(slices.Clone(whole), i, i+1); holds(less) {
				whole = less
				continue
			}
			rest := slices.Clone(whole)
			rest[i] = shrink(whole[i], func(v generate.V) bool {
				rest[i] = v
				return holds(rest)
			})
			whole = rest
			i++
		}
		return whole
	}
	return v
}

// unshown has the steps between types of which a direction is not shown to break.
var unshown = map[string]string{
	"a ref and an open union of it":    "values of variants that the union does not list are not made",
	"a ref and a closed union of more": "the variants are not compared with the target of the ref, which accepts all of them",
}

// TestTypeChanges checks changes between types that accept some of the same values
// with values made at random: what is said to break can be shown to, and nothing
// else breaks.
func TestTypeChanges(t *testing.T) {
	for _, s := range steps {
		if !strings.Contains(s.there, "type-change") || strings.HasPrefix(s.a, "{") || !strings.Contains(s.a, "properties") {
			continue
		}
		t.Run(s.name, func(t *testing.T) {
			side := func(defs string) map[string]string {
				return map[string]string{"com.example.thing.json": `{"lexicon": 1, "id": "com.example.thing", "defs": {` + defs + `}}`}
			}
			for _, sides := range [][2]map[string]string{{side(s.a), side(s.b)}, {side(s.b), side(s.a)}} {
				r := rand.New(rand.NewPCG(1, 2))
				for range 20 {
					if fault := counterexample(t, r, sides[0], sides[1], diag.ProfileV1); fault != "" {
						t.Fatal(fault)
					}
				}
				if unshown[s.name] != "" {
					continue
				}
				o, n := newSide(sides[0], diag.ProfileV1), newSide(sides[1], diag.ProfileV1)
				for _, f := range compare(t, o.catalog, n.catalog, diag.ProfileV1) {
					if value, _ := witness(r, o, n, f); value == "" && f.Change.Breaks&diag.Backward != 0 {
						t.Errorf("nothing breaks backward:%s", lines([]diag.Finding{f}))
					}
					if value, _ := witness(r, n, o, f); value == "" && f.Change.Breaks&diag.Forward != 0 {
						t.Errorf("nothing breaks forward:%s", lines([]diag.Finding{f}))
					}
				}
			}
		})
	}
}
