package validate

import (
	"slices"
	"strconv"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// Fault is a field of a schema that a value breaks, such as its maxLength.
type Fault struct {
	Rule    *lexicon.Rule
	Field   string // as schemas spell it
	Message string // what was there and what is allowed, said of the value: "is 12 bytes long, at most 5 are allowed"
}

// field is a field of a schema that restricts values. The checker of a schema
// has a list of those that are set, and two functions on them: breaks, behind
// every verdict, and message, which only a fault needs.
type field uint8

const (
	fieldMinLength field = iota
	fieldMaxLength
	fieldMinGraphemes
	fieldMaxGraphemes
	fieldMinimum
	fieldMaximum
	fieldFormat
	fieldEnum
	fieldConst
)

var fields = [...]struct {
	name string
	rule *lexicon.Rule
}{
	fieldMinLength:    {"minLength", ruleLength},
	fieldMaxLength:    {"maxLength", ruleLength},
	fieldMinGraphemes: {"minGraphemes", ruleGraphemes},
	fieldMaxGraphemes: {"maxGraphemes", ruleGraphemes},
	fieldMinimum:      {"minimum", ruleRange},
	fieldMaximum:      {"maximum", ruleRange},
	fieldFormat:       {"format", ruleFormat},
	fieldEnum:         {"enum", ruleEnum},
	fieldConst:        {"const", ruleConst},
}

// String returns the name that schemas have for the field.
func (f field) String() string { return fields[f].name }

// rule returns the rule of values that break the field.
func (f field) rule() *lexicon.Rule { return fields[f].rule }

// option is a field that a schema may set.
type option struct {
	field
	set bool
}

// restricting returns the fields that are set, but for those named in but.
func restricting(options []option, but []string) []field {
	var all []field
	for _, o := range options {
		if o.set && !slices.Contains(but, o.String()) {
			all = append(all, o.field)
		}
	}
	return all
}

// reporter takes the faults of a value.
type reporter func(rule *lexicon.Rule, field, message string)

// collect returns what a checker reports.
func collect(check func(reporter)) []Fault {
	var all []Fault
	check(func(rule *lexicon.Rule, field, message string) {
		all = append(all, Fault{rule, field, message})
	})
	return all
}

// manyValues is from how many values of an enum on a map beats a search.
const manyValues = 16

// closedSet has the values of an enum.
type closedSet[T comparable] struct {
	list []T
	many map[T]struct{} // nil while there are few
}

func newClosedSet[T comparable](list []T) closedSet[T] {
	s := closedSet[T]{list: list}
	if len(list) >= manyValues {
		s.many = make(map[T]struct{}, len(list))
		for _, v := range list {
			s.many[v] = struct{}{}
		}
	}
	return s
}

func (s closedSet[T]) has(v T) bool {
	if s.many != nil {
		_, ok := s.many[v]
		return ok
	}
	return slices.Contains(s.list, v)
}

// refuse says that a value, in words, is not in the set. A long list is cut.
func (s closedSet[T]) refuse(found string, words func(T) string) string {
	const most = 8
	if len(s.list) == 0 {
		return "is " + found + ", no value is allowed"
	}
	var allowed []string
	for _, v := range s.list[:min(len(s.list), most)] {
		allowed = append(allowed, words(v))
	}
	text := strings.Join(allowed, ", ")
	if rest := len(s.list) - most; rest > 0 {
		text += " and " + strconv.Itoa(rest) + " more"
	}
	if len(s.list) > 1 {
		text = "one of " + text
	}
	return "must be " + text + ", found " + found
}

// atLeast and atMost end a message that says how many there are.
func atLeast(n int64) string { return ", at least " + strconv.FormatInt(n, 10) + be(n) + "required" }
func atMost(n int64) string  { return ", at most " + strconv.FormatInt(n, 10) + be(n) + "allowed" }

func be(n int64) string {
	if n == 1 {
		return " is "
	}
	return " are "
}

// count puts a number before a unit: "1 byte", "2 bytes".
func count(n int, unit string) string {
	if n != 1 {
		unit += "s"
	}
	return strconv.Itoa(n) + " " + unit
}

func quote(text string) string { return syntax.Quote(text) }
