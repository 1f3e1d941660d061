package convert

import (
	"math/rand/v2"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	gocid "github.com/ipfs/go-cid"
	"github.com/multiformats/go-multibase"

	"github.com/lexsmith/lexsmith/internal/testkit/conformance"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

func quoted(s string) string { return string(appendQuoted(nil, s, escapeJSON)) }

// formatMatcher tells which strings the schema of a string format accepts.
type formatMatcher struct {
	format          syntax.Format
	pattern         *regexp.Regexp
	least, greatest int
	weak            bool
}

var formatMatchers = sync.OnceValue(func() []formatMatcher {
	var all []formatMatcher
	for _, f := range syntax.Formats() {
		pattern, exact := FormatPattern(f)
		m := formatMatcher{format: f, pattern: regexp.MustCompile(pattern), weak: !exact}
		m.least, m.greatest = f.Lengths()
		all = append(all, m)
	}
	return all
})

func (m *formatMatcher) matches(text string) bool {
	n := utf8.RuneCountInString(text)
	return n >= m.least && (m.greatest == 0 || n <= m.greatest) && m.pattern.MatchString(text)
}

// checkPatterns compares the patterns with the formats on one string: what a
// format accepts is not refused, and without a known gap nothing else is
// accepted.
func checkPatterns(t *testing.T, text string) {
	t.Helper()
	for _, m := range formatMatchers() {
		switch valid, matched := m.format.Valid(text), m.matches(text); {
		case valid && !matched:
			t.Errorf("%s: the pattern refuses %q", m.format, text)
		case !valid && matched && !m.weak:
			t.Errorf("%s: the pattern accepts %q", m.format, text)
		}
	}
}

func TestPatternsOnInterop(t *testing.T) {
	for _, file := range conformance.Glob(t, "interop/syntax/*.txt") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			if line = strings.TrimSuffix(line, "\n"); line != "" && line[0] != '#' {
				checkPatterns(t, line)
			}
		}
	}
}

// formatSeeds are strings of every format, at the limits of their parts.
func formatSeeds() []string {
	label63 := strings.Repeat("a", 63)
	long := strings.Repeat(label63+".", 4)
	return []string{
		"did:plc:ewvi7nxzyoun6zhxrhs64oiz", "did:web:a.b-c_d%20:e", "did:a:" + strings.Repeat("x", 2042), "did:a:" + strings.Repeat("x", 2043),
		"jay.example.com", "A-1.Example.ORG", label63 + "." + label63, label63 + "a.com", long + "com", strings.Repeat("a.", 125) + "com",
		"com.example.thing", "a.b.c", "a.0.c", label63 + "." + label63 + "." + label63, long + long[:len(long)-1], "com.example." + label63, "com.example." + label63 + "a",
		"3jzfcijpj2z2a", "7777777777777", "jzzzzzzzzzzzz", "self", ".", "..", "...", ".a", "a.", "~1.2-3_:", strings.Repeat("k", 512), strings.Repeat(".", 513),
		"at://did:plc:abc", "at://jay.example.com/com.example.thing", "at://jay.example.com/com.example.thing/self", "at://jay.example.com/com.example.thing/..",
		"at://did:a:" + strings.Repeat("x", 2042) + "/" + long + label63[:61] + "/" + strings.Repeat("k", 512),
		"at://did:plc:abc/space/a.b.c/self", "at://did:plc:abc/space/a.b.c/k/did:web:a.b/com.example.thing/..", "at://did:plc:abc/space/com.example.thing",
		"at://did:plc:abc/space/a.b.c/k/did:plc:abc", "at://jay.example.com/space/a.b.c/k",
		"at://did:plc:abc/space/a.b.c/k/did:plc:abc/a.b.c/" + strings.Repeat("k", 512), "at://did:plc:abc/space/a.b.c/" + strings.Repeat("k", 513),
		"bafkreiccldh766hwcnuxnf2wh6jgzepf2nlu2lvcllt63eww5p6chi4ity", "QmdfTbBqBPQ7VNxZEYEj14VmRuZBkqFbiwReogJgS1zR1n", "QmdfTbBqBPQ7VNxZEYEj14VmRuZBkqFbiwReogJgS1zR1", "QmdfTbBqBPQ7VNxZEYEj14VmRuZBkqFbiwReogJgS1zR1n1", "QmdfTbBqBPQ7VNxZEYEj14VmRuZBkqFbiwReogJgS1zR0n", "Qabcdefgh", "1234567", "12345678", strings.Repeat("a", 256), strings.Repeat("a", 257),
		"https://example.com/a?b=c#d", "x-y.z+1:/", "a:%20", "a:%2", "a:!\"<>{}|~", "a:", "a:" + strings.Repeat("x", 8190), "a:" + strings.Repeat("x", 8191),
		"en", "deu", "pt-BR", "zh-Hant-TW", "de-1996-x-one", "en-a-bbb-x-a-ccc", "x-private", "X-A", "i-klingon", "I-DEFAULT", "EN-gb-OED", "sgn-BE-FR", "SGN-ch-de",
		"art-LOJBAN", "ART-lojban", "Cel-Gaulish", "NO-BOK", "zh-min-nan", "ZH-GUOYU", "EN", "en-abcdefgh-12345678", "zh-cmn-aaa-bbb",
		"2020-01-31T00:00:00Z", "2020-02-29T23:59:59.123456789+23:59", "2021-02-29T00:00:00Z", "0000-01-01T00:00:00+01:00", "1985-04-12T23:20:50.5-00:01",
		"2020-04-31T00:00:00Z", "2020-01-01T00:00:00-00:00", "2020-12-01T10:00:00-10:00", "2020-01-01T00:00:00.Z", "9999-12-31T23:59:59-23:59",
	}
}

