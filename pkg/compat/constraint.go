package compat

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

var ruleConstValue = &diag.Rule{
	Code: "const-value", Group: "diff", Severity: diag.Always(diag.Error),
	Summary: "a const was added, removed, or changed",
	Reason: "Existing data may have a value other than the new const, and old software rejects every value except the old one. A const is a closed set " +
		"of one value, not a limit that can be added later.",
	Spec: "Versioning, 2; Field types: const", Page: evolution,
	Examples: inOld + `{"type": "integer", "const": 1}` + inNew + `{"type": "integer", "const": «2|1»}`,
}

var ruleEnumValues = &diag.Rule{
	Code: "enum-values", Group: "diff", Severity: diag.Always(diag.Error),
	Summary: "the values of an enum changed",
	Reason: "Old software rejects values that it does not know, and existing data may have a value that was removed. An enum is a " +
		"closed set, not a limit that can be added later. Use knownValues for a set that will grow.",
	Spec: "Versioning, 2; Field types > string: enum", Page: evolution,
	Examples: inOld + `{"type": "string", "enum": ["red"«|, "blue"»]}` + inNew + `{"type": "string", "enum": [«"red", "blue"|"blue", "red"»]}`,
}

var ruleDefaultValue = &diag.Rule{
	Code: "default-value", Group: "diff", Severity: diag.Always(diag.Warning),
	Summary: "a default value changed",
	Reason: "Every value stays valid, but software that applies the default behaves differently when the field is omitted. Keep " +
		"the default, or describe what changed.",
	Spec: "Field types: default", Page: evolution,
	Examples: inOld + `{"type": "integer", "default": 1}` + inNew + `{"type": "integer", "default": «2|1»}`,
}

// constraint is one way in which a schema restricts values, and how it changed.
// Each has its own rule.
type constraint struct {
	rule *diag.Rule
	// breaks says whether the new side rejects a value of the old one because of
	// this constraint, and the other way around.
	breaks diag.Direction
	// closed says that the constraint is a closed set: it must not be added later,
	// even to a schema without any constraint.
	closed bool
	fields []fieldChange // those that differ
}

// fieldChange is a field of a schema that differs, and how.
type fieldChange struct{ name, words string }

// lengths compares the limits of the number of bytes or elements.
func (s *scope) lengths(rule *diag.Rule, o, n lexicon.Schema, oldLeast, oldMost, newLeast, newMost lexicon.Opt[int64]) {
	f := constraint{rule: rule, breaks: rangeBreaks(between(oldLeast, oldMost, 0), between(newLeast, newMost, 0))}
	addOption(&f, "minLength", oldLeast, newLeast)
	addOption(&f, "maxLength", oldMost, newMost)
	s.constraints(o, n, !oldLeast.Set && !oldMost.Set, f)
}

// addOption adds an optional field to a constraint if it is not the same on both sides.
func addOption[T comparable](f *constraint, name string, old, new lexicon.Opt[T]) {
	if old != new {
		f.fields = append(f.fields, fieldChange{name, changeWords(called(name), optionWord(old), optionWord(new))})
	}
}

// addSet adds a list whose order does not matter. A missing list and an empty one
// differ.
func addSet[T cmp.Ordered](f *constraint, name string, old, new []T, word func(T) string) {
	if words := setChange(called(name), old, new, word); words != "" {
		f.fields = append(f.fields, fieldChange{name, words})
	}
}

// valueSet is a set of values that a schema accepts.
type valueSet[T any] interface{ leavesEnum(enum []T) bool }

// closedSets compares the const and the enum of two schemas.
func closedSets[T cmp.Ordered, S valueSet[T]](before, after S, oldConst, newConst lexicon.Opt[T], oldEnum, newEnum []T, word func(T) string) (fixed, enum constraint) {
	leaves := func(set S, value lexicon.Opt[T]) bool { return value.Set && set.leavesEnum([]T{value.Value}) }
	fixed = constraint{rule: ruleConstValue, closed: true, breaks: directions(leaves(before, newConst), leaves(after, oldConst))}
	addOption(&fixed, "const", oldConst, newConst)
	enum = constraint{rule: ruleEnumValues, closed: true, breaks: directions(before.leavesEnum(newEnum), after.leavesEnum(oldEnum))}
	addSet(&enum, "enum", oldEnum, newEnum, word)
	return fixed, enum
}

