// Package diag has what every check reports: findings, the rules that they belong to, the
// places that they point at, and the edits that fix them.
//
// A [Source] is a text and answers where an offset of it is, in lines and columns. A
// [Finding] belongs to a [Rule] and has a [Location] in a source. A [Collector] keeps
// findings and counts those that are too many.
package diag
