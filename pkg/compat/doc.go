// Package compat compares two revisions of a set of Lexicons. It finds what
// changed between them, and which data each change breaks.
//
// [Compare] takes two catalogs, the older first. Lexicons are matched by their
// ids, definitions and fields by their names; files and order do not matter.
// Every change is a finding: it has one of the [Rules], its place in the new
// schema, and a [diag.Change] with its place in the old one and more.
//
// # What breaks
//
// A change breaks backward when a value that is valid under the old schema can
// be invalid under the new one, and forward when a value that is valid under the
// new schema can be invalid under the old one. Both follow from what the schemas
// accept: a limit that excludes nothing breaks nothing. If a comparison finds
// nothing that breaks in either direction, every value is valid on both sides or
// on neither, except for what schemas leave open: fields that they do not name,
// and variants that an open union does not list.
//
// # Severities
//
// An error is what the evolution rules forbid (Versioning in the specification):
// a published schema becomes neither stricter nor looser. A warning is something
// that the rules allow but that can break data, such as a first limit, or that
// deserves a look, such as another default. An info is compatible. In a Lexicon
// whose name marks it as experimental, errors are warnings if only experimental
// Lexicons use what changed.
//
// # References
//
// A change in a definition that others refer to is reported once, where it is,
// with the records and methods that reach it in Affects. When a ref changes to
// another definition, the two definitions are compared. An inline object is the
// same as a ref to an equal definition. Lexicons that are not loaded are equal if
// their names are; otherwise they cannot be compared.
//
// # Broken schemas
//
// Nothing is said to change where a schema is not valid on a side: the errors
// that lint finds are part of the [Options]. An error that the change brings is
// reported as such; one that the old side has is an info. Report.Partial says that
// there are errors, and Report.Undecided where something changed at one.
package compat
