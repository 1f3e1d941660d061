package compat

import (
	"strconv"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// describe compares two descriptions.
func (c *comparison) describe(old, new string, oldAt, newAt lexicon.Location, o, n *lexicon.Value) {
	if old == new {
		return
	}
	message := "the description changed"
	switch {
	case isDeprecation(new) && !isDeprecation(old):
		message = "is deprecated now"
	case old == "":
		message = "a description was added"
	case new == "":
		message = "the description is gone"
	}
	c.report(change{rule: ruleDescriptionChanged, new: narrowed(newAt, n, "description"), old: narrowed(oldAt, o, "description"), message: message})
}

// narrowed returns the location of a field within an object, or of its opening
// brace where the field is missing.
func narrowed(at lexicon.Location, v *lexicon.Value, field string) lexicon.Location {
	if f := v.Field(field); f != nil {
		at.Span, at.Pointer = f.Span, f.Pointer()
	} else {
		at.Span.End = min(at.Span.End, at.Span.Start+1)
	}
	return at
}

func (c *comparison) describeNodes(o, n *lexicon.Node) {
	c.describe(o.Description, n.Description, o.At(), n.At(), o.Value, n.Value)
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
