package compat

import (
	"slices"
	"strconv"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// facet is one way in which a schema restricts values, and what became of it.
// Each has a rule of its own.
type facet struct {
	rule   *lexicon.Rule
	fields []fieldChange // those that differ
	// breaks is what the new side refuses of the old one's values, and the
	// other way round, because of this facet.
	breaks lexicon.Direction
	// closed says that the facet is a closed set: it may not be added later,
	// even where nothing was restricted before.
	closed bool
}

// fieldChange is a field of a schema before and after, as words.
type fieldChange struct{ name, old, new string }

// differ adds a field to a facet if it is not the same on both sides.
func (f *facet) differ(name, old, new string) {
	if old != new {
		f.fields = append(f.fields, fieldChange{name, old, new})
	}
}

func limits[T any](f *facet, name string, old, new lexicon.Opt[T]) {
	f.differ(name, old.String(), new.String())
}

// facets reports the facets of two schemas that differ. Open says that the old
// schema restricted nothing: the specification then allows limits to come.
func (c *comparison) facets(o, n lexicon.Schema, open bool, all ...facet) {
	for _, f := range all {
		if len(f.fields) == 0 {
			continue
		}
		first := f.fields[0].name
		ch := change{rule: f.rule, breaks: f.breaks, new: atField(n, first), old: atField(o, first)}
		var parts []string
		for _, field := range f.fields {
			parts = append(parts, field.words())
		}
		ch.message = strings.Join(parts, ", ")
		switch {
		case f.breaks == 0:
			ch.message += ", which changes nothing for any value"
		case f.breaks == lexicon.Backward && open && !f.closed:
			ch.severity = lexicon.Warning
			ch.help = "nothing restricted the field before, so a limit may come; what is there already may break it"
		case f.breaks == lexicon.Backward:
			ch.help = "take it back: what was written before may break it; a new optional field can be stricter"
		case f.breaks == lexicon.Forward:
			ch.help = "take it back: old software refuses what is allowed now; add a new optional field, or a new name such as " + quote(nextName(c.id()))
		default:
			ch.help = "take it back, and add a new optional field"
		}
		c.report(ch)
	}
}

// words says how a field changed.
func (f fieldChange) words() string {
	switch {
	case f.old == none:
		return f.name + " " + f.new + " was added"
	case f.new == none:
		return f.name + " " + f.old + " was removed"
	}
	return f.name + " changed from " + f.old + " to " + f.new
}

// none is how an absent field is spelled in a fieldChange.
const none = "none"

// id returns the id of the Lexicon at hand.
func (c *comparison) id() string {
	if c.document == nil {
		return ""
	}
	return string(c.document.ID)
}

// nextName returns the name for a new version of a Lexicon: getThing becomes
// getThingV2.
func nextName(id string) string {
	name := id[strings.LastIndexByte(id, '.')+1:]
	if at := strings.LastIndexByte(name, 'V'); at > 0 {
		if version, err := strconv.Atoi(name[at+1:]); err == nil {
			return name[:at+1] + strconv.Itoa(version+1)
		}
	}
	return name + "V2"
}

// setWords spells a set for a fieldChange: sorted, since order does not matter.
func setWords[T any](list []T, word func(T) string) string {
	if list == nil {
		return none
	}
	words := make([]string, len(list))
	for i, v := range list {
		words[i] = word(v)
	}
	slices.Sort(words)
	return "[" + strings.Join(slices.Compact(words), ", ") + "]"
}

// crossed reports whether a lower limit is above the upper one.
func crossed(least, most lexicon.Opt[int64]) bool {
	return least.Set && most.Set && least.Value > most.Value || most.Set && most.Value < 0
}
