package cmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lexsmith/lexsmith/internal/build"
	"github.com/lexsmith/lexsmith/internal/cli"
	"github.com/lexsmith/lexsmith/internal/report"
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

	failOnGiven bool // the flag beats the config file

	// Of the commands that check something, see reporting; the last one of fmt too.
	statistics    bool
	exitZero      bool
	stdinFilename string // "" is "-"
}

// stdinName returns the name of standard input in reports.
func (o *options) stdinName() string { return cmp.Or(o.stdinFilename, stdin) }

// addTo adds the flags that every command has to the root. Each command adds
// --format itself, since not all support the same formats.
func (o *options) addTo(root *cobra.Command) {
	flags := root.PersistentFlags()
	flags.SortFlags = false
	flags.StringArrayVarP(&o.lexicons, "lexicons", "L", nil, "load the schemas at `PATH` to resolve references (repeatable)")
	addEnum(root, flags, &o.profile, "profile", "", []string{"v1", "atproto"}, "language profile")
	flags.Lookup("profile").Usage += " (default the profile in lexsmith.yaml, or v1)"
	flags.BoolVarP(&o.all, "all", "a", false, "show info findings too")
	flags.StringArrayVar(&o.severity, "severity", nil, "set the severity of a rule or group with `NAME=LEVEL`; LEVEL is error, warning, info, or off (repeatable)")
	addEnum(root, flags, &o.failOn, "fail-on", "error", []string{"error", "warning", "info"},
		"lowest `SEVERITY` that makes the exit status 1")
	flags.Lookup("fail-on").Value.(*enum).given = &o.failOnGiven
	addEnum(root, flags, &o.color, "color", "auto", []string{"auto", "always", "never"}, "whether to color the report")
	addText(flags, &o.config, "config", "", "file name", "read settings from `FILE` (default the nearest lexsmith.yaml, up to the repository root)")
	flags.BoolVarP(&o.quiet, "quiet", "q", false, "print only findings, without the summary")
	// More workers than this would only take memory.
	most := 4 * runtime.GOMAXPROCS(0)
	flags.VarP(&number{&o.jobs, 1, most}, "jobs", "j", "use `N` workers, at most 4 per processor (default 1 per processor)")
	complete(root, "severity", overrides)
}

// addFormat adds the flag --format; the first format is the default.
func (o *options) addFormat(c *cobra.Command, formats ...report.Format) {
	names := make([]string, len(formats))
	for i, f := range formats {
		names[i] = string(f)
	}
	addEnum(c, c.Flags(), &o.format, "format", names[0], names, "report format")
}

// reporting adds the flags of the commands that check something to one of them.
func (o *options) reporting(c *cobra.Command) *cobra.Command {
	flags := c.Flags()
	flags.BoolVar(&o.statistics, "statistics", false, "count findings by rule instead of listing them")
	flags.BoolVar(&o.exitZero, "exit-zero", false, "exit with status 0 even if there are findings")
	addText(flags, &o.stdinFilename, "stdin-filename", "", "path", "treat standard input as the file `PATH` in reports, in ignore entries, and to find lexsmith.yaml")
	run := c.RunE
	c.RunE = func(c *cobra.Command, args []string) error {
		if o.statistics && o.format != string(report.Text) && o.format != string(report.JSON) {
			return &usageError{c.CommandPath(), errors.New("--statistics requires --format text or json")}
		}
		if o.stdinFilename != "" && !slices.Contains(slices.Concat(args, o.lexicons), stdin) {
			return &usageError{c.CommandPath(), errors.New(`--stdin-filename can be used only if the path argument is "-" (standard input)`)}
		}
		return run(c, args)
	}
	return c
}

// enum is the value of a flag that takes one of a few names.
type enum struct {
	target *string
	flag   string
	names  []string
	given  *bool // set when the flag is given; may be nil
}

// addEnum adds a flag that takes one of a few names, with its completion. Its
// usage text gets a list of the names.
func addEnum(c *cobra.Command, flags *pflag.FlagSet, target *string, name, value string, names []string, usage string) {
	*target = value
	flags.Var(&enum{target: target, flag: name, names: names}, name, usage+": "+syntax.Enumerate(names, "or"))
	complete(c, name, offer(func(*cobra.Command, []string) []string { return names }))
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
		return fmt.Errorf("invalid value %s%s", syntax.Quote(value), cli.Suggest(value, e.names))
	}
	*e.target = value
	if e.given != nil {
		*e.given = true
	}
	return nil
}

// text is the value of a flag that must not be empty, as it is when a shell variable is
// unset.
type text struct {
	target *string
	what   string // what the value is: "file name"
}

// addText adds a flag that takes a text, with a letter unless that is empty. What the
// target has is the default.
func addText(flags *pflag.FlagSet, target *string, name, letter, what, usage string) {
	flags.VarP(&text{target, what}, name, letter, usage)
}

func (t *text) String() string {
	if t.target == nil { // pflag asks the zero value
		return ""
	}
	return *t.target
}

func (t *text) Type() string { return "string" }

func (t *text) Set(value string) error {
	if value == "" {
		return fmt.Errorf("the %s must not be empty", t.what)
	}
	*t.target = value
	return nil
}

// number is the value of a flag that takes a whole number.
type number struct {
	target *int
	least  int // smaller ones are refused
	most   int // greater ones are lowered to it; 0: there is no limit
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
	switch {
	case err != nil && !errors.Is(err, strconv.ErrRange):
		return fmt.Errorf("%s is not an integer", syntax.Quote(value))
	case v < n.least:
		return fmt.Errorf("the value must be at least %d", n.least)
	case n.most > 0:
		v = min(v, n.most)
	}
	*n.target = v
	return nil
}
