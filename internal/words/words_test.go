package words

import "testing"

func TestArticle(t *testing.T) {
	for word, want := range map[string]string{
		"string": "a string", "integer": "an integer", "unknown": "an unknown", "union": "a union", "": "a ",
	} {
		if got := Article(word); got != want {
			t.Errorf("Article(%q) = %q, want %q", word, got, want)
		}
	}
}

func TestCapitalize(t *testing.T) {
	for text, want := range map[string]string{"": "", "a text": "A text", "Text": "Text", "émigré": "Émigré", "\xff": "\xff", `"a"`: `"a"`} {
		if got := Capitalize(text); got != want {
			t.Errorf("Capitalize(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestEnumerate(t *testing.T) {
	for _, c := range []struct {
		words []string
		want  string
	}{
		{nil, ""},
		{[]string{"a"}, "a"},
		{[]string{"a", "b"}, "a and b"},
		{[]string{"a", "b", "c"}, "a, b, and c"},
	} {
		if got := Enumerate(c.words, "and"); got != c.want {
			t.Errorf("Enumerate(%q) = %q, want %q", c.words, got, c.want)
		}
	}
}

func TestSummarize(t *testing.T) {
	words := []string{"a", "b", "c", "d", "e", "f", "g", "h"}
	for n, want := range map[int]string{
		0: "", 1: "a", 2: "a and b", 6: "a, b, c, d, e, and f", 7: "a, b, c, d, e, f, and 1 more", 8: "a, b, c, d, e, f, and 2 more",
	} {
		if got := Summarize(words[:n]); got != want {
			t.Errorf("Summarize of %d words is %q, want %q", n, got, want)
		}
	}
	if words[6] != "g" {
		t.Error("Summarize changed its argument")
	}
}

func TestByteCount(t *testing.T) {
	for n, want := range map[int64]string{0: "0 bytes", 1: "1 byte", 1000: "1000 bytes", 1 << 20: "1 MiB", 1<<20 + 1: "1048577 bytes", 5 << 30: "5120 MiB"} {
		if got := ByteCount(n); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}
