// Package convert writes Lexicons as JSON Schema, OpenAPI and AsyncAPI.
//
// Every value that package validate accepts is accepted by the export, under any
// of the usual settings of validators: with format and content asserted or not,
// and whether they measure strings in characters, in UTF-16 units or in bytes.
// The exceptions are [StyleCodegen] and, in some validators, integers beyond 2^53
// that are written with a decimal point or an exponent. Constraints that the target
// cannot express, or expresses only loosely, are listed as losses, each in one of
// the [Gaps], and kept in one annotation, x-lexicon.
//
// [Select] chooses what to export: some definitions and all that they reach.
// [Selection.Blockers] tells what is wrong with it. The selection then goes to
// [JSONSchema], [JSONSchemaFiles], [OpenAPI] or [AsyncAPI]. The same catalog
// gives the same bytes.
//
// The selection should be free of lint errors. Where a schema is broken no value
// is valid, and the export accepts none.
package convert
