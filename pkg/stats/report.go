package stats

import (
	"maps"
	"slices"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// Options says what a report has.
type Options struct {
	// Values lists also values that the schemas do not name, which are data of people.
	Values bool
	Ref    string // the only type to report; "" for all of which there are values
}

// Type is the report on the values of a type.
type Type struct {
	Ref         string       `json:"ref"`
	Values      int64        `json:"values"`
	Valid       int64        `json:"valid"`
	Invalid     int64        `json:"invalid"`
	Fields      []Field      `json:"fields"` // in the order of the schema
	ExtraFields []ExtraField `json:"extraFields"`
	Omitted     *Omitted     `json:"omitted,omitempty"`
}

// Omitted says how much a report leaves out.
type Omitted struct {
	Fields      int   `json:"fields,omitempty"`
	ExtraFields int64 `json:"extraFields,omitempty"` // occurrences
}

// Field is the report on a field, or on the elements of an array. Lengths, numbers, and
// values are those of the right type.
type Field struct {
	Path      string  `json:"path"`
	Type      string  `json:"type"`
	Of        int64   `json:"of"`    // how often it could have been there
	Count     int64   `json:"count"` // with null
	Null      int64   `json:"null"`
	Invalid   int64   `json:"invalid"` // with an error at this place
	Bytes     *Range  `json:"bytes,omitempty"`
	Graphemes *Range  `json:"graphemes,omitempty"`
	Range     *Range  `json:"range,omitempty"`
	Elements  *Range  `json:"elements,omitempty"`
	Sizes     *Range  `json:"sizes,omitempty"`
	MIMETypes *Seen   `json:"mimeTypes,omitempty"`
	Format    *Format `json:"format,omitempty"`
	Seen      *Seen   `json:"seen,omitempty"`
}

// Range is where numbers are, and their limits in the schema.
type Range struct {
	Min    int64 `json:"min"`
	Median int64 `json:"median"`
	P99    int64 `json:"p99"`
	Max    int64 `json:"max"`

	MinLength    *int64 `json:"minLength,omitempty"`
	MaxLength    *int64 `json:"maxLength,omitempty"`
	MinGraphemes *int64 `json:"minGraphemes,omitempty"`
	MaxGraphemes *int64 `json:"maxGraphemes,omitempty"`
	Minimum      *int64 `json:"minimum,omitempty"`
	Maximum      *int64 `json:"maximum,omitempty"`
	MaxSize      *int64 `json:"maxSize,omitempty"`
}

// Format says how many strings do not have their format.
type Format struct {
	Name   string `json:"name"`
	Failed int64  `json:"failed"`
}

// ExtraField is the report on a field that the schema does not name.
type ExtraField struct {
	Path    string           `json:"path"`
	Count   int64            `json:"count"`
	Types   map[string]int64 `json:"types"` // in JSON
	Example Example          `json:"example"`
}

// mostFields is how many fields of a type are reported.
const mostFields = 1000

// Report returns what was counted, sorted by type.
func (s *Summary) Report(o Options) []Type {
	types := []Type{}
	if o.Ref != "" {
		s.typeOf(o.Ref)
	}
	for _, name := range slices.Sorted(maps.Keys(s.types)) {
		if t := s.types[name]; o.Ref == "" || name == o.Ref {
			types = append(types, t.report(o))
		}
	}
	return types
}

func (t *recordType) report(o Options) Type {
	r := Type{Ref: t.Ref, Values: t.Values, Valid: t.Valid, Invalid: t.Invalid, Fields: []Field{}, ExtraFields: []ExtraField{}}
	nearest, more := t.Root.nearest()
	t.Root.walk(nearest, func(n *node) { r.Fields = append(r.Fields, n.report(o)) })
	omitted := Omitted{Fields: more, ExtraFields: t.Extra.Count}
	for _, e := range t.Extra.Fields {
		r.ExtraFields = append(r.ExtraFields, ExtraField{e.Path, e.Count, e.Types, e.Example})
		omitted.ExtraFields -= e.Count
	}
	if omitted != (Omitted{}) {
		r.Omitted = &omitted
	}
	return r
}

// nearest returns the fields below the node, those with the shortest ways to them if there
// are too many, and how many more there are at least. Schemas that contain themselves are
// followed as deep as the data go.
func (n *node) nearest() (fields map[*node]bool, more int) {
	fields = map[*node]bool{}
	for open := []*node{n}; len(open) > 0 && more < mostFields; open = open[1:] {
		n := open[0]
		if n.repeats() {
			continue
		}
		n.expand()
		for _, part := range n.Parts {
			switch {
			case n.isUnion():
			case len(fields) < mostFields:
				fields[part] = true
			default:
				more++
			}
			open = append(open, part)
		}
	}
	return fields, more
}

// repeats reports whether a schema is inside of itself, where there are no data.
func (n *node) repeats() bool {
	for outer := n.outer; outer != nil && n.Count == 0; outer = outer.outer {
		if outer.schema == n.schema {
			return true
		}
	}
	return false
}

// isUnion reports whether the parts of the node are variants, not fields.
func (n *node) isUnion() bool {
	_, union := n.schema.(*lexicon.Union)
	return union
}

// walk calls visit for some fields below the node, in the order of the schema.
func (n *node) walk(fields map[*node]bool, visit func(*node)) {
	for _, part := range n.Parts {
		if fields[part] {
			visit(part)
		}
		if fields[part] || n.isUnion() {
			part.walk(fields, visit)
		}
	}
}

func (n *node) report(o Options) Field {
	f := Field{Path: n.Path, Type: n.schema.Type().String(), Of: n.outer.Places, Count: n.Count, Null: n.Null, Invalid: n.Invalid}
	limit := func(to **int64, value lexicon.Opt[int64]) {
		if value.Set {
			*to = &value.Value
		}
	}
	switch s := n.schema.(type) {
	case *lexicon.String:
		f.Bytes, f.Graphemes = n.Bytes.with(&n.Both).report(), n.Graphemes.with(&n.Both).report()
		if f.Bytes != nil {
			limit(&f.Bytes.MinLength, s.MinLength)
			limit(&f.Bytes.MaxLength, s.MaxLength)
			limit(&f.Graphemes.MinGraphemes, s.MinGraphemes)
			limit(&f.Graphemes.MaxGraphemes, s.MaxGraphemes)
		}
		if s.Format != "" {
			f.Format = &Format{s.Format, n.Failed}
		}
	case *lexicon.Bytes:
		if f.Bytes = n.Bytes.report(); f.Bytes != nil {
			limit(&f.Bytes.MinLength, s.MinLength)
			limit(&f.Bytes.MaxLength, s.MaxLength)
		}
	case *lexicon.Integer:
		if f.Range = n.Integers.report(); f.Range != nil {
			limit(&f.Range.Minimum, s.Minimum)
			limit(&f.Range.Maximum, s.Maximum)
		}
	case *lexicon.Array:
		if f.Elements = n.Elements.report(); f.Elements != nil {
			limit(&f.Elements.MinLength, s.MinLength)
			limit(&f.Elements.MaxLength, s.MaxLength)
		}
	case *lexicon.Blob:
		f.MIMETypes = n.MIME.report(true)
		if f.Sizes = n.Sizes.report(); f.Sizes != nil {
			limit(&f.Sizes.MaxSize, s.MaxSize)
		}
	}
	if n.Seen != nil {
		f.Seen = n.Seen.report(o.Values)
	}
	return f
}

// report returns where the numbers are; nil without any.
func (h *histogram) report() *Range {
	if h.Count == 0 {
		return nil
	}
	return &Range{Min: h.Min, Median: h.quantile(0.5), P99: h.quantile(0.99), Max: h.Max}
}
