package compat

import (
	"slices"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

var ruleUnionOpenClosed = &diag.Rule{
	Code: "union-open-closed", Group: "diff", Severity: diag.Always(diag.Error),
	Summary: "an open union was closed, or a closed one was opened",
	Reason: "Data of an open union may contain variants that the schema does not list, so the union cannot be closed. Old software rejects such " +
		"variants in a closed union, so a closed union cannot be opened either. Decide when you define the union, and " +
		"leave it open unless no variant will ever be added.",
	Spec: "Field types > union, rules 2 and 3; Versioning, 6", Page: "specs/lexicon#union",
	Examples: inOld + colorIs + `{"type": "union", "refs": ["#red"]}` + redAndBlue + inNew + colorIs + `{"type": "union", "refs": ["#red"], "closed": «true|false»}` + redAndBlue,
}

var ruleUnionClosedRefs = &diag.Rule{
	Code: "union-closed-refs", Group: "diff", Severity: diag.Always(diag.Error),
	Summary: "a variant was added to a closed union, or removed from it",
	Reason: "The variants of a closed union are fixed: old software rejects a new variant, and existing data may contain a removed " +
		"one. Add an optional field with an open union.",
	Spec: "Field types > union, rule 3; Versioning, 6", Page: "specs/lexicon#union",
	Examples: inOld + colorIs + `{"type": "union", "refs": ["#red"«|, "#blue"»], "closed": true}` + redAndBlue + inNew + colorIs + `{"type": "union", "refs": [«"#red", "#blue"|"#blue", "#red"»], "closed": true}` + redAndBlue,
}

var ruleUnionRefs = &diag.Rule{
	Code: "union-refs", Group: "diff", Severity: diag.Always(diag.Error),
	Summary: "a variant was added to an open union, or removed from it",
	Reason: "Variants may be added to an open union but not removed: values of a removed variant would not be checked. A message " +
		"of a subscription may omit $type; it is then valid only if it matches a listed variant. Removing a variant therefore " +
		"breaks old messages, and old software rejects a message that matches only a new variant.",
	Spec: "Field types > union, rule 2; Versioning, 6", Page: "specs/lexicon#union",
	Examples: inOld + colorIs + `{"type": "union", "refs": ["#red", "#blue"]}` + redAndBlue + inNew + colorIs + `{"type": "union", "refs": [«"#red"|"#blue", "com.example.thing#red"»]}` + redAndBlue,
}

// closedUnionHelp says what to do instead of a change to a closed union.
const closedUnionHelp = "revert this change, because a published closed union must not change; if you need more variants, add a new optional field with an open union"

// compareUnion compares two unions.
func (s *scope) compareUnion(o, n *lexicon.Union) {
	if o.Closed != n.Closed {
		ch := change{rule: ruleUnionOpenClosed, new: atField(n, "closed"), old: atField(o, "closed")}
		if n.Closed {
			ch.breaks, ch.message = diag.Backward, "the union changed from open to closed"
			ch.explains = []reason{{at: n.Base().Value.Field("refs")}}
			ch.help = "leave it open; " + s.earlier("may", "may") + " contain variants that this schema does not list"
		} else {
			ch.breaks, ch.message = diag.Forward, "the union changed from closed to open"
			ch.help = closedUnionHelp
		}
		s.report(ch)
	}
	rule := ruleUnionRefs
	if n.Closed {
		rule = ruleUnionClosedRefs
	}
	added, removed := lacking(o.Refs, n.Refs, nameOfLink), lacking(n.Refs, o.Refs, nameOfLink)
	gained := map[string]bool{} // the shapes that a closed union gets as it is opened
	for _, l := range added {
		if o.Closed && !n.Closed && l.Target != nil {
			gained[s.signature(l.Target.Schema)] = true
		}
	}
	if len(added) > 0 && s.hidesVariants(o) {
		s.uncompared(atField(o, "refs"), atField(n, "refs"))
		added = nil
	}
	if len(removed) > 0 && s.hidesVariants(n) {
		s.uncompared(atField(o, "refs"), atField(n, "refs"))
		removed = nil
	}
	for _, l := range added {
		ch := change{rule: rule, new: atValue(n, l.Value), old: atField(o, "refs"), message: "the " + l.Reference.String() + " variant was added to the union"}
		switch {
		case s.anyUnion(o) && !s.anyUnion(n):
			ch.breaks, ch.explains = diag.Backward, inside(n)
			ch.message = "the " + l.Reference.String() + " variant was added to the union, which previously accepted any value"
			ch.help = newFieldHelp
		case o.Closed && n.Closed:
			ch.breaks = diag.Forward
			ch.help = closedUnionHelp
		case s.untagged(l):
			ch.breaks, ch.severity = diag.Forward, diag.Warning
			ch.help = "send $type in every message; without it, old software rejects messages that match only this variant"
		}
		s.report(ch)
	}
	for _, l := range removed {
		ch := change{
			rule: rule, breaks: diag.Forward, new: atField(n, "refs"), old: atValue(o, l.Value),
			message: "the " + l.Reference.String() + " variant was removed from the union", help: "restore the variant; variants must never be removed from a union",
		}
		switch {
		case n.Closed:
			ch.breaks, ch.explains = diag.Backward, []reason{{at: n.Base().Value.Field("refs"), name: l.Reference.String()}}
		case s.untagged(l) && !s.anyUnion(n):
			ch.breaks = both
		case o.Closed && l.Target != nil && gained[s.signature(l.Target.Schema)]:
			// Opening the union breaks forward, which is reported; no value breaks backward.
			ch.breaks, ch.severity = 0, diag.Info
			ch.message += "; one of the same shape was added"
		}
		if l.Target == nil && s.old.Document(l.NSID) == nil && s.new.Document(l.NSID) == nil {
			ch.severity, ch.undecided = diag.Warning, true
			ch.message += "; " + string(l.NSID) + " is not loaded, so it is not known whether any data contains the variant"
			ch.help, ch.hint = "if the variant exists, restore it; load the Lexicon "+string(l.NSID)+" to compare", diag.HintLoadLexicon{NSID: l.NSID}
		}
		s.report(ch)
	}
}

func nameOfLink(l *lexicon.Link) lexicon.Reference { return l.Reference }

// anyUnion reports whether a union accepts any value, as unknown does.
func (c *comparison) anyUnion(u *lexicon.Union) bool {
	return u.Bare() && !u.Closed && c.profile == diag.ProfileV1
}

// hidesVariants reports whether entries of a union are not valid, so that it may
// have any variant.
func (c *comparison) hidesVariants(u *lexicon.Union) bool {
	return u.HidesRefs() ||
		slices.ContainsFunc(u.Refs, func(l *lexicon.Link) bool {
			return c.broken.has(place{document: u.Document(), node: l.Value, value: l.Value})
		})
}

// untagged reports whether values of a variant may lack $type: messages of a
// subscription may (When $type is required in the specification, 2), records
// never. Such a message is valid only if it fits a variant that the union lists,
// even if the union is open.
func (s *scope) untagged(l *lexicon.Link) bool {
	return s.part == lexicon.PartMessage && (l.Target == nil || !isRecord(l.Target.Schema))
}
