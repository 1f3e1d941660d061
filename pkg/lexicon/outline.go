package lexicon

import (
	"slices"
	"strconv"
	"strings"
)

// Outline describes a schema in a few lines, for people: its type and limits, and
// the properties of an object, "?" after the name of one that is optional. References
// are not followed.
func Outline(s Schema) string {
	var o outliner
	o.schema(s)
	return o.String()
}

// mostProperties is how many properties an outline names.
const mostProperties = 50

type outliner struct{ strings.Builder }

func (o *outliner) schema(s Schema) {
	switch s := s.(type) {
	case *Record:
		o.WriteString("record (key " + s.Key + ") ")
		if s.Object != nil {
			o.properties(s.Object.Properties, s.Object.Required, s.Object.Nullable)
		}
	case *Object:
		o.WriteString("object ")
		o.properties(s.Properties, s.Required, s.Nullable)
	case *Params:
		o.properties(s.Properties, s.Required, nil)
	case *Query:
		o.WriteString("query")
		o.endpoint(&s.Endpoint, nil, s.Output)
	case *Procedure:
		o.WriteString("procedure")
		o.endpoint(&s.Endpoint, s.Input, s.Output)
	case *Subscription:
		o.WriteString("subscription")
		o.endpoint(&s.Endpoint, nil, nil)
		if s.Message != nil && s.Message.Schema != nil {
			o.WriteString("\nmessage " + brief(s.Message.Schema))
		}
	default:
		o.WriteString(brief(s))
	}
}

func (o *outliner) endpoint(e *Endpoint, input, output *Body) {
	if e.Parameters != nil {
		o.WriteString("\nparameters ")
		o.schema(e.Parameters)
	}
	o.body("input", input)
	o.body("output", output)
	for i, err := range e.Errors {
		if i == 0 {
			o.WriteString("\nerrors")
		}
		o.WriteString(" " + err.Name)
	}
}

func (o *outliner) body(name string, b *Body) {
	switch {
	case b == nil:
	case b.Schema == nil:
		o.WriteString("\n" + name + " " + b.Encoding)
	default:
		o.WriteString("\n" + name + " ")
		o.schema(b.Schema)
	}
}

func (o *outliner) properties(properties []*Property, required, nullable []string) {
	if len(properties) == 0 {
		o.WriteString("{}")
		return
	}
	o.WriteString("{\n")
	for i, p := range properties {
		if i == mostProperties {
			o.WriteString("  … " + strconv.Itoa(len(properties)-i) + " more\n")
			break
		}
		o.WriteString("  " + p.Name)
		if !slices.Contains(required, p.Name) {
			o.WriteString("?")
		}
		o.WriteString(": " + brief(p.Schema))
		if slices.Contains(nullable, p.Name) {
			o.WriteString(" or null")
		}
		o.WriteString("\n")
	}
	o.WriteString("}")
}

// brief describes a schema in a few words.
func brief(s Schema) string {
	words := []string{s.Type().String()}
	limit := func(name string, o Opt[int64]) {
		if o.Set {
			words = append(words, name+" "+o.String())
		}
	}
	switch s := s.(type) {
	case *Ref:
		if s.Link != nil {
			return s.Link.Text
		}
	case *Union:
		var refs []string
		for _, l := range s.Refs {
			refs = append(refs, l.Text)
		}
		if !s.Closed {
			refs = append(refs, "…")
		}
		return strings.Join(refs, " | ")
	case *Array:
		words[0] = brief(s.Items) + "[]"
		limit("minLength", s.MinLength)
		limit("maxLength", s.MaxLength)
	case *Integer:
		limit("minimum", s.Minimum)
		limit("maximum", s.Maximum)
	case *Bytes:
		limit("maxLength", s.MaxLength)
	case *Blob:
		words = append(words, s.Accept...)
		limit("maxSize", s.MaxSize)
	case *String:
		if s.Format != "" {
			words = append(words, s.Format)
		}
		limit("maxLength", s.MaxLength)
		limit("maxGraphemes", s.MaxGraphemes)
		words = append(words, some("enum", s.Enum)...)
		words = append(words, some("knownValues", s.KnownValues)...)
	case *Object:
		words = append(words, "{"+strconv.Itoa(len(s.Properties))+" properties}")
	}
	return strings.Join(words, " ")
}

// some names the first values of a list.
func some(name string, values []string) []string {
	const most = 4
	if len(values) == 0 {
		return nil
	}
	if len(values) > most {
		values = append(slices.Clone(values[:most]), "…")
	}
	return []string{name, strings.Join(values, ", ")}
}
