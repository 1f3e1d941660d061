package cmd

import (
	"encoding/json"
	"errors"
	"io"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lexsmith/lexsmith/internal/build"
	"github.com/lexsmith/lexsmith/internal/cli"
	"github.com/lexsmith/lexsmith/internal/files"
	"github.com/lexsmith/lexsmith/internal/git"
	"github.com/lexsmith/lexsmith/internal/policy"
	"github.com/lexsmith/lexsmith/internal/project"
	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// stdin is the argument that means standard input.
const stdin = files.Stdin

// globals are the flags that every command has, and what a run gets from elsewhere.
type globals struct {
	cli.Streams // with --quiet
	build       build.Info

	settings project.Options
	all      bool
	failOn   string // "" leaves it to the config file
	color    string

	// Of some commands, see addFormat and addReporting.
	format     report.Format
	statistics bool
	exitZero   bool
}

// addTo adds the flags that every command has to the root.
func (g *globals) addTo(root *cobra.Command) {
	flags := root.PersistentFlags()
	flags.SortFlags = false
	flags.StringArrayVarP(&g.settings.Lexicons, "lexicons", "L", nil, "load the schemas at `PATH` to resolve references (repeatable)")
	cli.Enum(root, flags, &g.settings.Profile, "profile", "", []string{"v1", "atproto"}, "language profile")
	flags.Lookup("profile").Usage += " (default the profile in lexsmith.yaml, or v1)"
	flags.BoolVarP(&g.all, "all", "a", false, "show info findings too")
	flags.StringArrayVar(&g.settings.Severity, "severity", nil, "set the severity of a rule or group with `NAME=LEVEL`; LEVEL is error, warning, info, or off (repeatable)")
	cli.Enum(root, flags, &g.failOn, "fail-on", "", []string{"error", "warning", "info"},
		"lowest `SEVERITY` that makes the exit status 1")
	flags.Lookup("fail-on").DefValue = "error"
	cli.Enum(root, flags, &g.color, "color", "auto", []string{"auto", "always", "never"}, "whether to color the report")
	cli.Text(flags, &g.settings.Config, "config", "", "file name", "read settings from `FILE` (default the nearest lexsmith.yaml, up to the repository root)")
	flags.BoolVarP(&g.Quiet, "quiet", "q", false, "print only findings, without the summary")
	// More workers than this would only take memory.
	most := 4 * runtime.GOMAXPROCS(0)
	cli.Number(flags, &g.settings.Workers, "jobs", "j", 1, most, "use `N` workers, at most 4 per processor (default 1 per processor)")
	cli.Complete(root, "severity", overrides)
}

// addFormat adds the flag --format; the first format is the default.
func (g *globals) addFormat(c *cobra.Command, formats ...report.Format) {
	cli.Enum(c, c.Flags(), &g.format, "format", formats[0], formats, "report format")
}

// addReporting adds the flags of the commands that check something.
func (g *globals) addReporting(c *cobra.Command) {
	flags := c.Flags()
	flags.BoolVar(&g.statistics, "statistics", false, "count findings by rule instead of listing them")
	flags.BoolVar(&g.exitZero, "exit-zero", false, "exit with status 0 even if there are findings")
	cli.Text(flags, &g.settings.StdinFilename, "stdin-filename", "", "path", "treat standard input as the file `PATH` in reports, in ignore entries, and to find lexsmith.yaml")
}

// checkReporting refuses what contradicts the flags of addReporting.
func (g *globals) checkReporting(args []string) error {
	if g.statistics && !g.format.HasStatistics() {
		return errors.New("--statistics requires --format text or json")
	}
	return g.checkStdinFilename(slices.Concat(args, g.settings.Lexicons))
}

// checkStdinFilename refuses --stdin-filename where standard input is not among the paths.
func (g *globals) checkStdinFilename(paths []string) error {
	if g.settings.StdinFilename != "" && !slices.Contains(paths, stdin) {
		return errors.New(`--stdin-filename can be used only if the path argument is "-" (standard input)`)
	}
	return nil
}

// text reports whether the report is for people.
func (g *globals) text() bool { return g.format == report.Text }

// overrides completes NAME=LEVEL.
func overrides(_ *cobra.Command, _ []string, text string) ([]string, cobra.ShellCompDirective) {
	if name, _, ok := strings.Cut(text, "="); ok {
		return cli.WithPrefix([]string{name + "=error", name + "=warning", name + "=info", name + "=off"}, text), cobra.ShellCompDirectiveNoFileComp
	}
	names := policy.Names()
	for i := range names {
		names[i] += "="
	}
	return cli.WithPrefix(names, text), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}

// definedNames returns the definitions of the schemas that a command would load, with
// their types. Errors are for the command itself to report.
func (g *globals) definedNames(c *cobra.Command, args []string) []string {
	g.Quiet = true
	s, err := g.open(c.Context())
	if err != nil {
		return nil
	}
	var set *project.Schemas
	if c.Parent().Name() == "export" {
		set, err = s.Load(c.Context(), args)
	} else {
		set, err = s.LoadForData(c.Context())
	}
	if err != nil {
		return nil
	}
	var names []string
	for _, d := range set.Documents() {
		for _, def := range d.Defs {
			if t := def.Schema.Type(); d.ID != "" && t != lexicon.TypeInvalid {
				names = append(names, def.Reference().String()+"\t"+t.String())
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// revisions completes branches and tags of git.
func revisions(c *cobra.Command, _ []string) []string {
	names, _ := git.In(".").Names(c.Context()) // outside of a repository there is nothing to offer
	return names
}

// writeJSON writes a value as indented JSON.
func writeJSON(w io.Writer, value any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(value)
}

func slashed(path string) string { return filepath.ToSlash(path) }
