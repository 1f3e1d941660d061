// Package validate checks values of the data model against Lexicon schemas.
//
// Compile prepares the schemas of a lexicon.Catalog: every reference becomes a
// pointer, every set and bound is made ready. From the result come validators:
// Schemas.Records for values whose $type says what they are, Schemas.Validator
// for one definition, or for one part of a query, procedure or subscription.
//
//	records := validate.Compile(catalog, validate.Options{}).Records()
//	result := records.Check(validate.Input{Text: text})
//
// Check takes one value in JSON, in DAG-CBOR or as a query string. Its Result has
// every fault, each a diag.Finding with its place in the data and in the
// schema. Lines checks NDJSON from a reader, and Read a single value. Clean only
// answers whether there is anything to say. Schemas.Cases runs unit tests of schemas:
// values, each with the verdict that its schema must give on it.
//
// Validators are safe for many goroutines. What they return points into the text
// that was checked, and keeps nothing else.
//
// CheckString and CheckInteger check a single scalar against its schema, such as a
// default value.
package validate
