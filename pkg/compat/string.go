package compat

import (
	"math"
	"slices"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

var ruleKnownValues = &diag.Rule{
	Code: "known-values", Group: "diff", Severity: diag.Always(diag.Info),
	Summary: "the known values changed",
	Reason: "Other values remain valid, so known values can be added and removed. Software should handle values that it does not " +
		"know.",
	Spec: "Field types > string: knownValues", Page: evolution,
	Examples: inOld + `{"type": "string", "knownValues": ["red"«|, "blue"»]}` + inNew + `{"type": "string", "knownValues": [«"red", "blue"|"blue", "red"»]}`,
}

var ruleStringLength = &diag.Rule{
	Code: "string-length", Group: "diff", Severity: diag.Always(diag.Error),
	Summary: "the length limits of a string changed",
	Reason:  constraintReason,
	Spec:    "Versioning, 2; Field types > string: minLength, maxLength, minGraphemes, maxGraphemes", Page: evolution,
	Examples: inOld + `{"type": "string", "maxLength": 64}` + inNew + `{"type": "string", "maxLength": «32|64»}`,
}

var ruleStringFormat = &diag.Rule{
	Code: "string-format", Group: "diff", Severity: diag.Always(diag.Error),
	Summary: "the format of a string changed",
	Reason:  constraintReason + " One format can include another: a change from did to at-identifier breaks only old software.",
	Spec:    "Versioning, 2; String formats", Page: evolution,
	Examples: inOld + `{"type": "string", "format": "did"}` + inNew + `{"type": "string", "format": «"at-identifier"|"did"»}`,
}

// texts is the set of texts that a schema accepts.
type texts struct {
	values    []string // sorted; nil for a set that is not finite
	format    syntax.Format
	bytes     interval // lengths that occur
	graphemes interval // counts that occur
}

// textsOf returns what a schema of type string accepts. Each limit is combined
// with all others, so that a limit that excludes nothing is recognized.
func textsOf(s *lexicon.String) texts {
	set := texts{
		format:    s.Syntax(),
		bytes:     between(s.MinLength, s.MaxLength, 0),
		graphemes: between(s.MinGraphemes, s.MaxGraphemes, 0),
	}
	if s.Enum != nil || s.Const.Set {
		set.values = sortedSet(s.Enum)
		if s.Enum == nil {
			set.values = []string{s.Const.Value}
		}
		set.values = slices.DeleteFunc(set.values, func(v string) bool { return breaksFields(s, v) })
		return set
	}
	// A grapheme has at least one byte, and a text that is not empty has at least one
	// grapheme.
	set.bytes.least = max(set.bytes.least, set.graphemes.least)
	set.graphemes.most = min(set.graphemes.most, set.bytes.most)
	if set.bytes.least > 0 {
		set.graphemes.least = max(set.graphemes.least, 1)
	}
	if set.graphemes.most == 0 {
		set.bytes.most = min(set.bytes.most, 0)
	}
	if set.format != syntax.FormatNone {
		// The formats are ASCII: a byte is a grapheme.
		least, most := set.format.Lengths()
		length := interval{int64(least), math.MaxInt64}
		if most > 0 {
			length.most = int64(most)
		}
		set.bytes = set.bytes.and(set.graphemes).and(length)
		set.graphemes = set.bytes
	}
	return set
}

func (set texts) empty() bool {
	if set.values != nil {
		return len(set.values) == 0
	}
	return set.bytes.empty() || set.graphemes.empty()
}

// breaksFields reports whether a text breaks one of some fields of s, or any but enum if none are
// named.
func breaksFields(s *lexicon.String, text string, fields ...string) bool {
	return slices.ContainsFunc(validate.CheckString(s, text, "enum"), func(f validate.Fault) bool {
		return len(fields) == 0 || slices.Contains(fields, f.Field)
	})
}

// leaves reports whether a text of the set breaks one of some fields of s, which a set that is
// not finite does if some is true.
func (set texts) leaves(s *lexicon.String, some bool, fields ...string) bool {
	if set.values == nil {
		return some && !set.empty()
	}
	return slices.ContainsFunc(set.values, func(v string) bool { return breaksFields(s, v, fields...) })
}

func (set texts) leavesLength(s *lexicon.String) bool {
	within := set.bytes.within(between(s.MinLength, s.MaxLength, 0)) && set.graphemes.within(between(s.MinGraphemes, s.MaxGraphemes, 0))
	return set.leaves(s, !within, "minLength", "maxLength", "minGraphemes", "maxGraphemes")
}

func (set texts) leavesFormat(s *lexicon.String) bool {
	format := s.Syntax()
	return format != syntax.FormatNone && set.leaves(s, !contains(format, set.format), "format")
}

// leavesEnum reports whether a text of the set is not in enum; nil has all.
func (set texts) leavesEnum(enum []string) bool {
	switch {
	case enum == nil:
		return false
	case set.values != nil:
		return len(without(set.values, enum)) > 0
	}
	return !set.empty() && !(set.bytes.most == 0 && slices.Contains(enum, ""))
}

// compareString compares two schemas of type string.
func (s *scope) compareString(o, n *lexicon.String) {
	before, after := textsOf(o), textsOf(n)
	fixed, enum := closedSets(before, after, o.Const, n.Const, o.Enum, n.Enum)
	format := constraint{ruleStringFormat, directions(before.leavesFormat(n), after.leavesFormat(o)), []fieldChange{
		optionChange("format", present(o.Format), present(n.Format)),
	}}
	length := constraint{ruleStringLength, directions(before.leavesLength(n), after.leavesLength(o)), []fieldChange{
		optionChange("minLength", o.MinLength, n.MinLength),
		optionChange("maxLength", o.MaxLength, n.MaxLength),
		optionChange("minGraphemes", o.MinGraphemes, n.MinGraphemes),
		optionChange("maxGraphemes", o.MaxGraphemes, n.MaxGraphemes),
	}}
	s.constraints(o, n, fixed, enum, format, length)
	if text := setChange("the knownValues list", o.KnownValues, n.KnownValues); text != "" {
		s.report(change{rule: ruleKnownValues, new: atField(n, "knownValues"), old: atField(o, "knownValues"), message: text})
	}
	defaults(s, o, n, o.Default, n.Default)
}

// present returns a text as an optional field that is absent when it is empty.
func present(s string) lexicon.Opt[string] { return lexicon.Opt[string]{Value: s, Set: s != ""} }

// contains reports whether every text of one format also has another. A test
// derives the answers from the formats themselves.
func contains(outer, inner syntax.Format) bool {
	if outer == inner {
		return true
	}
	switch outer {
	case syntax.FormatAtIdentifier:
		return inner == syntax.FormatDID || inner == syntax.FormatHandle
	case syntax.FormatRecordKey:
		return inner == syntax.FormatTID || inner == syntax.FormatHandle || inner == syntax.FormatNSID
	case syntax.FormatCID:
		return inner == syntax.FormatTID
	case syntax.FormatATURIOrSpace:
		return inner == syntax.FormatSpaceRef
	}
	return false
}
