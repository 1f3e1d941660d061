package lexicon

// CheckJSON returns what is wrong with a text as JSON, whatever it means: the
// findings of the input group, in the order of the text.
func CheckJSON(source *Source) []Finding {
	_, found, _ := readJSON(source, 0)
	return found.Findings()
}

// ReadJSON reads a text as JSON, whatever it means. It goes on after a fault and
// returns what it could read, nil when that is nothing, and what is wrong: the
// findings of the input group, in the order of the text. It stops where the text
// has more values than a schema file may have.
func ReadJSON(source *Source) (root *Value, found *Collector) {
	root, all, _ := readJSON(source, maxValues)
	return root, &all
}
