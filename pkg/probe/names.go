package probe

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/sample"
	"github.com/lexsmith/lexsmith/pkg/syntax"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// names are values that name things that the service has: those that a user gives, and
// those in earlier answers. A name that is made up teaches nothing.
type names struct {
	given    map[string][]string // by the name of the parameter
	learned  map[string][]string // the same
	byFormat map[syntax.Format][]string
}

func newNames(given map[string][]string) *names {
	return &names{given: given, learned: map[string][]string{}, byFormat: map[syntax.Format][]string{}}
}

// maxNames is how many values of a kind are kept.
const maxNames = 8

// naming are the formats whose values name things.
var naming = []syntax.Format{syntax.FormatDID, syntax.FormatHandle, syntax.FormatATURI, syntax.FormatCID}

// learn takes the names out of an answer in JSON.
func (n *names) learn(text []byte) {
	var value any
	if json.Unmarshal(text, &value) == nil {
		n.walk("", value)
	}
}

func (n *names) walk(name string, value any) {
	switch value := value.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(value)) {
			n.walk(key, value[key])
		}
	case []any:
		for _, element := range value {
			n.walk(name, element)
		}
	case string:
		keep := func(list []string) []string {
			if len(list) == maxNames || len(value) > 500 || slices.Contains(list, value) {
				return list
			}
			return append(list, value)
		}
		if name != "" && name != cursorName {
			n.learned[name] = keep(n.learned[name])
		}
		for _, format := range naming {
			if format == syntax.FormatHandle && name != "handle" || !format.Valid(value) { // most domains are handles
				continue
			}
			n.byFormat[format] = keep(n.byFormat[format])
			if format == syntax.FormatDID || format == syntax.FormatHandle {
				n.byFormat[syntax.FormatAtIdentifier] = keep(n.byFormat[syntax.FormatAtIdentifier])
			}
		}
	}
}

// candidates returns what a parameter can be, the best first.
func (n *names) candidates(s *lexicon.String, name string) []string {
	if name == cursorName || name == limitName || s.Const.Set || len(s.Enum) > 0 {
		return nil
	}
	all := slices.Clone(n.given[name])
	if format := s.Syntax(); format != syntax.FormatNone {
		all = append(append(all, n.learned[name]...), n.byFormat[format]...)
	} else if strings.HasSuffix(strings.ToLower(name), "id") || strings.HasSuffix(strings.ToLower(name), "name") || strings.HasSuffix(strings.ToLower(name), "key") {
		all = append(all, n.learned[name]...)
	}
	return slices.DeleteFunc(all, func(text string) bool { return len(validate.CheckString(s, text)) > 0 })
}

// fill replaces the made-up names in parameters, but not the one that is called except.
func (n *names) fill(schema lexicon.Schema, params sample.Object, except string) sample.Object {
	o, _ := n.fillValue(schema, params, except).(sample.Object)
	return o
}

// fillValue is fill for an object at any place: only its own properties are replaced.
func (n *names) fillValue(schema lexicon.Schema, v sample.Value, except string) sample.Value {
	object, ok := v.(sample.Object)
	if !ok {
		return v
	}
	for _, m := range object {
		if m.Name == except {
			continue
		}
		switch s := lexicon.Resolve(propertyOf(schema, m.Name)).(type) {
		case *lexicon.String:
			if _, isText := m.Value.(sample.String); !isText {
				continue
			}
			if all := n.candidates(s, m.Name); len(all) > 0 {
				object = object.With(m.Name, sample.Text(all[0]))
			}
		case *lexicon.Array:
			element, isString := lexicon.Resolve(s.Items).(*lexicon.String)
			list, isList := m.Value.(sample.Array)
			if !isString || !isList {
				continue
			}
			if all := n.candidates(element, m.Name); len(all) > 0 {
				filled := slices.Clone(list)
				for i := range filled {
					filled[i] = sample.Text(all[i%len(all)])
				}
				object = object.With(m.Name, filled)
			}
		}
	}
	return object
}
