// Package validate checks values of the data model against Lexicon schemas.
//
// Compile prepares the schemas of a lexicon.Catalog: every reference becomes a
// pointer, every set and bound is made ready. From the result come validators:
// Schemas.Records for values whose $type says what they are, Schemas.Validator
// for one definition, or for one part of a query, procedure or subscription.
//
//	schemas := validate.Compile(catalog, validate.Options{})
//	result := schemas.Records().JSON(text)
//
// A Validator takes values in JSON (JSON), in DAG-CBOR (CBOR) and as a query
// string (Query), and whole files: a value a line (Stream), a repository in a
// CAR file (CAR), or whatever a file's name says (Data). The Result of a value has
// every fault, each a lexicon.Finding with its place in the data and in the
// schema. Clean answers only whether there is anything to say; it is many times
// faster and allocates nothing, so a server asks it first.
//
// Validators are safe for many goroutines, and what they return keeps nothing of
// the text that was checked but the lexicon.Source that findings point into.
//
// CheckString, CheckInteger and CheckBoolean hold a single scalar against its
// schema, as for a default value.
package validate
