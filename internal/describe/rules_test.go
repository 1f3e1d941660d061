package describe

import (
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/internal/policy"
	"github.com/lexsmith/lexsmith/pkg/diag"
)

func TestRulePage(t *testing.T) {
	r := &diag.Rule{Code: "c", Group: "style", Summary: "s", Examples: "«bad|good»", Spec: "String, rule 1."}
	if text := NewRulePage(r).Text(0); strings.Contains(text, "page ") || !strings.Contains(text, "\nspecification  String, rule 1.\n") {
		t.Errorf("without a page:\n%s", text)
	}
	if text := RulesMarkdown([]*diag.Rule{r}); !strings.Contains(text, "\nSpecification: String, rule 1.\n") {
		t.Errorf("without a page:\n%s", text)
	}
	r.Page = "specs/lexicon#string"
	if text := NewRulePage(r).Text(0); !strings.Contains(text, "\npage           https://atproto.com/specs/lexicon#string\n") {
		t.Errorf("with a page:\n%s", text)
	}
	if text := RulesMarkdown([]*diag.Rule{r}); !strings.Contains(text, "\nSpecification: [String, rule 1](https://atproto.com/specs/lexicon#string).\n") {
		t.Errorf("with a page:\n%s", text)
	}
	if page := NewRulePage(r).URL; page != r.URL() {
		t.Errorf("the JSON form has the page %q", page)
	}
}

// Summaries are wrapped at words where the width is known.
func TestRuleTableWidth(t *testing.T) {
	for _, width := range []int{0, 70, 80, 120} {
		lines := strings.Split(strings.TrimSpace(RuleTable(policy.Rules(), width)), "\n")
		if (width == 0) != (len(lines) == len(policy.Rules())+1) {
			t.Errorf("width %d: %d lines of %d rules", width, len(lines), len(policy.Rules()))
		}
		for _, line := range lines {
			if width > 0 && len(line) > width {
				t.Errorf("width %d: %q", width, line)
			}
		}
	}
}
