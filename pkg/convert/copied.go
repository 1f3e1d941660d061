package convert

import (
	"bytes"
	"fmt"
	"io"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// copied returns a value of a Lexicon as a tree. Its numbers are integers.
func copied(v *lexicon.Value) node {
	switch v.Kind {
	case lexicon.KindString:
		return text(v.Text)
	case lexicon.KindNumber:
		n, kind := syntax.ParseInteger(v.Text)
		if kind != syntax.NumberInteger {
			return text(v.Text) // a field that the language does not know
		}
		return integer(n)
	case lexicon.KindBoolean:
		return boolean(v.Text == "true")
	case lexicon.KindArray:
		list := array{}
		for _, item := range v.Items {
			list = append(list, copied(item))
		}
		return list
	case lexicon.KindObject:
		o := new(object)
		for _, m := range v.Members {
			if !m.Duplicate {
				o.push(m.Name, copied(m.Value))
			}
		}
		return o
	}
	return null{}
}

// withExample adds Options.Example of a part of a definition to its schema.
func (e *emitter) withExample(o *object, def *lexicon.Definition, part lexicon.Part) (*object, error) {
	value, err := e.example(def, part)
	if value == nil || err != nil {
		return o, err
	}
	return e.exampled(e.beside(o), value).last(annotation), nil
}

// example returns Options.Example of a part of a definition; nil without one.
func (e *emitter) example(def *lexicon.Definition, part lexicon.Part) (node, error) {
	if e.options.Example == nil {
		return nil, nil
	}
	text, ok := e.options.Example(def, part)
	if !ok {
		return nil, nil
	}
	d := jsontext.NewDecoder(bytes.NewReader(text))
	value, err := readNode(d)
	if err == nil {
		if _, end := d.ReadToken(); end != io.EOF {
			err = fmt.Errorf("more than one value")
		}
	}
	if err != nil {
		return nil, fmt.Errorf("the example of %s %s: %w", def.Reference(), part, err)
	}
	return value, nil
}

// readNode reads a value whose numbers are integers.
func readNode(d *jsontext.Decoder) (node, error) {
	switch d.PeekKind() {
	case '{':
		o := new(object)
		_, err := d.ReadToken()
		for err == nil && d.PeekKind() != '}' {
			var name jsontext.Token
			if name, err = d.ReadToken(); err == nil {
				m := member{name: name.String()}
				m.value, err = readNode(d)
				o.members = append(o.members, m)
			}
		}
		if err == nil {
			_, err = d.ReadToken()
		}
		return o, err
	case '[':
		list := array{}
		_, err := d.ReadToken()
		for err == nil && d.PeekKind() != ']' {
			var item node
			item, err = readNode(d)
			list = append(list, item)
		}
		if err == nil {
			_, err = d.ReadToken()
		}
		return list, err
	}
	token, err := d.ReadToken()
	if err != nil {
		return nil, err
	}
	switch token.Kind() {
	case '"':
		return text(token.String()), nil
	case '0':
		n, kind := syntax.ParseInteger(token.String())
		if kind != syntax.NumberInteger {
			return nil, fmt.Errorf("%s is not a 64-bit integer", token)
		}
		return integer(n), nil
	case 't', 'f':
		return boolean(token.Kind() == 't'), nil
	}
	return null{}, nil
}
