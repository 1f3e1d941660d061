package describe

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/pkg/diag"
)

// Markdown returns the document docs/rules.md: a table for each group, then a
// section for each rule under its code.
func Markdown(rules []*diag.Rule) string {
	var b strings.Builder
	b.WriteString("# Rules\n\n" +
		"All findings that lexsmith reports, and the reasons for them. `lexsmith rules RULE` shows the same text in the terminal.\n\n" +
		"You can change the severity of a rule or a whole group on the command line with\n" +
		"`--severity NAME=error|warning|info|off`, or in `lexsmith.yaml`:\n\n" +
		"```yaml\n" +
		"severity:\n  unlimited-string: off\n  style: info\n" +
		"ignore:\n  - paths: [\"lexicons/com/example/legacy/**\"]\n    nsids: [\"com.example.old.*\"]\n    rules: [unlimited-string, refs]\n" +
		"```\n")
	for _, group := range groups {
		fmt.Fprintf(&b, "\n## Group `%s`: %s\n\n| Rule | Default | |\n|---|---|---|\n", group.name, group.title)
		for _, r := range rules {
			if r.Group == group.name {
				fmt.Fprintf(&b, "| [`%s`](#%s) | %s | %s |\n", r.Code, r.Code, DefaultSeverity(r), strings.ReplaceAll(r.Summary, "|", `\|`))
			}
		}
	}
	for _, r := range rules {
		writeSection(&b, r)
	}
	return b.String()
}

func writeSection(b *strings.Builder, r *diag.Rule) {
	fmt.Fprintf(b, "\n## %s\n\n%s Group `%s`, default: %s.\n", r.Code, Sentence(r), r.Group, DefaultSeverity(r))
	fmt.Fprintf(b, "\nAvoid:\n\n%s\nPrefer:\n\n%s", fence(r.Bad()), fence(r.Good()))
	if r.Reason != "" {
		fmt.Fprintf(b, "\n%s\n", r.Reason)
	}
	if fixes := Fixes(r); len(fixes) > 0 {
		commands := regexp.MustCompile(`lint( --[a-z-]+)+`)
		fmt.Fprintf(b, "\nFix: %s\n", commands.ReplaceAllString(strings.Join(fixes, " "), "`$0`"))
	}
	if source := specification(r); source != "" {
		fmt.Fprintf(b, "\nSpecification: %s.\n", source)
	}
	fmt.Fprintf(b, "\nTo disable it: `%s`, or `%s` in `lexsmith.yaml`.\n", OffByFlag(r.Code), OffByConfig(r.Code))
}

// specification returns the place in the specification that a rule follows, as
// a link to its public page where there is one.
func specification(r *diag.Rule) string {
	place, url := strings.TrimSuffix(r.Spec, "."), r.URL()
	switch {
	case url == "":
		return place
	case place == "":
		place = url
	}
	return "[" + place + "](" + url + ")"
}

// fence returns an example as a code block. An example of several files is not
// JSON.
func fence(text string) string {
	language := "json"
	if strings.HasPrefix(text, "-- ") {
		language = "text"
	}
	var b strings.Builder
	for line := range strings.Lines(strings.TrimRight(text, "\n")) {
		b.WriteString(report.Escape(strings.TrimSuffix(line, "\n")) + "\n")
	}
	return "```" + language + "\n" + b.String() + "```\n"
}

// Sentence returns the summary of a rule as a sentence.
func Sentence(r *diag.Rule) string {
	return strings.ToUpper(r.Summary[:1]) + r.Summary[1:] + "."
}
