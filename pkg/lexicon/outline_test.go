package lexicon

import "testing"

func TestOutline(t *testing.T) {
	d := Parse(&Source{Text: []byte(`{"lexicon": 1, "id": "com.example.a", "defs": {
		"main": {"type": "record", "key": "tid", "record": {"type": "object", "required": ["at"], "nullable": ["tags"], "properties": {
			"at": {"type": "string", "format": "datetime"},
			"tags": {"type": "array", "maxLength": 8, "items": {"type": "string", "maxGraphemes": 64, "knownValues": ["a", "b", "c", "d", "e"]}},
			"of": {"type": "union", "refs": ["#x", "com.example.b"]},
			"to": {"type": "ref", "ref": "#x"},
			"in": {"type": "object", "properties": {"n": {"type": "integer", "minimum": 0}}},
			"image": {"type": "blob", "accept": ["image/*"], "maxSize": 5}}}},
		"get": {"type": "procedure", "parameters": {"type": "params", "properties": {"limit": {"type": "integer"}}},
			"input": {"encoding": "*/*"}, "output": {"encoding": "application/json", "schema": {"type": "object", "properties": {}}},
			"errors": [{"name": "NotFound"}, {"name": "Gone"}]},
		"follow": {"type": "subscription", "message": {"schema": {"type": "union", "closed": true, "refs": ["#x"]}}},
		"x": {"type": "token"}, "bad": {"type": "ref", "ref": "#"}}}`)}, ProfileV1)
	for name, want := range map[string]string{
		"main": `record (key tid) {
  at: string datetime
  tags?: string maxGraphemes 64 knownValues a, b, c, d, …[] maxLength 8 or null
  of?: #x | com.example.b | …
  to?: #x
  in?: object {1 properties}
  image?: blob image/* maxSize 5
}`,
		"get": `procedure
parameters {
  limit?: integer
}
input */*
output object {}
errors NotFound Gone`,
		"follow": "subscription\nmessage #x",
		"x":      "token",
		"bad":    "ref",
	} {
		if got := Outline(d.Definition(name).Schema); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
		}
	}
}