// constraints reports the constraints of two schemas that differ. Open says that
// the old schema had none: the specification then allows limits to be added
// (Versioning, 2).
func (s *scope) constraints(o, n lexicon.Schema, open bool, all ...constraint) {
	for _, f := range all {
		if len(f.fields) == 0 {
			continue
		}
		first := f.fields[0].name
		ch := change{rule: f.rule, breaks: f.breaks, new: atField(n, first), old: atField(o, first)}
		for _, field := range f.fields {
			if v := n.Base().Value.Field(field.name); v != nil {
				ch.explains = append(ch.explains, reason{at: v})
			}
		}
		ch.message = words.ListFunc(f.fields, "and", func(field fieldChange) string { return field.words })
		switch {
		case f.breaks == 0:
			ch.message += "; the set of valid values is unchanged"
		case f.breaks == diag.Backward && open && !f.closed:
			ch.severity = diag.Warning
			ch.help = "make sure that " + s.earlier("satisfies", "satisfy") + " the new constraint"
		case f.breaks == diag.Backward:
			ch.help = "revert this change, because " + s.earlier("may become", "may become") + " invalid; " + s.addInstead()
		case f.breaks == diag.Forward:
			ch.help = "revert this change, because old software rejects the newly allowed values; to allow them, add a new optional " + s.thing() + " instead"
		default:
			ch.help = "revert this change; " + s.addInstead()
		}
		s.report(ch)
	}
}

// defaults compares default values.
func defaults[T comparable](s *scope, o, n lexicon.Schema, old, new lexicon.Opt[T]) {
	if old == new {
		return
	}
	s.report(change{
		rule: ruleDefaultValue, severity: diag.Warning, new: atField(n, "default"), old: atField(o, "default"),
		message: changeWords("the default", optionWord(old), optionWord(new)),
		help:    "revert this change, because software that applies the default would behave differently",
	})
}

// called is how messages call a field of a schema whose name is an ordinary word.
func called(field string) string {
	switch field {
	case "const", "enum", "format", "minimum", "maximum":
		return "the " + field
	case "accept":
		return "the accept list"
	}
	return field
}

// changeWords says how a field changed. Where a side lacks it, it is none.
func changeWords(name, old, new string) string {
	switch bare := strings.TrimPrefix(name, "the "); {
	case old == none && bare == "format":
		return "the " + new + " format was added"
	case new == none && bare == "format":
		return "the " + old + " format was removed"
	case old == none && bare == "const":
		return "the const value " + new + " was added"
	case new == none && bare == "const":
		return "the const value " + old + " was removed"
	case old == none:
		return words.Article(bare) + " of " + new + " was added"
	case new == none:
		return "the " + bare + " of " + old + " was removed"
	}
	return name + " changed from " + old + " to " + new
}

// none is how changeWords spells an absent field.
const none = "none"

func optionWord[T any](o lexicon.Opt[T]) string {
	if text, ok := any(o.Value).(string); ok && o.Set {
		return words.Quote(text)
	}
	return o.String()
}

// setChange says how a list whose order does not matter changed; "" when it did
// not.
func setChange[T cmp.Ordered](name string, old, new []T, word func(T) string) string {
	switch {
	case old == nil && new == nil:
		return ""
	case old == nil:
		return words.Article(strings.TrimPrefix(name, "the ")) + " was added: " + listed(new, word)
	case new == nil:
		return name + " was removed: " + listed(old, word)
	}
	removed, added := sortedSet(without(old, new)), sortedSet(without(new, old))
	switch {
	case len(removed) > 0 && len(added) > 0:
		return moved(removed, word) + "removed from " + name + ", and " + moved(added, word) + "added"
	case len(removed) > 0:
		return moved(removed, word) + "removed from " + name
	case len(added) > 0:
		return moved(added, word) + "added to " + name
	}
	return ""
}

// moved begins a sentence about entries that were removed from a list or added to
// one.
func moved[T any](list []T, word func(T) string) string {
	noun, verb := "the value ", " was "
	if len(list) > 1 {
		noun, verb = "the values ", " were "
	}
	if _, quoted := any(list).([]string); quoted {
		noun = ""
	}
	return noun + words.ListFunc(list, "and", word) + verb
}

// sortedSet returns the entries of a list sorted, each once; nil for nil.
func sortedSet[T cmp.Ordered](list []T) []T {
	list = slices.Clone(list)
	slices.Sort(list)
	return slices.Compact(list)
}

// without returns the entries of a list that another lacks, each once.
func without[T comparable](all, other []T) []T {
	return lacking(other, all, func(v T) T { return v })
}

// listed spells a list as JSON does, sorted, each entry once, and only some of a long one.
func listed[T cmp.Ordered](list []T, word func(T) string) string {
	const most = 6
	list = sortedSet(list)
	words := make([]string, 0, most+1)
	for _, v := range list[:min(len(list), most)] {
		words = append(words, word(v))
	}
	if more := len(list) - most; more > 0 {
		words = append(words, strconv.Itoa(more)+" more")
	}
	return "[" + strings.Join(words, ", ") + "]"
}

// lacking returns the entries of to whose keys from lacks, each key once.
func lacking[T any, K comparable](from, to []T, key func(T) K) []T {
	met := make(map[K]bool, len(from))
	for _, entry := range from {
		met[key(entry)] = true
	}
	var all []T
	for _, entry := range to {
		if k := key(entry); !met[k] {
			met[k] = true
			all = append(all, entry)
		}
	}
	return all
}
