package config

import (
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/lexsmith/lexsmith/internal/words"

	"go.yaml.in/yaml/v4"

	"github.com/lexsmith/lexsmith/internal/policy"
)

// maxFaults is how many errors of a file are reported.
const maxFaults = 100

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
		d.report(n, "unknown %s %s%s", kind, quote(name), words.Suggest(name, names))
		return ""
	}
	return name
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
