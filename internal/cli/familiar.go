package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lexsmith/lexsmith/internal/words"
)

// suggestedFor returns those of the commands below parent that do what another tool
// calls by a name.
func suggestedFor(parent *cobra.Command, name string) (paths []string) {
	for _, c := range parent.Commands() {
		if slices.Contains(c.SuggestFor, strings.ToLower(name)) {
			paths = append(paths, c.Name())
		}
		for _, below := range suggestedFor(c, name) {
			paths = append(paths, c.Name()+" "+below)
		}
	}
	return paths
}

// Familiar says what does the work of flags that other tools have under these names, or
// single letters: "--format json" for "json".
type Familiar map[string]string

// Flag returns the flag of a command that does what another tool calls by a name; "" when
// the command has none.
func (f Familiar) Flag(c *cobra.Command, name string) string {
	use := f[name]
	own, _, _ := strings.Cut(strings.TrimPrefix(use, "--"), " ")
	if own == "" || c.Flag(own) == nil {
		return ""
	}
	return use
}

// familiarValue ends a message about an invalid value of --format with the flag that
// may have been meant; "" if there is none.
func familiarValue(c *cobra.Command, flag, value string) string {
	var other, purpose string
	switch value = strings.ToLower(value); {
	case flag != "format":
	case value == "yaml" || value == "yml":
		other, purpose = "yaml", "write YAML"
	case slices.Contains([]string{"ndjson", "jsonl", "cbor", "car"}, value):
		other, purpose = "data-format", "set the format of the data"
	}
	if other == "" || c.Flag(other) == nil {
		return ""
	}
	return "; to " + purpose + ", use --" + other
}

// didYouMean ends a message about an unknown name with those that may have been meant.
func didYouMean(names []string) string {
	quoted := make([]string, len(names))
	for i, name := range names {
		quoted[i] = `"` + name + `"`
	}
	return "; did you mean " + words.Enumerate(quoted, "or") + "?"
}
