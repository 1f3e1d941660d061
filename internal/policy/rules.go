package policy

import (
	"slices"

	"github.com/lexsmith/lexsmith/internal/servicerules"
	"github.com/lexsmith/lexsmith/pkg/compat"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/lint"
	"github.com/lexsmith/lexsmith/pkg/repo"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// RuleGroup is a group of rules, with what they are about.
type RuleGroup struct{ Name, Title string }

// RuleGroups returns the groups in the order of the documentation.
func RuleGroups() []RuleGroup {
	return []RuleGroup{
		{"input", "files that cannot be read as a schema or as data"},
		{"schema", "the file is not a valid Lexicon"},
		{"refs", "references between definitions"},
		{"style", "valid, but likely to cause trouble"},
		{"diff", "changes between two versions of a Lexicon"},
		{"validate", "data that does not match its schema"},
		{"xrpc", "requests, responses, and messages that do not match their method"},
	}
}

// Rules returns the rules of all packages by group, and within a group in the order of
// their package.
func Rules() []*diag.Rule {
	all := slices.Concat(lexicon.Rules(), lint.Rules(), compat.Rules(), validate.Rules(), repo.Rules(), servicerules.XRPC(), servicerules.Probe())
	var rules []*diag.Rule
	for _, group := range RuleGroups() {
		for _, r := range all {
			if r.Group == group.Name {
				rules = append(rules, r)
			}
		}
	}
	return rules
}
