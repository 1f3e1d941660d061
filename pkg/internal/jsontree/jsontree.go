// Package jsontree reads the text of schema files into trees of JSON values that know
// where they are in the text. It continues after an error, offers repairs, and makes edits
// as a careful author would type them.
//
// A [Value] is read-only. A [Tree] is what a [diag.Source] holds, and makes the edits.
package jsontree

import "github.com/lexsmith/lexsmith/pkg/diag"

// CheckJSON returns what is wrong with a text as JSON, regardless of what it means:
// the findings of the group input, in the order of the text.
//
// Of an object with very many members, or in a text with very many, it does not find
// all names that appear twice.
func CheckJSON(source *diag.Source) []diag.Finding {
	r := new(Memory).reader(source)
	r.forget = true
	r.read()
	return r.found.Findings()
}

// ReadJSON reads a text as JSON, regardless of what it means. It continues after
// an error and returns what it could read, which may be nil, and what is wrong:
// the findings of the group input, in the order of the text. It stops where the
// text has more values than a schema file may have.
func ReadJSON(source *diag.Source) (tree Tree, found diag.Collector) {
	return new(Memory).ReadJSON(source)
}

// ReadJSON is the function of that name, with memory to use again.
func (m *Memory) ReadJSON(source *diag.Source) (tree Tree, found diag.Collector) {
	m.Expected = max(m.Expected, len(source.Text))
	r := m.reader(source)
	root := r.read()
	return Tree{Source: source, Root: root, Partial: r.failed, behind: r.behind}, r.found
}
