// Package lint checks Lexicon schemas against the rules of the language, the
// targets of their references, and the style guide of the protocol.
//
// [Lint] takes a catalog and returns findings, including those of the parser; its
// example is a complete program. [Rules] lists what it checks, with an explanation
// and examples for each rule. A schema with a finding of severity error is not a
// valid Lexicon; warnings and info findings are advice.
//
// Many findings have a [diag.Fix]. [Fix] makes them, and a [Baseline] tells new
// findings from old ones.
package lint
