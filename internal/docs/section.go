package docs

import (
	"cmp"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// section is the part of a page about one definition.
type section struct {
	*builder
	*page
	def *lexicon.Definition
}

func (s *section) heading(text string) { s.add(heading{level: 3, text: say(text)}) }

// prefix returns what the paths of fields begin with in anchors.
func (s *section) prefix() string {
	if s.def.Name == "main" {
		return ""
	}
	return s.def.Name + "."
}

// kindOf says what a definition is: "permission set".
func kindOf(def *lexicon.Definition) string {
	return strings.ReplaceAll(def.Schema.Type().String(), "-", " ")
}

// listsUser reports whether a definition that refers to another is listed there: it is in a
// page, or in an own Lexicon without one that has a name.
func (b *builder) listsUser(user *lexicon.Definition) bool {
	return b.pages[user.Document] != "" || !user.Document.Dependency && user.Document.ID != ""
}

// reference links the name of a definition.
func (b *builder) reference(ref lexicon.Reference) span {
	return span{text: oneLine(ref.String()), style: mono, link: b.link(ref)}
}

// aboutOf says what a Lexicon is for: its description, or what people who grant access see.
func aboutOf(d *lexicon.Document) string {
	main := d.Main()
	if main == nil {
		return d.Root.StringField("description")
	}
	text := cmp.Or(main.Schema.Base().Description, d.Root.StringField("description"))
	switch schema := main.Schema.(type) {
	case *lexicon.PermissionSet:
		return cmp.Or(text, schema.Detail, schema.Title)
	case *lexicon.Space:
		return cmp.Or(text, schema.Name)
	}
	return text
}
