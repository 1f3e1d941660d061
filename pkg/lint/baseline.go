package lint

import (
	"path"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// Baseline tells new findings from those of an earlier state of the same schemas, in
// which a finding may be elsewhere: on another line, in a renamed file, at another place
// of a list. Findings are counted: one more of the same kind is new.
type Baseline struct {
	findings []diag.Finding
	omitted  []diag.Omission
}

// NewBaseline makes a baseline of the findings of the earlier state, and of those that
// were omitted there. It keeps the slices.
func NewBaseline(findings []diag.Finding, omitted ...diag.Omission) *Baseline {
	return &Baseline{findings, omitted}
}

// likeness is what two findings must have in common to be the same one.
type likeness struct {
	rule                   *diag.Rule
	home, pointer, message string
}

const levels = 4

// likenesses returns what is compared, from the strictest to the most lenient. A
// place in a list counts by its message alone, which names the entry. Without an NSID
// the file counts by its name.
func likenesses(f *diag.Finding) [levels]likeness {
	home := f.NSID
	if home == "" {
		home = "/" + path.Base(f.Path())
	}
	anywhere := withoutIndexes(&f.Location)
	if f.Rule.Group == diag.RuleJSONSyntax.Group {
		anywhere = "" // the text, whatever it means
	}
	all := [levels]likeness{
		{f.Rule, home, f.Pointer, f.Message},
		{f.Rule, home, anywhere, f.Message},
		{f.Rule, home, f.Pointer, ""},
		{f.Rule, home, anywhere, f.Message},
	}
	if f.NSID == "" {
		all[3].home = ""
	}
	return all
}

// withoutIndexes returns the pointer of a location with a star in the place of each index
// of an array.
func withoutIndexes(at *diag.Location) string {
	if at.Value == nil || at.Pointer == "" {
		return at.Pointer
	}
	var inArray []bool // from the value to the root
	for v := lexicon.ValueAt(*at); v.Parent() != nil; v = v.Parent() {
		inArray = append(inArray, v.Parent().Kind == lexicon.KindArray)
	}
	steps := strings.Split(at.Pointer, "/")[1:]
	for i := range min(len(steps), len(inArray)) {
		if inArray[len(inArray)-1-i] {
			steps[i] = "*"
		}
	}
	return "/" + strings.Join(steps, "/")
}

// match is a finding that may have been found in the other state.
type match struct {
	likeness [levels]likeness
	found    bool
}

func newMatches(findings []diag.Finding) []match {
	all := make([]match, len(findings))
	for i := range findings {
		all[i].likeness = likenesses(&findings[i])
	}
	return all
}

// New returns those findings that the earlier state does not have, in their order.
func (b *Baseline) New(findings []diag.Finding) (fresh []diag.Finding) {
	old, now := newMatches(b.findings), newMatches(findings)
	for level := range levels {
		left := map[likeness][]*match{}
		for i := range old {
			if m := &old[i]; !m.found {
				left[m.likeness[level]] = append(left[m.likeness[level]], m)
			}
		}
		for i := range now {
			m := &now[i]
			if same := left[m.likeness[level]]; !m.found && len(same) > 0 {
				m.found, same[0].found = true, true
				left[m.likeness[level]] = same[1:]
			}
		}
	}
	for i := range now {
		if !now[i].found {
			fresh = append(fresh, findings[i])
		}
	}
	return fresh
}

// NewOmitted returns how many of the omitted findings the earlier state does not have. They
// are alike if rule, severity and NSID are the same.
func (b *Baseline) NewOmitted(all []diag.Omission) (fresh []diag.Omission) {
	type kind struct {
		rule     *diag.Rule
		severity diag.Severity
		nsid     string
	}
	left := map[kind]int{}
	for _, o := range b.omitted {
		left[kind{o.Like.Rule, o.Like.Severity, o.Like.NSID}] += o.Count
	}
	for _, o := range all {
		kind := kind{o.Like.Rule, o.Like.Severity, o.Like.NSID}
		known := min(left[kind], o.Count)
		left[kind] -= known
		if o.Count -= known; o.Count > 0 {
			fresh = append(fresh, o)
		}
	}
	return fresh
}
