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

// verdict is the outcome of comparing the targets of two refs.
type verdict struct {
	breaks  lexicon.Direction
	changes []change // those that break something
	known   bool     // whether one of them is more than a schema which is not loaded
}

// ref compares two schemas of which one at least is a ref. A definition that
// both name is compared by itself.
func (c *comparison) ref(o, n lexicon.Schema) {
	oldTarget, oldName := follow(o)
	newTarget, newName := follow(n)
	_, oldRef := o.(*lexicon.Ref)
	_, newRef := n.(*lexicon.Ref)
	switch {
	case oldRef && newRef && (sameLink(o, n) || oldName != nil && newName != nil && *oldName == *newName):
	case isInvalid(oldTarget) && oldTarget != nil || isInvalid(newTarget) && newTarget != nil:
	case oldTarget == nil || newTarget == nil:
		c.report(change{
			rule: ruleRefChange, breaks: both, severity: lexicon.Warning, new: atField(n, "ref"), old: atField(o, "ref"),
			message: "changed from " + refName(o) + " to " + refName(n) + ", which cannot be compared since not both are loaded",
			help:    "load the Lexicon with -L",
		})
	case oldRef && newRef:
		c.refChange(o, n, oldTarget, newTarget)
	case oldTarget.Type() == lexicon.TypeRecord || newTarget.Type() == lexicon.TypeRecord:
		c.report(change{
			rule: ruleRefChange, breaks: both, new: atField(n, "ref"), old: atField(o, "ref"),
			message: "changed from " + refName(o) + " to " + refName(n) + ": a record is known by its $type, an inline object is not",
			help:    newFieldHelp,
		})
	case oldTarget.Type() != newTarget.Type():
		c.typeChange(oldTarget, newTarget, atField(o, "type"), atField(n, "type"))
	default: // one is written out: it may be equal to what the other names
		c.next = append(c.next, pair{oldTarget, newTarget})
	}
}

const newFieldHelp = "add a new optional field of the new type, and keep this one"

// sameLink reports whether two refs name the same definition.
func sameLink(o, n lexicon.Schema) bool {
	old, new := o.(*lexicon.Ref), n.(*lexicon.Ref)
	return old.Link == nil || new.Link == nil || old.Link.Reference == new.Link.Reference
}

// follow returns the schema that s stands for, through refs, and the name of
// its definition. The schema is nil when it is not loaded, or refs lead only to
// refs. A schema that is no ref stands for itself and has no name.
func follow(s lexicon.Schema) (lexicon.Schema, *lexicon.Reference) {
	var name *lexicon.Reference
	const longest = 1000 // beyond it is a cycle
	for range longest {
		ref, ok := s.(*lexicon.Ref)
		if !ok {
			return s, name
		}
		if ref.Link == nil || ref.Link.Target == nil {
			return nil, nil
		}
		reference := ref.Link.Target.Reference()
		s, name = ref.Link.Target.Schema, &reference
	}
	return nil, nil
}

// refName names what a schema refers to, or its type where it is written out.
func refName(s lexicon.Schema) string {
	if ref, ok := s.(*lexicon.Ref); ok && ref.Link != nil {
		return "a ref to " + ref.Link.Reference.String()
	}
	return typeName(s)
}

// refChange compares the targets of two refs that name different definitions.
func (c *comparison) refChange(o, n, oldTarget, newTarget lexicon.Schema) {
	ch := change{
		rule: ruleRefChange, new: atField(n, "ref"), old: atField(o, "ref"),
		message: "changed from " + refName(o) + " to " + refName(n), help: newFieldHelp,
	}
	if oldTarget.Type() == lexicon.TypeRecord || newTarget.Type() == lexicon.TypeRecord {
		ch.breaks = both
		ch.message += ": the $type of a record counts"
		c.report(ch)
		return
	}
	if c.aside != nil {
		if !c.aside.first { // else another name is difference enough
			c.next = append(c.next, pair{oldTarget, newTarget})
		}
		ch.severity = lexicon.Warning // what the targets break is found beside it
		c.report(ch)
		return
	}
	v := c.targets(oldTarget, newTarget)
	ch.breaks = v.breaks
	if v.breaks == 0 {
		ch.severity = lexicon.Warning
		ch.message += ", which breaks no data"
		ch.help = "make sure that the two will stay alike"
		c.report(ch)
		return
	}
	if !v.known {
		ch.severity = lexicon.Warning
	}
	ch.message += ", which differs: " + v.changes[0].message
	if more := len(v.changes) - 1; more > 0 {
		ch.message += " and " + strconv.Itoa(more) + " more"
	}
	const shown = 10
	for _, inner := range v.changes[:min(len(v.changes), shown)] {
		place := inner.new
		if place.Source == nil {
			place = inner.old
		}
		ch.related = append(ch.related, lexicon.Related{Location: place, Message: inner.message})
	}
	c.report(ch)
}

// targets compares two definitions aside, and those that they refer to.
func (c *comparison) targets(o, n lexicon.Schema) verdict {
	p := pair{o, n}
	v, ok := c.verdicts[p]
	if ok {
		return v
	}
	for _, ch := range c.capture(o, n, false) {
		if ch.breaks != 0 {
			v.changes = append(v.changes, ch)
			v.breaks |= ch.breaks
			v.known = v.known || ch.rule != ruleRefChange || ch.severity == lexicon.Off
		}
	}
	c.verdicts[p] = v
	return v
}
