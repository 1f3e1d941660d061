package lexicon

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/internal/words"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// Find returns the definition that ref names. The error says what is missing, the
// Lexicon or the definition in it, and suggests a similar one if there is any.
func (c *Catalog) Find(ref Reference) (*Definition, error) {
	if def := c.Definition(ref); def != nil {
		return def, nil
	}
	meant := ""
	if near, ok := c.Nearest(ref); ok {
		meant = fmt.Sprintf("; did you mean %q?", near)
	}
	if d := c.Document(ref.NSID); d != nil {
		return nil, fmt.Errorf("%s has no %q definition%s", d.ID, ref.Name, meant)
	}
	return nil, fmt.Errorf("the Lexicon %s is not loaded%s", ref.NSID, meant)
}

// Nearest returns the loaded definition that was most likely intended by a mistyped
// reference: one with a similar name in the same Lexicon, one whose name is written after
// a dot instead of a #, or else one in a Lexicon whose id differs in one segment, or that
// is the only one of that name in another group of the domain. It is false when there is
// none.
func (c *Catalog) Nearest(ref Reference) (Reference, bool) {
	d := c.Document(ref.NSID)
	if d == nil && ref.Name == "main" {
		// A dot in place of the #.
		if group := c.Document(syntax.NSID(ref.NSID.Group())); group != nil && group.Definition(ref.NSID.Name()) != nil {
			return Reference{group.ID, ref.NSID.Name()}, true
		}
	}
	if d == nil {
		if d = c.Document(c.nearestID(ref.NSID)); d == nil {
			return Reference{}, false
		}
		if d.Definition(ref.Name) != nil {
			return Reference{d.ID, ref.Name}, true
		}
	}
	near := d.Nearest(ref.Name)
	if near == nil {
		return Reference{}, false
	}
	return near.Reference(), true
}

// Nearest returns the definition that was most likely intended by a mistyped name, or by
// a JSON Pointer in place of it; nil when none has a similar name.
func (d *Document) Nearest(name string) *Definition {
	if i := strings.LastIndexByte(name, '/'); i >= 0 {
		if def := d.Definition(name[i+1:]); def != nil {
			return def
		}
	}
	near, _ := words.NearestFunc(name, d.Defs, func(def *Definition) string { return def.Name })
	return near
}

// nearestID returns the id of a loaded Lexicon in which one segment is similar to that
// of a mistyped id and the others are equal, or else of the only one that has the same
// name and begins with the same two segments; "" when there is none.
func (c *Catalog) nearestID(id syntax.NSID) syntax.NSID {
	if c.asked != nil {
		c.asked("")
	}
	index := c.similar()
	type search struct {
		segment    string
		candidates []similarID
	}
	var searches []search
	for segment, pattern := range segments(id) {
		if candidates := index.byPattern[pattern]; len(candidates) > 0 {
			searches = append(searches, search{segment, candidates})
		}
	}
	slices.SortFunc(searches, func(a, b search) int { return a.candidates[0].at - b.candidates[0].at })
	for _, s := range searches {
		if near, ok := words.NearestFunc(s.segment, s.candidates, func(c similarID) string { return c.segment }); ok {
			return near.id
		}
	}
	if same := index.namesakes[namesakeKey(id)]; len(same) == 1 {
		return same[0]
	}
	return ""
}

// similarIDs is an index of the ids of a catalog for the search for similar ones.
type similarIDs struct {
	byPattern map[string][]similarID   // see segments
	namesakes map[string][]syntax.NSID // the first two different ids for each namesakeKey
}

// similarID is an id, of the document at an index, with the segment in which it differs
// from others.
type similarID struct {
	segment string
	id      syntax.NSID
	at      int
}

func newSimilarIDs(documents []*Document) similarIDs {
	index := similarIDs{map[string][]similarID{}, map[string][]syntax.NSID{}}
	for at, d := range documents {
		for segment, pattern := range segments(d.ID) {
			index.byPattern[pattern] = append(index.byPattern[pattern], similarID{segment, d.ID, at})
		}
		key := namesakeKey(d.ID)
		if same := index.namesakes[key]; key != "" && len(same) < 2 && !slices.Contains(same, d.ID) {
			index.namesakes[key] = append(same, d.ID)
		}
	}
	return index
}

// segments ranges over the segments of an id, each with a pattern that the id has in
// common with those that differ from it in that segment only. The segments must begin with
// the same letter, which people rarely mistype.
func segments(id syntax.NSID) iter.Seq2[string, string] {
	return func(yield func(segment, pattern string) bool) {
		text := string(id)
		for start := 0; start < len(text); {
			segment, _, _ := strings.Cut(text[start:], ".")
			end := start + len(segment)
			if segment != "" && !yield(segment, text[:start]+strings.ToLower(segment[:1])+"*"+text[end:]) {
				return
			}
			start = end + 1
		}
	}
}

// namesakeKey returns what ids have in common that have the same name and begin with the
// same two segments; "" for an id without a group of its own, or of a Lexicon for shared
// definitions, which has the name of many others.
func namesakeKey(id syntax.NSID) string {
	parts := strings.SplitN(string(id), ".", 3)
	if len(parts) < 3 || id.Name() == "defs" {
		return ""
	}
	return strings.ToLower(parts[0]+"."+parts[1]) + "." + id.Name()
}
