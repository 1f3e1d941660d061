package xrpc

import (
	"cmp"
	"fmt"
	"maps"
	"net/url"
	"reflect"
	"slices"
	"strconv"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// Params are the parameters of a call by name.
//
// For a handler they have the types of the schema: bool, int64 and string, for
// arrays []bool, []int64 and []string. Parameters that are not given have their
// default, or are absent. A parameter that the schema does not define, or has of
// type unknown, is a string, or a []string when it is given several times.
//
// A client can use any type of Go that is a boolean, an integer, a string, or a
// slice of these. A string is sent as it is, so that "50" is good for an integer.
type Params map[string]any

// Bool returns a parameter of type boolean; false when it is absent.
func (p Params) Bool(name string) bool { return get[bool](p, name) }

// Int returns a parameter of type integer; 0 when it is absent.
func (p Params) Int(name string) int64 { return get[int64](p, name) }

// String returns a parameter of type string; "" when it is absent.
func (p Params) String(name string) string { return get[string](p, name) }

func get[T any](p Params, name string) T {
	v, _ := p[name].(T)
	return v
}

// Encode returns the parameters as a query string, sorted by name. The error names
// a value that has no place in one.
func (p Params) Encode() (string, error) {
	query := url.Values{}
	for _, name := range slices.Sorted(maps.Keys(p)) {
		list := reflect.ValueOf(p[name])
		if kind := list.Kind(); kind != reflect.Slice && kind != reflect.Array {
			list = reflect.ValueOf([]any{p[name]})
		}
		for i := range list.Len() {
			v := list.Index(i)
			if v.Kind() == reflect.Interface {
				v = v.Elem()
			}
			switch {
			case v.Kind() == reflect.String:
				query.Add(name, v.String())
			case v.Kind() == reflect.Bool:
				query.Add(name, strconv.FormatBool(v.Bool()))
			case v.CanInt():
				query.Add(name, strconv.FormatInt(v.Int(), 10))
			case v.CanUint():
				query.Add(name, strconv.FormatUint(v.Uint(), 10))
			default:
				return "", fmt.Errorf("xrpc: the parameter %s has the type %T, which a query string cannot represent", name, p[name])
			}
		}
	}
	return query.Encode(), nil
}

func (m *Method) checkParams(query string) []diag.Finding {
	if m.params != nil {
		return m.check(lexicon.PartParams, m.params, []byte(query), validate.Query)
	}
	var found []diag.Finding
	var seen []string
	for _, pair := range datamodel.ParseForm([]byte(query)) {
		if name := pair.Name.Text; !slices.Contains(seen, name) && len(seen) < maxUndeclared {
			seen = append(seen, name)
			f := m.finding(validate.RuleUnknownParam, lexicon.PartParams, words.QuoteName(name)+" is not a parameter; the method has none")
			f.Pointer = "/" + diag.EscapePointer(name)
			found = append(found, f)
		}
	}
	return found
}

// maxUndeclared is how many parameters of a method that has none are reported.
const maxUndeclared = 100

// parseParams reads a query string that is valid, and fills in defaults.
func (m *Method) parseParams(query string) Params {
	p := Params{}
	declared := cmp.Or(m.Parameters, &lexicon.Params{})
	for _, pair := range datamodel.ParseForm([]byte(query)) {
		var schema lexicon.Schema
		if property := declared.Property(pair.Name.Text); property != nil {
			schema = property.Schema
		}
		p.add(schema, pair.Name.Text, pair.Value.Text)
	}
	for _, property := range declared.Properties {
		if p[property.Name] != nil {
			continue
		}
		switch s := property.Schema.(type) {
		case *lexicon.Boolean:
			setDefault(p, property.Name, s.Default)
		case *lexicon.Integer:
			setDefault(p, property.Name, s.Default)
		case *lexicon.String:
			setDefault(p, property.Name, s.Default)
		}
	}
	return p
}

func setDefault[T any](p Params, name string, value lexicon.Opt[T]) {
	if value.Set {
		p[name] = value.Value
	}
}

// add adds one NAME=VALUE of a query string. The schema is nil when there is none.
func (p Params) add(schema lexicon.Schema, name, value string) {
	switch s := schema.(type) {
	case *lexicon.Boolean:
		p[name] = value == "true"
	case *lexicon.Integer:
		p[name] = integer(value)
	case *lexicon.String:
		p[name] = value
	case *lexicon.Array:
		switch s.Items.(type) {
		case *lexicon.Boolean:
			p[name] = append(get[[]bool](p, name), value == "true")
		case *lexicon.Integer:
			p[name] = append(get[[]int64](p, name), integer(value))
		default:
			p[name] = append(get[[]string](p, name), value)
		}
	default:
		switch before := p[name].(type) {
		case nil:
			p[name] = value
		case string:
			p[name] = []string{before, value}
		case []string:
			p[name] = append(before, value)
		}
	}
}

// integer returns an integer that is valid.
func integer(text string) int64 {
	n, _ := strconv.ParseInt(text, 10, 64)
	return n
}
