package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"
	"go.yaml.in/yaml/v4/plugin/loaderlimits"
)

// Error is a mistake in a config file.
type Error struct {
	Path         string
	Line, Column int // 1-based, the column in characters
	Message      string
}

// Error returns "PATH:LINE:COLUMN: MESSAGE".
func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.Path, e.Line, e.Column, e.Message)
}

// byteOrderMark may begin a config file, as it does with some editors.
const byteOrderMark = "\ufeff"

// parseYAML returns the root of a text; nil when it has no content. The error is an *Error.
func parseYAML(path string, text []byte) (root *yaml.Node, err error) {
	if !utf8.Valid(text) {
		return nil, &Error{path, 1, 1, "invalid UTF-8"}
	}
	text = bytes.TrimPrefix(text, []byte(byteOrderMark))
	if at := bytes.Index(append([]byte("\n"), text...), []byte("\n%TAG")); at >= 0 {
		return nil, &Error{path, 1 + bytes.Count(text[:at], []byte("\n")), 1, "tag directives are not supported"}
	}
	// The parser knows YAML 1.1, which ends lines at more characters.
	text = []byte(strings.NewReplacer("%YAML 1.2", "%YAML 1.1", "\u0085", " ", "\u2028", " ", "\u2029", " ").Replace(string(text)))
	loader, err := yaml.NewLoader(bytes.NewReader(text), yaml.WithPlugin(loaderlimits.New(loaderlimits.DepthFunc(checkDepth))))
	for err == nil {
		var document yaml.Node
		err = loader.Load(&document)
		switch {
		case err != nil || len(document.Content) == 0 || isEmpty(document.Content[0]):
		case root != nil:
			at := document.Content[0]
			return nil, &Error{path, at.Line, at.Column, "unexpected second YAML document"}
		default:
			root = document.Content[0]
		}
	}
	if err == io.EOF {
		return root, nil
	}
	return nil, syntaxError(path, text, err)
}

// maxDepth is the most levels of lists and mappings.
const maxDepth = 100

func checkDepth(depth int, _ *loaderlimits.DepthContext) error {
	if depth > maxDepth {
		return fmt.Errorf("the nesting is more than %d levels deep", maxDepth)
	}
	return nil
}

func isEmpty(n *yaml.Node) bool { return n.Kind == yaml.ScalarNode && n.Value == "" && n.Style == 0 }

// syntaxError says in plain words what an error of the parser means, where that is known.
func syntaxError(path string, text []byte, err error) error {
	fault, ok := errors.AsType[*yaml.LoadError](err)
	if !ok {
		return &Error{path, 1, 1, longest(err.Error())}
	}
	at, message := fault.Mark, longest(fault.Message)
	switch {
	case strings.Contains(message, "tab character") || bytes.HasPrefix(text[offset(text, at.Line, at.Column):], []byte("\t")):
		message = "use spaces, not tabs, for indentation"
	case strings.HasSuffix(message, "',' or ']'"):
		at, message = fault.ContextMark, `the "[" is not closed`
	case strings.HasSuffix(message, "',' or '}'"):
		at, message = fault.ContextMark, `the "{" is not closed`
	case message == "found unexpected end of stream" && fault.ContextMark.Line > 0:
		at, message = fault.ContextMark, "the quote is not closed"
	case message == "could not find expected ':'" && fault.ContextMark.Line > 0:
		at, message = fault.ContextMark, `the key lacks a ":"`
	case message == "did not find expected node content" && len(bytes.TrimSpace(text[offset(text, at.Line, at.Column):])) == 0:
		message = `a "[" or "{" is not closed`
	}
	return &Error{path, max(at.Line, 1), max(at.Column, 1), message}
}

// longest cuts a message of the parser, which can quote any part of the file.
func longest(message string) string {
	if runes := []rune(message); len(runes) > 200 {
		return string(runes[:200]) + "…"
	}
	return message
}

// quote quotes a text from the file, at most 40 characters of it.
func quote(text string) string {
	if runes := []rune(text); len(runes) > 40 {
		return strconv.Quote(string(runes[:40])) + "…"
	}
	return strconv.Quote(text)
}

// offset returns the offset of a line and column in a text, which counts them from 1.
func offset(text []byte, line, column int) int {
	rest := bytes.TrimPrefix(text, []byte(byteOrderMark))
	for range line - 1 {
		_, rest, _ = bytes.Cut(rest, []byte("\n"))
	}
	for range column - 1 {
		_, size := utf8.DecodeRune(rest)
		rest = rest[size:]
	}
	return len(text) - len(rest)
}
