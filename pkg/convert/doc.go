// Package convert writes Lexicons as JSON Schema, OpenAPI and AsyncAPI.
//
// Every value that package validate accepts is accepted by what is written,
// under any of the usual settings of validators: with formats and content
// asserted or not, and whether a text is counted in characters, in UTF-16 units
// or in bytes. Where the target can say what the Lexicon says, it does. The
// rest is listed as losses, each in one of the [Gaps], and kept in one
// annotation, x-lexicon.
//
// [Select] chooses what to export: some definitions and all that they reach. The
// selection then goes to [JSONSchema], [JSONSchemaFiles], [OpenAPI] or
// [AsyncAPI]. The same catalog gives the same bytes.
//
// The schemas of the catalog should be free of lint errors. Where one is broken
// no value is valid, and the export accepts none.
package convert
