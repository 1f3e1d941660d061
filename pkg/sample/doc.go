// Package sample makes values from schemas: test data that is valid, looks like
// what people write, and is the same for the same seed.
//
// A Sampler makes values of the definitions of a catalog. Texts follow their
// format and the name of their property, every limit is kept, and recursive
// schemas come to an end. The value is printed by JSON, CBOR or Query.
//
//	s := sample.New(catalog, sample.Options{Seed: 1})
//	value, err := s.Value(definition.Schema)
//
// Invalid makes values with one fault each, for tests of other validators.
package sample
