package probe

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/sample"
	"github.com/lexsmith/lexsmith/pkg/syntax"
	"github.com/lexsmith/lexsmith/pkg/validate"
	"github.com/lexsmith/lexsmith/pkg/xrpc"
)

// names are values that name things that the service has: those that a user gives, and
// those in earlier answers. A name that is made up teaches nothing.
type names struct {
	given    map[string][]string // by the name of the parameter
	learned  map[string][]string // the same; it has all names that parameters and inputs have
	byFormat map[syntax.Format][]string
	count    int // of the names that were learned
}

func newNames(given map[string][]string, methods []*xrpc.Method) *names {
	n := &names{given: given, learned: map[string][]string{}, byFormat: map[syntax.Format][]string{}}
	for _, name := range Parameters(methods) {
		if name != cursorName {
			n.learned[name] = nil
		}
	}
	return n
}

// Parameters returns the names of the parameters of methods, and of the properties of their
// inputs, sorted: those that values can be given for.
func Parameters(methods []*xrpc.Method) []string {
	names := map[string]bool{}
	for _, m := range methods {
		for part, s := range lexicon.Parts(m.Definition.Schema) {
			if part != lexicon.PartParams && part != lexicon.PartInput {
				continue
			}
			for _, p := range propertiesOf(s) {
				names[p.Name] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(names))
}

// maxNames is how many values of a kind are kept, and how many elements of each array are
// looked at.
const maxNames = 8

// naming are the formats whose values name things.
var naming = []syntax.Format{syntax.FormatDID, syntax.FormatHandle, syntax.FormatATURI, syntax.FormatCID}

// maxDull is how many answers of a method in a row have no name that is new, before the
// others are not looked at.
const maxDull = 4

// isOf reports whether a text names something, in a format. By its syntax alone, any word
// could be a CID.
func isOf(f syntax.Format, text string) bool {
	return f.Valid(text) && (f != syntax.FormatCID || datamodel.IsCID(text))
}

// learn takes the names out of an answer in JSON.
func (n *names) learn(t *tally, a *answer) {
	if t.dull == maxDull {
		return
	}
	before := n.count
	if content := a.content(); content != nil {
		n.walk(content, 0, "")
	}
	t.dull++
	if n.count > before {
		t.dull = 0
	}
}

// walk takes the names out of a value, which the member of that name has.
func (n *names) walk(t *datamodel.Tape, i uint32, name string) {
	switch t.Tokens[i].Kind {
	case datamodel.Object:
		for name, at := range members(t, i) {
			n.walk(t, at, name)
		}
	case datamodel.Array:
		left := maxNames
		for at := range elements(t, i) {
			if left--; left < 0 {
				break
			}
			n.walk(t, at, name)
		}
	case datamodel.String, datamodel.Link:
		n.keep(name, t.Text(i))
	}
}

// maxName is how many bytes a name has at most.
const maxName = 500

// keep keeps a value, unless there are enough of its kind.
func (n *names) keep(name, value string) {
	if len(value) > maxName {
		return
	}
	if list, wanted := n.learned[name]; wanted {
		n.learned[name] = n.with(list, value)
	}
	for _, format := range naming {
		// Most domains are handles.
		if list := n.byFormat[format]; len(list) == maxNames || format == syntax.FormatHandle && name != "handle" || !isOf(format, value) {
			continue
		}
		n.byFormat[format] = n.with(n.byFormat[format], value)
		if format == syntax.FormatDID || format == syntax.FormatHandle {
			n.byFormat[syntax.FormatAtIdentifier] = n.with(n.byFormat[syntax.FormatAtIdentifier], value)
		}
	}
}

// with adds a copy of a value to a list, unless that has it, or is full.
func (n *names) with(list []string, value string) []string {
	if len(list) == maxNames || slices.Contains(list, value) {
		return list
	}
	n.count++
	return append(list, strings.Clone(value))
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

// values returns what the user has given for a number, a boolean or an enum of that name,
// even if its schema does not allow it.
func (n *names) values(s lexicon.Schema, name string) []sample.Value {
	if name == cursorName {
		return nil
	}
	var all []sample.Value
	for _, text := range n.given[name] {
		switch s := lexicon.Resolve(s).(type) {
		case *lexicon.Integer:
			if i, err := strconv.ParseInt(text, 10, 64); err == nil {
				all = append(all, sample.Number(i))
			}
		case *lexicon.Boolean:
			if b, err := strconv.ParseBool(text); err == nil {
				all = append(all, sample.Bool(b))
			}
		case *lexicon.String:
			if len(s.Enum) > 0 {
				all = append(all, sample.Text(text))
			}
		}
	}
	return all
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
