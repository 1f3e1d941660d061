package compat

import (
	"strconv"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

var ruleRefChange = &lexicon.Rule{
	Code: "ref-change", Group: "diff", Severity: lexicon.Always(lexicon.Error),
	Summary: "a ref names another definition",
	Reason: "The two definitions are compared. If both accept the same values, the change is only a warning, because the " +
		"definitions can diverge later; otherwise it breaks what the difference breaks. A record is known by its $type, so " +
		"another record is never the same. A definition in a Lexicon that is not loaded cannot be compared: load that Lexicon " +
		"too.",
	Spec: "References; Versioning, 2", Page: "specs/lexicon#ref",
	Bad: inOld + colorIs + `{"type": "ref", "ref": "#red"}` + redAndBlue +
		inNew + colorIs + `{"type": "ref", "ref": "#blue"}` + redAndBlue,
	Good: inOld + colorIs + `{"type": "ref", "ref": "#red"}` + redAndBlue +
		inNew + colorIs + `{"type": "ref", "ref": "com.example.thing#red"}` + redAndBlue,
}

const newFieldHelp = "add a new optional field of the new type, and keep this one"

// ref compares two schemas of which at least one is a ref. A definition that
// both name is compared by itself.
func (s *scope) ref(o, n lexicon.Schema) {
	oldRef, _ := o.(*lexicon.Ref)
	newRef, _ := n.(*lexicon.Ref)
	refs := oldRef != nil && newRef != nil
	if refs && sameName(oldRef, newRef) {
		return
	}
	targets := pair{lexicon.Resolve(o), lexicon.Resolve(n)}
	if targets.old != nil && isInvalid(targets.old) || targets.new != nil && isInvalid(targets.new) {
		return
	}
	ch := change{
		rule: ruleRefChange, breaks: both, new: atField(n, "ref"), old: atField(o, "ref"),
		message: "changed from " + refName(o) + " to " + refName(n),
	}
	switch {
	case targets.old == nil || targets.new == nil:
		ch.severity, ch.undecided = lexicon.Warning, true
		ch.message += ", which cannot be compared since not both are loaded"
		ch.help = "load the Lexicon with -L"
		s.report(ch)
	case targets.old.Type() == lexicon.TypeRecord || targets.new.Type() == lexicon.TypeRecord:
		ch.message += ": a record is known by its $type, an inline object is not"
		if refs {
			ch.message = "changed from " + refName(o) + " to " + refName(n) + ": the $type of a record counts"
		}
		ch.help = newFieldHelp
		s.report(ch)
	case refs:
		s.comparer.refs(s, oldRef, newRef, targets)
	case targets.old.Type() != targets.new.Type():
		s.typeChange(targets.old, targets.new, atField(o, "type"), atField(n, "type"))
	default: // one is inline: it may be equal to what the other names
		s.next = append(s.next, targets)
	}
}

// sameName reports whether two refs lead to a definition of the same name. A ref
// that could not be read counts as unchanged.
func sameName(o, n *lexicon.Ref) bool {
	if o.Link == nil || n.Link == nil || o.Link.Reference == n.Link.Reference {
		return true
	}
	old, _ := o.Resolve()
	new, _ := n.Resolve()
	return old != nil && new != nil && old.Reference() == new.Reference()
}

// refName names what a schema refers to, or its type where it is inline.
func refName(s lexicon.Schema) string {
	if ref, ok := s.(*lexicon.Ref); ok && ref.Link != nil {
		return "a ref to " + ref.Link.Reference.String()
	}
	return typeName(s)
}

// refChange reports that a ref names another definition, and what that breaks.
func (s *scope) refChange(o, n *lexicon.Ref, targets pair) {
	v := s.verdict(targets)
	ch := change{
		rule: ruleRefChange, breaks: v.breaks, new: atField(n, "ref"), old: atField(o, "ref"),
		message: "changed from " + refName(o) + " to " + refName(n), help: newFieldHelp,
	}
	if v.breaks == 0 {
		ch.severity = lexicon.Warning
		ch.message += ", which breaks no data"
		ch.help = "make sure that the two will stay alike"
		s.report(ch)
		return
	}
	if !v.known {
		ch.severity = lexicon.Warning
	}
	ch.message += ", which differs: " + v.changes[0].message
	switch more := len(v.changes) - 1; {
	case more == mostChanges-1:
		ch.message += " and more"
	case more > 0:
		ch.message += " and " + strconv.Itoa(more) + " more"
	}
	for _, inner := range v.changes {
		at := inner.new
		if at.document == nil {
			at = inner.old
		}
		ch.related = append(ch.related, lexicon.Related{Location: at.location(), Message: inner.message})
	}
	s.report(ch)
}
