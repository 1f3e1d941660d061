package validate

import (
	"errors"
	"fmt"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// Validator checks values against one definition, or against the records that
// their $type names. It is safe for many goroutines.
type Validator struct {
	schemas *Schemas
	root    checker
	// recordSchema says which keys the records can have, for a validator of one
	// kind of record.
	recordSchema *lexicon.Record
	params       *objectChecker // for query strings; nil unless parameters are checked

	observe func(*Observation) // see Observed

	before *Validator             // see Since
	same   func(name string) bool // see Since
}

// Observed returns a validator of records that shows each value which it can read, and what
// was found of it, before that is its result: from several goroutines. The observation must
// not be kept.
func (s *Schemas) Observed(observe func(*Observation)) *Validator {
	v := s.Records()
	v.observe = observe
	return v
}

// Since returns a validator of records that checks each value also as an earlier revision
// of the schemas says: where either has anything to say, Result.Before is what that finds.
// Values whose $type is the same are not checked at all. Both have the same options.
func (s *Schemas) Since(before *Schemas, same func(name string) bool) *Validator {
	v := s.Records()
	v.before, v.same = before.Records(), same
	return v
}

// ErrInvalidSchema says that a schema must be fixed before values can be checked
// against it.
var ErrInvalidSchema = errors.New("the schema is not valid")

// PartError says that a definition is a method, so one of its parts must be chosen to
// check data against.
type PartError struct {
	Reference lexicon.Reference
	Type      lexicon.Type
	Parts     []lexicon.Part // those that the definition has
}

func (e *PartError) Error() string {
	return fmt.Sprintf("%s is a %s; choose the part that the data belongs to: %s", e.Reference, e.Type, e.Choice())
}

// Choice lists the parts in words.
func (e *PartError) Choice() string { return words.ListFunc(e.Parts, "or", lexicon.Part.String) }

// partsOf returns the parts that a method has.
func partsOf(method lexicon.Schema) (parts []lexicon.Part) {
	for _, part := range []struct {
		lexicon.Part
		field string
	}{{lexicon.PartParams, "parameters"}, {lexicon.PartInput, "input"}, {lexicon.PartOutput, "output"}, {lexicon.PartMessage, "message"}} {
		if method.Base().Value.Field(part.field) != nil {
			parts = append(parts, part.Part)
		}
	}
	return append(parts, lexicon.PartError)
}

// Records returns a validator of records: the $type of each value says which.
func (s *Schemas) Records() *Validator {
	return s.validator(&recordsChecker{})
}

// Validator returns a validator for one definition or, of a query, procedure or
// subscription, for one part of it. The part of all other definitions is
// lexicon.PartNone. Messages may be in the frames of event streams; see
// Options.BareMessages. The error says why there is no such definition or part; it
// wraps ErrInvalidSchema where the schema must be fixed.
func (s *Schemas) Validator(ref lexicon.Reference, part lexicon.Part) (*Validator, error) {
	def, err := s.catalog.Find(ref)
	if err != nil {
		return nil, err
	}
	if part == lexicon.PartNone || part == lexicon.PartRecord {
		return s.whole(def)
	}
	return s.part(def, part)
}

func (s *Schemas) whole(def *lexicon.Definition) (*Validator, error) {
	switch schema := def.Schema.(type) {
	case *lexicon.Query, *lexicon.Procedure, *lexicon.Subscription:
		return nil, &PartError{def.Reference(), schema.Type(), partsOf(schema)}
	case *lexicon.Token, *lexicon.PermissionSet, *lexicon.Space:
		return nil, fmt.Errorf("%s is a %s, which does not describe data", def.Reference(), schema.Type())
	case *lexicon.Record:
		v := s.validator(s.definition(def))
		v.recordSchema = schema
		return v, nil
	case *lexicon.Object:
		return s.validator(&refChecker{from(def.Schema), s.definition(def).(*objectChecker)}), nil
	}
	return s.validator(s.definition(def)), nil
}

func (s *Schemas) part(def *lexicon.Definition, part lexicon.Part) (*Validator, error) {
	endpoint := lexicon.EndpointOf(def.Schema)
	if endpoint == nil {
		return nil, fmt.Errorf("only queries, procedures, and subscriptions have parts (such as params or output); %s is %s", def.Reference(), def.Schema.Type().Phrase())
	}
	body := endpoint.Body(part)
	switch {
	case part == lexicon.PartError:
		return s.validator(newErrorChecker(def.Schema, endpoint.Errors)), nil
	case part == lexicon.PartParams && endpoint.Parameters != nil:
		v := s.validator(s.params(endpoint.Parameters))
		v.params = v.root.(*objectChecker)
		return v, nil
	case body == nil || part == lexicon.PartMessage && body.Schema == nil:
		return nil, fmt.Errorf("the %s %s has no %s", def.Reference(), def.Schema.Type(), part)
	case part == lexicon.PartMessage:
		if u, ok := s.compile(body.Schema).(*unionChecker); ok {
			c := messageChecker{unionChecker: u}
			if !s.options.BareMessages {
				c.errors = newErrorChecker(def.Schema, endpoint.Errors)
			}
			return s.validator(c), nil
		}
		return nil, fmt.Errorf("the message of %s is not a union: %w", def.Reference(), ErrInvalidSchema)
	}
	if encoding, err := syntax.ParseEncoding(body.Encoding); err != nil || !encoding.HasJSON() {
		return nil, fmt.Errorf("the %s of %s has the encoding %q, but only JSON can be checked", part, def.Reference(), body.Encoding)
	}
	if body.Schema == nil {
		return s.validator(&anyChecker{from(def.Schema)}), nil
	}
	return s.validator(s.compile(body.Schema)), nil
}

func (s *Schemas) validator(root checker) *Validator {
	return &Validator{schemas: s, root: root}
}
