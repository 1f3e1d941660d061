package lexicon

import (
	"strings"
	"testing"
)

func TestParseReference(t *testing.T) {
	const own = "com.example.own"
	for text, want := range map[string]Reference{
		"com.example.thing":       {"com.example.thing", "main"},
		"com.example.thing#main":  {"com.example.thing", "main"},
		"com.example.thing#sub":   {"com.example.thing", "sub"},
		"com.example.own":         {own, "main"},
		"#sub":                    {own, "sub"},
		"#main":                   {own, "main"},
		"#with-dash_and space":    {own, "with-dash_and space"},
		"com.example.thing#Main":  {"com.example.thing", "Main"},
		"com.EXAMPLE.thing#größe": {"com.EXAMPLE.thing", "größe"},
	} {
		if got, err := ParseReference(text, own); got != want || err != nil {
			t.Errorf("ParseReference(%q) = %v, %v; want %v", text, got, err, want)
		}
	}
	for text, reason := range map[string]string{
		"":                        "it is empty",
		"#":                       `the name after "#" is missing`,
		"com.example.thing#":      `the name after "#" is missing`,
		"com.example.thing#a#b":   `the name after "#" contains "#"`,
		"##a":                     `the name after "#" contains "#"`,
		"#a.b":                    `the name after "#" contains "."`,
		"thing":                   `it is neither an NSID nor a local reference (#name)`,
		"a\x1b[31m":               `it is neither an NSID nor a local reference (#name)`,
		"thing#sub":               "it must have at least 3 segments, but has 1",
		"example.thing":           "it must have at least 3 segments, but has 2",
		" com.example.thing":      `segment 1 contains " ", but only letters, digits, and hyphens are allowed`,
		"com.example.thing ":      `the name (segment 3) contains " ", but only letters and digits are allowed there`,
		"at://com.example.thing":  `segment 1 contains ":", but only letters, digits, and hyphens are allowed`,
		"com.example.thing\x00#a": `the name (segment 3) contains "\x00", but only letters and digits are allowed there`,
		"com.example.2thing":      `the name (segment 3) must begin with a letter, not "2"`,
	} {
		got, err := ParseReference(text, own)
		if err == nil || err.Error() != reason || got != (Reference{}) {
			t.Errorf("ParseReference(%q) = %v, %v; want the error %q", text, got, err, reason)
		}
	}
	if _, err := ParseReference(strings.Repeat("é", 10_000), own); err == nil || len(err.Error()) > 200 {
		t.Errorf("the reason for a long text is %.300v", err)
	}
}

func TestReferenceSpellings(t *testing.T) {
	for r, want := range map[Reference][2]string{
		{"com.example.thing", "main"}: {"com.example.thing", "com.example.thing#main"},
		{"com.example.thing", "sub"}:  {"com.example.thing#sub", "com.example.thing#sub"},
	} {
		if r.String() != want[0] || r.Full() != want[1] {
			t.Errorf("%#v is written %s and %s, want %s", r, r, r.Full(), want)
		}
		if back, err := ParseReference(r.String(), ""); back != r || err != nil {
			t.Errorf("%s reads back as %v, %v", r, back, err)
		}
	}
	for text, want := range map[string]bool{"#a": true, "com.example.thing#a": false, "com.example.thing": false} {
		if got := (&Link{Text: text}).Local(); got != want {
			t.Errorf("%s is local: %v", text, got)
		}
	}
}

func TestSuggestReference(t *testing.T) {
	for text, want := range map[string]string{
		"lex:com.example.thing":       "com.example.thing",
		"lex:com.example.thing#size":  "com.example.thing#size",
		"lex:com.example.thing#main":  "com.example.thing#main",
		"#/definitions/size":          "#size",
		"#/$defs/size":                "#size",
		"com.example.thing#/defs/a":   "com.example.thing#a",
		"#/properties/a.b":            "",
		"lex:thing":                   "",
		"./thing.json#/size":          "",
		"https://example.com/x#/size": "",
		"#size":                       "", // valid already
		"#":                           "",
		"":                            "",
	} {
		got, ok := SuggestReference(text, "com.example.own")
		if !ok {
			got = ""
		}
		if got != want {
			t.Errorf("SuggestReference(%q) = %q, want %q", text, got, want)
		}
	}
}
