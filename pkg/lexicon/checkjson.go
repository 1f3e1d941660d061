package lexicon

// CheckJSON returns what is wrong with a text as JSON, whatever it means: the
// findings of the input group, in the order of the text.
func CheckJSON(source *Source) []Finding {
	_, found, _ := readJSON(source, 0)
	return found.Findings()
}
