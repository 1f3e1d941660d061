// Package lexicon reads schema files of Lexicon, the schema language of the AT
// Protocol, and resolves the references between them.
//
// [Parse] reads one file and [Load] whole folders into a [Catalog]. Both continue
// after an error and return what could be read, together with findings that say what
// is wrong and how to fix it. The package example parses a file, prints its fields
// and what is wrong with them.
//
// A [Document] is one file and a [Definition] a named [Schema] in it. Schema is
// implemented by one struct for each type of the language, such as [*Object],
// [*String] and [*Query]; use a type switch to tell them apart. Each embeds a [Node],
// which knows its position in the file. What cannot be read is an [*Invalid], so a
// Schema is never nil unless its field says so. A field that can be absent is an
// [Opt], or a nil list.
//
// [Walk] visits a schema and all schemas inside it, [Links] their references, and
// [Parts] the data of a record or method. [Rules] lists what this package can find;
// package lint checks the rest of the language.
package lexicon
