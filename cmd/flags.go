package cmd

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lexsmith/lexsmith/internal/build"
	"github.com/lexsmith/lexsmith/internal/config"
	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/internal/rulebook"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// options are the flags that every command has, and what a run gets from
// elsewhere.
type options struct {
	ctx     context.Context // done when the run should stop
	streams streams
	build   build.Info

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
// --format itself, since not all support the same formats.
func (o *options) addTo(root *cobra.Command) {
	flags := root.PersistentFlags()
	flags.SortFlags = false
	flags.StringArrayVarP(&o.lexicons, "lexicons", "L", nil, "load the schemas at `PATH` to resolve references (repeatable)")
	addEnum(root, flags, &o.profile, "profile", "", []string{"v1", "atproto"}, "profile of the language")
	flags.Lookup("profile").Usage += " (default that of lexsmith.yaml, else v1)"
	flags.BoolVarP(&o.all, "all", "a", false, "show infos too")
	flags.StringArrayVar(&o.severity, "severity", nil, "severity of a rule or group, `NAME=LEVEL`; LEVEL is error, warning, info or off (repeatable)")
	addEnum(root, flags, &o.failOn, "fail-on", "error", []string{"error", "warning", "info"},
		"lowest `SEVERITY` that makes the exit status 1")
	addEnum(root, flags, &o.color, "color", "auto", []string{"auto", "always", "never"}, "`WHEN` to color the report")
	flags.StringVar(&o.config, "config", "", "config `FILE` (default the nearest lexsmith.yaml, up to the repository root)")
	flags.BoolVarP(&o.quiet, "quiet", "q", false, "print findings only, no summary")
	flags.VarP(&number{&o.jobs, 1}, "jobs", "j", "number `N` of workers (default the number of processors)")
	complete(root, "severity", func(text string) []string {
		if name, _, ok := strings.Cut(text, "="); ok {
			return []string{name + "=error", name + "=warning", name + "=info", name + "=off"}
		}
		names := config.Names(rulebook.All())
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
	addEnum(c, c.Flags(), &o.format, "format", names[0], names, "report format")
}

// enum is the value of a flag that takes one of a few names.
type enum struct {
	target *string
	flag   string
	names  []string
}

// addEnum adds a flag that takes one of a few names, with its completion. Its
// usage text gets a list of the names.
func addEnum(c *cobra.Command, flags *pflag.FlagSet, target *string, name, value string, names []string, usage string) {
	*target = value
	flags.Var(&enum{target, name, names}, name, usage+": "+syntax.Enumerate(names, "or"))
	complete(c, name, func(string) []string { return names }, cobra.ShellCompDirectiveNoFileComp)
}

func (e *enum) String() string {
	if e.target == nil { // pflag asks the zero value
		return ""
	}
	return *e.target
}

// Type returns the placeholder of the value in help: FORMAT for --format.
func (e *enum) Type() string {
	return strings.ToUpper(e.flag[strings.LastIndexByte(e.flag, '-')+1:])
}

func (e *enum) Set(value string) error {
	if !slices.Contains(e.names, value) {
		return fmt.Errorf("unknown value %s%s", syntax.Quote(value), config.Suggest(value, e.names))
	}
	*e.target = value
	return nil
}

// number is the value of a flag that takes a whole number, at least least.
type number struct {
	target *int
	least  int
}

func (n *number) String() string {
	if n.target == nil { // pflag asks the zero value
		return "0"
	}
	return strconv.Itoa(*n.target)
}

func (n *number) Type() string { return "number" }

func (n *number) Set(value string) error {
	v, err := strconv.Atoi(value)
	if err != nil || v < n.least {
		return fmt.Errorf("%s is not a whole number of at least %d", syntax.Quote(value), n.least)
	}
	*n.target = v
	return nil
}

// complete offers names for the value of a flag when the shell completes it.
func complete(c *cobra.Command, flag string, names func(text string) []string, directive cobra.ShellCompDirective) {
	err := c.RegisterFlagCompletionFunc(flag, func(_ *cobra.Command, _ []string, text string) ([]string, cobra.ShellCompDirective) {
		return withPrefix(names(text), text), directive
	})
	if err != nil {
		panic(err) // the caller named an unknown flag, or one twice
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
