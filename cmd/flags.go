package cmd

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lexsmith/lexsmith/internal/config"
	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// options are the flags that every command has, and what does not come from
// the command line.
type options struct {
	ctx     context.Context // done when the run is to stop
	streams Streams
	build   Build

	lexicons []string
	profile  string // "" leaves it to the config file
	format   string
	all      bool
	severity []string
	failOn   string
	color    string
	config   string
	quiet    bool
	jobs     int // 0: number of processors
}

// addTo adds the flags that every command has to the root. Each command adds
// --format, since not all know the same formats.
func (o *options) addTo(root *cobra.Command) {
	flags := root.PersistentFlags()
	flags.SortFlags = false
	flags.StringArrayVarP(&o.lexicons, "lexicons", "L", nil, "file or folder at `PATH` to resolve references in; repeatable")
	addEnum(root, flags, &o.profile, "profile", "", []string{"v1", "atproto"},
		"reading of the language; default: the config file's, else v1")
	flags.BoolVarP(&o.all, "all", "a", false, "show infos too")
	flags.StringArrayVar(&o.severity, "severity", nil, "rule or group as error, warning, info or off, `NAME=LEVEL`; repeatable")
	addEnum(root, flags, &o.failOn, "fail-on", "error", []string{"error", "warning", "info"},
		"lowest severity that makes the exit status 1")
	addEnum(root, flags, &o.color, "color", "auto", []string{"auto", "always", "never"}, "colour the report")
	flags.StringVar(&o.config, "config", "", "config `FILE`; default: the nearest lexsmith.yaml up to the repository root")
	flags.BoolVarP(&o.quiet, "quiet", "q", false, "findings only, no summary line")
	flags.VarP(&number{&o.jobs, 1}, "jobs", "j", "number `N` of workers; default: the number of processors")
	complete(root, "severity", func(text string) []string {
		if name, _, ok := strings.Cut(text, "="); ok {
			return []string{name + "=error", name + "=warning", name + "=info", name + "=off"}
		}
		names := config.Names(allRules())
		for i := range names {
			names[i] += "="
		}
		return names
	}, cobra.ShellCompDirectiveNoSpace)
}

// addFormat adds the flag --format; the first format is the default.
func (o *options) addFormat(c *cobra.Command, formats ...report.Format) {
	names := make([]string, len(formats))
	for i, f := range formats {
		names[i] = string(f)
	}
	addEnum(c, c.Flags(), &o.format, "format", names[0], names, "form of the report")
}

// enum is a flag that takes one of a few names.
type enum struct {
	target *string
	names  []string
}

// addEnum adds such a flag with its completion.
func addEnum(c *cobra.Command, flags *pflag.FlagSet, target *string, name, value string, names []string, usage string) {
	*target = value
	flags.Var(&enum{target, names}, name, usage)
	complete(c, name, func(string) []string { return names }, cobra.ShellCompDirectiveNoFileComp)
}

func (e *enum) String() string { return *e.target }
func (e *enum) Type() string   { return strings.Join(e.names, "|") }

func (e *enum) Set(value string) error {
	if !slices.Contains(e.names, value) {
		if near := syntax.Nearest(value, e.names); near != "" {
			return fmt.Errorf("unknown value %q, did you mean %q?", value, near)
		}
		return fmt.Errorf("unknown value %q: it is one of %s", value, strings.Join(e.names, ", "))
	}
	*e.target = value
	return nil
}

// number is a flag that takes a whole number from least on.
type number struct {
	target *int
	least  int
}

func (n *number) String() string {
	if n.target == nil { // asked by the flag package of a zero value
		return "0"
	}
	return strconv.Itoa(*n.target)
}

func (n *number) Type() string { return "number" }

func (n *number) Set(value string) error {
	v, err := strconv.Atoi(value)
	if err != nil || v < n.least {
		return fmt.Errorf("%q is not a number from %d on", value, n.least)
	}
	*n.target = v
	return nil
}

// complete offers names for the value of a flag in the shell.
func complete(c *cobra.Command, flag string, names func(text string) []string, directive cobra.ShellCompDirective) {
	err := c.RegisterFlagCompletionFunc(flag, func(_ *cobra.Command, _ []string, text string) ([]string, cobra.ShellCompDirective) {
		return withPrefix(names(text), text), directive
	})
	if err != nil {
		panic(err) // no such flag, or given twice: a fault of the caller
	}
}

func withPrefix(names []string, prefix string) []string {
	var fitting []string
	for _, name := range names {
		if strings.HasPrefix(name, prefix) {
			fitting = append(fitting, name)
		}
	}
	return fitting
}
