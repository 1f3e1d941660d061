package terminal

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

func TestSnippet(t *testing.T) {
	long := strings.Repeat("abcdefghij", 10000)
	tests := []struct {
		name       string
		line, part string // part is marked; "" is the empty span at the end
		width      int
		text       string
		marks      string // what stands below text
	}{
		{"plain", `"refs": []`, `[]`, 40, `"refs": []`, `        ^^`},
		{"end of line", `{"a": 1`, ``, 40, `{"a": 1`, `       ^`},
		{"empty line", ``, ``, 40, ``, `^`},
		{"tab", "\t\"a\":\t1", "1", 40, `    "a":    1`, `            ^`},
		{"marked tab", "ab\tc", "\t", 40, `ab  c`, `  ^^`},
		{"wide", `{"名前": 1}`, `1`, 40, `{"名前": 1}`, `         ^`},
		{"marked wide", `{"名前": 1}`, `名前`, 40, `{"名前": 1}`, `  ^^^^`},
		{"combining", "e\u0301e\u0301 x", "x", 40, "e\u0301e\u0301 x", `   ^`},
		{"inside a cluster", "ae\u0301b", "\u0301", 40, "ae\u0301b", ` ^`},
		{"family", "👨‍👩‍👧 x", "x", 40, "👨‍👩‍👧 x", `   ^`},
		{"flag", "🇳🇱x", "x", 40, "🇳🇱x", `  ^`},
		{"escape", "\x1b[31m x", "x", 40, `\x1b[31m x`, `         ^`},
		{"marked escape", "a\x1bb", "\x1b", 40, `a\x1bb`, ` ^^^^`},
		{"bidi", "a\u202eb", "b", 40, `a\u202eb`, `       ^`},
		{"carriage return", "a\rb", "b", 40, `a\rb`, `   ^`},
		{"mark on its own", "\u0301", "\u0301", 40, "\u0301", `^`},
		{"byte-order mark", "\ufeff{", "\ufeff", 40, `\ufeff{`, `^^^^^^`},
		{"C1", "\u0085b", "b", 40, `\u0085b`, `      ^`},
		{"not UTF-8", "a\xff\xc3b", "\xc3", 40, `a\xff\xc3b`, `     ^^^^`},
		{"fits exactly", "abcdefghijklmnopqrst", "t", 20, "abcdefghijklmnopqrst", strings.Repeat(" ", 19) + "^"},
		{"cut right", "abcdefghijklmnopqrstu", "a", 20, "abcdefghijklmnopqrs…", "^"},
		{"cut left", "abcdefghijklmnopqrstu", "u", 20, "…cdefghijklmnopqrstu", strings.Repeat(" ", 19) + "^"},
		{"cut left before the end", "abcdefghijklmnopqrst", "", 20, "…cdefghijklmnopqrst", strings.Repeat(" ", 19) + "^"},
		{"cut both", long[:50000] + "X" + long, "X", 20, "…cdefghijXabcdefghi…", "         ^"},
		{"mark too long", "abcdefghij" + strings.Repeat("X", 1000) + "k", strings.Repeat("X", 1000), 20, "…ghijXXXXXXXXXXXXXX…", "     ^^^^^^^^^^^^^^"},
		{"wide at the rim", strings.Repeat("名", 100) + "x", "x", 20, "…" + strings.Repeat("名", 9) + "x", strings.Repeat(" ", 19) + "^"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			start := len(test.line)
			if test.part != "" {
				start = strings.Index(test.line, test.part)
			}
			s := new(Cutter).Snippet([]byte(test.line), start, start+len(test.part), test.width)
			if s.Text != test.text {
				t.Errorf("text is\n%q, expected\n%q", s.Text, test.text)
			}
			if marks := strings.Repeat(" ", s.Before) + strings.Repeat("^", s.Width); marks != test.marks {
				t.Errorf("marks are\n%q, expected\n%q", marks, test.marks)
			}
		})
	}
}

// The mark is below what it marks, however the line is cut.
func TestSnippetKeepsMark(t *testing.T) {
	parts := []string{"a", " ", "名", "e\u0301\u0323", "👨\u200d👩\u200d👧", "🇳🇱", "\t", "\x1b", "\u202e", "\xff", "ß", "\u0085", "क्ष"}
	random := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		var b strings.Builder
		build := func() {
			for range random.IntN(120) {
				b.WriteString(parts[random.IntN(len(parts))])
			}
		}
		build()
		start := b.Len()
		marked := "X" + strings.Repeat("Y", random.IntN(3)*random.IntN(40))
		b.WriteString(marked)
		build()
		line, width := b.String(), minimumWidth+random.IntN(120)
		s := new(Cutter).Snippet([]byte(line), start, start+len(marked), width)
		i := strings.Index(s.Text, "X")
		if i < 0 || uniseg.StringWidth(s.Text[:i]) != s.Before {
			t.Fatalf("%q in %d columns is %q with the mark from column %d", line, width, s.Text, s.Before)
		}
		if n := 1 + strings.Count(s.Text, "Y"); n != s.Width || n < len(marked) && !strings.HasSuffix(s.Text, "Y"+ellipsis) {
			t.Fatalf("%q in %d columns is %q with a mark of %d columns", line, width, s.Text, s.Width)
		}
		if got := uniseg.StringWidth(s.Text); got > width {
			t.Fatalf("%q in %d columns is %q, which takes %d", line, width, s.Text, got)
		}
	}
}

func FuzzSnippet(f *testing.F) {
	f.Add([]byte("\t\"名前\": e\u0301\x1b\xff"), 3, 9, 30)
	f.Add([]byte(strings.Repeat("🇳🇱\u0600", 300)), 1000, 4000, 20)
	f.Fuzz(func(t *testing.T, line []byte, start, end, width int) {
		width = min(max(width, minimumWidth), 200)
		s := new(Cutter).Snippet(line, start, end, width)
		if !utf8.ValidString(s.Text) || Escape(s.Text) != s.Text {
			t.Errorf("%q is not escaped", s.Text)
		}
		// Adjacent clusters can join on a terminal, which makes
		// the text narrower than its pieces, never wider.
		if got := uniseg.StringWidth(s.Text); got > width {
			t.Errorf("%q is %d columns wide, at most %d are allowed", s.Text, got, width)
		}
		if s.Before < 0 || s.Width < 1 || s.Before+s.Width > width+1 {
			t.Errorf("mark from column %d, %d wide, in %d columns", s.Before, s.Width, width)
		}
	})
}
