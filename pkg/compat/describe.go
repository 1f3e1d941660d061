package compat

import (
	"strconv"
	"strings"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

var ruleDescriptionChanged = &diag.Rule{
	Code: "description-changed", Group: "diff", Severity: diag.Always(diag.Info),
	Summary: "a description or title changed, or the revision increased",
	Reason: "Descriptions restrict nothing, so they may change. A description that begins with \"Deprecated\" marks a definition or " +
		"field as deprecated; in that case, the finding says so.",
	Spec: "Fields common to all definitions: description", Page: evolution,
	Examples: inOld + `{"type": "integer", "description": "How large it is."}` + inNew + `{"type": "integer", "description": «"Deprecated: use extent."|"How large it is."»}`,
}

// compareDescription compares the descriptions of two objects of schema files.
func (s *scope) compareDescription(o, n *lexicon.Document, oldValue, newValue *lexicon.Value, old, new string) {
	if old == new {
		return
	}
	message := "the description changed"
	switch {
	case lexicon.IsDeprecation(new) && !lexicon.IsDeprecation(old):
		subject := "the Lexicon"
		if name := lexicon.SubjectOf(newValue).Name; name != "" {
			subject = words.Quote(name)
		}
		message = "the description now marks " + subject + " as deprecated"
	case old == "":
		message = "a description was added"
	case new == "":
		message = "the description was removed"
	}
	s.report(change{rule: ruleDescriptionChanged, new: fieldOf(n, newValue, "description"), old: fieldOf(o, oldValue, "description"), message: message})
}

func (s *scope) describeNodes(o, n *lexicon.Node) {
	s.compareDescription(o.Document(), n.Document(), o.Value, n.Value, o.Description, n.Description)
}

// nextName returns a name for the next version of the definition, or of the
// Lexicon where it is the main one: getThing becomes getThingV2.
func (at site) nextName() string {
	name := at.document.ID.Name()
	if at.definition != nil && at.definition.Name != "main" {
		name = at.definition.Name
	}
	if i := strings.LastIndexByte(name, 'V'); i > 0 {
		if version, err := strconv.Atoi(name[i+1:]); err == nil {
			return name[:i+1] + strconv.Itoa(version+1)
		}
	}
	return name + "V2"
}

// thing is what a property is called there.
func (at site) thing() string {
	if at.part == lexicon.PartParams {
		return "parameter"
	}
	return "field"
}

// called returns how messages call a property.
func (at site) called(f *fieldView) string { return words.Quote(f.name) + " " + at.thing() }

// addInstead advises a new field in place of a change that was not compatible.
func (at site) addInstead() string {
	return "put the new constraint on a new optional " + at.thing() + " instead"
}

// earlier names the data that exists already, followed by a verb, which is given in the
// singular and in the plural.
func (at site) earlier(singular, plural string) string {
	if at.part == lexicon.PartParams || at.part == lexicon.PartInput {
		return "requests from existing clients " + plural
	}
	return "existing data " + singular
}
