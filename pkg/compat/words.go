package compat

import (
	"strconv"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// describe compares the descriptions of two objects of schema files.
func (c *comparison) describe(o, n *lexicon.Document, oldValue, newValue *lexicon.Value, old, new string) {
	if old == new {
		return
	}
	const field = "description"
	message := "the description changed"
	switch {
	case isDeprecation(new) && !isDeprecation(old):
		message = "is deprecated now"
	case old == "":
		message = "a description was added"
	case new == "":
		message = "the description is gone"
	}
	c.report(change{rule: ruleDescriptionChanged, new: at(n, newValue, field), old: at(o, oldValue, field), message: message})
}

func (c *comparison) describeNodes(o, n *lexicon.Node) {
	c.describe(o.Document(), n.Document(), o.Value, n.Value, o.Description, n.Description)
}

// isDeprecation reports whether a description says that the thing should not be
// used any more, in the usual form.
func isDeprecation(description string) bool {
	const word = "deprecated"
	return len(description) >= len(word) && strings.EqualFold(description[:len(word)], word)
}

// nextName returns the name for a new version of a Lexicon: getThing becomes
// getThingV2.
func nextName(id syntax.NSID) string {
	name := string(id[strings.LastIndexByte(string(id), '.')+1:])
	if at := strings.LastIndexByte(name, 'V'); at > 0 {
		if version, err := strconv.Atoi(name[at+1:]); err == nil {
			return name[:at+1] + strconv.Itoa(version+1)
		}
	}
	return name + "V2"
}
