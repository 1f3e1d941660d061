package lint

import (
	"slices"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

func TestNameSyntax(t *testing.T) {
	tests := []struct {
		name       string
		def, field string // codes; "" for none
	}{
		{"size", "", ""},
		{"s", "", ""},
		{"size2x", "", ""},
		{"Size", "", ""},
		{"cc0_1__0", "def-name-syntax", "field-name-syntax"},
		{"last-name", "def-name-syntax", "field-name-syntax"},
		{"2d", "def-name-syntax", "field-name-syntax"},
		{"größe", "def-name-syntax", "field-name-syntax"},
		{"a b", "def-name-syntax", "field-name-syntax"},
		{"$type", "def-name-syntax", "dollar-field"},
		{"a$", "def-name-syntax", "field-name-syntax"},
		{"", "", "field-name-syntax"}, // invalid-def-name
		{"a.b", "", "field-name-syntax"},
		{"a#b", "", "field-name-syntax"},
	}
	codes := []string{"def-name-syntax", "field-name-syntax", "dollar-field"}
	want := func(code, pointer string) []string {
		if code == "" {
			return nil
		}
		return []string{code + " " + pointer}
	}
	for _, test := range tests {
		found := lintDefs(t, lexicon.ProfileV1, `"`+test.name+`": {"type": "integer"}`)
		if got := ofRules(found, codes...); !slices.Equal(got, want(test.def, "/defs/"+test.name)) {
			t.Errorf("definition %q: got %v", test.name, got)
		}
		found = lintDefs(t, lexicon.ProfileV1, `"o": {"type": "object", "properties": {"`+test.name+`": {"type": "integer"}}}`)
		if got := ofRules(found, codes...); !slices.Equal(got, want(test.field, "/defs/o/properties/"+test.name)) {
			t.Errorf("field %q: got %v", test.name, got)
		}
		found = lintDefs(t, lexicon.ProfileV1, `"main": {"type": "query", "parameters": {"type": "params", "properties": {"`+test.name+`": {"type": "integer"}}}}`)
		if got := ofRules(found, codes...); !slices.Equal(got, want(test.field, "/defs/main/parameters/properties/"+test.name)) {
			t.Errorf("parameter %q: got %v", test.name, got)
		}
	}
}

func TestFilePath(t *testing.T) {
	tests := []struct {
		path, id string
		want     bool // a finding
	}{
		{"lexicons/com/example/thing.json", "com.example.thing", false},
		{"/home/me/com/example/thing.json", "com.example.thing", false},
		{"com/example/thing.json", "com.example.thing", false},
		{"lexicons/com.example.thing.json", "com.example.thing", false},
		{"com.example.thing.json", "com.example.thing", false},
		{"-", "com.example.thing", false},
		{"x.json", "thing", false}, // no NSID
		{"thing.json", "com.example.thing", false},
		{"./example/thing.json", "com.example.thing", false},
		{"../thing.json", "com.example.thing", false},
		{"lexicons/thing.json", "com.example.thing", true},
		{"lexicons/com/example/things.json", "com.example.thing", true},
		{"lexicons/com/example/thing/thing.json", "com.example.thing", true},
		{"lexicons/acom.example.thing.json", "com.example.thing", true},
		{"lexicons/com_example_thing.json", "com.example.thing", true},
		{"lexicons/com/example/Thing.json", "com.example.thing", true},
		{"ing.json", "com.example.thing", true},
	}
	for _, test := range tests {
		text := `{"lexicon": 1, "id": "` + test.id + `", "defs": {"main": {"type": "integer"}}}`
		d := lexicon.Parse(&lexicon.Source{Path: test.path, Text: []byte(text)}, lexicon.ProfileV1)
		found := slices.ContainsFunc(findings(t, lexicon.NewCatalog(d), Options{}), func(f lexicon.Finding) bool { return f.Rule.Code == "file-path" })
		if found != test.want {
			t.Errorf("%s for %s: found is %v", test.path, test.id, found)
		}
	}
}

func TestNamesOfLexicons(t *testing.T) {
	tests := []struct{ id, want string }{
		{"com.example.defs", "defs-main-definition /defs/main"},
		{"com.example.thing.defs", "defs-main-definition /defs/main"},
		{"com.example.mydefs", ""},
		{"com.defs.thing", ""},
		{"com.example.experimental.thing", "experimental-name /id"},
		{"com.example.temp.thing", "experimental-name /id"},
		{"com.example.unspecced.thing", "experimental-name /id"},
		{"com.example.template.thing", ""},
		{"com.example.Temp.thing", ""},
	}
	for _, test := range tests {
		found := lintDefs(t, lexicon.ProfileV1, `{"lexicon": 1, "id": "`+test.id+`", "defs": {"main": {"type": "object", "properties": {}}}}`)
		var want []string
		if test.want != "" {
			want = []string{test.want}
		}
		if got := ofRules(found, "defs-main-definition", "experimental-name"); !slices.Equal(got, want) {
			t.Errorf("%s: got %v, want %v", test.id, got, want)
		}
	}
}
