package validate

import (
	"slices"
	"strconv"
	"strings"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// RuleConst is broken by values other than the constant of the schema.
var RuleConst = &diag.Rule{
	Code: "const", Group: "validate", Severity: diag.Always(diag.Error),
	Summary: "the value differs from the const of the schema",
	Reason:  "A field with a const always has exactly that value. Use that value. Strings are compared byte for byte.",
	Spec:    "Field types > boolean, integer, string: const", Page: "specs/lexicon#field-type-definitions",
	Examples: inSchema + `{"type": "integer", "const": 2}` + inData + `«3|2»`,
}

// RuleEnum is broken by values outside the closed set of the schema.
var RuleEnum = &diag.Rule{
	Code: "enum", Group: "validate", Severity: diag.Always(diag.Error),
	Summary: "the value is not in the enum",
	Reason:  "An enum is a permanent list of all allowed values, whereas knownValues are only suggestions. Strings are compared byte for byte, so case matters.",
	Spec:    "Field types > integer, string: enum", Page: "specs/lexicon#field-type-definitions",
	Examples: inSchema + `{"type": "string", "enum": ["open", "sold"]}` + inData + `«"Sold"|"sold"»`,
}

// Fault is a field of a schema that a value breaks, such as its maxLength.
type Fault struct {
	Rule             *diag.Rule
	Field            string // as schemas spell it
	Message          string // said of the value: "is 12 bytes long, at most 5 are allowed"
	Help             string // how to fix it; may be empty
	Hint             diag.Hint
	Expected, Actual any // see diag.DataPlace
}

// finding returns the fault as one of the value at i.
func (f Fault) finding(i uint32, schema lexicon.Schema) finding {
	return finding{at: i, schema: schema, field: f.Field, message: f.Message, help: f.Help, hint: f.Hint, expected: f.Expected, actual: f.Actual}
}

// faults returns the faults of a value: one for each field that it breaks.
func faults(fields []field, breaks func(field) bool, fault func(field) Fault) []Fault {
	var all []Fault
	for _, f := range fields {
		if breaks(f) {
			all = append(all, fault(f))
		}
	}
	return all
}

// field is a field of a schema that restricts values. The checker of a schema
// has a list of those that are set, and two functions on them: breaks, behind
// every verdict, and fault, which only a finding needs.
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
	rule *diag.Rule
}{
	fieldMinLength:    {"minLength", RuleLength},
	fieldMaxLength:    {"maxLength", RuleLength},
	fieldMinGraphemes: {"minGraphemes", RuleGraphemes},
	fieldMaxGraphemes: {"maxGraphemes", RuleGraphemes},
	fieldMinimum:      {"minimum", RuleRange},
	fieldMaximum:      {"maximum", RuleRange},
	fieldFormat:       {"format", RuleFormat},
	fieldEnum:         {"enum", RuleEnum},
	fieldConst:        {"const", RuleConst},
}

// String returns the name that schemas have for the field.
func (f field) String() string { return fields[f].name }

// rule returns the rule of values that break the field.
func (f field) rule() *diag.Rule { return fields[f].rule }

// option is a field that a schema may set.
type option struct {
	field
	set bool
}

// restricting returns the fields that are set, except those named in skip.
func restricting(options []option, skip []string) []field {
	var all []field
	for _, o := range options {
		if o.set && !slices.Contains(skip, o.String()) {
			all = append(all, o.field)
		}
	}
	return all
}

// manyValues is from how many values of an enum on a map beats a search.
const manyValues = 16

// closedSet has the values of an enum, or the names of variants.
type closedSet[T comparable] struct {
	list []T
	many map[T]int // the index of each; nil while there are few
}

func newClosedSet[T comparable](list []T) closedSet[T] {
	s := closedSet[T]{list: list}
	if len(list) >= manyValues {
		s.many = make(map[T]int, len(list))
		for i, v := range list {
			s.many[v] = i
		}
	}
	return s
}

func (s closedSet[T]) has(v T) bool { return s.index(v) >= 0 }

// index returns the index of a value in the list; -1 when it is not there.
func (s closedSet[T]) index(v T) int {
	if s.many == nil {
		return slices.Index(s.list, v)
	}
	if i, ok := s.many[v]; ok {
		return i
	}
	return -1
}

// refuse says that a value, in words, is not in the set.
func (s closedSet[T]) refuse(found string, inWords func(T) string) string {
	switch len(s.list) {
	case 0:
		return "is " + found + ", but no value is allowed"
	case 1:
		return mustBe(inWords(s.list[0]), found)
	}
	return mustBe(words.ListFunc(s.list, "or", inWords), found)
}

func mustBe(want, found string) string { return "must be " + want + ", but is " + found }

// short cuts a name from a schema that is too long for a message.
func short(name string) string {
	const longest = 400 // bytes, more than an NSID and a name of usual length have
	if len(name) <= longest {
		return name
	}
	return strings.ToValidUTF8(name[:longest], "") + "…"
}

// atLeast and atMost end a message that says how many there are.
func atLeast(n int64) string {
	return ", but at least " + strconv.FormatInt(n, 10) + be(n) + "required"
}
func atMost(n int64) string { return ", but at most " + strconv.FormatInt(n, 10) + be(n) + "allowed" }

func be(n int64) string {
	if n == 1 {
		return " is "
	}
	return " are "
}
