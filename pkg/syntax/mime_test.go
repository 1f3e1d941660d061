package syntax_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/syntax"
)

func TestIsMIMEType(t *testing.T) {
	long := strings.Repeat("a", 127)
	for text, want := range map[string]bool{
		"image/png":                            true,
		"IMAGE/PNG":                            true,
		"application/vnd.ipld.car":             true,
		"image/svg+xml":                        true,
		"1/2":                                  true,
		"image/png; q=1":                       true,
		"text/plain;charset=\"utf-8\"":         true,
		"text/plain ; charset=utf-8":           true,
		"text/plain;":                          true,
		long + "/" + long:                      true,
		"":                                     false,
		"image":                                false,
		"image/":                               false,
		"/png":                                 false,
		"image/png/x":                          false,
		"image/+xml":                           false,
		"im age/png":                           false,
		" image/png":                           false,
		"image/png ":                           false,
		"image/png;\n":                         false,
		"image/*":                              false,
		"*/*":                                  false,
		"*":                                    false,
		"text/ht*":                             false,
		"image/*; q=1":                         false,
		"image/png,image/jpeg":                 false,
		"text/pl\u00e4in":                      false,
		long + "a/b":                           false,
		"a/" + long + "b":                      false,
		strings.Repeat("a/", 2) + "; x=\u00e4": false,
	} {
		if got := syntax.IsMIMEType(text); got != want {
			t.Errorf("IsMIMEType(%.40q) = %v, want %v", text, got, want)
		}
	}
}

func TestParseMIMEPattern(t *testing.T) {
	for text, partial := range map[string]bool{
		"*/*": false, "image/*": false, "IMAGE/*": false, "image/png": false, "text/ht*": true, "application/vnd.*": true,
	} {
		p, err := syntax.ParseMIMEPattern(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
		}
		if p.IsPartialGlob() != partial || p.String() != text {
			t.Errorf("%q: partial glob %v, text %q", text, p.IsPartialGlob(), p)
		}
	}
	for _, want := range []valueFault{
		{"", 0, "expected a letter or digit, found the end"},
		{"*", 0, `use "*/*" for all types`},
		{"*/png", 0, `allowed only in "*/*"`},
		{"**", 0, `allowed only in "*/*"`},
		{"image", 5, `expected "/" and a subtype after the type`},
		{"image/", 6, "expected a letter or digit, found the end"},
		{"/png", 0, "expected a letter or digit"},
		{"im*/*", 2, "is not allowed in the type"},
		{"ima*", 3, "is not allowed in the type"},
		{"image/*png", 6, "expected a letter or digit"},
		{"image/**", 6, "expected a letter or digit"},
		{"image/p*g", 7, "is allowed only at the end"},
		{"image/p**", 7, "is allowed only at the end"},
		{"image/.png", 6, "must begin with a letter or digit"},
		{"text/plain;charset=utf-8", 10, "parameters are not allowed"},
		{"image/png, image/jpeg", 9, "is not allowed in the subtype"},
		{"image/" + strings.Repeat("a", 128), 133, "128 characters long, but at most 127 are allowed"},
	} {
		_, err := syntax.ParseMIMEPattern(want.text)
		e, ok := err.(*syntax.Error)
		if !ok || e.Offset != want.offset || !strings.Contains(e.Reason, want.reason) {
			t.Errorf("%.60q: %v, want %q at byte %d", want.text, err, want.reason, want.offset)
		}
	}
}

