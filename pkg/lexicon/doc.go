// Package lexicon reads schema files of Lexicon, the schema language of the AT
// Protocol, and resolves the references between them.
//
// [Parse] reads one file and [Load] whole folders into a [Catalog]; both continue after
// an error and return what could be read, with a [Finding] for everything that is wrong.
// A [Document] has named definitions of a [Schema], which is one struct for each type of
// the language, such as [*Object], [*String] and [*Query], or [*Invalid] for what cannot
// be read. [Walk] visits a schema and all schemas inside it, and [Links] their
// references. The package example parses a file and prints its fields and what is wrong
// with them.
package lexicon