// TestPatternsOnEdits tries strings that differ slightly from valid ones.
func TestPatternsOnEdits(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	seeds := formatSeeds()
	for _, seed := range seeds {
		checkPatterns(t, seed)
	}
	for range 3000 {
		checkPatterns(t, edited(r, seeds[r.IntN(len(seeds))], seeds))
		if t.Failed() {
			return
		}
	}
}

// edited returns a string with up to three characters inserted, removed or
// changed, or with the end of another one.
func edited(r *rand.Rand, text string, others []string) string {
	characters := []string{"a", "Z", "0", "9", "-", ".", "_", ":", "/", "%", "#", "~", "+", "=", " ", "\n", "\x00", "é", "😀", "T", "m", "main"}
	for range r.IntN(4) {
		i := r.IntN(len(text) + 1)
		for i < len(text) && !utf8.RuneStart(text[i]) {
			i++
		}
		_, size := utf8.DecodeRuneInString(text[i:])
		add := characters[r.IntN(len(characters))]
		switch r.IntN(4) {
		case 0:
			text = text[:i] + add + text[i:]
		case 1:
			text = text[:i] + text[i+size:]
		case 2:
			text = text[:i] + add + text[i+size:]
		default:
			other := others[r.IntN(len(others))]
			text = text[:i] + strings.ToValidUTF8(other[r.IntN(len(other)+1):], "")
		}
	}
	return text
}

func FuzzPatterns(f *testing.F) {
	for _, seed := range formatSeeds() {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if utf8.ValidString(text) {
			checkPatterns(t, text)
		}
	})
}

// TestPatternsArePortable keeps the patterns within the subset that all engines
// share.
func TestPatternsArePortable(t *testing.T) {
	whole := []string{base64, typeName, linkText, acceptPattern(nil, diag.ProfileATProto)}
	for _, profile := range []diag.Profile{diag.ProfileV1, diag.ProfileATProto} {
		whole = append(whole, acceptPattern([]string{"image/*", "a/b.c+d", "a/b$^!#&-_"}, profile))
	}
	for _, f := range syntax.Formats() {
		pattern, _ := FormatPattern(f)
		whole = append(whole, pattern)
	}
	for _, p := range whole {
		if !strings.HasPrefix(p, "^") || !strings.HasSuffix(p, "$") {
			t.Errorf("%s is not anchored", p)
		}
	}
	escape := regexp.MustCompile(`\\.`)
	for _, p := range whole {
		// A group that is repeated without a limit must not be a choice: engines that
		// backtrack by recursion run out of stack on a long string. A URI has at most
		// 8192 characters.
		if p != "^"+uri+"$" && regexp.MustCompile(`\|[^()]*\)[*+]`).MatchString(p) {
			t.Errorf("%s repeats a choice", p)
		}
		if strings.Contains(p, "(?") || strings.Contains(p, "[[") || strings.Contains(p, "[^]") {
			t.Errorf("%s has a construct that not all engines know", p)
		}
		for _, e := range escape.FindAllString(p, -1) {
			// With the flag u ECMA-262 knows escapes of these characters, \t and \n.
			if !strings.Contains(`^$\.*+?()[]{}|/tn`, e[1:]) {
				t.Errorf("%s has the escape %s", p, e)
			}
		}
		if _, err := regexp.Compile(p); err != nil {
			t.Error(err)
		}
	}
}

