package report

import (
	"fmt"
	"html"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/internal/terminal"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

func TestInert(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"maxLength changed from 200 to 100", "maxLength changed from 200 to 100"},
		{"a|b", "a&#124;b"},
		{`a\|b`, "a&#92;&#124;b"},
		{"`x` *b* _i_ ~s~ $m$", "&#96;x&#96; &#42;b&#42; &#95;i&#95; &#126;s&#126; &#36;m&#36;"},
		{"<img src=x>&amp;", "&#60;img src=x&#62;&#38;amp;"},
		{"[a](b)", "&#91;a&#93;(b)"},
		{"@team/x", "&#64;&#8203;team/x"},
		{"#12 and a#b", "&#35;&#8203;12 and a&#35;b"},
		{"https://example.com WWW.example.com", "https:&#8203;//example.com WWW.&#8203;example.com"},
		{"two\nlines\r\n", `two&#92;nlines&#92;r&#92;n`},
		{"\x1b[31m\u202e\xff", "&#92;x1b&#91;31m&#92;u202e&#92;xff"},
		{"名前 🙂", "名前 🙂"},
	} {
		if got := inert(test.text); got != test.want {
			t.Errorf("%q: got %q, want %q", test.text, got, test.want)
		}
	}
}

// Readers see any text as it is, and nothing in it has an effect.
func FuzzInert(f *testing.F) {
	f.Add("a|b\\`<b>@x #1 http://x\n\x00\u2028")
	f.Fuzz(func(t *testing.T, text string) {
		got := inert(text)
		if strings.ContainsAny(got, "\r\n|<>`\\*_~[]$@") {
			t.Errorf("%q became %q", text, got)
		}
		if seen := strings.ReplaceAll(html.UnescapeString(got), "\u200b", ""); seen != terminal.Escape(text) {
			t.Errorf("%q is seen as %q", text, seen)
		}
	})
}

// A row is one line of five cells, whatever the name and content of the file.
func TestMarkdownRow(t *testing.T) {
	nasty := "a|b`\n<b>|\\|@x"
	s := source(nasty, `{"a": 1}`)
	row := markdownRow(&diag.Finding{
		Rule: ruleLength, Severity: diag.Error, Message: nasty, Help: nasty,
		Location: at(t, s, "1", "/defs/"+nasty+"/properties/"+nasty),
		Change:   &diag.Change{Breaks: diag.Backward, Affects: []diag.Affected{{Ref: nasty, Part: nasty}}},
	})
	if strings.Count(row, "\n") != 1 || strings.Count(row, "|") != 6 {
		t.Errorf("got %q", row)
	}
}

