package scaffold

import (
	"cmp"
	"strings"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// ListPlaceholders lists what a template can contain, such as {{id}}, for a sentence.
func ListPlaceholders(conjunction string) string {
	names := []string{"id", "group", "name", "description", "title", "item", "items", "item words", "an item", "collections"}
	for i, name := range names {
		names[i] = "{{" + name + "}}"
	}
	return words.Enumerate(names, conjunction)
}

// placeholders returns the values of placeholders, all of which can be in a JSON
// string.
func placeholders(kind string, id syntax.NSID, c *lexicon.Catalog) map[string]string {
	n := noun(kind, id)
	item := n.item()
	itemWords := strings.Join(words.Split(item), " ")
	titled := id.Name()
	if kind != "space" {
		titled = strings.TrimPrefix(titled, "auth")
	}
	return map[string]string{
		"id": string(id), "group": id.Group(), "name": id.Name(),
		"description": n.description(kind),
		"title":       cmp.Or(words.Capitalize(strings.Join(words.Split(titled), " ")), "Access"),
		"item":        item, "items": n.items(), "item words": itemWords, "an item": words.Capitalize(words.Article(itemWords)),
		"collections": strings.Join(collections(id, c), `", "`),
	}
}

// nouns says what a Lexicon is about, and what a method does with it.
type nouns struct {
	verb  string   // of a method; "" when the name has none
	words []string // in lowercase; there may be none
}

// noun splits the name of a Lexicon. A method with only a verb, and definitions,
// take the words from the group of the NSID.
func noun(kind string, id syntax.NSID) nouns {
	all := words.Split(id.Name())
	switch kind {
	case "record", "permission-set", "space":
		return nouns{words: all}
	case "defs":
		return nouns{words: groupWords(id)}
	}
	if !words.IsVerb(all[0]) {
		return nouns{words: all}
	}
	if len(all) == 1 {
		return nouns{all[0], groupWords(id)}
	}
	return nouns{all[0], all[1:]}
}

// groupWords returns the words of the last segment of a group; nil where the group is
// only a domain.
func groupWords(id syntax.NSID) []string {
	group := id.Group()
	if strings.Count(group, ".") < 2 {
		return nil
	}
	return words.Split(group[strings.LastIndexByte(group, '.')+1:])
}

// reserved are the names that the templates use beside the item.
const reserved = " main cursor uri item items "

// item returns the name of a definition for one of what a method returns, and items
// the name of a field for several.
func (n nouns) item() string {
	if len(n.words) == 0 {
		return "item"
	}
	last := len(n.words) - 1
	name := words.LowerCamel(strings.Join(append(n.words[:last:last], words.Singular(n.words[last])), "-"))
	if strings.Contains(reserved, " "+name+" ") || name[0] < 'a' || name[0] > 'z' {
		return "item"
	}
	return name
}

func (n nouns) items() string {
	item := n.item()
	if item == "item" {
		return "items"
	}
	if name := words.LowerCamel(strings.Join(n.words, "-")); name != item {
		return name
	}
	return words.Plural(item)
}

// description returns a sentence to begin with.
func (n nouns) description(kind string) string {
	all := strings.Join(n.words, " ")
	object := all
	switch {
	case all == "" || words.IsPlural(n.words[len(n.words)-1]):
	case n.verb == "list":
		object = words.Plural(all)
	default:
		object = words.Article(all)
	}
	switch {
	case kind == "record", kind == "space":
		return words.Capitalize(object) + "."
	case kind == "subscription" && all != "":
		return "Streams messages about " + all + "."
	case kind == "subscription":
		return "Streams messages."
	case n.verb == "":
		return "Returns " + object + "."
	case n.verb == "get":
		return strings.TrimSpace("Returns "+object) + "."
	case n.verb == "search" && all != "":
		return "Searches " + all + "."
	}
	verb := words.Plural(n.verb) // English inflects both the same
	if n.verb == "have" {
		verb = "has"
	}
	return strings.TrimSpace(words.Capitalize(verb)+" "+object) + "."
}

// collections returns the records for a permission set or a space: those that exist in its
// namespace, or else one to replace.
func collections(id syntax.NSID, c *lexicon.Catalog) []string {
	var ids []string
	for _, d := range c.Documents() {
		if main := d.Main(); main != nil && main.Schema.Type() == lexicon.TypeRecord && strings.HasPrefix(string(d.ID), id.Group()+".") {
			ids = append(ids, string(d.ID))
		}
	}
	if ids == nil {
		return []string{id.Group() + ".record"}
	}
	return ids
}
