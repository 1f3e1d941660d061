package lexicon

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// everything has a schema of every type in it.
const everything = `
  "main": {"type": "procedure", "description": "Does it.",
    "parameters": {"type": "params", "required": ["p"], "properties": {"p": {"type": "array", "items": {"type": "boolean", "const": true}}}},
    "input": {"description": "In.", "encoding": "application/json", "schema": {"type": "ref", "ref": "#thing"}},
    "output": {"encoding": "*/*", "schema": {"type": "union", "refs": ["#thing", "com.example.other"], "closed": true}},
    "errors": [{"name": "Bad", "description": "Is bad."}]},
  "thing": {"type": "object", "required": ["i"], "nullable": ["s"], "properties": {
    "n": {"type": "null"}, "i": {"type": "integer", "minimum": -9223372036854775808, "maximum": 9223372036854775807, "enum": [1.0, 1e3, -0], "default": 10e-1},
    "s": {"type": "string", "format": "did", "minLength": 1, "maxLength": 2, "minGraphemes": 3, "maxGraphemes": 4, "knownValues": ["a"], "enum": [], "default": ""},
    "b": {"type": "bytes", "minLength": 5, "maxLength": 6}, "c": {"type": "cid-link"},
    "f": {"type": "blob", "accept": ["image/*"], "maxSize": 7}, "u": {"type": "unknown"},
    "a": {"type": "array", "items": {"type": "boolean"}, "minLength": 8, "maxLength": 9}}},
  "token": {"type": "token"},
  "record": {"type": "record", "key": "any", "record": {"type": "object", "properties": {}}},
  "query": {"type": "query", "output": {"encoding": "application/json"}},
  "stream": {"type": "subscription", "subprotocol": "xrpc.v1.json", "message": {"description": "Mail.", "schema": {"type": "union", "refs": []}}},
  "room": {"type": "space", "key": "any", "name": "Room", "name:lang": {"de": "Raum"}, "collections": ["com.example.thing"]},
  "set": {"type": "permission-set", "title": "T", "detail": "D", "permissions": [
    {"type": "permission", "resource": "rpc", "lxm": ["*"], "aud": "did:web:example.com", "inheritAud": false},
    {"type": "permission", "resource": "repo", "collection": ["com.example.thing"], "action": ["create"]}]}`

// TestModel compares the model of everything with the text, field by field.
func TestModel(t *testing.T) {
	d := parse(schemaFile(everything))
	if len(d.Found) > 0 {
		t.Fatal(lines(d.Found))
	}
	if d.ID != "com.example.thing" || d.Revision.Set || d.Partial {
		t.Errorf("document is %q, revision %v, partial %v", d.ID, d.Revision, d.Partial)
	}
	thing := d.Definition("thing").Schema.(*Object)
	main := d.Main().Schema.(*Procedure)
	i, s := thing.Property("i").Schema.(*Integer), thing.Property("s").Schema.(*String)
	rpc, repo := d.Definition("set").Schema.(*PermissionSet).Permissions[0], d.Definition("set").Schema.(*PermissionSet).Permissions[1]
	for name, pair := range map[string][2]any{
		"minimum":         {i.Minimum, Some(int64(-1 << 63))},
		"maximum":         {i.Maximum, Some(int64(1<<63 - 1))},
		"integers":        {fmt.Sprint(i.Enum), "[1 1000 0]"},
		"default":         {i.Default, Some(int64(1))},
		"const":           {i.Const, Opt[int64]{}},
		"format":          {s.Format, "did"},
		"string lengths":  {[4]Opt[int64]{s.MinLength, s.MaxLength, s.MinGraphemes, s.MaxGraphemes}, [4]Opt[int64]{Some(int64(1)), Some(int64(2)), Some(int64(3)), Some(int64(4))}},
		"known values":    {fmt.Sprint(s.KnownValues), "[a]"},
		"empty enum":      {s.Enum != nil && len(s.Enum) == 0, true},
		"empty default":   {s.Default, Some("")},
		"bytes":           {thing.Property("b").Schema.(*Bytes).MaxLength, Some(int64(6))},
		"blob":            {thing.Property("f").Schema.(*Blob).MaxSize, Some(int64(7))},
		"accept":          {fmt.Sprint(thing.Property("f").Schema.(*Blob).Accept), "[image/*]"},
		"array":           {thing.Property("a").Schema.(*Array).MinLength, Some(int64(8))},
		"items":           {thing.Property("a").Schema.(*Array).Items.Type(), TypeBoolean},
		"required":        {fmt.Sprint(thing.Required, thing.Nullable), "[i] [s]"},
		"no property":     {thing.Property("I"), (*Property)(nil)},
		"parameter":       {main.Parameters.Property("p").Schema.Type(), TypeArray},
		"boolean const":   {main.Parameters.Property("p").Schema.(*Array).Items.(*Boolean).Const, Some(true)},
		"description":     {main.Description, "Does it."},
		"input":           {main.Input.Description + main.Input.Encoding, "In.application/json"},
		"ref":             {main.Input.Schema.(*Ref).Link.Reference, Reference{"com.example.thing", "thing"}},
		"union":           {main.Output.Schema.(*Union).Refs[1].Reference, Reference{"com.example.other", "main"}},
		"closed":          {main.Output.Schema.(*Union).Closed, true},
		"errors":          {main.Errors[0].Name + main.Errors[0].Description, "BadIs bad."},
		"record key":      {d.Definition("record").Schema.(*Record).Key, "any"},
		"no body schema":  {d.Definition("query").Schema.(*Query).Output.Schema, Schema(nil)},
		"message":         {d.Definition("stream").Schema.(*Subscription).Message.Description, "Mail."},
		"subprotocol":     {d.Definition("stream").Schema.(*Subscription).Subprotocol, Some("xrpc.v1.json")},
		"space":           {d.Definition("room").Schema.(*Space).Key + d.Definition("room").Schema.(*Space).Name, "anyRoom"},
		"collections":     {fmt.Sprint(d.Definition("room").Schema.(*Space).Collections), "[com.example.thing]"},
		"permission set":  {d.Definition("set").Schema.(*PermissionSet).Title + d.Definition("set").Schema.(*PermissionSet).Detail, "TD"},
		"rpc":             {fmt.Sprint(rpc.Resource, rpc.LXM, rpc.Aud, rpc.InheritAud), "rpc[*] did:web:example.com false"},
		"repo":            {fmt.Sprint(repo.Resource, repo.Collection, repo.Action, repo.Aud), "repo[com.example.thing] [create] none"},
		"no definition":   {d.Definition("Thing"), (*Definition)(nil)},
		"canonical names": {fmt.Sprint(d.Main().Reference(), d.Definition("thing").Reference()), "com.example.thing com.example.thing#thing"},
	} {
		if pair[0] != pair[1] {
			t.Errorf("%s: %v, want %v", name, pair[0], pair[1])
		}
	}
}

