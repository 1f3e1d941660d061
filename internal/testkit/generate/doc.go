// Package generate makes Lexicons and values for tests, at random but the same
// for the same source of randomness: Schemas gives schemas without lint errors,
// Edit a change of them, Value a value that fits a schema or misses it by little,
// JSON and CBOR its text.
package generate
