// Package describe says in words what a Lexicon, a rule or a setting is: outlines of
// definitions with what uses them, the pages of rules, and the JSON Schemas that editors
// read.
package describe
