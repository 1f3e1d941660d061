package stats

import (
	"hash/fnv"
	"slices"
	"strconv"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// node is what was counted of a field, of the elements of an array, or of a variant. It is
// made from its schema; its parts, when data have the first of them or it is reported. What
// every value needs comes first, for the caches of processors.
type node struct {
	schema   lexicon.Schema
	names    []string // of the fields, or of the variants
	outer    *node
	expanded bool

	Parts            []*node   `json:",omitempty"` // fields in the order of the schema; elements; variants
	Count, Null      int64     `json:",omitzero"`
	Places           int64     `json:",omitzero"` // where each part can be: objects, or elements
	Invalid, Failed  int64     `json:",omitzero"`
	Both             histogram `json:",omitzero"` // of texts that have as many bytes as graphemes
	Bytes, Graphemes histogram `json:",omitzero"` // of other texts, and of bytes
	Integers         histogram `json:",omitzero"`
	Elements, Sizes  histogram `json:",omitzero"`
	Seen, MIME       *seen     `json:",omitempty"`
	Path             string    `json:",omitempty"`
}

func newNode(path string, schema lexicon.Schema, outer *node) *node {
	n := &node{Path: path, schema: lexicon.Resolve(schema), outer: outer}
	if n.schema == nil {
		n.schema = schema // leads nowhere
	}
	if record, ok := n.schema.(*lexicon.Record); ok && record.Object != nil {
		n.schema = record.Object
	}
	switch s := n.schema.(type) {
	case *lexicon.String:
		if known := slices.Concat(s.KnownValues, s.Enum); len(known) > 0 {
			for i, value := range known {
				if strings.HasPrefix(value, "#") {
					known[i] = string(s.Document().ID) + value
				}
			}
			n.Seen = newSeen(known)
		}
	case *lexicon.Union:
		var known []string
		for _, l := range s.Refs {
			known = append(known, l.Reference.String())
		}
		n.Seen = newSeen(known)
	case *lexicon.Blob:
		n.MIME = newSeen(slices.DeleteFunc(slices.Clone(s.Accept), func(accepted string) bool { return strings.Contains(accepted, "*") }))
	}
	return n
}

// expand makes the parts of a node.
func (n *node) expand() {
	if n.expanded {
		return
	}
	n.expanded = true
	switch s := n.schema.(type) {
	case *lexicon.Object:
		path := n.Path
		if path != "" {
			path += "."
		}
		for _, p := range s.Properties {
			n.names = append(n.names, p.Name)
			n.Parts = append(n.Parts, newNode(path+p.Name, p.Schema, n))
		}
	case *lexicon.Array:
		n.Parts = []*node{newNode(n.Path+"[]", s.Items, n)}
	case *lexicon.Union:
		for _, l := range s.Refs {
			if l.Target == nil || slices.Contains(n.names, l.Reference.String()) {
				continue
			}
			n.names = append(n.names, l.Reference.String())
			n.Parts = append(n.Parts, newNode(n.Path+"<"+l.Reference.String()+">", l.Target.Schema, n))
		}
	}
}

// prune drops the nodes that are too deep for any report: those beyond the depth within which
// data have twice as many fields as are reported (see nearest). Data only ever add nodes, so
// what is reported depends neither on when this is done nor on what is merged later.
func (n *node) prune() {
	level, fields := []*node{n}, 0
	for len(level) > 0 && fields < 2*mostFields {
		var next []*node
		for _, n := range level {
			if n.Count == 0 || !n.expanded {
				continue
			}
			if !n.isUnion() {
				fields += len(n.Parts)
			}
			next = append(next, n.Parts...)
		}
		level = next
	}
	for _, n := range level {
		n.Parts, n.names, n.expanded = nil, nil, false
	}
}

// part returns the part of a name. The first one to look at is that after the last.
func (n *node) part(name string, next int) int {
	if i := slices.Index(n.names[next:], name); i >= 0 {
		return next + i
	}
	return slices.Index(n.names[:next], name)
}

// visitor counts a value.
type visitor struct {
	*datamodel.Tape
	extra *extras
	value *validate.Observation
	place Example // of the value, so far as it is cheap
	made  int     // nodes
}

// expand makes the parts of a node.
func (v *visitor) expand(n *node) {
	if !n.expanded {
		n.expand()
		v.made += len(n.Parts)
	}
}

// visit counts the value at i.
func (v *visitor) visit(n *node, i uint32) {
	tok := &v.Tokens[i]
	n.Count++
	if tok.Kind == datamodel.Null {
		n.Null++
		return
	}
	switch n.schema.(type) {
	case *lexicon.String:
		if tok.Kind != datamodel.String {
			return
		}
		text := v.Text(i)
		if graphemes := syntax.Graphemes(text); graphemes == len(text) {
			n.Both.add(int64(graphemes))
		} else {
			n.Bytes.add(int64(len(text)))
			n.Graphemes.add(int64(graphemes))
		}
		if n.Seen != nil {
			n.Seen.take(text, func() uint64 { return v.rank(i) })
		}
	case *lexicon.Integer:
		if tok.Kind == datamodel.Integer {
			n.Integers.add(tok.Int())
		}
	case *lexicon.Bytes:
		if tok.Kind == datamodel.Bytes {
			n.Bytes.add(int64(tok.Len()))
		}
	case *lexicon.Array:
		if tok.Kind == datamodel.Array {
			n.Elements.add(int64(tok.Len()))
			v.expand(n)
			for at := i + 1; at < tok.Next; at = v.Tokens[at].Next {
				n.Places++
				v.visit(n.Parts[0], at)
			}
		}
	case *lexicon.Object:
		if tok.IsObject() {
			v.expand(n)
			v.object(n, i)
		}
	case *lexicon.Union:
		name := v.TypeOf(i)
		if !tok.IsObject() || name == "" {
			return
		}
		v.expand(n)
		n.Seen.take(name, func() uint64 { return v.rank(i) })
		if at := n.part(name, 0); at >= 0 {
			v.visit(n.Parts[at], i)
		}
	case *lexicon.Blob:
		if tok.IsBlob() {
			v.blob(n, i)
		}
	}
}

// rank returns a number that is practically random, but always the same for a place in the
// data.
func (v *visitor) rank(i uint32) uint64 {
	text := []byte(v.place.Path)
	text = strconv.AppendInt(append(text, 0), int64(v.place.Line), 10)
	text = append(append(text, 0), v.place.Record...)
	text = strconv.AppendUint(append(text, 0), uint64(i), 10)
	h := fnv.New64a()
	h.Write(text)
	n := h.Sum64()
	n = (n ^ n>>30) * 0xbf58476d1ce4e5b9 // of SplitMix64: the last bytes reach all bits
	n = (n ^ n>>27) * 0x94d049bb133111eb
	return n ^ n>>31
}

// object counts the fields of an object.
func (v *visitor) object(n *node, i uint32) {
	n.Places++
	tok := &v.Tokens[i]
	next := 0
	for k := i + 1; k < tok.Next; k = v.Tokens[k+1].Next {
		name := v.Text(k)
		at := n.part(name, next)
		switch {
		case at >= 0:
			next = at + 1
			v.visit(n.Parts[at], k+1)
		case name != "$type":
			if e := v.extra.add(n.Path, name, v.JSONType(k+1), &v.place); e != nil {
				e.Example = v.place
				e.Example.Record, e.Example.Pointer = v.value.Record(), v.Pointer(k+1)
			}
		}
	}
}

// blob counts a blob.
func (v *visitor) blob(n *node, i uint32) {
	if at := v.Member(i, "mimeType"); at != 0 && v.Tokens[at].Kind == datamodel.String {
		n.MIME.take(v.Text(at), func() uint64 { return v.rank(i) })
	}
	if at := v.Member(i, "size"); at != 0 && v.Tokens[at].Kind == datamodel.Integer {
		n.Sizes.add(v.Tokens[at].Int())
	}
}

// place is an occurrence of a field: its node, and where it is in the value.
type place struct {
	node *node
	at   uint32
}

// at returns the place of a fault in the value at i; the zero place when no schema has it.
func (v *visitor) at(n *node, i uint32, pointer string) place {
	depth := 0
	v.Path(i, func(uint32, int) { depth++ })
	rest := diag.SplitPointer(pointer)
	if len(rest) < depth {
		return place{}
	}
	for _, token := range rest[depth:] {
		if n == nil {
			return place{}
		}
		if union, ok := n.schema.(*lexicon.Union); ok && union != nil {
			at := n.part(v.TypeOf(i), 0)
			if token == "$type" || at < 0 {
				return place{n, i}
			}
			n = n.Parts[at]
		}
		child := v.child(i, token)
		switch n.schema.(type) {
		case *lexicon.Object:
			at := n.part(token, 0)
			if at < 0 {
				return place{n, i}
			}
			n = n.Parts[at]
		case *lexicon.Array:
			if len(n.Parts) == 0 {
				return place{n, i}
			}
			n = n.Parts[0]
		default:
			return place{n, i}
		}
		if child == 0 {
			return place{n, i}
		}
		i = child
	}
	return place{n, i}
}

// child returns the part of the value at i that a token of a pointer names; 0 for none.
func (v *visitor) child(i uint32, token string) uint32 {
	tok := &v.Tokens[i]
	switch tok.Kind {
	case datamodel.Object:
		return v.Member(i, token)
	case datamodel.Array:
		n, _ := strconv.Atoi(token)
		for at := i + 1; at < tok.Next; at = v.Tokens[at].Next {
			if n == 0 {
				return at
			}
			n--
		}
	}
	return 0
}

// merge adds what another node of the same schema counted.
func (n *node) merge(other *node) {
	n.Count += other.Count
	n.Null += other.Null
	n.Places += other.Places
	n.Invalid += other.Invalid
	n.Failed += other.Failed
	n.Bytes.merge(&other.Bytes)
	n.Graphemes.merge(&other.Graphemes)
	n.Both.merge(&other.Both)
	n.Integers.merge(&other.Integers)
	n.Elements.merge(&other.Elements)
	n.Sizes.merge(&other.Sizes)
	if n.Seen != nil {
		n.Seen.merge(other.Seen)
	}
	if n.MIME != nil {
		n.MIME.merge(other.MIME)
	}
	if len(other.Parts) > 0 {
		n.expand()
		for i, part := range other.Parts {
			n.Parts[i].merge(part)
		}
	}
}
