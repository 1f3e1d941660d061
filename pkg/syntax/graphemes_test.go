package syntax_test

import (
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"

	"github.com/lexsmith/lexsmith/pkg/syntax"
)

func TestGraphemes(t *testing.T) {
	for text, want := range map[string]int{
		"":                                     0,
		"abc":                                  3,
		"\r\n":                                 1,
		"\r\n\r\n":                             2,
		"\n\r":                                 2,
		"a\r\nb":                               3,
		"\r\r\n\n":                             3,
		"\r\n\u00e4":                           2,
		"\r\u0308":                             2,
		"e\u0301":                              1,
		"\u0301":                               1,
		"a\u200d":                              1,
		"日本語":                                  3,
		"한국어":                                  3,
		"\u1112\u1161\u11ab\u1100\u1173\u11af": 2, // Hangul by its letters
		"\u0e01\u0e33":                         1, // Thai sara am
		"\u06001":                              1, // a sign that goes before
		"👨\u200d👩\u200d👧\u200d👦":               1, // a family
		"👩🏽\u200d💻":                            1,
		"👋🏿👋":                                  2,
		"🇩🇪🇫🇷":                                 2, // flags
		"🇩🇪🇫":                                  2,
		"a\u200d👦":                             2, // no emoji before the joiner
		"1\ufe0f\u20e3":                        1,

		// After Unicode 15.0: Indic conjuncts (GB9c), and letters which came with 16.0.
		"क्ष":                  1,
		"क्त्य":                1,
		"क\u094d\u200dत":       1,
		"क\u094d\u200cत":       2, // the non-joiner breaks the conjunct
		"कत":                   2,
		"क्a":                  2,
		"\u0995\u09cd\u09a4":   1, // Bengali
		"\u0b95\u0bcd\u0bb7":   2, // Tamil has no such linker
		"\U00016d63\U00016d67": 1, // Kirat Rai vowels are one syllable
	} {
		if got := syntax.Graphemes(text); got != want {
			t.Errorf("Graphemes(%+q) = %d, want %d", text, got, want)
		}
		checkGraphemes(t, text)
		if n := testing.AllocsPerRun(10, func() {
			syntax.Graphemes(text)
			syntax.GraphemesAtMost(text, want)
			syntax.GraphemesAtLeast(text, want)
		}); n != 0 {
			t.Errorf("counting %+q allocates %v times", text, n)
		}
	}
}

// checkGraphemes checks the three functions with one another and, for valid
// UTF-8, with the plain count of the library.
func checkGraphemes(t *testing.T, text string) {
	t.Helper()
	n := syntax.Graphemes(text)
	if utf8.ValidString(text) {
		want := 0
		for clusters := graphemes.FromString(text); clusters.Next(); {
			want++
		}
		if n != want {
			t.Errorf("Graphemes(%+q) = %d, want %d", text, n, want)
		}
	} else if n < 1 || n > len(text) {
		t.Errorf("Graphemes(%+q) = %d, of %d bytes", text, n, len(text))
	}
	for _, limit := range []int{math.MinInt, -1, 0, 1, n - 1, n, n + 1, len(text) - 1, len(text), len(text) + 1, math.MaxInt} {
		if got, want := syntax.GraphemesAtMost(text, limit), n <= limit; got != want {
			t.Errorf("GraphemesAtMost(%+q, %d) = %v, want %v", text, limit, got, want)
		}
		if got, want := syntax.GraphemesAtLeast(text, limit), n >= limit; got != want {
			t.Errorf("GraphemesAtLeast(%+q, %d) = %v, want %v", text, limit, got, want)
		}
	}
}

// TestGraphemesOfAll has every character beside itself, and beside some of other kinds.
func TestGraphemesOfAll(t *testing.T) {
	for r := rune(0); r < 0x20000; r++ {
		if c := string(r); utf8.ValidRune(r) {
			checkGraphemes(t, c+c+"ä"+c+"한"+c+"👦"+c+"\u0301"+c+"\u200d"+c+"🇩"+c)
		}
	}
}

func FuzzGraphemes(f *testing.F) {
	f.Add("a\r\nb\xff\r\n")
	f.Add("क्षe\u0301👨\u200d👩🇩🇪\r\n")
	f.Add("\xe00")
	f.Add("\xe0\xa4\u0301")
	f.Fuzz(checkGraphemes)
}

func BenchmarkGraphemesAtMost(b *testing.B) {
	for name, text := range map[string]string{
		"short": strings.Repeat("word ", 40),
		"ascii": strings.Repeat("word ", 80),
		"latin": strings.Repeat("wörd ", 59),
		"full":  strings.Repeat("क्षe\u0301 ", 60),
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				syntax.GraphemesAtMost(text, 300)
			}
		})
	}
}
