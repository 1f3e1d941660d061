package project

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

// WithInclude returns the text of the config file with one more folder in include,
// before the others. Everything else in the text stays as it is. The folder is written
// without quotes.
func (c *Config) WithInclude(folder string, rules []*diag.Rule) ([]byte, error) {
	old, err := readFile(c.Path)
	if err != nil {
		return nil, err
	}
	text, err := addInclude(old, folder)
	if err == nil {
		want, got := *c, Config{Path: c.Path, folder: c.folder}
		want.Include = append([]string{folder}, c.Include...)
		if err = decode(&got, bytes.TrimPrefix(text, []byte("\ufeff")), rules); err == nil && !reflect.DeepEqual(got, want) {
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
	bare := bytes.TrimPrefix(text, []byte("\ufeff"))
	mark := len(text) - len(bare)
	file, err := parser.ParseBytes(bare, 0)
	if err != nil {
		return nil, err
	}
	insert := func(at int, new string) []byte {
		at += mark
		return bytes.Join([][]byte{text[:at], []byte(new), text[at:]}, nil)
	}
	var root *ast.MappingNode
	for _, doc := range file.Docs {
		if m, ok := doc.Body.(*ast.MappingNode); ok && root == nil {
			root = m
		}
	}
	list := "include: [" + folder + "]"
	switch {
	case root == nil:
		return insert(len(bare), atLineStart(bare)+list+"\n"), nil
	case root.IsFlowStyle && len(root.Values) > 0:
		return insert(offset(bare, root.Values[0].Key.GetToken()), list+", "), nil
	case root.IsFlowStyle:
		return insert(offset(bare, root.Start)+1, list), nil
	}
	for _, entry := range root.Values {
		if entry.Key.GetToken().Value != "include" {
			continue
		}
		switch value := entry.Value.(type) {
		case *ast.NullNode:
			return insert(offset(bare, entry.Start)+1, " ["+folder+"]"), nil
		case *ast.SequenceNode:
			at := offset(bare, value.Start)
			switch {
			case !value.IsFlowStyle:
				return insert(at, "- "+folder+"\n"+strings.Repeat(" ", value.Start.Position.Column-1)), nil
			case len(value.Values) == 0:
				return insert(at+1, folder), nil
			}
			return insert(at+1, folder+", "), nil
		}
		return nil, errors.New(`"include" is not a list`)
	}
	indent := strings.Repeat(" ", root.Values[0].Key.GetToken().Position.Column-1)
	return insert(len(bare), atLineStart(bare)+indent+list+"\n"), nil
}

// atLineStart returns what a text lacks to end with a line end.
func atLineStart(text []byte) string {
	if len(text) == 0 || text[len(text)-1] == '\n' {
		return ""
	}
	return "\n"
}

// offset returns the offset of a token in the text.
func offset(text []byte, at *token.Token) int {
	rest := text
	for range at.Position.Line - 1 {
		_, rest, _ = bytes.Cut(rest, []byte("\n"))
	}
	start := len(text) - len(rest)
	for range at.Position.Column - 1 {
		_, size := utf8.DecodeRune(rest)
		rest, start = rest[size:], start+size
	}
	return start
}
