// Package validate checks values of the data model against Lexicon schemas.
//
// CheckBoolean, CheckInteger and CheckString hold one scalar value against the
// constraints of its schema and return every one that it breaks.
package validate
