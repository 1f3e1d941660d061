package probe

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/sample"
	"github.com/lexsmith/lexsmith/pkg/validate"
	"github.com/lexsmith/lexsmith/pkg/xrpc"
)

// A trial is a request of a plan. It says nothing about the service, so that plans can be
// made, and compared, without one.
type trial struct {
	Verb        string        // the HTTP method
	Params      sample.Object // the parameters
	ContentType string        // of the body; "" for none
	Body        []byte        // the body of a procedure

	// Fault says what is wrong with the request, so that a service must refuse it; "" for
	// a request that matches its Lexicon.
	Fault string
	// Either says that a service may refuse the request, or not.
	Either bool

	input sample.Value  // of the body, if that is JSON; nil otherwise
	part  lexicon.Part  // that has the fault
	rule  *diag.Rule    // that it breaks; nil for a fault of the request itself
	at    string        // the first name of the pointer to the fault
	limit diag.Location // the constraint of the schema that it breaks
	// alone is the only parameter that is not as in the first request, if its value has no
	// meaning beyond its schema; "" otherwise.
	alone string
}

// set sets the parameters, or the body. It is false for what cannot be sent.
func (c *trial) set(part lexicon.Part, v sample.Value) bool {
	if part == lexicon.PartInput {
		c.setInput(v)
		return true
	}
	params, ok := v.(sample.Object)
	c.Params = params
	return ok && len(sample.Query(params)) <= maxQuery
}

// setInput sets a body in JSON.
func (c *trial) setInput(v sample.Value) {
	c.ContentType, c.Body, c.input = "application/json", sample.JSON(v), v
}

// setFault says what is wrong with a part of the request.
func (c *trial) setFault(f diag.Finding, part lexicon.Part) {
	c.rule, c.part, c.at, c.limit = f.Rule, part, firstName(f.Pointer), f.Data.Constraint
	c.Fault = f.Message
	if subject := strings.TrimPrefix(f.Pointer, "/"); subject != "" && !strings.Contains(f.Message, words.Quote(subject)) {
		c.Fault = subject + " " + f.Message
	}
}

// method is a method with what checks its requests.
type method struct {
	*xrpc.Method
	validators map[lexicon.Part]*validate.Validator
}

func (m *method) validator(part lexicon.Part) *validate.Validator { return m.validators[part] }

func (m *method) newTrial(params sample.Object) trial {
	c := trial{Verb: http.MethodGet, Params: params}
	if m.Type() == lexicon.TypeProcedure {
		c.Verb = http.MethodPost
	}
	return c
}

// valid reports whether a value matches a part of the method.
func (m *method) valid(part lexicon.Part, v sample.Value) bool { return len(m.errors(part, v)) == 0 }

// errors returns what is wrong with a value of a part.
func (m *method) errors(part lexicon.Part, v sample.Value) []diag.Finding {
	validator := m.validator(part)
	if validator == nil || v == nil {
		return nil
	}
	in := validate.Input{Text: sample.JSON(v)}
	if params, ok := v.(sample.Object); ok && part == lexicon.PartParams {
		in = validate.Input{Text: []byte(sample.Query(params)), Encoding: validate.Query}
	}
	var errors []diag.Finding
	for _, f := range validator.Check(in).Findings {
		if f.Severity == diag.Error {
			errors = append(errors, f)
		}
	}
	return errors
}

// breaks reports whether the request has the fault that it says, and no other. The message
// on its fault is up to date then.
func (m *method) breaks(c *trial) bool {
	for part, v := range map[lexicon.Part]sample.Value{lexicon.PartParams: c.Params, lexicon.PartInput: c.input} {
		if part == lexicon.PartParams && c.Params == nil {
			continue
		}
		errors := m.errors(part, v)
		switch {
		case c.rule == nil || part != c.part:
			if len(errors) > 0 {
				return false
			}
		case len(errors) != 1 || errors[0].Rule != c.rule || firstName(errors[0].Pointer) != c.at || errors[0].Data.Constraint.Pointer != c.limit.Pointer:
			return false
		default:
			c.setFault(errors[0], part)
		}
	}
	return true
}

// paramsSchema returns the schema of the parameters, even if there are none.
func (m *method) paramsSchema() lexicon.Schema {
	if m.Parameters == nil {
		return &lexicon.Params{}
	}
	return m.Parameters
}

// The parameters of a listing.
const (
	cursorName = "cursor"
	limitName  = "limit"
)

// propertiesOf returns the properties of an object, or the parameters.
func propertiesOf(schema lexicon.Schema) []*lexicon.Property {
	switch s := lexicon.Resolve(schema).(type) {
	case *lexicon.Params:
		return s.Properties
	case *lexicon.Object:
		return s.Properties
	}
	return nil
}

// propertyOf returns the schema of a property of an object, or of a parameter; nil without
// one.
func propertyOf(schema lexicon.Schema, name string) lexicon.Schema {
	for _, p := range propertiesOf(schema) {
		if p.Name == name {
			return p.Schema
		}
	}
	return nil
}

// firstName returns the name that a pointer begins with; "" for that of the whole.
func firstName(pointer string) string {
	if pointer == "" {
		return ""
	}
	return diag.SplitPointer(pointer)[0]
}

// placeOf returns a pointer with every index replaced, so that all elements of a list are
// one place.
func placeOf(pointer string) string {
	segments := strings.Split(pointer, "/")
	for i, s := range segments {
		if _, err := strconv.Atoi(s); err == nil {
			segments[i] = "*"
		}
	}
	return strings.Join(segments, "/")
}
