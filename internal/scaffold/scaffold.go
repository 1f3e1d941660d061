// Package scaffold makes new Lexicons from templates, and says where their files
// belong.
package scaffold

import (
	"embed"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

//go:embed templates/*.json
var templates embed.FS

// Kinds returns what a new Lexicon can be: the primary types, and defs.
func Kinds() []string {
	return []string{"record", "query", "procedure", "subscription", "permission-set", "defs"}
}

// Describe says in a few words what a kind is.
func Describe(kind string) string {
	switch kind {
	case "record":
		return "data in a repository"
	case "query":
		return "a method that reads (GET)"
	case "procedure":
		return "a method that changes something (POST)"
	case "subscription":
		return "a stream of messages"
	case "permission-set":
		return "permissions that an app requests together"
	}
	return "definitions that other Lexicons use"
}

// Check returns an error when a Lexicon of a kind should not have an id.
func Check(kind string, id syntax.NSID) error {
	switch isDefs := id.Name() == "defs"; {
	case kind == "defs" && !isDefs:
		return fmt.Errorf(`the NSID of a Lexicon that contains only shared definitions must end in ".defs"; use "%s.defs"`, id.Group())
	case kind != "defs" && isDefs:
		return fmt.Errorf(`an NSID that ends in ".defs" is only for shared definitions, not for %s`, syntax.Article(kind))
	}
	return nil
}

// Template returns the template of a new Lexicon: list methods have their own.
func Template(kind string, id syntax.NSID) string {
	name := kind
	if kind == "query" {
		switch all := syntax.Words(id.Name()); {
		case all[0] == "search":
			name = "search"
		case all[0] == "list", all[0] == "get" && len(all) > 1 && syntax.IsPlural(all[len(all)-1]):
			name = "list"
		}
	}
	text, err := templates.ReadFile("templates/" + name + ".json")
	if err != nil {
		panic(err) // the caller has not checked the kind
	}
	return string(text)
}

// Fill replaces the placeholders of a template, such as {{id}}; the catalog has the
// Lexicons that exist already. The error names a placeholder that is not known.
func Fill(template, kind string, id syntax.NSID, c *lexicon.Catalog) ([]byte, error) {
	values := placeholders(kind, id, c)
	var text strings.Builder
	for {
		before, rest, found := strings.Cut(template, "{{")
		text.WriteString(before)
		if !found {
			return []byte(text.String()), nil
		}
		name, after, closed := strings.Cut(rest, "}}")
		value, known := values[strings.TrimSpace(name)]
		switch {
		case !closed:
			return nil, fmt.Errorf("unclosed placeholder: {{%s", firstLine(rest))
		case !known:
			braced := Placeholders()
			for i, placeholder := range braced {
				braced[i] = "{{" + placeholder + "}}"
			}
			return nil, fmt.Errorf("unknown placeholder {{%s}} (expected %s)", firstLine(name), syntax.Enumerate(braced, "or"))
		}
		text.WriteString(value)
		template = after
	}
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// Path returns where the file of a Lexicon belongs, given the folder with the
// Lexicons: com/example/thing.json in it. A folder that is itself a part of that
// path, such as lexicons/com/example, is not repeated.
func Path(folder string, id syntax.NSID) string {
	segments := strings.Split(string(id), ".")
	parts := strings.Split(filepath.ToSlash(filepath.Clean(folder)), "/")
	below := segments
	for n := min(len(parts), len(segments)-1); n > 0; n-- {
		if slices.Equal(parts[len(parts)-n:], segments[:n]) {
			below = segments[n:]
			break
		}
	}
	return filepath.Join(folder, filepath.Join(below...)) + ".json"
}
