// Package describe says in words what a Lexicon, a rule or a setting is: outlines of
// definitions with what uses them, the pages of rules, and the JSON Schemas that editors
// read.
package describe

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// Outline is a definition for readers: its fields, types, limits and descriptions, with
// references resolved up to a depth.
type Outline struct {
	Reference string `json:"reference"` // NSID or NSID#name
	Path      string `json:"path"`
	Line      int    `json:"line"` // 1-based
	Node
}

// Node is a schema and what it contains. That of a definition has no name.
type Node struct {
	Name        string `json:"name,omitempty"`  // of a property, a part of a method, or an error
	Type        string `json:"type,omitempty"`  // "array of string" for an array; "" for errors and parts without a schema
	State       string `json:"state,omitempty"` // why a variant cannot be resolved: as in Ref
	Refs        []Ref  `json:"refs,omitempty"`  // what a ref or a union, or an array of them, refers to
	Required    bool   `json:"required,omitempty"`
	Nullable    bool   `json:"nullable,omitempty"`
	Encoding    string `json:"encoding,omitempty"`    // of a body
	Constraints Fields `json:"constraints,omitempty"` // as in the schema
	Items       Fields `json:"items,omitempty"`       // constraints on the items of an array
	Description string `json:"description,omitempty"`
	// ItemDescription is that of the items of an array that has a description itself.
	ItemDescription string `json:"itemDescription,omitempty"`
	Children        []Node `json:"children,omitempty"` // properties, parts, errors, variants, permissions
	// Omitted says that there are children which the depth leaves out.
	Omitted bool `json:"omitted,omitempty"`
}

// Ref is a reference.
type Ref struct {
	Text   string `json:"ref"` // as written
	Target string `json:"target"`
	State  string `json:"state,omitempty"` // why it cannot be resolved: "not loaded" or "not defined"
}

// Outlines returns the outlines of definitions. Depth is the number of references that are
// followed one after the other: with 0 they are only named.
func Outlines(c *lexicon.Catalog, depth int, defs ...*lexicon.Definition) []Outline {
	o := outliner{catalog: c, left: maxNodes}
	var outlines []Outline
	for _, def := range defs {
		o.open = map[*lexicon.Definition]bool{def: true}
		at := def.Document.Source.Position(def.Key.NameSpan.Start)
		outlines = append(outlines, Outline{
			Reference: def.Reference().String(), Path: def.Document.Source.Path, Line: at.Line, Node: o.schema(def.Schema, depth),
		})
	}
	return outlines
}

// maxNodes is the number of nodes after which no more references are followed: it
// grows with the depth exponentially. Every textSize bytes that a reference leads to
// count as one more.
const (
	maxNodes = 10000
	textSize = 1000
)

// outliner makes nodes.
type outliner struct {
	catalog *lexicon.Catalog
	open    map[*lexicon.Definition]bool // the definitions around a node: they are not repeated inside
	left    int                          // nodes until references are no longer followed; negative after that
}

// schema returns the node of a schema.
func (o *outliner) schema(s lexicon.Schema, depth int) Node {
	if o.left--; o.left < 0 {
		depth = 0
	}
	n := Node{Type: s.Type().String(), Constraints: constraints(s)}
	// The node of what could not be read has that of the schema around it.
	if _, invalid := s.(*lexicon.Invalid); !invalid {
		n.Description = s.Base().Description
	}
	switch s := s.(type) {
	case *lexicon.Array:
		items := o.schema(s.Items, depth)
		n.Type = "array of " + items.Type
		n.Refs, n.Items, n.Children, n.Omitted = items.Refs, append(items.Constraints, items.Items...), items.Children, items.Omitted
		about := s.Items.Base().Description // not that of what a ref leads to
		if n.Description == "" {
			n.Description, about = items.Description, ""
		}
		n.ItemDescription = strings.TrimSpace(about + "\n\n" + items.ItemDescription)
	case *lexicon.Object:
		n.Children = o.properties(s.Properties, s.Required, s.Nullable, depth)
	case *lexicon.Params:
		n.Children = o.properties(s.Properties, s.Required, nil, depth)
	case *lexicon.Ref:
		o.reference(&n, s, depth)
	case *lexicon.Union:
		o.left -= len(s.Refs)
		for _, l := range s.Refs {
			n.Refs = append(n.Refs, o.ref(l))
		}
		n.Children, n.Omitted = o.variants(s, depth)
	case *lexicon.Record:
		if s.Object != nil {
			n.Children = o.schema(s.Object, depth).Children
		}
	case *lexicon.Query, *lexicon.Procedure, *lexicon.Subscription:
		n.Children = o.method(lexicon.EndpointOf(s), depth)
	case *lexicon.PermissionSet:
		for _, p := range s.Permissions {
			permission := o.schema(p, depth)
			permission.Name = p.Resource
			n.Children = append(n.Children, permission)
		}
	}
	return n
}

func (o *outliner) properties(properties []*lexicon.Property, required, nullable []string, depth int) []Node {
	isRequired, isNullable := words.Among(required), words.Among(nullable)
	var children []Node
	for _, p := range properties {
		n := o.schema(p.Schema, depth)
		n.Name, n.Required, n.Nullable = p.Name, isRequired(p.Name), isNullable(p.Name)
		children = append(children, n)
	}
	return children
}

