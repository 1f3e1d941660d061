package config

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"
)

// WithInclude returns the text of the config file with one more folder in include,
// before the others. Everything else in the text stays as it is. The folder is written
// without quotes.
func (c *Config) WithInclude(folder string) ([]byte, error) {
	old, err := readFile(c.Path)
	if err != nil {
		return nil, err
	}
	var text []byte
	at, added, err := listEntry{"include", folder, []string{"- " + folder}}.insertion(old)
	if err == nil {
		text = slices.Concat(old[:at], []byte(added), old[at:])
		want, got := *c, Config{Path: c.Path, folder: c.folder}
		want.Include = append([]string{folder}, c.Include...)
		if err = decode(&got, text); err == nil && !reflect.DeepEqual(got, want) {
			err = errors.New("the edit would change the meaning of the file")
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%s: cannot add the folder automatically; add %q to \"include\" yourself", c.Path, folder)
	}
	return text, nil
}

// IgnoreEntry returns what to insert into the text of a config file, and where, to ignore a
// rule in a file with a path relative to it, a string of YAML. The error says why the text
// cannot be extended.
func IgnoreEntry(text []byte, rule, path string) (at int, added string, err error) {
	rules, paths := "rules: ["+rule+"]", "paths: ["+path+"]"
	return listEntry{"ignore", "{" + rules + ", " + paths + "}", []string{"- " + rules, "  " + paths}}.insertion(text)
}

// listEntry is an entry to add to a list at the top level of a config file.
type listEntry struct {
	key   string
	flow  string   // the entry between brackets
	block []string // the lines of the entry in a list with an entry a line
}

// insertion returns what to insert into a text, and where, for the entry to come first.
func (e listEntry) insertion(text []byte) (at int, added string, err error) {
	root, err := parseYAML("", text)
	if err != nil {
		return 0, "", err
	}
	inFlow := root != nil && root.Style&yaml.FlowStyle != 0
	fresh := " [" + e.flow + "]" // the list that has only the entry, as it is after the key and its colon
	if len(e.block) > 1 && !inFlow {
		fresh = "\n  " + strings.Join(e.block, "\n  ")
	}
	list := e.key + ":" + fresh
	switch {
	case root == nil:
		return len(text), atLineStart(text) + list + "\n", nil
	case root.Kind != yaml.MappingNode:
		return 0, "", errors.New("the file is not a mapping")
	}
	key, value := lookup(root, e.key)
	switch {
	case key == nil && inFlow && len(root.Content) > 0:
		return offset(text, root.Content[0].Line, root.Content[0].Column), list + ", ", nil
	case key == nil && inFlow:
		return offset(text, root.Line, root.Column) + 1, list, nil
	case key == nil:
		indent := strings.Repeat(" ", root.Column-1)
		return len(text), atLineStart(text) + indent + strings.ReplaceAll(list, "\n", "\n"+indent) + "\n", nil
	case isNull(value) && value.Value == "":
		start := offset(text, key.Line, key.Column)
		return start + bytes.IndexByte(text[start:], ':') + 1, fresh, nil
	case value.Kind != yaml.SequenceNode:
		return 0, "", fmt.Errorf("%q is not a list", e.key)
	}
	at = offset(text, value.Line, value.Column)
	switch {
	case value.Style&yaml.FlowStyle == 0:
		indent := "\n" + strings.Repeat(" ", value.Column-1)
		return at, strings.Join(e.block, indent) + indent, nil
	case len(value.Content) == 0:
		return at + 1, e.flow, nil
	}
	return at + 1, e.flow + ", ", nil
}

// PlaceOf returns the line and column, both 1-based, of the value of a key of a config file
// that is in another one, in characters; those of the beginning when it is not there.
func PlaceOf(text []byte, outer, inner string) (line, column int) {
	root, err := parseYAML("", text)
	if err != nil {
		return 1, 1
	}
	_, mapping := lookup(root, outer)
	if _, value := lookup(mapping, inner); value != nil {
		return value.Line, value.Column
	}
	return 1, 1
}

// lookup returns the first of the keys with a name in a mapping, and its value; nil when
// there is none.
func lookup(mapping *yaml.Node, name string) (key, value *yaml.Node) {
	if mapping != nil {
		for i := 0; i+1 < len(mapping.Content); i += 2 {
			if mapping.Content[i].Value == name {
				return mapping.Content[i], mapping.Content[i+1]
			}
		}
	}
	return nil, nil
}

// atLineStart returns what a text lacks to end with a line end.
func atLineStart(text []byte) string {
	if len(bytes.TrimPrefix(text, []byte(byteOrderMark))) == 0 || text[len(text)-1] == '\n' {
		return ""
	}
	return "\n"
}
