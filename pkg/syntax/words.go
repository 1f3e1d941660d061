package syntax

import "github.com/lexsmith/lexsmith/pkg/internal/words"

// Quote quotes text from a file for a message: in double quotes, with every character
// escaped that a terminal could act on. A text of more than 60 bytes is cut, and an
// ellipsis follows the closing quote.
func Quote(text string) string { return words.Quote(text) }

// QuoteName returns a name for a path or a message, quoted only if it needs to be.
func QuoteName(name string) string { return words.QuoteName(name) }

// Excerpt returns a text that somebody else has made for people, at most 4 KiB of it.
func Excerpt(text string) string { return words.Excerpt(text) }

// Count puts a number before a noun: "1 byte", "2 bytes".
func Count(n int, noun string) string { return words.Count(n, noun) }

// Article puts "a" or "an" before a word.
func Article(word string) string { return words.Article(word) }

// Enumerate joins words with a conjunction before the last one: "a, b, and c".
func Enumerate(list []string, conjunction string) string { return words.Enumerate(list, conjunction) }

// Summarize joins at most six words and counts the others.
func Summarize(list []string) string { return words.Summarize(list) }

// ListFunc lists at most six things, each in words, and counts the others.
func ListFunc[T any](list []T, conjunction string, inWords func(T) string) string {
	return words.ListFunc(list, conjunction, inWords)
}

// Among returns a test whether a name is in a list.
func Among(names []string) func(string) bool { return words.Among(names) }

// Nearest returns the one of names that was most likely intended by a mistyped name.
func Nearest(name string, names []string) string { return words.Nearest(name, names) }

// NearestFunc is Nearest for anything that has a name.
func NearestFunc[E any](name string, all []E, nameOf func(E) string) (nearest E, ok bool) {
	return words.NearestFunc(name, all, nameOf)
}

// Slip reports whether a name differs from another one by one mistyped letter only.
func Slip(name, meant string) bool { return words.Slip(name, meant) }

// Words splits a name in camelCase into lowercase words.
func Words(name string) []string { return words.Split(name) }

// LowerCamel returns the words of a name in lowerCamelCase.
func LowerCamel(name string) string { return words.LowerCamel(name) }

// IsPlural reports whether a lowercase English word is certainly a plural.
func IsPlural(word string) bool { return words.IsPlural(word) }

// IsVerb reports whether a lowercase word is a verb in the names of methods.
func IsVerb(word string) bool { return words.IsVerb(word) }

// Plural returns the plural of a word, or of a name in camelCase.
func Plural(word string) string { return words.Plural(word) }

// Singular returns the singular of a lowercase word.
func Singular(word string) string { return words.Singular(word) }
