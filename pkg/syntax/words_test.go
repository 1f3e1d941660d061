package syntax

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

func TestEnumerate(t *testing.T) {
	for _, c := range []struct {
		words []string
		want  string
	}{
		{nil, ""},
		{[]string{"a"}, "a"},
		{[]string{"a", "b"}, "a and b"},
		{[]string{"a", "b", "c"}, "a, b and c"},
	} {
		if got := Enumerate(c.words, "and"); got != c.want {
			t.Errorf("Enumerate(%q) = %q, want %q", c.words, got, c.want)
		}
	}
}
