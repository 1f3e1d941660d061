package lexicon

import (
	"cmp"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// Document is one schema file, as far as it could be read. It is read-only once it is
// part of a Catalog.
type Document struct {
	Tree
	ID          syntax.NSID // "" when missing or not a valid NSID
	Revision    Opt[int64]
	Description string
	Defs        []*Definition   // in the order of the text
	Examples    *Examples       // nil when there is no file of them
	Found       []diag.Finding  // what is wrong with the file, in the order of the text
	Omitted     []diag.Omission // findings beyond MaxFindings, which Found lacks
	// Dependency says that the file was loaded only to resolve references.
	Dependency bool

	profile diag.Profile
	main    *Definition // nil when there is none
}

// Definition returns the definition with that name; nil when there is none.
func (d *Document) Definition(name string) *Definition {
	m := d.Root.Field("defs").Member(name)
	if m == nil {
		return nil
	}
	at := func(def *Definition, start int32) int { return cmp.Compare(def.Key.NameSpan.Start, start) }
	i, _ := slices.BinarySearchFunc(d.Defs, m.NameSpan.Start, at) // Defs lacks repeated names
	return d.Defs[i]
}

// Main returns the definition named main; nil when there is none.
func (d *Document) Main() *Definition { return d.main }

// Definition is a named definition of a Lexicon.
type Definition struct {
	Document *Document
	Name     string
	Key      *Member // the name in "defs", and the value
	Schema   Schema  // never nil; *Invalid when it could not be read

	links []*Link // see Links
	// leads is the end of the refs that begin at a definition of type ref.
	leads *destination
}

// Links returns the references in the definition, in the order of Links(d.Schema). The
// document must be part of a catalog, and the slice must not be modified.
func (d *Definition) Links() []*Link { return d.links }

// Reference returns the canonical name of the definition.
func (d *Definition) Reference() Reference { return Reference{d.Document.ID, d.Name} }

// Schema is a schema node. It is implemented by *Null, *Boolean, *Integer, *String,
// *Bytes, *CIDLink, *Blob, *Array, *Object, *Params, *Token, *Ref, *Union, *Unknown,
// *Record, *Query, *Procedure, *Subscription, *PermissionSet, *Space, *Permission,
// and *Invalid for a node that could not be read.
type Schema interface {
	// Type returns the type of the node. It works on a nil pointer.
	Type() Type
	// Base returns what all schema nodes have in common.
	Base() *Node

	sealed()
}

// Node is what all schema nodes have in common.
type Node struct {
	Value       *Value      // the JSON object that it was read from
	Definition  *Definition // the definition that contains it
	Description string
}

func (*Node) sealed() {}

// Base returns the node itself.
func (n *Node) Base() *Node { return n }

// IsDeprecation reports whether a description marks what it describes as deprecated, by
// the convention of the network.
func IsDeprecation(description string) bool {
	const word = "deprecated"
	return len(description) >= len(word) && strings.EqualFold(description[:len(word)], word)
}

// Document returns the schema file that contains the node.
func (n *Node) Document() *Document { return n.Definition.Document }

// profile returns the profile of the document; ProfileV1 for a node without one.
func (n *Node) profile() diag.Profile {
	if n.Definition == nil || n.Definition.Document == nil {
		return diag.ProfileV1
	}
	return n.Document().profile
}

// At returns the location of the node.
func (n *Node) At() diag.Location { return n.Document().At(n.Value) }

// AtField returns the location of the value of a field, or of the whole node if it
// does not have the field.
func (n *Node) AtField(name string) diag.Location {
	if v := n.Value.Field(name); v != nil {
		return n.Document().At(v)
	}
	return n.At()
}

// AtEntry returns the location of entry i of a list such as "required". It does not
// count entries of a wrong JSON type, which the model lacks.
func (n *Node) AtEntry(field string, i int) diag.Location {
	list := n.Value.Field(field)
	if list == nil {
		return n.At()
	}
	want := KindString
	if field == "enum" && n.Definition != nil && n.Value.StringField("type") == "integer" {
		want = KindNumber
	}
	for _, item := range list.Items {
		if readable(item, want) {
			if i == 0 {
				return n.Document().At(item)
			}
			i--
		}
	}
	return n.Document().At(list)
}

// readable reports whether the model has an entry of a list.
func readable(item *Value, want Kind) bool {
	if item.Kind != want {
		return false
	}
	if want == KindNumber {
		_, number := datamodel.ParseInteger(item.Text)
		return number == datamodel.NumberInteger
	}
	return true
}

// Examples are the values that people have written for the definitions of a Lexicon,
// in the file NAME.examples.json beside NAME.json: an object with a member for each
// definition. That is a list of values, or for a query, procedure or subscription an
// object with such a list for each of its parts:
//
//	{"main": {"params": [{"limit": 5}], "output": [{"things": []}]}, "thing": [{"name": "Lamp"}]}
type Examples struct {
	Tree
	Found []diag.Finding // what is wrong with the text as JSON
}

// Link is one use of a reference in a schema.
type Link struct {
	Reference
	Text  string // as written
	Value *Value // the JSON string it was read from
	// Target is the definition that it refers to. It is nil if the Lexicon is not
	// loaded or lacks the definition; see Catalog.Document.
	Target *Definition
}

// Local reports whether the link is written without an NSID.
func (l *Link) Local() bool { return strings.HasPrefix(l.Text, "#") }
