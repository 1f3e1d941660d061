package syntax_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/syntax"
)

func TestLanguage(t *testing.T) {
	checkValues(t, syntax.FormatLanguage, []string{
		"ja", "ban", "pt-BR", "pt-br", "zh-Hant-TW", "ZH-hakka", "es-419",
		"zh-cmn-Hans-CN", "zh-aaa-bbb-ccc", "aa-aaa-Latn-005-abcde-1abc-a-bb-x-y",
		"sl-rozaj-biske-1994", "de-CH-1901", "de-1901-1901",
		"en-a-foo-a-bar", "en-u-co-phonebk-U-ca-buddhist", "en-1-abc", "en-x-a-1-abcdefgh", "de-X-foo",
		"x-whatever", "X-1-a", "x-x-x",
		"i-default", "I-KLINGON", "en-gb-OED", "sgn-BE-NL", "SGN-be-nl", "art-lojban", "No-Bok", "zh-min-nan", "cel-gaulish",
	}, []valueFault{
		{"", 0, "expected a language code of 2 or 3 lowercase letters, found the end"},
		{"-", 0, "expected a language code of 2 or 3 lowercase letters"},
		{"12", 0, "expected a language code of 2 or 3 lowercase letters"},
		{"j", 1, "the language must have 2 or 3 letters, but has 1"},
		{"a-DE", 1, "the language must have 2 or 3 letters, but has 1"},
		{"jaja", 3, "the language must have 2 or 3 letters, but has 4"},
		{"JA", 0, "the language must be lowercase"},
		{"jA", 1, "the language must be lowercase"},
		{"ja_JP", 2, `expected "-" after the language code, found "_"`},
		{"ja-", 3, "subtag 2 is empty"},
		{"ja--JP", 3, "subtag 2 is empty"},
		{"en-US-ä", 6, "expected a letter or digit in a subtag"},
		{"en-abcdefghi", 11, "subtag 2 is 9 characters long, but at most 8 are allowed"},
		{"de-419-DE", 7, "subtag 3 looks like a region"},
		{"de-1901-DE", 8, "subtag 3 looks like a region"},
		{"de-DE-Latn", 6, "subtag 3 looks like a script"},
		{"de-Latn-Cyrl", 8, "subtag 3 looks like a script"},
		{"de-Latn-abc", 8, "subtag 3 looks like an extended language"},
		{"zh-aaa-bbb-ccc-ddd", 15, "subtag 5 looks like an extended language"},
		{"en-1a", 3, "subtag 2 is not an extended language, script, region, or variant"},
		{"en-a1b2", 3, "subtag 2 is not an extended language"},
		{"en-a", 4, "the singleton at the end must be followed by a subtag"},
		{"en-x", 4, "the singleton at the end must be followed by a subtag"},
		{"en-a-b-foo", 5, "the extension before subtag 3 is empty"},
		{"en-a-x-foo", 5, "the extension before subtag 3 is empty"},
		{"x", 1, "the language must have 2 or 3 letters, but has 1"},
		{"x-", 2, "subtag 2 is empty"},
		{"x-abcdefghi", 10, "subtag 2 is 9 characters long"},
		{"i-\u212Alingon", 1, "the language must have 2 or 3 letters"}, // the Kelvin sign is no k
		{"i-unknown", 1, "the language must have 2 or 3 letters"},
	})
}

// The grammar of RFC 5646 section 2.1, with the language restricted as in Lexicon.
var (
	langtag = regexp.MustCompile(`^[a-z]{2,3}` +
		`(-[A-Za-z]{3}){0,3}` + // extlang
		`(-[A-Za-z]{4})?` + // script
		`(-([A-Za-z]{2}|[0-9]{3}))?` + // region
		`(-([A-Za-z0-9]{5,8}|[0-9][A-Za-z0-9]{3}))*` + // variants
		`(-[0-9A-WY-Za-wy-z](-[A-Za-z0-9]{2,8})+)*` + // extensions
		`(-[xX](-[A-Za-z0-9]{1,8})+)?$`)
	privateTag = regexp.MustCompile(`^[xX](-[A-Za-z0-9]{1,8})+$`)
	oldTag     = regexp.MustCompile(`^(en-gb-oed|i-(ami|bnn|default|enochian|hak|klingon|lux|mingo|navajo|pwn|tao|tay|tsu)|` +
		`sgn-(be-fr|be-nl|ch-de)|art-lojban|cel-gaulish|no-(bok|nyn)|zh-(guoyu|hakka|min|min-nan|xiang))$`)
	asciiText = regexp.MustCompile(`^[\x00-\x7F]*$`)
)

func FuzzLanguage(f *testing.F) {
	f.Add("zh-cmn-Hans-CN-abcde-1abc-a-bb-cc-x-y")
	f.Add("en-GB-OED")
	f.Add("x-a-1")
	f.Add("sl-rozaj-biske-1994")
	f.Add("en-u-co-phonebk-t-en-US")
	f.Fuzz(func(t *testing.T, text string) {
		want := langtag.MatchString(text) || privateTag.MatchString(text) ||
			asciiText.MatchString(text) && oldTag.MatchString(strings.ToLower(text))
		if got := syntax.FormatLanguage.Valid(text); got != want {
			t.Errorf("language(%q) = %v, want %v", text, got, want)
		}
		checkParse(t, text, parser[string](syntax.FormatLanguage), syntax.FormatLanguage.Valid)
	})
}

func BenchmarkLanguage(b *testing.B) {
	for _, tag := range []string{"en", "pt-BR", "hy-Latn-IT-arevela", "i-navajo"} {
		b.Run(tag, func(b *testing.B) {
			for b.Loop() {
				syntax.FormatLanguage.Valid(tag)
			}
		})
	}
}
