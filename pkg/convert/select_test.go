package convert

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/lexsmith/lexsmith/internal/testkit/generate"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/lint"
)

func selectionFiles() map[string]string {
	return map[string]string{
		"a.json": `{"lexicon": 1, "id": "com.example.a", "defs": {
			"one": {"type": "object", "properties": {"two": {"type": "ref", "ref": "#two"}}},
			"two": {"type": "array", "items": {"type": "union", "refs": ["com.example.b#box", "org.absent.one"]}},
			"three": {"type": "object", "properties": {"far": {"type": "ref", "ref": "org.absent.two#x"}}}}}`,
		"b.json": `{"lexicon": 1, "id": "com.example.b", "defs": {
			"box": {"type": "object", "properties": {"again": {"type": "ref", "ref": "com.example.a#one"}}},
			"other": {"type": "integer"}}}`,
	}
}

func TestSelect(t *testing.T) {
	catalog := generate.Catalog(selectionFiles(), diag.ProfileV1)
	for _, test := range []struct {
		names            []string
		want, unresolved string
	}{
		{nil, "com.example.a#one com.example.a#three com.example.a#two com.example.b#box com.example.b#other", "org.absent.two#x org.absent.one"},
		{[]string{"com.example.a#one"}, "com.example.a#one com.example.a#two com.example.b#box", "org.absent.one"},
		{[]string{"com.example.b#other", "com.example.a#three"}, "com.example.a#three com.example.b#other", "org.absent.two#x"},
	} {
		var names []lexicon.Reference
		for _, name := range test.names {
			ref, err := lexicon.ParseReference(name, "")
			if err != nil {
				t.Fatal(err)
			}
			names = append(names, ref)
		}
		s, err := Select(catalog, names...)
		if err != nil {
			t.Fatal(err)
		}
		var got, unresolved []string
		for _, def := range s.Definitions {
			got = append(got, def.Reference().String())
		}
		for _, u := range s.Unresolved {
			unresolved = append(unresolved, u.Link.Reference.String())
		}
		if strings.Join(got, " ") != test.want || strings.Join(unresolved, " ") != test.unresolved {
			t.Errorf("%v: %v, unresolved %v", test.names, got, unresolved)
		}
		if (s.Root != nil) != (len(names) == 1) {
			t.Errorf("%v: root %v", test.names, s.Root)
		}
	}
}

func TestSelectMissing(t *testing.T) {
	catalog := generate.Catalog(selectionFiles(), diag.ProfileV1)
	_, err := Select(catalog, lexicon.Reference{NSID: "com.example.a", Name: "zero"}, lexicon.Reference{NSID: "org.absent.one", Name: "main"})
	if want := "com.example.a has no \"zero\" definition\nthe Lexicon org.absent.one is not loaded"; fmt.Sprint(err) != want {
		t.Errorf("error %v", err)
	}
}

// TestUnresolvedIsAnError names every reference that is not loaded.
func TestUnresolvedIsAnError(t *testing.T) {
	selection, err := Select(generate.Catalog(selectionFiles(), diag.ProfileV1))
	if err != nil {
		t.Fatal(err)
	}
	_, one := JSONSchema(t.Context(), selection, JSONSchemaOptions{})
	_, two := JSONSchemaFiles(t.Context(), selection, JSONSchemaOptions{})
	_, three := OpenAPI(t.Context(), selection, OpenAPIOptions{})
	_, four := AsyncAPI(t.Context(), selection, AsyncAPIOptions{})
	want := "com.example.a#three refers to org.absent.two#x, which is not loaded\n" +
		"com.example.a#two refers to org.absent.one, which is not loaded"
	for _, err := range []error{one, two, three, four} {
		var unresolved UnresolvedError
		if !errors.As(err, &unresolved) || err.Error() != want {
			t.Errorf("error %v", err)
		}
	}
}

// TestBrokenSchemas exports schemas with lint errors: like the validator, they
// accept nothing.
func TestBrokenSchemas(t *testing.T) {
	catalog := generate.Catalog(map[string]string{"a.json": `{"lexicon": 1, "id": "com.example.a", "defs": {
		"number": {"type": "number"}, "loop": {"type": "ref", "ref": "#pool"}, "pool": {"type": "ref", "ref": "#loop"},
		"lost": {"type": "ref", "ref": "#nowhere"}, "bare": {"type": "ref"}, "none": {"type": "union", "refs": ["#loop"], "closed": true},
		"call": {"type": "ref", "ref": "#main"}, "main": {"type": "query"}, "list": {"type": "array"}, "choice": {"type": "string", "enum": []},
		"long": {"type": "string", "minLength": -1, "maxLength": -5}, "record": {"type": "record", "key": "tid"}}}`}, diag.ProfileV1)
	selection, err := Select(catalog)
	if err != nil {
		t.Fatal(err)
	}
	bundle, err := JSONSchema(t.Context(), selection, JSONSchemaOptions{})
	if err != nil {
		t.Fatal(err)
	}
	old, err := OpenAPI(t.Context(), selection, OpenAPIOptions{Version: OpenAPI30})
	if err != nil {
		t.Fatal(err)
	}
	for _, j := range []*compiledExport{
		compileExport(t, "bundle", bundle, nil, true, bundleAddress),
		compileExport(t, "OpenAPI 3.0", translated(old), nil, true, componentsAddress),
	} {
		for k, schema := range j.schemas {
			for _, value := range []any{nil, "", "some text", true, map[string]any{"$type": "com.example.a#loop"}} {
				if k != keyXRPCError && schema.Validate(value) == nil && !(k.Name == "long" && value == "") {
					t.Errorf("%s: %s accepts %v", j.name, k, value)
				}
			}
		}
	}
}

