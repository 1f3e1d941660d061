// Package scaffold makes new Lexicons from templates, and says where their files
// belong.
package scaffold

import (
	"embed"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

//go:embed templates/*.json
var templates embed.FS

// kinds are what a new Lexicon can be, with a few words on each.
var kinds = [][2]string{
	{"record", "data in a repository"},
	{"query", "a method that reads (GET)"},
	{"procedure", "a method that changes something (POST)"},
	{"subscription", "a stream of messages"},
	{"permission-set", "permissions that an app requests together"},
	{"space", "a set of records for its members (profile atproto)"},
	{"defs", "definitions that other Lexicons use"},
}

// Kinds returns what a new Lexicon can be: the primary types, and defs.
func Kinds() (names []string) {
	for _, kind := range kinds {
		names = append(names, kind[0])
	}
	return names
}

// Describe says in a few words what one of Kinds is.
func Describe(name string) string {
	return kinds[slices.IndexFunc(kinds, func(kind [2]string) bool { return kind[0] == name })][1]
}

// Check returns an error when a Lexicon of a kind should not have an id.
func Check(kind string, id syntax.NSID) error {
	switch isDefs := id.Name() == "defs"; {
	case kind == "defs" && !isDefs:
		return fmt.Errorf(`the NSID of a Lexicon that contains only shared definitions must end in ".defs"; use "%s.defs"`, id.Group())
	case kind != "defs" && isDefs:
		return fmt.Errorf(`an NSID that ends in ".defs" is only for shared definitions, not for %s`, words.Article(kind))
	}
	return nil
}

// Template returns the template of a new Lexicon: list methods have their own.
func Template(kind string, id syntax.NSID) string {
	name := kind
	if kind == "query" {
		switch all := words.Split(id.Name()); {
		case all[0] == "search":
			name = "search"
		case all[0] == "list", all[0] == "get" && len(all) > 1 && words.IsPlural(all[len(all)-1]):
			name = "list"
		}
	}
	return readEmbedded(templates, "templates/"+name+".json")
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
		line, _, _ := strings.Cut(name, "\n")
		switch {
		case !closed:
			return nil, fmt.Errorf("unclosed placeholder: {{%s", line)
		case !known:
			return nil, fmt.Errorf("unknown placeholder {{%s}} (expected %s)", line, ListPlaceholders("or"))
		}
		text.WriteString(value)
		template = after
	}
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
