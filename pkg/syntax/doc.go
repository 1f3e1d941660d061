// Package syntax checks the string formats and identifiers of AT Protocol Lexicons.
//
// Each format has a string type, a Parse function whose *[Error] says what is wrong and
// at which byte, and an Is function that allocates nothing; the
// package example shows both. [Format] gives access to all of them by the name that schemas use. The
// package also parses MIME types, counts graphemes, and has the quoting and wording that
// messages about schemas and data share.
package syntax