// TestFilesOfOneName refuses two Lexicons whose files are the same on some
// systems.
func TestFilesOfOneName(t *testing.T) {
	catalog := generate.Catalog(map[string]string{
		"a.json": `{"lexicon": 1, "id": "com.example.thing", "defs": {"a": {"type": "integer"}}}`,
		"b.json": `{"lexicon": 1, "id": "com.example.Thing", "defs": {"a": {"type": "integer"}}}`,
	}, diag.ProfileV1)
	selection, err := Select(catalog)
	if err != nil {
		t.Fatal(err)
	}
	_, err = JSONSchemaFiles(t.Context(), selection, JSONSchemaOptions{})
	if want := "com.example.Thing and com.example.thing differ only in case; on some systems their files would have the same name"; fmt.Sprint(err) != want {
		t.Errorf("error %v", err)
	}
}

// TestCancelled stops every export when its context is done.
func TestCancelled(t *testing.T) {
	selection, err := Select(generate.Catalog(selectionFiles(), diag.ProfileV1))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	o := Options{AllowUnresolved: true}
	_, one := JSONSchema(ctx, selection, JSONSchemaOptions{Options: o})
	_, two := JSONSchemaFiles(ctx, selection, JSONSchemaOptions{Options: o})
	_, three := OpenAPI(ctx, selection, OpenAPIOptions{Options: o})
	_, four := AsyncAPI(ctx, selection, AsyncAPIOptions{Options: o})
	for _, err := range []error{one, two, three, four} {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("error %v", err)
		}
	}
}

// TestLongChains exports long chains of refs, objects and unions. That takes
// time in proportion to their length: minutes, if it took the square of it.
func TestLongChains(t *testing.T) {
	const n = 40_000
	var text strings.Builder
	text.WriteString(`{"lexicon": 1, "id": "com.example.chain", "defs": {`)
	for i := range n {
		fmt.Fprintf(&text, `"r%d": {"type": "ref", "ref": "#r%d"}, `, i, i+1)
		fmt.Fprintf(&text, `"u%d": {"type": "object", "properties": {"u": {"type": "union", "refs": ["#u%d"]}}}, `, i, (i+1)%n)
	}
	fmt.Fprintf(&text, `"r%d": {"type": "object", "properties": {}}}}`, n)
	selection := selectAllOf(t, map[string]string{"chain.json": text.String()})
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	x, err := JSONSchema(ctx, selection, JSONSchemaOptions{})
	if err != nil {
		t.Fatal(err)
	}
	first := at(x.Files[0].root, "$defs", "com.example.chain_u0", "properties", "u", "oneOf").(array)
	last := at(x.Files[0].root, "$defs", fmt.Sprintf("com.example.chain_u%d", n-1), "properties", "u", "oneOf").(array)
	if got := variantNames(first) + ", " + variantNames(last); got != "other u1, u0 other" {
		t.Errorf("variants %s", got)
	}
}

// What is left out is not selected, unless it is named or there is nothing else.
func TestSelectLeftOut(t *testing.T) {
	lintFindings := func(t *testing.T, c *lexicon.Catalog) []diag.Finding {
		result, err := lint.Lint(t.Context(), c, lint.Options{Profile: diag.ProfileATProto, MinSeverity: diag.Error})
		if err != nil {
			t.Fatal(err)
		}
		return result.Findings
	}
	catalog := generate.Catalog(map[string]string{
		"widget.json": `{"lexicon": 1, "id": "com.example.widget", "defs": {"main": {"type": "hologram"}}}`,
		"get.json": `{"lexicon": 1, "id": "com.example.get", "defs": {"main": {"type": "query", "output": {"encoding": "application/json",
			"schema": {"type": "ref", "ref": "com.example.widget"}}}, "part": {"type": "integer"}}}`,
		"room.json": `{"lexicon": 1, "id": "com.example.room", "defs": {"main": {"type": "space", "key": "any", "name": "A", "collections": ["com.example.widget"]}}}`,
	}, diag.ProfileATProto)
	names := func(s *Selection) (all string) {
		for _, def := range s.Definitions {
			all += " " + def.Reference().String()
		}
		for _, l := range s.LeftOut {
			all += " -" + l.Definition.Reference().String()
		}
		return all
	}
	all, _ := Select(catalog)
	if got, want := names(all), " com.example.get#part com.example.room -com.example.widget -com.example.get"; got != want {
		t.Errorf("got%s, want%s", got, want)
	}
	if found := all.Blockers(lintFindings(t, catalog), BlockerOptions{}); len(found) > 0 {
		t.Errorf("blocked by %v", found)
	}
	if got, want := names(all.Only(lexicon.TypeQuery)), " -com.example.widget -com.example.get"; got != want {
		t.Errorf("queries: got%s, want%s", got, want)
	}
	named, _ := Select(catalog, lexicon.Reference{NSID: "com.example.get", Name: "main"})
	if got, want := names(named), " com.example.get com.example.widget"; got != want {
		t.Errorf("named: got%s, want%s", got, want)
	}
	if found := named.Blockers(lintFindings(t, catalog), BlockerOptions{}); len(found) != 1 || found[0].Rule != lexicon.RuleUnknownType {
		t.Errorf("named: blocked by %v", found)
	}
	alone := generate.Catalog(map[string]string{"widget.json": `{"lexicon": 1, "id": "com.example.widget", "defs": {"main": {"type": "hologram"}}}`}, diag.ProfileV1)
	only, _ := Select(alone)
	if got := names(only); got != " com.example.widget" || len(only.Blockers(lintFindings(t, alone), BlockerOptions{})) != 1 {
		t.Errorf("alone: got%s", got)
	}
}
