// Package syntax checks the string formats and identifiers of AT Protocol
// Lexicons. Each format has a string type, a Parse function whose *[Error]
// says what is wrong and at which byte, and an Is function that only answers
// yes or no and allocates nothing; [Format] reaches all of them by the name
// that schemas use.
package syntax
