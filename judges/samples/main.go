// Samples writes what a generated client is tested with: values of all Lexicons in a folder,
// one JSON object a line, always the same.
//
//	samples FOLDER [DEPENDENCY...]
//
// A value of a schema is {"schema", "value", "valid"}, where schema is the name in an exported
// OpenAPI document; if the value is not valid, rule says why. A call of a method is {"method",
// "verb", "params", "input"}; a method without a body, or with one that is not JSON, has no
// input.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/sample"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "samples:", err)
		os.Exit(1)
	}
}

func run(folders []string) error {
	var inputs []lexicon.Input
	for i, folder := range folders {
		inputs = append(inputs, lexicon.Input{FS: os.DirFS(folder), Name: ".", Dependency: i > 0})
	}
	catalog, err := lexicon.Load(context.Background(), inputs, lexicon.LoadOptions{})
	if err != nil {
		return err
	}
	w := &writer{
		lines:    bufio.NewWriter(os.Stdout),
		compiled: validate.Compile(catalog, validate.Options{}),
	}
	w.encoder = json.NewEncoder(w.lines)
	w.encoder.SetEscapeHTML(false)
	for _, o := range []sample.Options{
		{Size: sample.SizeLimit, Optional: sample.OptionalAll},
		{Size: sample.SizeTypical, Optional: sample.OptionalAll},
		{Size: sample.SizeSmall, Optional: sample.OptionalNone},
	} {
		w.samplers = append(w.samplers, sample.New(catalog, o))
	}
	for _, document := range catalog.Documents() {
		if document.Dependency {
			continue
		}
		for _, def := range document.Defs {
			if err := w.definition(def); err != nil {
				return err
			}
		}
	}
	return w.lines.Flush()
}

// writer writes lines.
type writer struct {
	lines    *bufio.Writer
	encoder  *json.Encoder
	compiled *validate.Schemas
	samplers []*sample.Sampler // from the largest values to the smallest
}

// value is a line with a value of a schema.
type value struct {
	Schema string          `json:"schema"`
	Value  json.RawMessage `json:"value"`
	Valid  bool            `json:"valid"`
	Rule   string          `json:"rule,omitempty"`
}

// call is a line with a call of a method.
type call struct {
	Method string          `json:"method"`
	Verb   string          `json:"verb"`
	Params json.RawMessage `json:"params"`
	Input  json.RawMessage `json:"input,omitempty"`
}

// definition writes values of the parts of a definition that are objects, and a call if
// it is a query or a procedure.
func (w *writer) definition(def *lexicon.Definition) error {
	_, isSubscription := def.Schema.(*lexicon.Subscription)
	for part, schema := range lexicon.Parts(def.Schema) {
		if part == lexicon.PartParams || isSubscription || schema.Type() != lexicon.TypeObject {
			continue // a ref has the values of its target
		}
		if part == lexicon.PartRecord {
			part, schema = lexicon.PartNone, def.Schema
		}
		if err := w.values(def, part, schema); err != nil {
			return err
		}
	}
	endpoint := lexicon.EndpointOf(def.Schema)
	if endpoint == nil || isSubscription {
		return nil
	}
	return w.call(def, endpoint)
}

// values writes values of a part of a definition: one of each sampler, and invalid ones.
func (w *writer) values(def *lexicon.Definition, part lexicon.Part, schema lexicon.Schema) error {
	name := string(def.Document.ID)
	if def.Name != "main" {
		name += "_" + def.Name
	}
	if part != lexicon.PartNone {
		name += "__" + part.String()
	}
	for _, s := range w.samplers {
		v, err := s.Value(schema)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if err := w.encoder.Encode(value{Schema: name, Value: sample.JSON(v), Valid: true}); err != nil {
			return err
		}
	}
	validator, err := w.compiled.Validator(def.Reference(), part)
	if err != nil {
		return err
	}
	for range 3 {
		v, f, err := w.samplers[1].Invalid(validator, schema, nil)
		if err != nil {
			break // it accepts every object
		}
		if err := w.encoder.Encode(value{Schema: name, Value: sample.JSON(v), Rule: f.Rule.Code}); err != nil {
			return err
		}
	}
	return nil
}

// call writes a call of a method.
func (w *writer) call(def *lexicon.Definition, endpoint *lexicon.Endpoint) error {
	c := call{Method: string(def.Document.ID), Verb: "GET", Params: []byte("{}")}
	if _, ok := def.Schema.(*lexicon.Procedure); ok {
		c.Verb = "POST"
	}
	parts := map[lexicon.Part]*json.RawMessage{lexicon.PartParams: &c.Params, lexicon.PartInput: &c.Input}
	for part, schema := range lexicon.Parts(def.Schema) {
		if to := parts[part]; to != nil {
			v, err := w.samplers[1].Value(schema)
			if err != nil {
				return fmt.Errorf("%s: %w", c.Method, err)
			}
			*to = sample.JSON(v)
		}
	}
	return w.encoder.Encode(c)
}
