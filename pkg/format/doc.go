// Package format lays out the text of Lexicons, and of other JSON, in one
// canonical form: the layout that prettier 3 gives JSON, and the keys in the
// order of the Lexicon specification.
//
// Nothing is lost. Strings keep their spelling, escapes included; numbers keep
// their value. What is laid out already comes out as it is, and prettier leaves
// it alone.
package format
