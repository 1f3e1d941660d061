package lint

import (
	"cmp"
	"iter"
	"slices"
	"strconv"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// subject returns what a message calls a schema: its property or part, or else its
// definition.
func subject(s lexicon.Schema) string {
	named := lexicon.SubjectOf(s.Base().Value)
	switch {
	case named.Part != "":
		return "the " + named.Part
	case named.Item:
		return "each item of " + words.Quote(named.Name)
	}
	return words.Quote(named.Name)
}

// subjectOf is an argument of reportf: the subject of a schema.
type subjectOf struct{ lexicon.Schema }

func (s subjectOf) String() string { return subject(s.Schema) }

// related makes the one related place of a finding.
func related(at diag.Location, message string) []diag.Related {
	return []diag.Related{{Location: at, Message: message}}
}

// gives reports whether a schema has one of the fields, or may have it: with a
// wrong type, with a misspelled name, or in the part of a file that could not be
// read. All of these are found already.
func gives(s lexicon.Schema, fields ...string) bool {
	n := s.Base()
	if n.Document().CutOff(n.Value) {
		return true
	}
	for i := range n.Value.Members {
		m := &n.Value.Members[i]
		if slices.Contains(fields, m.Name) ||
			isUnknown(n.Document(), m) && slices.Contains(fields, lexicon.RoleSchema.Keys(n.Value).Nearest(m.Name)) {
			return true
		}
	}
	return false
}

// complete reports whether all entries of a list of a schema are known: every entry
// could be read, or the schema does not have the list.
func complete[T any](s lexicon.Schema, field string, read []T) bool {
	n := s.Base()
	v := n.Value.Field(field)
	if v == nil {
		return !gives(s, field)
	}
	return v.Kind == lexicon.KindArray && len(v.Items) == len(read) && !n.Document().CutOff(v)
}

// isEmpty reports whether a schema has a list without entries.
func isEmpty(s lexicon.Schema, field string) bool {
	n := s.Base()
	v := n.Value.Field(field)
	return v != nil && v.Kind == lexicon.KindArray && len(v.Items) == 0 && !n.Document().CutOff(v)
}

// whole reports whether all properties of an object, or of params, could be read.
func whole(s lexicon.Schema) bool {
	n := s.Base()
	v := n.Value.Field("properties")
	return v != nil && v.Kind == lexicon.KindObject && !n.Document().CutOff(v)
}

// isUnknown reports whether the parser found a key that the language does not
// have.
func isUnknown(d *lexicon.Document, m *lexicon.Member) bool {
	i, _ := slices.BinarySearchFunc(d.Found, m.NameSpan.Start, func(f diag.Finding, start int32) int {
		return cmp.Compare(f.Span.Start, start)
	})
	for ; i < len(d.Found) && d.Found[i].Span.Start == m.NameSpan.Start; i++ {
		if d.Found[i].Span == m.NameSpan && d.Found[i].Rule == lexicon.RuleUnexpectedField {
			return true
		}
	}
	return false
}

// isData reports whether a ref can lead to a definition of that type.
func isData(t lexicon.Type) bool {
	switch t {
	case lexicon.TypeToken, lexicon.TypeQuery, lexicon.TypeProcedure, lexicon.TypeSubscription, lexicon.TypePermissionSet, lexicon.TypeSpace, lexicon.TypeParams:
		return false
	}
	return true
}

// isVariant reports whether a union can list a definition of that type.
func isVariant(t lexicon.Type) bool { return t == lexicon.TypeObject || t == lexicon.TypeRecord }

// containsData reports whether a reference to a definition can stand for data of
// that definition.
func containsData(def *lexicon.Definition) bool {
	t := def.Schema.Type()
	return !t.Primary() || t == lexicon.TypeRecord
}

// atID returns the location of the id of a document that has one.
func atID(d *lexicon.Document) diag.Location { return d.At(d.Root.Field("id")) }

// isDefs reports whether a Lexicon is a collection of shared definitions.
func isDefs(d *lexicon.Document) bool { return d.ID.Name() == "defs" }

// atEntry returns the location of entry i of the list that was read from a
// field of n. It is n.AtEntry without the search, which takes long when a long list
// has many findings.
func atEntry[T any](n *lexicon.Node, field string, list []T, i int) diag.Location {
	if v := n.Value.Field(field); v != nil && len(v.Items) == len(list) {
		return n.Document().At(v.Items[i])
	}
	return n.AtEntry(field, i)
}

// The places of a field, of entry i of a list, and of the id of a document.
func fieldOf(s lexicon.Schema, name string) place {
	return func() diag.Location { return s.Base().AtField(name) }
}

func entryOf[T any](n *lexicon.Node, field string, list []T, i int) place {
	return func() diag.Location { return atEntry(n, field, list, i) }
}

func idOf(d *lexicon.Document) place { return func() diag.Location { return atID(d) } }

func decimal(n int64) string { return strconv.FormatInt(n, 10) }

// useHelp is the help for an unknown name: the known one that was probably meant, or all.
func useHelp(name string, known []string) string {
	return cmp.Or(words.DidYouMean(words.Nearest(name, known)), "use "+words.ListFunc(known, "or", words.Quote))
}

// definedHere points to the name of a definition.
func definedHere(def *lexicon.Definition) []diag.Related {
	return related(def.Document.AtKey(def.Key), "defined here")
}

// maxRelated is how many places like the one of a finding it relates to.
const maxRelated = 6

// namedValues ranges over the entries of knownValues and enum, with their locations.
func namedValues(s *lexicon.String) iter.Seq2[string, place] {
	return func(yield func(string, place) bool) {
		for i, entry := range s.KnownValues {
			if !yield(entry, entryOf(&s.Node, "knownValues", s.KnownValues, i)) {
				return
			}
		}
		for i, entry := range s.Enum {
			if !yield(entry, entryOf(&s.Node, "enum", s.Enum, i)) {
				return
			}
		}
	}
}
