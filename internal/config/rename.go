package config

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"
)

// Renamed returns the text of the config file with other names of Lexicons and paths, which
// nsid and path return for the entries that change. Everything else in the text stays as it
// is.
func (c *Config) Renamed(nsid, path func(entry string) (string, bool)) (old, new []byte, err error) {
	if old, err = readFile(c.Path); err != nil {
		return nil, nil, err
	}
	root, err := parseYAML(c.Path, old)
	if err != nil || root == nil || root.Kind != yaml.MappingNode {
		return old, old, err
	}
	type edit struct {
		start, end int
		text       string
	}
	var edits []edit
	rename := func(list *yaml.Node, change func(string) (string, bool)) {
		if list == nil || list.Kind != yaml.SequenceNode {
			return
		}
		for _, n := range list.Content {
			text, ok := change(n.Value)
			if n.Kind != yaml.ScalarNode || !ok {
				continue
			}
			start := offset(old, n.Line, n.Column)
			if start < len(old) && (old[start] == '"' || old[start] == '\'') {
				start++
			}
			if strings.HasPrefix(string(old[start:]), n.Value) { // else it has escapes
				edits = append(edits, edit{start, start + len(n.Value), text})
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
	slices.SortFunc(edits, func(a, b edit) int { return b.start - a.start })
	edits = slices.CompactFunc(edits, func(a, b edit) bool { return a.start == b.start }) // of an alias
	new = slices.Clone(old)
	for _, e := range edits {
		new = slices.Concat(new[:e.start], []byte(e.text), new[e.end:])
	}
	return old, new, nil
}
