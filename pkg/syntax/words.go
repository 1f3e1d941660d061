package syntax

import "strings"

// Article puts "a" or "an" before a word of the language, such as the name of a type.
func Article(word string) string {
	if word == "unknown" || word != "" && strings.IndexByte("aeioAEIO", word[0]) >= 0 {
		return "an " + word
	}
	return "a " + word
}

// Enumerate joins words for a sentence, with a conjunction before the last one: "a, b
// and c".
func Enumerate(words []string, conjunction string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " " + conjunction + " " + words[last]
}
