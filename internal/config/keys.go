package config

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/lexsmith/lexsmith/internal/words"

	"go.yaml.in/yaml/v4"

	"github.com/lexsmith/lexsmith/internal/policy"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// Key is a key of the config file.
type Key struct {
	Name        string
	Description string
	Type        KeyType
	Choices     []string // of TypeChoice and TypeColumns
	Keys        []Key    // of TypeMapping, and of each entry of TypeMappings

	read func(n *yaml.Node, what string) // the value; what is the key in messages
}

// KeyType is the type of the value of a key.
type KeyType int

// The types of values.
const (
	TypeChoice     KeyType = iota // one of Choices
	TypeColumns                   // one of Choices, some of which are numbers
	TypeNumber                    // at least 1
	TypeBoolean                   // true or false
	TypeText                      // not empty
	TypeEnd                       // a date or a version
	TypePaths                     // a list of texts: paths or patterns
	TypeRules                     // a list of rules and groups
	TypeSeverities                // severities by rules and groups
	TypeMapping                   // Keys
	TypeMappings                  // a list of mappings of Keys
)

// Keys returns the keys of the config file.
func Keys() []Key { return (&decoder{config: &Config{}}).keys() }

// keys returns the keys, which are read into the config.
func (d *decoder) keys() []Key {
	c := d.config
	return []Key{
		d.choiceKey("profile", "The profile of the language: v1 is the specification, atproto what the live network accepts.", "profile",
			func(name string) { c.Profile.Value, c.Profile.Set = diag.ProfileByName(name) },
			diag.ProfileV1.String(), diag.ProfileATProto.String()),
		d.pathsKey("lexicons", "Files and folders with your schemas, relative to lexsmith.yaml. The default is ./lexicons.", &c.Lexicons),
		d.pathsKey("include", "Files and folders with other people's schemas, which are loaded to resolve references.", &c.Include),
		{
			Name: "sources", Type: TypeMappings, Keys: d.sourceKeys(&Source{}),
			Description: "Git repositories and folders with other people's schemas, which lexsmith pull copies.",
			read:        d.sources,
		}, {
			Name: "severity", Type: TypeSeverities, Description: "The severity of rules and groups. A rule overrides its group.",
			read: d.severity,
		}, {
			Name: "ignore", Type: TypeMappings, Keys: d.ignoreKeys(&policy.Ignore{}),
			Description: "Findings to ignore. An entry matches a finding if all of its keys match.",
			read:        d.ignore,
		},
		d.choiceKey("fail-on", "The lowest severity that makes the exit status 1.", "severity",
			func(name string) { c.FailOn.Value, c.FailOn.Set = diag.SeverityByName(name) },
			"error", "warning", "info"),
		d.choiceKey("extra-fields", "The severity of fields in data that are not defined in the schema.", "severity",
			func(name string) {
				severity, _ := diag.SeverityByName(name)
				c.ExtraFields = policy.ExtraFields(severity)
			}, "off", "info", "warning", "error"),
		{
			Name: "diff", Type: TypeMapping, Keys: d.diffKeys(), Description: "What lexsmith diff does by default.",
			read: func(n *yaml.Node, what string) {
				d.mapping(n, what, d.diffKeys())
				if c.Diff.Against != "" && c.Diff.Published {
					d.report(n, `"diff" has both "against" and "published"; remove one of them`)
				}
			},
		},
		d.mappingKey("format", "How lexsmith fmt lays out Lexicons. Missing settings are taken from .editorconfig.", d.formatKeys()),
		d.mappingKey("docs", "What lexsmith docs writes by default.", d.docsKeys()),
	}
}

// textKey returns a key for a text that is not empty.
func (d *decoder) textKey(name, description string, target *string) Key {
	return Key{Name: name, Type: TypeText, Description: description, read: func(n *yaml.Node, what string) { *target, _ = d.text(n, what) }}
}

// pathsKey returns a key for a list of paths.
func (d *decoder) pathsKey(name, description string, target *[]string) Key {
	return Key{Name: name, Type: TypePaths, Description: description, read: func(n *yaml.Node, what string) { *target = d.list(n, what, nil) }}
}

// choiceKey returns a key for one of some names of a kind.
func (d *decoder) choiceKey(name, description, kind string, set func(choice string), choices ...string) Key {
	return Key{Name: name, Type: TypeChoice, Choices: choices, Description: description, read: func(n *yaml.Node, what string) {
		if choice := d.oneOf(n, what, kind, choices...); choice != "" {
			set(choice)
		}
	}}
}

// mappingKey returns a key for a mapping of keys.
func (d *decoder) mappingKey(name, description string, keys []Key) Key {
	return Key{Name: name, Type: TypeMapping, Keys: keys, Description: description, read: func(n *yaml.Node, what string) { d.mapping(n, what, keys) }}
}

func (d *decoder) diffKeys() []Key {
	diff := &d.config.Diff
	return []Key{
		d.textKey("against", "The revision to compare with, such as origin/main.", &diff.Against),
		{
			Name: "published", Type: TypeBoolean, Description: "Compare with the published Lexicons by default. Cannot be combined with against.",
			read: func(n *yaml.Node, what string) { diff.Published = d.boolean(n, what) },
		},
		d.pathsKey("data", "Files and folders with records, relative to lexsmith.yaml. Findings say which of them a change breaks.", &diff.Data),
	}
}

