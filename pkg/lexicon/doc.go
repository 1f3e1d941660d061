// Package lexicon reads schema files of Lexicon, the schema language of the AT
// Protocol, and joins them to catalogs.
//
// [Parse] reads one file and [Load] whole folders. Both go on after a fault:
// the result holds what could be read, and its list of findings says what is
// wrong, where, and what to do about it.
//
// A [Document] is one file: its id, its definitions, and the JSON text it was
// read from as a tree of [Value]. A [Definition] is a named [Schema]. Schema is
// implemented by one struct for each type of the language, such as [*Object],
// [*String] or [*Query]; use a type switch to tell them apart. Each embeds a
// [Node], which knows the place in the file. What cannot be read is an
// [*Invalid], so a Schema inside the model is never nil unless its field says
// so. A field that may be absent is an [Opt], or nil where it is a list.
//
// A [Catalog] is a set of documents in which each [Link], the use of a
// reference, leads to the definition that it means. It is read-only and safe
// for many goroutines.
//
// [Walk] visits a schema and all schemas inside it, [Links] their references,
// [Parts] the data that a record or method takes and gives.
//
// A [Finding] is the one form of a report, here and in the packages that build
// on this one: a [Rule] that is broken, a message, and a [Location], whose
// [Source] turns byte offsets into lines and columns. [Rules] lists what this
// package can find. Whether a schema is sensible, and not only readable, is the
// matter of package lint.
package lexicon
