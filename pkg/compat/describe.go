package compat

import (
	"strconv"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

var ruleDescriptionChanged = &lexicon.Rule{
	Code: "description-changed", Group: "diff", Severity: lexicon.Always(lexicon.Info),
	Summary: "a text for readers changed, or the revision increased",
	Reason: "Descriptions restrict nothing, so they may change. A description that begins with Deprecated marks a definition or " +
		"field as deprecated; the finding says so.",
	Spec: "Fields common to all definitions: description", Page: evolution,
	Bad: inOld + `{"type": "integer", "description": "How large it is."}` +
		inNew + `{"type": "integer", "description": "Deprecated: use extent."}`,
	Good: inOld + `{"type": "integer", "description": "How large it is."}` +
		inNew + `{"type": "integer", "description": "How large it is."}`,
}

// describe compares the descriptions of two objects of schema files.
func (c *comparison) describe(o, n *lexicon.Document, oldValue, newValue *lexicon.Value, old, new string) {
	if old == new {
		return
	}
	const field = "description"
	message := "the description changed"
	switch {
	case isDeprecation(new) && !isDeprecation(old):
		message = "the description says now that it is deprecated"
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

// nextName returns a name for a new version of what is compared: of the
// definition, or of the Lexicon where that is its main one. getThing becomes
// getThingV2.
func (c *comparison) nextName() string {
	name := string(c.document.ID[strings.LastIndexByte(string(c.document.ID), '.')+1:])
	if c.definition != nil && c.definition.Name != "main" {
		name = c.definition.Name
	}
	if at := strings.LastIndexByte(name, 'V'); at > 0 {
		if version, err := strconv.Atoi(name[at+1:]); err == nil {
			return name[:at+1] + strconv.Itoa(version+1)
		}
	}
	return name + "V2"
}

// thing is what a property is called where the comparison is.
func (c *comparison) thing() string {
	if c.part == lexicon.PartParams {
		return "parameter"
	}
	return "field"
}

// earlier names the data that is there already.
func (c *comparison) earlier() string {
	if c.part == lexicon.PartParams || c.part == lexicon.PartInput {
		return "what old callers send"
	}
	return "what was written before"
}
