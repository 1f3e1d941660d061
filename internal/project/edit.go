package project

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
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
	text, err := addInclude(old, folder)
	if err == nil {
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

// addInclude adds a folder to include in the text of a config file.
func addInclude(text []byte, folder string) ([]byte, error) {
	root, err := parseYAML("", text)
	if err != nil {
		return nil, err
	}
	insert := func(at int, new string) ([]byte, error) {
		return bytes.Join([][]byte{text[:at], []byte(new), text[at:]}, nil), nil
	}
	list := "include: [" + folder + "]"
	switch {
	case root == nil:
		return insert(len(text), atLineStart(text)+list+"\n")
	case root.Kind != yaml.MappingNode:
		return nil, errors.New("the file is not a mapping")
	case root.Style&yaml.FlowStyle != 0 && len(root.Content) > 0:
		return insert(offset(text, root.Content[0].Line, root.Content[0].Column), list+", ")
	case root.Style&yaml.FlowStyle != 0:
		return insert(offset(text, root.Line, root.Column)+1, list)
	}
	key, value := lookup(root, "include")
	switch {
	case key == nil:
		return insert(len(text), atLineStart(text)+strings.Repeat(" ", root.Column-1)+list+"\n")
	case isNull(value):
		start := offset(text, key.Line, key.Column)
		return insert(start+bytes.IndexByte(text[start:], ':')+1, " ["+folder+"]")
	case value.Kind != yaml.SequenceNode:
		return nil, errors.New(`"include" is not a list`)
	case value.Style&yaml.FlowStyle == 0:
		return insert(offset(text, value.Line, value.Column), "- "+folder+"\n"+strings.Repeat(" ", value.Column-1))
	case len(value.Content) == 0:
		return insert(offset(text, value.Line, value.Column)+1, folder)
	}
	return insert(offset(text, value.Line, value.Column)+1, folder+", ")
}

// IgnoreEntry returns what to insert into the text of a config file, and where, to ignore a
// rule in a file with a path relative to it. It reports false where the text is not valid,
// or is written in a form that cannot be extended line by line.
func IgnoreEntry(text []byte, rule, path string) (at int, added string, ok bool) {
	entry := func(column int) string {
		indent := strings.Repeat(" ", column-1)
		return indent + "- rules: [" + rule + "]\n" + indent + "  paths: [" + path + "]\n"
	}
	root, err := parseYAML("", text)
	if err != nil || root != nil && (root.Kind != yaml.MappingNode || root.Style&yaml.FlowStyle != 0 || root.Column > 1) {
		return 0, "", false
	}
	key, value := lookup(root, "ignore")
	switch {
	case key == nil:
		return len(text), atLineStart(text) + "ignore:\n" + entry(3), true
	case value.Kind != yaml.SequenceNode || value.Style&yaml.FlowStyle != 0 || value.Line == key.Line:
		return 0, "", false
	}
	return lineStart(text, key.Line+1), entry(value.Column), true
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
