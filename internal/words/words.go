// Package words puts things into English for messages: it quotes, counts and enumerates,
// splits names into words, and finds the name that was most likely intended.
package words

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Article puts "a" or "an" before a word of the language, such as the name of a type.
func Article(word string) string {
	if word == "unknown" || word != "" && strings.IndexByte("aeioAEIO", word[0]) >= 0 {
		return "an " + word
	}
	return "a " + word
}

// maxWords is the number of words that Summarize and ListFunc show.
const maxWords = 6

// Summarize joins words for a message that must not grow with their number: it shows at
// most six and counts the others, as in "a, b, c, d, e, f and 9 more".
func Summarize(words []string) string {
	return ListFunc(words, "and", func(word string) string { return word })
}

// Enumerate joins words for a sentence, with a conjunction before the last one: "a, b,
// and c".
func Enumerate(words []string, conjunction string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last, separator := len(words)-1, " "
	if last > 1 {
		separator = ", "
	}
	return strings.Join(words[:last], ", ") + separator + conjunction + " " + words[last]
}

// ListFunc lists things in a message that must not grow with their number: at most six,
// each in words, joined by "and" or "or" as Enumerate does, as in "a, b, c, d, e, f, and
// 9 more"or"…, or one of 9 more".
func ListFunc[T any](list []T, conjunction string, words func(T) string) string {
	all := make([]string, min(len(list), maxWords))
	for i := range all {
		all[i] = words(list[i])
	}
	switch rest := strconv.Itoa(len(list) - len(all)); {
	case len(list) == len(all):
	case conjunction == "or":
		all = append(all, "one of "+rest+" more")
	default:
		all = append(all, rest+" more")
	}
	return Enumerate(all, conjunction)
}

// Count puts a number before a noun: "1 byte", "2 bytes".
func Count[N int | int64](n N, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return strconv.FormatInt(int64(n), 10) + " " + noun
}

// ByteCount is a number of bytes in words: "1 byte", "1000 bytes", "5 MiB".
func ByteCount[N int | int64](n N) string {
	if n >= 1<<20 && n%(1<<20) == 0 {
		return strconv.FormatInt(int64(n>>20), 10) + " MiB"
	}
	return Count(n, "byte")
}

// Among returns a test whether a name is in a list.
func Among(names []string) func(string) bool {
	const few = 16 // a search among so few is as fast as a set
	if len(names) <= few {
		return func(name string) bool { return slices.Contains(names, name) }
	}
	set := make(map[string]bool, len(names))
	for _, name := range names {
		set[name] = true
	}
	return func(name string) bool { return set[name] }
}

func isDigit(c byte) bool  { return '0' <= c && c <= '9' }
func isUpper(c byte) bool  { return 'A' <= c && c <= 'Z' }
func isLower(c byte) bool  { return 'a' <= c && c <= 'z' }
func isLetter(c byte) bool { return isUpper(c) || isLower(c) }

// fold returns the lowercase form of an ASCII letter, and any other byte as it is.
func fold(c byte) byte {
	if isUpper(c) {
		return c + 'a' - 'A'
	}
	return c
}

// Capitalize returns a text with its first letter in upper case.
func Capitalize(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	if upper := unicode.ToUpper(first); upper != first {
		return string(upper) + text[size:]
	}
	return text
}