// method returns the parts of a method, and its errors.
func (o *outliner) method(e *lexicon.Endpoint, depth int) []Node {
	o.left -= len(e.Errors)
	var parts []Node
	if e.Parameters != nil {
		n := o.schema(e.Parameters, depth)
		n.Name = "parameters"
		parts = append(parts, n)
	}
	for _, part := range []lexicon.Part{lexicon.PartInput, lexicon.PartOutput, lexicon.PartMessage} {
		body := e.Body(part)
		if body == nil || part == lexicon.PartMessage && body.Schema == nil {
			continue
		}
		var n Node
		if body.Schema != nil {
			n = o.schema(body.Schema, depth)
		}
		n.Name, n.Encoding = part.String(), body.Encoding
		if body.Description != "" || part == lexicon.PartMessage {
			n.Description = body.Description
		}
		parts = append(parts, n)
	}
	if len(e.Errors) > 0 {
		list := Node{Name: "errors"}
		for _, err := range e.Errors {
			list.Children = append(list.Children, Node{Name: err.Name, Description: err.Description})
		}
		parts = append(parts, list)
	}
	return parts
}

func (o *outliner) ref(l *lexicon.Link) Ref {
	return Ref{l.Text, l.Reference.String(), linkState(o.catalog, l)}
}

// linkState says why a link cannot be resolved; "" for one that is.
func linkState(c *lexicon.Catalog, l *lexicon.Link) string {
	switch {
	case l.Target != nil:
		return ""
	case c.Document(l.NSID) == nil:
		return "not loaded"
	}
	return "not defined"
}

// reference fills the node of a ref with what it leads to.
func (o *outliner) reference(n *Node, s *lexicon.Ref, depth int) {
	if s.Link == nil {
		return
	}
	n.Refs = []Ref{o.ref(s.Link)}
	target, _ := s.Resolve()
	if target == nil {
		return
	}
	if n.Description == "" {
		n.Description = o.description(target)
	}
	if depth == 0 || o.open[target] {
		n.Omitted = hasInside(target)
		return
	}
	inside := o.inside(target, depth-1)
	n.Children, n.Omitted = inside.Children, inside.Omitted
	if target.Schema.Type() != lexicon.TypeRecord { // its key is not a limit
		n.Constraints, n.Items = append(n.Constraints, inside.Constraints...), inside.Items
	}
	if target.Schema.Type() != lexicon.TypeObject {
		n.Type = "ref to " + inside.Type
		n.Refs = append(n.Refs, inside.Refs...)
	}
}

// variants returns a node for each variant of a union. To list them takes
// one level of the depth, and to show what is in them another one.
func (o *outliner) variants(s *lexicon.Union, depth int) (variants []Node, omitted bool) {
	if depth == 0 {
		return nil, slices.ContainsFunc(s.Refs, func(l *lexicon.Link) bool { return l.Target != nil })
	}
	for _, l := range s.Refs {
		if l.Target == nil {
			variants = append(variants, Node{Name: l.Text, State: linkState(o.catalog, l)})
			continue
		}
		n := Node{Type: l.Target.Schema.Type().String(), Description: o.description(l.Target)}
		if depth == 1 || o.left < 0 || o.open[l.Target] {
			n.Omitted = hasInside(l.Target)
		} else {
			n = o.inside(l.Target, depth-2)
		}
		n.Name = l.Text
		variants = append(variants, n)
	}
	return variants, false
}

// description returns the description of the target of a reference, as far as nodes are left.
func (o *outliner) description(target *lexicon.Definition) string {
	if o.left < 0 {
		return ""
	}
	text := target.Schema.Base().Description
	o.left -= len(text) / textSize
	return text
}

// inside returns the node of the target of a reference.
func (o *outliner) inside(target *lexicon.Definition, depth int) Node {
	span := target.Schema.Base().Value.Span
	o.left -= int(span.End-span.Start) / textSize
	o.open[target] = true
	defer delete(o.open, target)
	return o.schema(target.Schema, depth)
}

// hasInside reports whether the outline of a definition would have children.
func hasInside(target *lexicon.Definition) bool {
	for range lexicon.Children(target.Schema) {
		return true
	}
	return false
}

// structural are the fields of schemas that the outline shows in its structure.
var structural = []string{
	"type", "description", "items", "properties", "required", "nullable", "ref", "refs", "record", "parameters", "input", "output",
	"message", "errors", "permissions", "resource",
}

// constraints returns the other fields of a schema, as far as its type has them.
func constraints(s lexicon.Schema) Fields {
	n := s.Base()
	var fields Fields
	for _, f := range s.Type().Fields() {
		if v := n.Value.Field(f.Name); v != nil && !slices.Contains(structural, f.Name) {
			var compact bytes.Buffer
			if json.Compact(&compact, n.Document().Source.Text[v.Span.Start:v.Span.End]) == nil {
				fields = append(fields, Field{f.Name, compact.Bytes()})
			}
		}
	}
	return fields
}
