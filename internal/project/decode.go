package project

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"github.com/lexsmith/lexsmith/internal/cli"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// decode fills c from the text of a config file. It walks the syntax tree
// itself in order to report every error with its position, not only the first.
func decode(c *Config, text []byte, rules []*diag.Rule) error {
	if !utf8.Valid(text) {
		return &Error{c.Path, 1, 1, "invalid UTF-8"}
	}
	d := &decoder{config: c, rules: rules, anchors: map[string]ast.Node{}}
	tokens := lexer.Tokenize(string(text))
	if at, message := checkLimits(tokens); at != nil {
		d.report(at, "%s", message)
		return errors.Join(d.faults...)
	}
	file, err := parser.Parse(tokens, 0)
	if err != nil {
		d.syntaxError(err)
		return errors.Join(d.faults...)
	}
	d.documents(file.Docs)
	return errors.Join(d.faults...)
}

type decoder struct {
	config  *Config
	rules   []*diag.Rule
	anchors map[string]ast.Node
	faults  []error
}

func (d *decoder) syntaxError(err error) {
	if fault, ok := errors.AsType[yaml.Error](err); ok && fault.GetToken() != nil {
		d.report(fault.GetToken(), "%s", plain(fault.GetMessage()))
		return
	}
	d.faults = append(d.faults, &Error{d.config.Path, 1, 1, err.Error()})
}

