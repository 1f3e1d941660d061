package validate

import (
	"slices"
	"strconv"
	"strings"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
)

// RuleEnum is broken by values outside the closed set of the schema.
var RuleEnum = &diag.Rule{
	Code: "enum", Group: "validate", Severity: diag.Always(diag.Error),
	Summary: "the value is not in the enum",
	Reason:  "An enum is a permanent list of all allowed values, whereas knownValues are only suggestions. Strings are compared byte for byte, so case matters.",
	Spec:    "Field types > integer, string: enum", Page: "specs/lexicon#field-type-definitions",
	Examples: inSchema + `{"type": "string", "enum": ["open", "sold"]}` + inData + `«"Sold"|"sold"»`,
}

// manyValues is from how many values of an enum on a map beats a search.
const manyValues = 16

// closedSet has the values of an enum, or the names of variants or properties.
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

// add adds a value, and returns its index.
func (s *closedSet[T]) add(v T) int {
	n := len(s.list)
	if s.list = append(s.list, v); s.many == nil {
		*s = newClosedSet(s.list)
	} else {
		s.many[v] = n
	}
	return n
}

func (s closedSet[T]) has(v T) bool { return s.index(v) >= 0 }

// index returns the index of a value in the list; -1 when it is not there.
func (s closedSet[T]) index(v T) int { return s.indexFrom(v, 0) }

// indexFrom is index for a value that is likely at next, or soon after it.
func (s closedSet[T]) indexFrom(v T, next int) int {
	if s.many != nil {
		if i, ok := s.many[v]; ok {
			return i
		}
		return -1
	}
	if i := slices.Index(s.list[next:], v); i >= 0 {
		return next + i
	}
	return slices.Index(s.list[:next], v)
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
