package docs

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
)

// Paragraphs mean the same as to a library for all of CommonMark.
func TestInlines(t *testing.T) {
	for _, text := range []string{
		"plain", "a *b* c", "**b** *c*", "***b***", "_a_ __b__", "snake_case_name", "a * b * c", "2*3*4", "*a", "**a*", "*a b*c", "* a*",
		"`code`", "``a`b``", "` `` `", "`a *b*` *c*", "`open", "*a `*` b*", "`a\nb`",
		"[t](https://e.com)", "[t](<https://e.com/a>)", `[t](https://e.com "title")`, "[*t* x](https://e.com/?a=1&b=2)", "[t]", "[t] (x)", "![alt](https://e.com/i.png) x",
		"[a](https://e.com/(b))", "<https://e.com>", "a < b > c", `\*a\*`, `\a \_ \<`, "&amp; &lt; &copy; &nope; &", "a\nb", "a  \nb", "a\\\nb",
		"*a **b** c*", "**a *b* c**", "über_straße_x", "a**b**c", "a__b__c",
	} {
		var want bytes.Buffer
		if err := goldmark.Convert([]byte(text), &want); err != nil {
			t.Fatal(err)
		}
		blocks := rich(text)
		if len(blocks) != 1 {
			if _, isList := blocks[0].(list); !isList {
				t.Errorf("%q has %d blocks", text, len(blocks))
			}
			continue
		}
		p, ok := blocks[0].(paragraph)
		if !ok {
			continue // a list, by both
		}
		normal := strings.NewReplacer("<br>\n", "<br>", "<br />\n", "<br>", "\n", " ", "&#34;", "&quot;", "&#39;", "'", ` title="title"`, "", `<img src="https://e.com/i.png" alt="alt">`, "alt")
		got := normal.Replace((&page{}).html(p.text))
		expected := strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(want.String()), "<p>"), "</p>")
		expected = normal.Replace(expected)
		// A span has one style, so that elements are not nested.
		nested := regexp.MustCompile(`<(em|strong|a)[^>]*>[^<]*<(em|strong|code)>`).MatchString(expected)
		if got != expected && !nested || tag.ReplaceAllString(got, "") != tag.ReplaceAllString(expected, "") {
			t.Errorf("%q: %s, want %s", text, got, expected)
		}
	}
}

func TestRichBlocks(t *testing.T) {
	blocks := rich("One\ntwo.\n\n# Title\n\n- a\n  b\n- *c*\n\n1. x\n2. y\n\n> quoted\n> more\n\n```json\n{\n```\nlast\n~~~\nopen")
	var got []string
	for _, b := range blocks {
		switch b := b.(type) {
		case paragraph:
			got = append(got, "p "+b.text.text())
		case list:
			for _, line := range b {
				got = append(got, "li "+line.text())
			}
		case code:
			got = append(got, "code "+b.text)
		}
	}
	want := "p One two.|p Title|li a b|li c|li x|li y|p quoted more|code {\n|p last|code open\n"
	if strings.Join(got, "|") != want {
		t.Errorf("got %q, want %q", strings.Join(got, "|"), want)
	}
}

func FuzzRich(f *testing.F) {
	f.Add("*a* `b` [c](https://e.com) <x>\n- d\n\n```\ne")
	f.Add("***a_ [![]()](x) \\")
	f.Fuzz(func(t *testing.T, text string) {
		p := &page{blocks: rich(text)}
		page := htmlOf(p)
		for _, bad := range []string{"<script", "<img", "<iframe", "onerror=\"", `href="javascript`, `href="data`} {
			if strings.Contains(page, bad) {
				t.Errorf("%q: %s", text, page)
			}
		}
		renderMarkdown(p)
	})
}

// text returns the spans without links and emphasis.
func (s spans) text() string {
	var b strings.Builder
	for _, p := range s {
		if p.style == lineBreak {
			b.WriteByte(' ')
		}
		b.WriteString(p.text)
	}
	return b.String()
}
