// Package compat compares two revisions of a set of Lexicons and says what
// changed between them, and which data each change breaks.
//
// [Compare] takes two catalogs, the older first. Lexicons are matched by their
// ids, definitions and fields by their names; files, and the order in which
// things are written, do not matter. Every change is a finding: of one of the
// [Rules], at its place in the new schema, with a lexicon.Change that has the
// place in the old one and more.
//
// # What breaks
//
// A change breaks backward when a value that is valid under the old schema can
// be invalid under the new one, and forward when one that is valid under the
// new schema can be invalid under the old one. Both are what the schemas accept,
// no opinion: a limit that excludes nothing breaks nothing. Where neither
// direction is broken, every value is valid on both sides or on neither, but for
// what schemas leave open: fields that they do not name, and variants that an
// open union does not list.
//
// # Severities
//
// An error is what the evolution rules forbid (Versioning in the specification):
// a published schema neither tightens nor loosens. A warning is allowed by their
// letter, yet can break data, as a first limit on a field that had none, or
// deserves a look, as another default. An info is compatible. In a Lexicon that
// is experimental by its name errors are warnings, provided that only
// experiments use what changed.
//
// # References
//
// A change in a definition that others refer to is reported once, there, with
// all records and methods that reach it in Affects. A ref that leads to another
// definition is judged by comparing the two. An object that is written out is
// the same as a ref to an equal definition. Lexicons that are not loaded are
// equal when they have one name, and cannot be compared when they have two.
//
// # Broken schemas
//
// A schema that cannot be read is not compared; Report.Partial says that there
// was one. What is wrong with it is found by package lexicon and package lint.
package compat
