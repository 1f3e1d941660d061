package lint

import (
	"path"
	"slices"
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

// likenessOf returns what is compared at a level, from the strictest to the most lenient.
// A place in a list counts by its message alone, which names the entry. Without an NSID
// the file counts by its name.
func likenessOf(f *diag.Finding, level int) likeness {
	like := likeness{f.Rule, f.NSID, f.Pointer, f.Message}
	if f.NSID == "" && level < 3 {
		like.home = "/" + path.Base(f.Path())
	}
	switch {
	case level == 2:
		like.message = ""
	case level == 0:
	case f.Rule.Group == diag.RuleJSONSyntax.Group:
		like.pointer = "" // the text, whatever it means
	default:
		like.pointer = withoutIndexes(&f.Location)
	}
	return like
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

// New returns those findings that the earlier state does not have, in their order.
func (b *Baseline) New(findings []diag.Finding) (fresh []diag.Finding) {
	old, now := pointersTo(b.findings), pointersTo(findings)
	for level := 0; level < levels && len(now) > 0; level++ {
		likenesses := make([]likeness, len(old))
		left, same := make(map[likeness]int, len(old)), map[likeness]int{}
		for i, f := range old {
			likenesses[i] = likenessOf(f, level)
			left[likenesses[i]]++
		}
		now = slices.DeleteFunc(now, func(f *diag.Finding) bool {
			like := likenessOf(f, level)
			if left[like] == 0 {
				return false
			}
			left[like]--
			same[like]++
			return true
		})
		unmatched := old[:0]
		for i, f := range old {
			if same[likenesses[i]] > 0 {
				same[likenesses[i]]--
			} else {
				unmatched = append(unmatched, f)
			}
		}
		old = unmatched
	}
	for _, f := range now {
		fresh = append(fresh, *f)
	}
	return fresh
}

func pointersTo(findings []diag.Finding) []*diag.Finding {
	pointers := make([]*diag.Finding, len(findings))
	for i := range findings {
		pointers[i] = &findings[i]
	}
	return pointers
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
