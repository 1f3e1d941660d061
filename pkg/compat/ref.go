package compat

import (
	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

var ruleRefChange = &diag.Rule{
	Code: "ref-change", Group: "diff", Severity: diag.Always(diag.Error),
	Summary: "a ref points to a different definition",
	Reason: "The two definitions are compared. If both accept the same values, the change is still a warning, because the " +
		"definitions can diverge later; otherwise, the differences between them decide what breaks. A record is identified by its $type, so " +
		"two records are never the same. A definition in a Lexicon that is not loaded cannot be compared; load that Lexicon " +
		"too.",
	Spec: "References; Versioning, 2", Page: "specs/lexicon#ref",
	Examples: inOld + colorIs + `{"type": "ref", "ref": "#red"}` + redAndBlue + inNew + colorIs + `{"type": "ref", "ref": «"#blue"|"com.example.thing#red"»}` + redAndBlue,
}

const newFieldHelp = "revert this change, and add a new optional field with the new schema"

// compareRef compares two schemas of which at least one is a ref. A definition that
// both name is compared by itself.
func (s *scope) compareRef(o, n lexicon.Schema) {
	oldRef, _ := o.(*lexicon.Ref)
	newRef, _ := n.(*lexicon.Ref)
	if oldRef != nil && oldRef.Link == nil || newRef != nil && newRef.Link == nil {
		s.skip(o, n)
		return
	}
	refs := oldRef != nil && newRef != nil
	if refs && sameName(oldRef, newRef) {
		return
	}
	targets := pair{lexicon.Resolve(o), lexicon.Resolve(n)}
	switch {
	case targets.old != nil && isInvalid(targets.old) || targets.new != nil && isInvalid(targets.new):
		s.uncompared(chain(o, n)...)
	case targets.old == nil || targets.new == nil:
		s.incomparable(o, n)
	case isRecord(targets.old) && hasFields(targets.new) || isRecord(targets.new) && hasFields(targets.old):
		ch := changedRef(o, n)
		ch.breaks, ch.help = both, newFieldHelp
		ch.message += "; the two are not interchangeable, because a value whose schema is a record must contain a $type"
		s.report(ch)
	case refs && s.into != nil:
		s.into.leads = append(s.into.leads, targets)
	case refs:
		s.refChange(oldRef, newRef, targets)
	case targets.old.Type() != targets.new.Type():
		s.typeChange(o, n)
	default: // one is inline: it may be equal to what the other names
		s.inline(o, n, targets)
	}
}

// inline compares an inline schema with the target of a ref, later. One definition
// can be the counterpart of any number of inline schemas: when the budget for that
// is spent, all that is said is whether they differ.
func (s *scope) inline(o, n lexicon.Schema, targets pair) {
	for _, target := range []lexicon.Schema{targets.old, targets.new} {
		span := target.Base().Value.Span
		s.work -= int(span.End - span.Start)
	}
	switch {
	case s.work >= 0:
		through := s.through
		if became, ok := n.(*lexicon.Ref); ok && through == nil {
			through = became
		}
		s.next = append(s.next, lead{targets, through})
	case s.signature(targets.old) != s.signature(targets.new):
		ch := changedRef(o, n)
		ch.breaks, ch.help = both, newFieldHelp
		ch.message += "; the two definitions differ"
		s.report(ch)
	}
}

// sameName reports whether two refs lead to a definition of the same name.
func sameName(o, n *lexicon.Ref) bool {
	old, _ := o.Resolve()
	new, _ := n.Resolve()
	return o.Link.Reference == n.Link.Reference || old != nil && new != nil && old.Reference() == new.Reference()
}

// changedRef begins the change of a ref to another one, or of a ref to an inline
// schema, or the other way around.
func changedRef(o, n lexicon.Schema) change {
	ch := change{rule: ruleRefChange, new: atField(n, "ref"), old: atField(o, "ref"), explains: inside(n)}
	words := func(s lexicon.Schema, to string) string {
		if ref, ok := s.(*lexicon.Ref); ok {
			return to + ref.Link.Reference.String()
		}
		return "an inline " + s.Type().String()
	}
	if o.Type() == n.Type() { // two refs
		ch.message = "the ref changed from " + words(o, "") + " to " + words(n, "")
	} else {
		ch.message = "the schema changed from " + words(o, "a ref to ") + " to " + words(n, "a ref to ")
	}
	return ch
}

// incomparable reports a ref that changed and leads to a Lexicon that is not
// loaded, on either side. A ref that leads nowhere for another reason is not
// valid.
func (s *scope) incomparable(o, n lexicon.Schema) {
	ch := changedRef(o, n)
	ch.breaks, ch.severity, ch.undecided = both, diag.Warning, true
	ch.message += "; the two cannot be compared because "
	var missing []syntax.NSID // Lexicons
	var undefined *lexicon.Link
	for _, end := range []struct {
		link *lexicon.Link
		side *lexicon.Catalog
	}{{unresolved(o), s.old}, {unresolved(n), s.new}} {
		switch l := end.link; {
		case l == nil:
		case end.side.Document(l.NSID) == nil:
			missing = append(missing, l.NSID)
		case undefined == nil && s.copies[l.NSID]: // lint has no error on the side without the copy
			undefined = l
		}
	}
	switch missing = sortedSet(missing); {
	case len(missing) > 1:
		ch.message += "neither Lexicon is loaded"
		ch.help, ch.hint = "load both Lexicons", diag.HintLoadLexicon{NSID: missing[0], Also: missing[1]}
	case len(missing) > 0:
		ch.message += string(missing[0]) + " is not loaded"
		ch.help, ch.hint = "load the Lexicon "+string(missing[0]), diag.HintLoadLexicon{NSID: missing[0]}
	case undefined != nil:
		ch.message += "only one version has " + string(undefined.NSID) + ", and it does not define " + words.Quote(undefined.Name)
		ch.help = "load a revision of " + string(undefined.NSID) + " that defines it in both versions"
	default:
		if !sameValue(o.Base().Value, n.Base().Value) {
			s.uncompared(chain(o, n)...)
		}
		return
	}
	s.report(ch)
}

// chain returns the places of schemas and of what they refer to, directly and through
// other refs, each once.
func chain(schemas ...lexicon.Schema) (places []place) {
	met := map[lexicon.Schema]bool{}
	for _, s := range schemas {
		for !met[s] {
			met[s] = true
			places = append(places, atNode(s))
			if ref, ok := s.(*lexicon.Ref); ok && ref.Link != nil && ref.Link.Target != nil {
				s = ref.Link.Target.Schema
			}
		}
	}
	return places
}

// unresolved returns the link at which the references from a schema end; nil for none.
func unresolved(s lexicon.Schema) *lexicon.Link {
	if ref, ok := s.(*lexicon.Ref); ok {
		if target, last := ref.Resolve(); target == nil {
			return last.Link
		}
	}
	return nil
}

// refChange reports that a ref names another definition, and what that breaks.
func (s *scope) refChange(o, n *lexicon.Ref, targets pair) {
	v := s.verdictOn(targets)
	ch := changedRef(o, n)
	ch.breaks, ch.help = v.breaks, newFieldHelp
	if v.skipped {
		s.undecided[s.document.ID] = true
		if v.breaks == 0 {
			return
		}
	}
	if v.breaks == 0 {
		ch.severity = diag.Warning
		ch.message += ", which accepts the same values"
		ch.help = "keep the two definitions equivalent"
		s.report(ch)
		return
	}
	if !v.known {
		ch.severity, ch.undecided = diag.Warning, true
	}
	ch.message += "; the two definitions differ: " + v.changes[0].message
	switch more := len(v.changes) - 1; {
	case more == mostChanges-1:
		ch.message += " (and more differences)"
	case more > 0:
		ch.message += " (and " + words.Count(more, "more difference") + ")"
	}
	for _, inner := range v.changes {
		ch.explains = append(ch.explains, via(n, inner.reasons())...)
		ch.related = append(ch.related, diag.Related{Location: inner.new.location(), Message: inner.message})
	}
	s.report(ch)
}