// TestTypeName compares the pattern of a $type with what the validator accepts as
// an unlisted variant. The pattern also accepts NSIDs of two segments, and names
// that start with a hyphen or digit.
func TestTypeName(t *testing.T) {
	re := regexp.MustCompile(typeName)
	v := validatorOf(t, `{"type": "union", "refs": ["#other"]}`)
	r := rand.New(rand.NewPCG(3, 4))
	seeds := []string{"com.example.thing", "com.example.thing#view", "com.example.thing#main", "a.b.c#mai", "a.b.c#mains", "a.b.c#Main", "a.b.c#a.b", "a.b.c#", "a.b.c#maín", "a.b.c#a#b", "thing"}
	for i := range 3000 {
		name := seeds[i%len(seeds)]
		if i >= len(seeds) {
			name = edited(r, name, seeds)
		}
		valid, matched := v.Check(validate.Input{Text: []byte(`{"$type": ` + quoted(name) + `}`)}).Valid(), re.MatchString(name)
		if nsid, _, _ := strings.Cut(name, "#"); valid && !matched || matched && !valid && syntax.IsNSID(nsid) {
			t.Errorf("%q: pattern %v, validator %v", name, matched, valid)
		}
	}
}

// validatorOf returns a validator of one schema.
func validatorOf(t *testing.T, schema string) *validate.Validator {
	t.Helper()
	text := `{"lexicon": 1, "id": "com.example.test", "defs": {"it": ` + schema + `, "other": {"type": "object", "properties": {}}}}`
	c := lexicon.NewCatalog(lexicon.Parse(&diag.Source{Path: "test.json", Text: []byte(text)}, diag.ProfileV1))
	v, err := validate.Compile(c, validate.Options{}).Validator(lexicon.Reference{NSID: "com.example.test", Name: "it"}, lexicon.PartNone)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// TestLinkText tries a CID in every base.
func TestLinkText(t *testing.T) {
	re := regexp.MustCompile(linkText)
	v := validatorOf(t, `{"type": "cid-link"}`)
	c, err := gocid.Decode("bafyreiclp443lavogvhj3d2ob2cxbfuscni2k5jk7bebjzg7khl3esabwq")
	if err != nil {
		t.Fatal(err)
	}
	tried := 0
	for base := range multibase.EncodingToStr {
		text, err := multibase.Encode(base, c.Bytes())
		if err != nil || !utf8.ValidString(text) || !v.Check(validate.Input{Text: []byte(`{"$link": ` + quoted(text) + `}`)}).Valid() {
			continue
		}
		tried++
		if n := utf8.RuneCountInString(text); !re.MatchString(text) || n < linkTextMinLength || n > linkTextMaxLength {
			t.Errorf("base %s: %q is refused", multibase.EncodingToStr[base], text)
		}
	}
	// The identity base writes the bytes as they are: any characters can follow.
	raw := "\x00\x01\x55\x12\x20" + strings.Repeat("a\nb ", 8)
	if !v.Check(validate.Input{Text: []byte(`{"$link": ` + quoted(raw) + `}`)}).Valid() || !re.MatchString(raw) {
		t.Errorf("%q is refused", raw)
	}
	if tried < 15 {
		t.Errorf("only %d bases were tried", tried)
	}
}

// TestAcceptPattern compares the pattern of accept with the matching of MIME
// types.
func TestAcceptPattern(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	for range 5000 {
		var accept []string
		for range 1 + r.IntN(3) {
			accept = append(accept, pick("image/*", "image/png", "IMAGE/Jpeg", "text/ht*", "application/ld+json", "application/vnd.a-b.c", "x-a!#$&^_/b", "*/*", "no pattern"))
		}
		mime := pick("image/", "IMAGE/", "text/", "application/", "x-a!#$&^_/", "X-A!#$&^_/", "imag/", "*/") +
			pick("png", "PNG", "pngx", "jpeg", "html", "ht", "ld+json", "ldjson", "vnd.a-b.c", "vndxa-b.c", "b", "*", "") +
			pick("", "", ";", " ; charset=utf-8", "\t;a=\"b\"", " ", ";a\n", "\n")
		for _, profile := range []diag.Profile{diag.ProfileV1, diag.ProfileATProto} {
			pattern := acceptPattern(accept, profile)
			matched := regexp.MustCompile(pattern).MatchString(mime)
			valid := mime == "*/*" && profile == diag.ProfileATProto
			for _, entry := range accept {
				p, err := syntax.ParseMIMEPattern(entry)
				valid = valid || err == nil && syntax.IsMIMEType(mime) && p.Match(mime)
			}
			if valid && !matched {
				t.Fatalf("accept %q: %s refuses %q", accept, pattern, mime)
			}
			if matched && !valid && pattern != "" {
				t.Fatalf("accept %q: %s accepts %q", accept, pattern, mime)
			}
		}
	}
}

// TestFormatExamples makes sure that the examples of the formats are valid.
func TestFormatExamples(t *testing.T) {
	for _, m := range formatMatchers() {
		info := infoOf(m.format)
		if info.description == "" || info.examples[0] == info.examples[1] {
			t.Errorf("%s: %+v", m.format, info)
		}
		for _, example := range info.examples {
			if !m.format.Valid(example) || !m.matches(example) {
				t.Errorf("%s: the example %q is not valid", m.format, example)
			}
		}
	}
}
