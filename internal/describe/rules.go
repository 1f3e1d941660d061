package describe

import (
	"fmt"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
)

// RulePage is everything known about a rule, as "lexsmith rules --format json" prints it.
type RulePage struct {
	Code     string       `json:"code"`
	Group    string       `json:"group"`
	Severity RuleSeverity `json:"severity"`
	Summary  string       `json:"summary"`
	Reason   string       `json:"reason,omitempty"`
	Spec     string       `json:"spec,omitempty"`
	URL      string       `json:"page,omitempty"` // public page on the subject
	Fix      RuleFix      `json:"fix,omitzero"`   // what fixes of its findings do
	Bad      string       `json:"bad,omitempty"`
	Good     string       `json:"good,omitempty"`
}

// RuleSeverity is the default severity of a rule by profile.
type RuleSeverity struct {
	V1      string `json:"v1"`
	ATProto string `json:"atproto"`
}

// RuleFix says what the fixes of a rule do. Each is a few words that begin with a verb.
type RuleFix struct {
	Safe   string `json:"safe,omitempty"`
	Unsafe string `json:"unsafe,omitempty"`
	Editor string `json:"editor,omitempty"` // has to be completed by the author
}

// NewRulePage returns the page of a rule.
func NewRulePage(r *diag.Rule) RulePage {
	return RulePage{
		Code: r.Code, Group: r.Group,
		Severity: RuleSeverity{r.Severity[diag.ProfileV1].String(), r.Severity[diag.ProfileATProto].String()},
		Summary:  r.Summary, Reason: r.Reason, Spec: r.Spec, URL: r.URL(),
		Fix: RuleFix{r.Fix.Safe, r.Fix.Unsafe, r.Fix.Placeholder},
		Bad: r.Bad(), Good: r.Good(),
	}
}

// RulePages returns the pages of rules.
func RulePages(rules []*diag.Rule) []RulePage {
	pages := make([]RulePage, len(rules))
	for i, r := range rules {
		pages[i] = NewRulePage(r)
	}
	return pages
}

// String returns the severity, followed by that under the profile atproto where it
// differs.
func (s RuleSeverity) String() string {
	if s.V1 == s.ATProto {
		return s.V1
	}
	return fmt.Sprintf("%s (atproto: %s)", s.V1, s.ATProto)
}

// Sentence returns the summary as a sentence.
func (p RulePage) Sentence() string {
	return words.Capitalize(p.Summary) + "."
}

// Fixes says what the fixes do, one sentence for each kind.
func (p RulePage) Fixes() []string {
	var sentences []string
	for _, kind := range []struct{ subject, does string }{
		{"lint --fix", p.Fix.Safe}, {"lint --fix --unsafe-fixes", p.Fix.Unsafe}, {"In an editor, the quick fix", p.Fix.Editor},
	} {
		if kind.does != "" {
			sentences = append(sentences, kind.subject+" "+kind.does+".")
		}
	}
	return sentences
}

// DisableFlag returns the flag that disables the rule for one run.
func (p RulePage) DisableFlag() string { return "--severity " + p.Code + "=off" }

// DisableConfig returns the entry of lexsmith.yaml that disables the rule.
func (p RulePage) DisableConfig() string { return "severity: {" + p.Code + ": off}" }