// plain says in plain words what a message of the parser means, where that is known.
func plain(message string) string {
	switch message {
	case "sequence end token ']' not found":
		return `the "[" is not closed`
	case "could not find flow mapping end token '}'":
		return `the "{" is not closed`
	case "found character '\t' that cannot start any token":
		return "use spaces, not tabs, for indentation"
	}
	return longest(message)
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

func (d *decoder) report(at *token.Token, format string, args ...any) {
	line, column := 1, 1
	if at != nil && at.Position != nil {
		line, column = at.Position.Line, at.Position.Column
	}
	d.faults = append(d.faults, &Error{d.config.Path, line, column, fmt.Sprintf(format, args...)})
}

func (d *decoder) documents(docs []*ast.DocumentNode) {
	first := true
	for _, doc := range docs {
		if _, directive := doc.Body.(*ast.DirectiveNode); directive || doc.Body == nil {
			continue
		}
		if !first {
			d.report(doc.Body.GetToken(), "unexpected second YAML document")
			return
		}
		first = false
		d.root(doc.Body)
	}
}

func (d *decoder) root(n ast.Node) {
	c := d.config
	d.mapping(n, "the config file", map[string]func(ast.Node){
		"profile":  d.profile,
		"lexicons": func(n ast.Node) { c.Lexicons = d.list(n, `"lexicons"`, nil) },
		"include":  func(n ast.Node) { c.Include = d.list(n, `"include"`, nil) },
		"severity": d.severity,
		"ignore":   d.ignore,
		"fail-on": func(n ast.Node) {
			if severity, ok := d.level(n, `"fail-on"`, "error", "warning", "info"); ok {
				c.FailOn = lexicon.Some(severity)
			}
		},
		"extra-fields": func(n ast.Node) {
			if severity, ok := d.level(n, `"extra-fields"`, "off", "info", "warning", "error"); ok {
				c.ExtraFields = ExtraFields(severity)
			}
		},
		"diff": func(n ast.Node) {
			d.mapping(n, `"diff"`, map[string]func(ast.Node){
				"against":   func(n ast.Node) { c.Diff.Against, _ = d.text(n, `"against"`) },
				"published": func(n ast.Node) { c.Diff.Published = d.boolean(n, `"published"`) },
			})
			if c.Diff.Against != "" && c.Diff.Published {
				d.report(n.GetToken(), `"diff" has both "against" and "published"; remove one of them`)
			}
		},
		"format": d.format,
	})
}

func (d *decoder) profile(n ast.Node) {
	name := d.oneOf(n, `"profile"`, "profile", diag.ProfileV1.String(), diag.ProfileATProto.String())
	if profile, ok := diag.ProfileByName(name); ok {
		d.config.Profile = lexicon.Some(profile)
	}
}

// level reads a severity out of names.
func (d *decoder) level(n ast.Node, what string, names ...string) (diag.Severity, bool) {
	name := d.oneOf(n, what, "severity", names...)
	return diag.SeverityByName(name)
}

// oneOf reads one of some names of a kind; "" for any other value, which it reports.
func (d *decoder) oneOf(n ast.Node, what, kind string, names ...string) string {
	name, ok := d.text(n, what)
	if ok && !slices.Contains(names, name) {
		d.report(n.GetToken(), "unknown %s %s%s", kind, quote(name), cli.Suggest(name, names))
		return ""
	}
	return name
}

func (d *decoder) severity(n ast.Node) {
	for _, entry := range d.entries(n, `"severity"`) {
		name := entry.Key.GetToken().Value
		if !d.checkName(entry.Key.GetToken(), name) {
			continue
		}
		value := d.resolve(entry.Value)
		if severity, ok := d.level(value, "the severity of "+quote(name), severities...); ok {
			d.config.Severity = append(d.config.Severity, Override{name, severity})
		}
	}
}

func (d *decoder) ignore(n ast.Node) {
	wildcards, names := 0, 0
	for _, item := range d.items(n, `"ignore"`, "mappings") {
		var entry Ignore
		if _, null := item.(*ast.NullNode); !null {
			before := len(d.faults)
			d.mapping(item, "an ignore entry", map[string]func(ast.Node){
				"paths": func(n ast.Node) { entry.Paths = PathGlobs(d.list(n, `"paths"`, nil)) },
				"nsids": func(n ast.Node) { entry.NSIDs = NSIDGlobs(d.list(n, `"nsids"`, nil)) },
				"rules": func(n ast.Node) { entry.Rules = d.list(n, `"rules"`, d.checkName) },
				"reason": func(n ast.Node) {
					reason, _ := d.text(n, `"reason"`)
					entry.Reason = strings.Join(strings.Fields(reason), " ")
				},
				"until": func(n ast.Node) { entry.Until = d.until(n) },
			})
			if entry.Until != "" && entry.Reason == "" {
				d.report(item.GetToken(), `"until" requires a "reason"`)
			}
			if len(d.faults) > before {
				continue
			}
		}
		if len(entry.Paths)+len(entry.NSIDs)+len(entry.Rules) == 0 {
			d.report(item.GetToken(), "an empty ignore entry would match everything; add paths, nsids, or rules")
			continue
		}
		if wildcards += wild(entry.Paths) + wild(entry.NSIDs); wildcards > maxWildcards {
			d.report(item.GetToken(), `"ignore" has more than %d wildcard patterns; list a folder to match everything below it`, maxWildcards)
			return
		}
		if names += len(entry.Rules); names > maxNames {
			d.report(item.GetToken(), `"ignore" lists more than %d rules; put their paths in one entry`, maxNames)
			return
		}
		d.config.Ignore = append(d.config.Ignore, entry)
	}
}

// until reads a date or a version, which YAML may read as a number.
func (d *decoder) until(n ast.Node) string {
	text := n.GetToken().Value
	if _, err := time.Parse(time.DateOnly, text); err != nil && versionOf(text) == "" {
		d.report(n.GetToken(), `"until" must be a date such as 2027-01-31, or a version such as v2.0.0`)
		return ""
	}
	return text
}

// checkName refuses what is not the name of a rule or a group.
func (d *decoder) checkName(name *token.Token, text string) bool {
	err := CheckName(text, d.rules)
	if err != nil {
		d.report(name, "%s", err)
	}
	return err == nil
}

// list reads a list of strings that are not empty, those that check accepts unless it is
// nil.
func (d *decoder) list(n ast.Node, what string, check func(*token.Token, string) bool) []string {
	var texts []string
	for _, item := range d.items(n, what, "strings") {
		text, ok := d.text(item, "an entry of "+what)
		if ok && (check == nil || check(item.GetToken(), text)) {
			texts = append(texts, text)
		}
	}
	return texts
}

// text reads a string that is not empty.
func (d *decoder) text(n ast.Node, what string) (string, bool) {
	var text string
	switch n := n.(type) {
	case *ast.StringNode:
		text = n.Value
	case *ast.LiteralNode:
		text = strings.TrimSuffix(n.Value.Value, "\n")
	default:
		d.report(n.GetToken(), "%s must be a string, but is %s", what, kind(n))
		return "", false
	}
	if text == "" {
		d.report(n.GetToken(), "%s is empty", what)
		return "", false
	}
	return text, true
}

// boolean reads true or false.
func (d *decoder) boolean(n ast.Node, what string) bool {
	b, ok := n.(*ast.BoolNode)
	if !ok {
		d.report(n.GetToken(), "%s must be true or false, but is %s", what, kind(n))
	}
	return ok && b.Value
}

// items returns the entries of a list with aliases resolved.
func (d *decoder) items(n ast.Node, what, of string) []ast.Node {
	list, ok := n.(*ast.SequenceNode)
	if !ok {
		d.report(n.GetToken(), "%s must be a list of %s, but is %s", what, of, kind(n))
		return nil
	}
	items := make([]ast.Node, len(list.Values))
	for i, item := range list.Values {
		items[i] = d.resolve(item)
	}
	return items
}

func (d *decoder) entries(n ast.Node, what string) []*ast.MappingValueNode {
	mapping, ok := n.(*ast.MappingNode)
	if !ok {
		d.report(n.GetToken(), "%s must be a mapping, but is %s", what, kind(n))
		return nil
	}
	return mapping.Values
}

// mapping passes each value to the function of its key. A key without a value
// counts as absent.
func (d *decoder) mapping(n ast.Node, what string, fields map[string]func(ast.Node)) {
	for _, entry := range d.entries(n, what) {
		key := entry.Key.GetToken()
		read, known := fields[key.Value]
		if !known {
			d.report(key, "unknown key %s in %s%s", quote(key.Value), what, cli.Suggest(key.Value, slices.Sorted(maps.Keys(fields))))
			continue
		}
		value := d.resolve(entry.Value)
		if _, null := value.(*ast.NullNode); !null {
			read(value)
		}
	}
}

// resolve returns the node behind an anchor, alias or tag.
func (d *decoder) resolve(n ast.Node) ast.Node {
	switch node := n.(type) {
	case *ast.AnchorNode:
		value := d.resolve(node.Value)
		d.anchors[node.Name.GetToken().Value] = value
		return value
	case *ast.AliasNode:
		if value, ok := d.anchors[node.Value.GetToken().Value]; ok {
			return value
		}
	case *ast.TagNode:
		return d.resolve(node.Value)
	}
	return n
}

func kind(n ast.Node) string {
	switch n.(type) {
	case *ast.MappingNode:
		return "a mapping"
	case *ast.SequenceNode:
		return "a list"
	case *ast.StringNode, *ast.LiteralNode:
		return "a string"
	case *ast.IntegerNode, *ast.FloatNode, *ast.InfinityNode, *ast.NanNode:
		return "a number"
	case *ast.BoolNode:
		return "a boolean"
	case *ast.NullNode:
		return "null"
	case *ast.AliasNode:
		return "an undefined alias"
	}
	return "an unsupported value"
}