func TestMIMEPatternMatch(t *testing.T) {
	matches := map[string]string{ // pattern to types it matches
		"*/*":       "image/png text/html a/b",
		"image/*":   "image/png IMAGE/PNG image/svg+xml;q=1",
		"image/png": "image/png Image/PnG image/png;q=1",
		"Text/HT*":  "text/html text/ht TEXT/html5;q=1",
	}
	misses := map[string]string{
		"image/*":   "imagex/png text/image/png",
		"image/png": "image/pn image/png2 image/jpeg",
		"text/ht*":  "text/h text/plain text2/html",
		"ok/ok":     "o\u212a/ok", // the Kelvin sign is no k
	}
	check := func(cases map[string]string, want bool) {
		for pattern, types := range cases {
			p, err := syntax.ParseMIMEPattern(pattern)
			if err != nil {
				t.Fatal(err)
			}
			for mimeType := range strings.FieldsSeq(types) {
				if got := p.Match(mimeType); got != want {
					t.Errorf("%q matches %q: %v, want %v", pattern, mimeType, got, want)
				}
				if n := testing.AllocsPerRun(10, func() { p.Match(mimeType); syntax.IsMIMEType(mimeType) }); n != 0 {
					t.Errorf("matching %q to %q allocates %v times", pattern, mimeType, n)
				}
			}
		}
	}
	check(matches, true)
	check(misses, false)
	if p, _ := syntax.ParseMIMEPattern("image/png"); !p.Match("image/png ; q=1") {
		t.Error("white space before parameters counts")
	}
}

var (
	slowMIMEName    = `[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}`
	slowMIMEType    = regexp.MustCompile(`^` + slowMIMEName + `/` + slowMIMEName + `([ \t]*;[\t -~]*)?$`)
	slowMIMEPattern = regexp.MustCompile(`^(\*/\*|` + slowMIMEName + `/(\*|` + slowMIMEName + `\*?))$`)
)

// samples returns two types that p matches and that begin differently as soon
// as p allows it.
func samples(p syntax.MIMEPattern) [2]string {
	prefix, glob := strings.CutSuffix(p.String(), "*")
	switch {
	case p.String() == "*/*":
		return [2]string{"0/0", "1/1"}
	case glob:
		return [2]string{prefix + "0", prefix + "1"}
	}
	return [2]string{prefix, prefix}
}

func FuzzMIMEPattern(f *testing.F) {
	f.Add("image/*", "IMAGE/PNG; q=1")
	f.Add("*/*", "text/ht*")
	f.Add("text/h*", "text/ht*")
	f.Add("text/html", "TEXT/html")
	f.Fuzz(func(t *testing.T, a, b string) {
		if got, want := syntax.IsMIMEType(a), slowMIMEType.MatchString(a); got != want {
			t.Errorf("IsMIMEType(%q) = %v, want %v", a, got, want)
		}
		p, err := syntax.ParseMIMEPattern(a)
		if want := slowMIMEPattern.MatchString(a); (err == nil) != want {
			t.Fatalf("ParseMIMEPattern(%q): %v, want it accepted: %v", a, err, want)
		}
		if err != nil {
			return
		}
		if syntax.IsMIMEType(b) {
			bare, _, _ := strings.Cut(strings.ToLower(b), ";")
			bare = strings.TrimRight(bare, " \t")
			prefix, glob := strings.CutSuffix(strings.ToLower(a), "*")
			want := a == "*/*" || bare == prefix || glob && strings.HasPrefix(bare, prefix)
			if got := p.Match(b); got != want {
				t.Errorf("%q matches %q: %v, want %v", a, b, got, want)
			}
		}
		q, err := syntax.ParseMIMEPattern(b)
		if err != nil {
			return
		}
		want := true
		for _, sample := range samples(q) {
			if !q.Match(sample) {
				t.Errorf("%q does not match its sample %q", b, sample)
			}
			want = want && p.Match(sample)
		}
		if got := syntax.MIMESetOf([]string{a}).Contains(syntax.MIMESetOf([]string{b})); got != want {
			t.Errorf("%q contains %q: %v, want %v", a, b, got, want)
		}
	})
}

func BenchmarkMIMEPatternMatch(b *testing.B) {
	p, err := syntax.ParseMIMEPattern("image/*")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		p.Match("image/jpeg")
	}
}

func BenchmarkIsMIMEType(b *testing.B) {
	for b.Loop() {
		syntax.IsMIMEType("image/jpeg")
	}
}
