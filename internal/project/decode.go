package project

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"
	"go.yaml.in/yaml/v4/plugin/loaderlimits"

	"github.com/lexsmith/lexsmith/internal/cli"
	"github.com/lexsmith/lexsmith/internal/policy"
	"github.com/lexsmith/lexsmith/pkg/diag"
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

// decode fills c from the text of a config file. It walks the nodes itself in order to
// report every error with its position, not only the first.
func decode(c *Config, text []byte) error {
	root, err := parseYAML(c.Path, text)
	if root == nil || err != nil {
		return err
	}
	d := &decoder{config: c}
	d.mapping(root, "the config file", d.keys())
	return errors.Join(d.faults...)
}

// parseYAML returns the root of a text; nil when it has no content. The error is an *Error.
func parseYAML(path string, text []byte) (root *yaml.Node, err error) {
	if !utf8.Valid(text) {
		return nil, &Error{path, 1, 1, "invalid UTF-8"}
	}
	text = bytes.TrimPrefix(text, []byte(byteOrderMark))
	if at := bytes.Index(append([]byte("\n"), text...), []byte("\n%TAG")); at >= 0 {
		return nil, &Error{path, 1 + bytes.Count(text[:at], []byte("\n")), 1, "tag directives are not supported"}
	}
	text = yaml12.replace(text)
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

// replacements are made before a text is parsed.
type replacements [][2]string

func (all replacements) replace(text []byte) []byte {
	for _, r := range all {
		text = bytes.ReplaceAll(text, []byte(r[0]), []byte(r[1]))
	}
	return text
}

// yaml12 makes a text of YAML 1.2 one of YAML 1.1, which ends lines at more characters.
var yaml12 = replacements{{"%YAML 1.2", "%YAML 1.1"}, {"\u0085", " "}, {"\u2028", " "}, {"\u2029", " "}}

// maxFaults is how many errors of a file are reported.
const maxFaults = 100

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

type decoder struct {
	config *Config
	faults []error
}

func (d *decoder) report(at *yaml.Node, format string, args ...any) {
	if len(d.faults) == maxFaults {
		return
	}
	d.faults = append(d.faults, &Error{d.config.Path, at.Line, at.Column, fmt.Sprintf(format, args...)})
}

// checkName refuses what is not the name of a rule or a group.
func (d *decoder) checkName(n *yaml.Node, name string) bool {
	err := policy.CheckName(name)
	if err != nil {
		d.report(n, "%s", err)
	}
	return err == nil
}

// oneOf reads one of some names of a kind; "" for any other value, which it reports.
func (d *decoder) oneOf(n *yaml.Node, what, kind string, names ...string) string {
	name, ok := d.text(n, what)
	if ok && !slices.Contains(names, name) {
		d.report(n, "unknown %s %s%s", kind, quote(name), cli.Suggest(name, names))
		return ""
	}
	return name
}

// level reads a severity out of names.
func (d *decoder) level(n *yaml.Node, what string, names ...string) (diag.Severity, bool) {
	name := d.oneOf(n, what, "severity", names...)
	return diag.SeverityByName(name)
}

// list reads a list of strings that are not empty, those that check accepts unless it is
// nil.
func (d *decoder) list(n *yaml.Node, what string, check func(*yaml.Node, string) bool) []string {
	var texts []string
	for _, item := range d.items(n, what, "strings") {
		text, ok := d.text(item, "an entry of "+what)
		if ok && (check == nil || check(item, text)) {
			texts = append(texts, text)
		}
	}
	return texts
}

// text reads a string that is not empty.
func (d *decoder) text(n *yaml.Node, what string) (string, bool) {
	if kind := kindOf(n); kind != aString {
		d.report(n, "%s must be a string, but is %s", what, kind)
		return "", false
	}
	text := n.Value
	if n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0 {
		text = strings.TrimSuffix(text, "\n")
	}
	if text == "" {
		d.report(n, "%s is empty", what)
		return "", false
	}
	return text, true
}

// boolean reads true or false.
func (d *decoder) boolean(n *yaml.Node, what string) bool {
	if n.ShortTag() != "!!bool" {
		d.report(n, "%s must be true or false, but is %s", what, kindOf(n))
	}
	value, err := strconv.ParseBool(n.Value)
	if n.ShortTag() == "!!bool" && err != nil {
		d.report(n, "%s must be true or false, but is %s", what, quote(n.Value))
	}
	return value
}

// items returns the entries of a list with aliases resolved.
func (d *decoder) items(n *yaml.Node, what, of string) []*yaml.Node {
	if n.Kind != yaml.SequenceNode {
		d.report(n, "%s must be a list of %s, but is %s", what, of, kindOf(n))
		return nil
	}
	items := make([]*yaml.Node, len(n.Content))
	for i, item := range n.Content {
		items[i] = resolve(item)
	}
	return items
}

// entries returns the keys of a mapping and their values, with aliases resolved.
func (d *decoder) entries(n *yaml.Node, what string) iter.Seq2[*yaml.Node, *yaml.Node] {
	return func(yield func(key, value *yaml.Node) bool) {
		if n.Kind != yaml.MappingNode {
			d.report(n, "%s must be a mapping, but is %s", what, kindOf(n))
			return
		}
		seen := map[string]*yaml.Node{}
		for i := 0; i+1 < len(n.Content); i += 2 {
			key := resolve(n.Content[i])
			if first := seen[key.Value]; first != nil {
				d.report(key, "mapping key %s already defined at [%d:%d]", quote(key.Value), first.Line, first.Column)
				continue
			}
			seen[key.Value] = key
			if !yield(key, resolve(n.Content[i+1])) {
				return
			}
		}
	}
}

// mapping reads the values of keys. A key without a value counts as absent.
func (d *decoder) mapping(n *yaml.Node, what string, keys []Key) {
	for name, value := range d.entries(n, what) {
		i := slices.IndexFunc(keys, func(k Key) bool { return k.Name == name.Value })
		switch {
		case i < 0:
			var known []string
			for _, k := range keys {
				known = append(known, k.Name)
			}
			slices.Sort(known)
			d.report(name, "unknown key %s in %s%s", quote(name.Value), what, cli.Suggest(name.Value, known))
		case !isNull(value):
			keys[i].read(value, strconv.Quote(name.Value))
		}
	}
}

// resolve returns the node behind an alias.
func resolve(n *yaml.Node) *yaml.Node {
	if n.Kind == yaml.AliasNode {
		return n.Alias
	}
	return n
}

func isNull(n *yaml.Node) bool { return n.ShortTag() == "!!null" }

// aString is the kind of a string, see kindOf.
const aString = "a string"

// kindOf returns what a node is, in a few words.
func kindOf(n *yaml.Node) string {
	switch n.Kind {
	case yaml.MappingNode:
		return "a mapping"
	case yaml.SequenceNode:
		return "a list"
	}
	switch n.ShortTag() {
	case "!!int", "!!float":
		return "a number"
	case "!!bool":
		return "a boolean"
	case "!!null":
		return "null"
	}
	return aString
}

// written is a value as messages show it.
func written(n *yaml.Node) string {
	switch kind := kindOf(n); kind {
	case aString:
		return quote(n.Value)
	case "a number":
		return n.Value
	default:
		return kind
	}
}
