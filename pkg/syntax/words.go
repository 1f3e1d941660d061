package syntax

import (
	"strconv"
	"strings"
)

// Article puts "a" or "an" before a word of the language, such as the name of a type.
func Article(word string) string {
	if word == "unknown" || word != "" && strings.IndexByte("aeioAEIO", word[0]) >= 0 {
		return "an " + word
	}
	return "a " + word
}

// maxWords is the number of words that Summarize shows.
const maxWords = 6

// Summarize joins words for a message that must not grow with their number: it shows at
// most six and counts the others, as in "a, b, c, d, e, f and 9 more".
func Summarize(words []string) string {
	if len(words) > maxWords {
		more := strconv.Itoa(len(words)-maxWords) + " more"
		words = append(words[:maxWords:maxWords], more)
	}
	return Enumerate(words, "and")
}

// Enumerate joins words for a sentence, with a conjunction before the last one: "a, b,
// and c".
func Enumerate(words []string, conjunction string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	if last > 1 {
		conjunction = ", " + conjunction
	} else {
		conjunction = " " + conjunction
	}
	return strings.Join(words[:last], ", ") + conjunction + " " + words[last]
}