func (d *decoder) formatKeys() []Key {
	f := &d.config.Format
	return []Key{{
		Name: "indent", Type: TypeColumns, Choices: []string{"2", "4", "tab"}, Description: "The number of columns per level of indentation, or tab.",
		read: func(n *yaml.Node, what string) {
			switch n.Value {
			case "2", "4", "tab":
				columns, _ := strconv.Atoi(n.Value)
				f.Indent = lexicon.Some(columns)
			default:
				d.report(n, `"indent" must be 2, 4, or tab, but is %s`, written(n))
			}
		},
	}, {
		Name: "width", Type: TypeNumber, Description: "The maximum number of columns in a line that can be broken.",
		read: func(n *yaml.Node, what string) {
			width, err := strconv.ParseInt(n.Value, 10, 32)
			if err != nil || width < 1 {
				d.report(n, `"width" must be an integer from 1 to %d, but is %s`, math.MaxInt32, written(n))
				return
			}
			f.Width = lexicon.Some(int(width))
		},
	},
		d.choiceKey("order", "language: put keys in the order of the specification; keep: leave keys in their order.", "order",
			func(order string) { f.KeepOrder = order == "keep" }, "language", "keep"),
	}
}

func (d *decoder) docsKeys() []Key {
	docs := &d.config.Docs
	return []Key{
		d.textKey("output", "The folder for the pages, relative to lexsmith.yaml.", &docs.Output),
		d.textKey("title", "The title of the index.", &docs.Title),
		d.choiceKey("format", "The format of the pages.", "format", func(format string) { docs.Format = format }, "html", "markdown"),
	}
}

func (d *decoder) severity(n *yaml.Node, what string) {
	for key, value := range d.entries(n, what) {
		if !d.checkName(key, key.Value) {
			continue
		}
		name := d.oneOf(value, "the severity of "+quote(key.Value), "severity", "error", "warning", "info", "off")
		if severity, ok := diag.SeverityByName(name); ok {
			d.config.Severity = append(d.config.Severity, policy.Override{Name: key.Value, Severity: severity})
		}
	}
}

// The limits of ignore, whose patterns are compared with the path of every file. What
// an alias repeats counts each time.
const (
	maxWildcards = 500       // patterns that are not the name of a folder, file or Lexicon
	maxNames     = 10_000    // entries of rules
	maxGlobs     = 1_000_000 // more than a file has without aliases
)

func (d *decoder) ignore(n *yaml.Node, what string) {
	wildcards, names, patterns := 0, 0, 0
	for _, item := range d.items(n, what, "mappings") {
		var entry policy.Ignore
		if !isNull(item) {
			before := len(d.faults)
			d.mapping(item, "an ignore entry", d.ignoreKeys(&entry))
			if entry.Until != "" && entry.Reason == "" {
				d.report(item, `"until" requires a "reason"`)
			}
			if len(d.faults) > before {
				continue
			}
		}
		if len(entry.Paths)+len(entry.NSIDs)+len(entry.Rules) == 0 {
			d.report(item, "an empty ignore entry would match everything; add paths, nsids, or rules")
			continue
		}
		if wildcards += policy.Wild(entry.Paths) + policy.Wild(entry.NSIDs); wildcards > maxWildcards {
			d.report(item, `"ignore" has more than %d wildcard patterns; list a folder to match everything below it`, maxWildcards)
			return
		}
		if names += len(entry.Rules); names > maxNames {
			d.report(item, `"ignore" lists more than %d rules; put their paths in one entry`, maxNames)
			return
		}
		if patterns += len(entry.Paths) + len(entry.NSIDs); patterns > maxGlobs {
			d.report(item, `"ignore" has more than %d patterns`, maxGlobs)
			return
		}
		d.config.Ignore = append(d.config.Ignore, entry)
	}
}

func (d *decoder) ignoreKeys(entry *policy.Ignore) []Key {
	return []Key{{
		Name: "paths", Type: TypePaths, Description: "Patterns for files, relative to lexsmith.yaml.",
		read: func(n *yaml.Node, what string) { entry.Paths = policy.PathGlobs(d.list(n, what, nil)) },
	}, {
		Name: "nsids", Type: TypePaths, Description: "Patterns for the ids of Lexicons.",
		read: func(n *yaml.Node, what string) { entry.NSIDs = policy.NSIDGlobs(d.list(n, what, nil)) },
	}, {
		Name: "rules", Type: TypeRules, Description: "Rules and groups.",
		read: func(n *yaml.Node, what string) { entry.Rules = d.list(n, what, d.checkName) },
	}, {
		Name: "reason", Type: TypeText,
		Description: "Why. A change to a schema that the entry matches then stays in the report, as an info finding.",
		read: func(n *yaml.Node, what string) {
			reason, _ := d.text(n, what)
			entry.Reason = strings.Join(strings.Fields(reason), " ")
		},
	}, {
		Name: "until", Type: TypeEnd,
		Description: "The last day of the entry, such as 2027-01-31, or the version that ends it, such as v2.0.0. Requires a reason.",
		read: func(n *yaml.Node, what string) {
			if !policy.IsEnd(n.Value) {
				d.report(n, `"until" must be a date such as 2027-01-31, or a version such as v2.0.0`)
				return
			}
			entry.Until = n.Value
		},
	}}
}

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
			d.report(name, "unknown key %s in %s%s", quote(name.Value), what, words.Suggest(name.Value, known))
		case !isNull(value):
			keys[i].read(value, strconv.Quote(name.Value))
		}
	}
}
