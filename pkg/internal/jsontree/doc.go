// Package jsontree reads the text of schema files into trees of JSON values that know
// where they are in the text. It continues after an error, offers repairs, and makes edits
// as a careful author would type them.
//
// A [Value] is read-only. A [Tree] is what a [diag.Source] holds, and makes the edits.
package jsontree