// TestEveryTypeGoesThroughEverySwitch fails when a type is added and forgotten.
func TestEveryTypeGoesThroughEverySwitch(t *testing.T) {
	d := parse(schemaFile(everything + `, "broken": {"type": "no"}`))
	met := map[Type]bool{}
	for _, def := range d.Defs {
		Walk(def.Schema, func(s Schema) bool {
			met[s.Type()] = true
			if s.Base().Definition != def || s.Base().Value == nil || s.Base().Document() != d {
				t.Errorf("a %s of %s does not know its definition", s.Type(), def.Name)
			}
			if got := s.Base().At().Span; s.Type() != TypeInvalid && got != s.Base().Value.Span {
				t.Errorf("a %s of %s is at %v", s.Type(), def.Name, got)
			}
			for range Children(s) {
				break // an iterator must bear that
			}
			for range Parts(s) {
				break
			}
			return true
		})
	}
	for typ := range Type(NumTypes) {
		if !met[typ] {
			t.Errorf("%s is not among everything, or Walk does not reach it", typ)
		}
		if typ != TypeInvalid && TypeByName(typ.String()) != typ {
			t.Errorf("%s is not found by its name", typ)
		}
	}
	var links []string
	for l := range Links(d.Main().Schema) {
		links = append(links, l.Text)
	}
	if want := []string{"#thing", "#thing", "com.example.other"}; !slices.Equal(links, want) {
		t.Errorf("links are %q, want %q", links, want)
	}
	for range Links(d.Main().Schema) {
		break
	}
}

func TestParts(t *testing.T) {
	d := parse(schemaFile(everything))
	for name, want := range map[string]string{
		"main": "params params, input ref, output union", "thing": " object", "token": " token", "record": "record object", "query": "", "stream": "message union", "room": "", "set": "",
	} {
		var got []string
		for part, s := range Parts(d.Definition(name).Schema) {
			got = append(got, part.String()+" "+s.Type().String())
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("parts of %s are %q, want %q", name, got, want)
		}
	}
}

func TestWalkPassesOver(t *testing.T) {
	n := 0
	Walk(parse(schemaFile(everything)).Definition("thing").Schema, func(s Schema) bool {
		n++
		return s.Type() != TypeArray
	})
	if n != 9 {
		t.Errorf("%d schemas visited, want the object and its 8 properties", n)
	}
}

func TestAtEntry(t *testing.T) {
	d := parse(schemaFile(`"a": {"type": "integer", "enum": ["x", 1, 0.5, 2]}, "b": {"type": "string", "enum": [1, "x", "y"]}`))
	for _, c := range []struct {
		def, field string
		i          int
		want       string
	}{
		{"a", "enum", 0, "/defs/a/enum/1"}, {"a", "enum", 1, "/defs/a/enum/3"}, {"a", "enum", 2, "/defs/a/enum"},
		{"b", "enum", 1, "/defs/b/enum/2"}, {"b", "knownValues", 0, "/defs/b"},
	} {
		if got := d.Definition(c.def).Schema.Base().AtEntry(c.field, c.i).Pointer; got != c.want {
			t.Errorf("entry %d of %s in %s is at %s, want %s", c.i, c.field, c.def, got, c.want)
		}
	}
	if got := d.Definition("a").Schema.Base().AtField("enum").Pointer; got != "/defs/a/enum" {
		t.Errorf("the field is at %s", got)
	}
	if got := d.Definition("a").Schema.Base().AtField("none").Pointer; got != "/defs/a" {
		t.Errorf("a missing field is at %s", got)
	}
}
