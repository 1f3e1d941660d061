package lexicon

import (
	"fmt"
	"testing"
)

func TestCatalogResolves(t *testing.T) {
	own := parse(`{"lexicon": 1, "id": "com.example.own", "defs": {
	  "main": {"type": "union", "refs": ["#main", "#sub", "#none", "com.example.own", "com.example.own#main", "com.example.own#sub",
	    "com.example.own#none", "com.example.other", "com.example.other#sub", "com.example.other#none", "com.example.absent", "com.EXAMPLE.own"]},
	  "sub": {"type": "integer"}}}`)
	other := parse(`{"lexicon": 1, "id": "com.example.other", "defs": {"sub": {"type": "ref", "ref": "com.example.own#sub"}}}`)
	nameless := parse(`{"lexicon": 1, "id": "?", "defs": {"a": {"type": "ref", "ref": "#b"}, "b": {"type": "ref", "ref": "com.example.own"}}}`)
	c := NewCatalog(own, other, nameless)
	targets := map[string]*Definition{}
	for _, d := range c.Documents() {
		for _, def := range d.Defs {
			for l := range Links(def.Schema) {
				targets[fmt.Sprintf("%s in %s", l.Text, d.ID)] = l.Target
			}
		}
	}
	main, sub := own.Main(), own.Definition("sub")
	for link, want := range map[string]*Definition{
		"#main in com.example.own":                  main,
		"#sub in com.example.own":                   sub,
		"#none in com.example.own":                  nil,
		"com.example.own in com.example.own":        main,
		"com.example.own#main in com.example.own":   main,
		"com.example.own#sub in com.example.own":    sub,
		"com.example.own#none in com.example.own":   nil,
		"com.example.other in com.example.own":      nil,
		"com.example.other#sub in com.example.own":  other.Definition("sub"),
		"com.example.other#none in com.example.own": nil,
		"com.example.absent in com.example.own":     nil,
		"com.EXAMPLE.own in com.example.own":        nil,
		"com.example.own#sub in com.example.other":  sub,
		"#b in ":              nameless.Definition("b"),
		"com.example.own in ": main,
	} {
		got, there := targets[link]
		if got != want || !there {
			t.Errorf("%s leads to %v, want %v", link, got, want)
		}
	}
	if len(targets) != 15 {
		t.Errorf("%d links, want 15", len(targets))
	}
	if c.Document("com.example.other") != other || c.Document("com.example.absent") != nil || c.Document("") != nil {
		t.Error("a wrong document is found by its id")
	}
	if c.Definition(Reference{"com.example.own", "sub"}) != sub || c.Definition(Reference{"com.example.absent", "main"}) != nil || c.Definition(Reference{"", "a"}) != nil {
		t.Error("a wrong definition is found by its reference")
	}
	if c.Files() != 3 || c.Skipped() != 0 {
		t.Errorf("%d files, %d skipped", c.Files(), c.Skipped())
	}
}

// A document does not hide what another with the same id defines, unless that is a
// Dependency and the document is not.
func TestCatalogOfTwins(t *testing.T) {
	twin := func(defs string) *Document {
		return parse(`{"lexicon": 1, "id": "com.example.twin", "defs": {` + defs + `}}`)
	}
	vendored := twin(`"a": {"type": "integer"}, "c": {"type": "integer"}, "d": {"type": "integer"}`)
	vendored.Dependency = true
	first := twin(`"a": {"type": "integer"}, "own": {"type": "ref", "ref": "#b"}, "full": {"type": "ref", "ref": "com.example.twin#b"}`)
	second := twin(`"a": {"type": "integer"}, "b": {"type": "integer"}, "c": {"type": "integer"}`)
	c := NewCatalog(vendored, first, second)
	for name, want := range map[string]*Definition{"a": first.Definition("a"), "b": second.Definition("b"), "c": second.Definition("c"), "d": nil} {
		if got := c.Definition(Reference{"com.example.twin", name}); got != want {
			t.Errorf("%s is %v, want %v", name, got, want)
		}
	}
	if got := first.Definition("full").Schema.(*Ref).Link.Target; got != second.Definition("b") {
		t.Errorf("a full reference leads to %v", got)
	}
	if got := first.Definition("own").Schema.(*Ref).Link.Target; got != nil {
		t.Errorf("a local reference leads out of the file, to %v", got)
	}
	next, changed := c.Replace(second, twin(`"b": {"type": "string"}`))
	if got, want := next.Documents()[1].Definition("full").Schema.(*Ref).Link.Target, next.Documents()[2].Definition("b"); got != want || got == second.Definition("b") {
		t.Errorf("after an edit, the reference leads to %v, want %v", got, want)
	}
	if len(changed) != 3 {
		t.Errorf("%d documents changed, want all with the id", len(changed))
	}
}

// TestCatalogOfTheSameID: a file's own definitions are always its own.
func TestCatalogOfTheSameID(t *testing.T) {
	text := `{"lexicon": 1, "id": "com.example.twin", "defs": {"a": {"type": "ref", "ref": "com.example.twin#b"}, "b": {"type": "integer"}}}`
	vendored, first, second := parse(text), parse(text), parse(text)
	vendored.Dependency = true
	c := NewCatalog(vendored, first, second)
	if c.Document("com.example.twin") != first {
		t.Error("the first document that is not Dependency does not win")
	}
	for _, d := range c.Documents() {
		if l := d.Definition("a").Schema.(*Ref).Link; l.Target != d.Definition("b") {
			t.Errorf("the link of a twin leads to another twin")
		}
	}
	if c.Files() != 2 {
		t.Errorf("%d files, want 2 without Dependency", c.Files())
	}
}

func TestCatalogOfPartialDocuments(t *testing.T) {
	broken := parse(`{"lexicon": 1, "id": "com.example.broken", "defs": {"read": {"type": "integer"}, "lost": {`)
	user := parse(`{"lexicon": 1, "id": "com.example.user", "defs": {
	  "a": {"type": "ref", "ref": "com.example.broken#read"}, "b": {"type": "ref", "ref": "com.example.broken#behind"}}}`)
	c := NewCatalog(user, broken)
	if !c.Document("com.example.broken").Partial {
		t.Error("the broken document is not partial")
	}
	if got := user.Definition("a").Schema.(*Ref).Link.Target; got != broken.Definition("read") || got == nil {
		t.Errorf("what was read is not found, but %v", got)
	}
	if got := user.Definition("b").Schema.(*Ref).Link.Target; got != nil {
		t.Errorf("what was not read is found: %v", got)
	}
}

func TestCatalogOfManyDefinitions(t *testing.T) {
	for _, many := range []int{8, 16, 100} {
		text := ""
		for i := range many {
			text += fmt.Sprintf(`"d%[1]d": {"type": "ref", "ref": "#d%[2]d"}, "d0": {"type": "integer"}, `, i, i+1)
		}
		d := parse(schemaFile(text + fmt.Sprintf(`"d%d": {"type": "integer"}`, many)))
		NewCatalog(d)
		if len(d.Defs) != many+1 {
			t.Fatalf("%d definitions, want %d without the repeated ones", len(d.Defs), many+1)
		}
		for _, def := range d.Defs {
			if d.Definition(def.Name) != def {
				t.Errorf("%s is not found by its name", def.Name)
			}
			if ref, ok := def.Schema.(*Ref); ok && (ref.Link.Target == nil || ref.Link.Target.Name != ref.Link.Name) {
				t.Errorf("%s leads to %v", ref.Link.Text, ref.Link.Target)
			}
		}
		if d.Definition("e") != nil {
			t.Error("a definition that does not exist is found")
		}
	}
}
