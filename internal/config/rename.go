package config

import (
	"cmp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

// Renamed returns the edits that give the Lexicons and paths in a text of the config file other
// names, which nsid and path return for the entries that change.
func (c *Config) Renamed(text *diag.Source, nsid, path func(entry string) (string, bool)) (edits []diag.Edit, err error) {
	root, err := parseYAML(c.Path, text.Text)
	if err != nil || root == nil || root.Kind != yaml.MappingNode {
		return nil, err
	}
	rename := func(list *yaml.Node, change func(string) (string, bool)) {
		if list == nil || list.Kind != yaml.SequenceNode {
			return
		}
		for _, n := range list.Content {
			renamed, ok := change(n.Value)
			if n.Kind != yaml.ScalarNode || !ok {
				continue
			}
			start := offset(text.Text, n.Line, n.Column)
			if start < len(text.Text) && (text.Text[start] == '"' || text.Text[start] == '\'') {
				start++
			}
			if strings.HasPrefix(string(text.Text[start:]), n.Value) { // else it has escapes
				span := diag.Span{Start: int32(start), End: int32(start + len(n.Value))}
				edits = append(edits, diag.Edit{Source: text, Span: span, New: renamed})
			}
		}
	}
	_, lexicons := lookup(root, "lexicons")
	rename(lexicons, path)
	if _, entries := lookup(root, "ignore"); entries != nil && entries.Kind == yaml.SequenceNode {
		for _, entry := range entries.Content {
			if entry.Kind == yaml.MappingNode {
				_, nsids := lookup(entry, "nsids")
				rename(nsids, nsid)
				_, paths := lookup(entry, "paths")
				rename(paths, path)
			}
		}
	}
	slices.SortFunc(edits, func(a, b diag.Edit) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	return slices.CompactFunc(edits, func(a, b diag.Edit) bool { return a.Span == b.Span }), nil // of an alias
}
