package compat

import (
	"cmp"
	"fmt"
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
	fields []fieldChange
}

// fieldChange is how a field of a schema changed.
type fieldChange struct {
	name  string
	had   bool   // the old schema has it
	words string // "" if it is the same on both sides
}

// optionChange returns how an optional field changed.
func optionChange[T comparable](name string, old, new lexicon.Opt[T]) fieldChange {
	f := fieldChange{name: name, had: old.Set}
	if old != new {
		f.words = changeWords(called(name), optionWord(old), optionWord(new))
	}
	return f
}

// listChange returns how a list whose order does not matter changed. A missing list and an
// empty one differ.
func listChange[T cmp.Ordered](name string, old, new []T) fieldChange {
	return fieldChange{name: name, had: old != nil, words: setChange(called(name), old, new)}
}

// valueSet is a set of values that a schema accepts.
type valueSet[T any] interface{ leavesEnum(enum []T) bool }

// closedSets compares the const and the enum of two schemas.
func closedSets[T cmp.Ordered](before, after valueSet[T], oldConst, newConst lexicon.Opt[T], oldEnum, newEnum []T) (fixed, enum constraint) {
	leaves := func(set valueSet[T], value lexicon.Opt[T]) bool { return value.Set && set.leavesEnum([]T{value.Value}) }
	fixed = constraint{ruleConstValue, directions(leaves(before, newConst), leaves(after, oldConst)), []fieldChange{optionChange("const", oldConst, newConst)}}
	enum = constraint{ruleEnumValues, directions(before.leavesEnum(newEnum), after.leavesEnum(oldEnum)), []fieldChange{listChange("enum", oldEnum, newEnum)}}
	return fixed, enum
}

// constraints reports those constraints of two schemas that differ. Limits may be added to
// a schema that has no constraint (Versioning, 2), but not a closed set.
func (s *scope) constraints(o, n lexicon.Schema, all ...constraint) {
	constrained := slices.ContainsFunc(all, func(c constraint) bool {
		return slices.ContainsFunc(c.fields, func(f fieldChange) bool { return f.had })
	})
	for _, c := range all {
		changed := slices.DeleteFunc(c.fields, func(f fieldChange) bool { return f.words == "" })
		if len(changed) == 0 {
			continue
		}
		ch := change{rule: c.rule, breaks: c.breaks, new: atField(n, changed[0].name), old: atField(o, changed[0].name)}
		for _, field := range changed {
			if v := n.Base().Value.Field(field.name); v != nil {
				ch.explains = append(ch.explains, reason{at: v})
			}
		}
		ch.message = words.ListFunc(changed, "and", func(field fieldChange) string { return field.words })
		switch {
		case c.breaks == 0:
			ch.message += "; the set of valid values is unchanged"
		case c.breaks == diag.Backward && !constrained && c.rule != ruleConstValue && c.rule != ruleEnumValues:
			ch.severity = diag.Warning
			ch.help = "make sure that " + s.earlier("satisfies", "satisfy") + " the new constraint"
		case c.breaks == diag.Backward:
			ch.help = "revert this change, because " + s.earlier("may become", "may become") + " invalid; " + s.addInstead()
		case c.breaks == diag.Forward:
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
	bare := strings.TrimPrefix(name, "the ")
	was, verb := old, "removed"
	if old == none {
		was, verb = new, "added"
	}
	switch {
	case old != none && new != none:
		return name + " changed from " + old + " to " + new
	case bare == "format":
		return "the " + was + " format was " + verb
	case bare == "const":
		return "the const value " + was + " was " + verb
	case old == none:
		return words.Article(bare) + " of " + new + " was added"
	}
	return "the " + bare + " of " + old + " was removed"
}

// none is how changeWords spells an absent field.
const none = "none"

func optionWord[T any](o lexicon.Opt[T]) string {
	if !o.Set {
		return none
	}
	return valueWords(o.Value)
}

// valueWords spells a value in messages.
func valueWords[T any](value T) string {
	if text, ok := any(value).(string); ok {
		return words.Quote(text)
	}
	return fmt.Sprint(value)
}

// setChange says how a list whose order does not matter changed; "" when it did
// not.
func setChange[T cmp.Ordered](name string, old, new []T) string {
	switch {
	case old == nil && new == nil:
		return ""
	case old == nil:
		return words.Article(strings.TrimPrefix(name, "the ")) + " was added: " + listed(new)
	case new == nil:
		return name + " was removed: " + listed(old)
	}
	removed, added := sortedSet(without(old, new)), sortedSet(without(new, old))
	switch {
	case len(removed) > 0 && len(added) > 0:
		return moved(removed) + "removed from " + name + ", and " + moved(added) + "added"
	case len(removed) > 0:
		return moved(removed) + "removed from " + name
	case len(added) > 0:
		return moved(added) + "added to " + name
	}
	return ""
}

// moved begins a sentence about entries that were removed from a list or added to
// one.
func moved[T any](list []T) string {
	noun, verb := "the value ", " was "
	if len(list) > 1 {
		noun, verb = "the values ", " were "
	}
	if _, quoted := any(list).([]string); quoted {
		noun = ""
	}
	return noun + words.ListFunc(list, "and", valueWords) + verb
}

// sortedSet returns the entries of a list sorted, each once; nil for nil.
func sortedSet[T cmp.Ordered](list []T) []T {
	list = slices.Clone(list)
	slices.Sort(list)
	return slices.Compact(list)
}

// listed spells a list as JSON does, sorted, each entry once, and only some of a long one.
func listed[T cmp.Ordered](list []T) string {
	const most = 6
	list = sortedSet(list)
	var words []string
	for _, v := range list[:min(len(list), most)] {
		words = append(words, valueWords(v))
	}
	if more := len(list) - most; more > 0 {
		words = append(words, strconv.Itoa(more)+" more")
	}
	return "[" + strings.Join(words, ", ") + "]"
}

// without returns the entries of a list that another lacks, each once.
func without[T comparable](all, other []T) []T {
	return lacking(other, all, func(v T) T { return v })
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
