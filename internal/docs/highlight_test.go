package docs

import "testing"

func TestHighlight(t *testing.T) {
	for _, test := range []struct{ language, code, want string }{
		{"json", `{"a<": [1, true, "x"]}`, `{<span class="k">&#34;a&lt;&#34;:</span> [<span class="n">1</span>, <span class="n">true</span>, <span class="s">&#34;x&#34;</span>]}`},
		{"json", "-- old --\n{\n\"k\" : \"v\\\"\",\n\"open: -1.5e3, x1, truest }", "<span class=\"c\">-- old --</span>\n{\n<span class=\"k\">&#34;k&#34; :</span> <span class=\"s\">&#34;v\\&#34;&#34;</span>,\n&#34;open: <span class=\"n\">-1.5e3</span>, x1, truest }"},
		{"console", "$ lexsmith lint\n1 file", "<span class=\"p\">$ lexsmith lint</span>\n1 file"},
		{"go", "a < b", "a &lt; b"},
	} {
		if got := Highlight(test.language, test.code); got != test.want {
			t.Errorf("%s: got %s, want %s", test.language, got, test.want)
		}
	}
}