func TestMarkdownVerdicts(t *testing.T) {
	change := &diag.Change{Breaks: diag.Backward}
	for _, test := range []struct {
		name    string
		finding []diag.Finding
		quiet   bool
		diff    Diff
		want    string
	}{
		{"identical", nil, false, Diff{}, "**Identical**: no changes\n"},
		{"identical, quiet", nil, true, Diff{}, ""},
		{"undecided", []diag.Finding{{Rule: ruleLength, Severity: diag.Error, Message: "x"}}, false, Diff{Partial: true},
			"**Undecided**: 1 error (partial: at least one side has lint errors)\n\n| Severity | Change | Where | Breaks | Affects |\n|---|---|---|---|---|\n| error | x (<code>string-length</code>) |  |  |  |\n"},
		{"not loaded", []diag.Finding{{Rule: ruleLength, Severity: diag.Warning, Message: "x", Change: &diag.Change{Breaks: diag.Backward, Undecided: true}}}, false, Diff{},
			"**Undecided**: 1 warning\n\n**Not compared**\n\n| Severity | Change | Where | Breaks | Affects |\n|---|---|---|---|---|\n| warning | x (<code>string-length</code>) |  | backward |  |\n"},
		{"a note beside a compatible change", []diag.Finding{{Rule: ruleLength, Severity: diag.Info, Message: "note"}, {Rule: ruleLength, Severity: diag.Info, Message: "x", Change: &diag.Change{}}}, false, Diff{},
			"**Compatible**: 2 info findings\n\n**Not compared**\n\n| Severity | Change | Where | Breaks | Affects |\n|---|---|---|---|---|\n| info | note (<code>string-length</code>) |  |  |  |\n\n<details>\n<summary>1 compatible change</summary>\n\n| Severity | Change | Where | Breaks | Affects |\n|---|---|---|---|---|\n| info | x (<code>string-length</code>) |  |  |  |\n\n</details>\n"},
		{"breaking", []diag.Finding{{Rule: ruleLength, Severity: diag.Error, Message: "x", Change: change}}, false, Diff{},
			"**Breaking**: 1 error\n\n| Severity | Change | Where | Breaks | Affects |\n|---|---|---|---|---|\n| error | x (<code>string-length</code>) |  | backward |  |\n"},
		{"compatible", []diag.Finding{{Rule: ruleName, Severity: diag.Info, Message: "x", Change: &diag.Change{}}}, false, Diff{Partial: true},
			"**Compatible**: 1 info finding (partial: at least one side has lint errors)\n\n<details>\n<summary>1 compatible change</summary>\n\n| Severity | Change | Where | Breaks | Affects |\n|---|---|---|---|---|\n| info | x (<code>name-casing</code>) |  |  |  |\n\n</details>\n"},
	} {
		s := sample{findings: test.finding, summary: Summary{Diff: &test.diff}}
		if test.name == "undecided" || test.name == "breaking" {
			s.undecided = []syntax.NSID{"com.example.thing"}
		}
		got := write(t, Options{Format: Markdown, Quiet: test.quiet}, s)
		if got != test.want {
			t.Errorf("%s: got:\n%s", test.name, got)
		}
	}
}

// A comment has room for some examples of each change.
func TestMarkdownExamples(t *testing.T) {
	data := &diag.Evidence{Broken: 1999, Values: 2000}
	for i := range data.Broken {
		data.Examples = append(data.Examples, diag.Example{Path: "records.ndjson", Line: i + 1, Message: "it is too long"})
	}
	var s sample
	s.summary.Diff = &Diff{}
	for range 3 {
		s.findings = append(s.findings, diag.Finding{Rule: ruleLength, Severity: diag.Error, Message: "a change", Change: &diag.Change{Data: data}})
	}
	got := write(t, Options{Format: Markdown}, s)
	if n := strings.Count(got, "breaks 1,999 of 2,000 records, of which the first "); n != 3 || len(got) > 30_000 {
		t.Errorf("%d changes in %d bytes: %s", n, len(got), got)
	}
	data.Examples[0].Message = strings.Repeat("long ", 1000)
	if got := write(t, Options{Format: Markdown}, s); !strings.Contains(got, "records, of which the first is shown<br>example: records.ndjson:1 long") {
		t.Errorf("%s", got)
	}
}

// A comment has a maximum length. Errors come first, and what is left out is
// counted.
func TestMarkdownLimit(t *testing.T) {
	var s sample
	s.summary.Diff = &Diff{}
	for i := range 1800 {
		severity := diag.Severity(1 + i%3)
		s.findings = append(s.findings, diag.Finding{
			Rule: ruleLength, Severity: severity, Message: fmt.Sprintf("change %d", i), Change: &diag.Change{},
		})
	}
	got := write(t, Options{Format: Markdown}, s)
	if len(got) > 65_536 || len(got) < 50_000 {
		t.Errorf("the report has %d bytes", len(got))
	}
	if n := strings.Count(got, "\n| error |"); n != 600 {
		t.Errorf("%d of 600 errors are shown", n)
	}
	warnings := strings.Count(got, "\n| warning |")
	if warnings == 0 || !strings.Contains(got, fmt.Sprintf("\n%d more not shown.\n", 600-warnings)) {
		t.Errorf("%d warnings are shown without the number of missing ones", warnings)
	}
	if !strings.Contains(got, "<summary>600 compatible changes</summary>\n\n600 more not shown.\n\n</details>\n") {
		t.Error("the omitted infos are not counted")
	}
}
