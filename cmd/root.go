// Package cmd is the command line of lexsmith: it parses flags, calls the other
// packages and reports what they found.
package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lexsmith/lexsmith/internal/build"
	"github.com/lexsmith/lexsmith/internal/cli"
	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/internal/terminal"
	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// The exit statuses.
const (
	statusOK       = 0 // no finding at or above --fail-on
	statusFindings = 1 // findings at or above --fail-on
	statusFailure  = 2 // the command cannot run
)

// Main runs lexsmith with the arguments and streams of the process and returns
// its exit status. The parameters say which build it is; they are empty unless
// the linker has set them.
func Main(version, commit, date string) int {
	collect(64, 400)
	return run(os.Args[1:], build.Info{Version: version, Commit: commit, Date: date})
}

// run is execute with the streams of the process, until a signal interrupts it.
func run(args []string, info build.Info) int {
	ctx, stop := cli.UntilInterrupt(context.Background())
	defer stop()
	return execute(ctx, args, cli.SystemStreams(), info)
}

// execute runs lexsmith with the arguments that follow the program's name until ctx is
// done, and returns its exit status.
func execute(ctx context.Context, args []string, s cli.Streams, info build.Info) int {
	log.SetOutput(io.Discard) // net/http logs what services send, which can be secret
	out := &errorWriter{w: s.Out}
	s.Out = out
	if s.Terminal {
		s.Out = cli.Terminal(s.Out)
	}
	if s.ErrTerminal {
		s.Err = cli.Terminal(s.Err)
	}
	root := newRoot(&globals{Streams: s, build: info})
	root.SetArgs(append([]string{}, args...)) // nil would mean the arguments of the process
	err := root.ExecuteContext(ctx)
	if err == nil {
		err = out.err // cobra drops errors of writing help
	}
	if errors.Is(err, context.Canceled) && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	return exitStatus(err, s.Err)
}

// errorWriter remembers the first error of writing.
type errorWriter struct {
	w   io.Writer
	err error
}

func (e *errorWriter) Write(p []byte) (int, error) {
	n, err := e.w.Write(p)
	if e.err == nil {
		e.err = err
	}
	return n, err
}

// exitStatus prints an error, unless the report has already explained it, and
// returns the status of the run.
func exitStatus(err error, stderr io.Writer) int {
	if err == nil {
		return statusOK
	}
	if errors.Is(err, errFindings) {
		return statusFindings
	}
	for line := range strings.Lines(err.Error()) {
		fmt.Fprintf(stderr, "lexsmith: %s\n", terminal.Escape(shortened(strings.TrimSuffix(line, "\n"))))
	}
	if usage, ok := errors.AsType[*cli.UsageError](err); ok {
		fmt.Fprintf(stderr, "lexsmith: run \"%s --help\" for usage\n", usage.Command)
	}
	if signal, ok := errors.AsType[cli.SignalError](err); ok {
		return signal.Status()
	}
	return statusFailure
}

// shortened leaves out the middle of a very long message. Errors repeat what the
// command line says, and end with what is wrong with it.
func shortened(line string) string {
	const most, end = 800, 400
	if len(line) <= most {
		return line
	}
	return strings.ToValidUTF8(line[:most-end], "") + "…" + strings.ToValidUTF8(line[len(line)-end:], "")
}

// newRoot returns the command "lexsmith" with its subcommands.
func newRoot(g *globals) *cobra.Command {
	var version bool
	root := &cobra.Command{
		Use:   "lexsmith",
		Short: "Check, compare, and convert Lexicons, the schemas of the AT Protocol",
		Example: `lexsmith lint                     check the schemas in ./lexicons
lexsmith lint com/example         check the schemas in a folder
lexsmith rules unlimited-string   explain a rule`,
		Args: cli.NoCommand,
		RunE: func(c *cobra.Command, _ []string) error {
			if version {
				return runVersion(g)
			}
			return c.Help()
		},
		SilenceUsage:      true,
		SilenceErrors:     true,
		DisableAutoGenTag: true,
	}
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetIn(g.In)
	root.SetOut(g.Out)
	root.SetErr(g.Err)
	root.SetFlagErrorFunc(familiarFlags().FlagError)
	g.addTo(root)
	root.Flags().BoolVar(&version, "version", false, `show the version, as "lexsmith version" does`)
	_ = root.Flags().MarkHidden("version") // the flag exists
	helpCommand := newHelp()
	help := cli.Help{ExitStatus: exitStatuses, Groups: []cli.Group{
		{Title: "Check", Commands: []*cobra.Command{newLint(g), newValidate(g), newStats(g), newDiff(g), newExport(g)}},
		{Title: "Write", Commands: []*cobra.Command{newFmt(g), newNew(g), newInit(g), newShow(g), newDocs(g), newRename(g), newSchema(g), newLSP(g)}},
		{Title: "Publish", Commands: []*cobra.Command{newPull(g), newStatus(g), newPublish(g), newUnpublish(g)}},
		{Title: "Run", Commands: []*cobra.Command{newServe(g), newCall(g), newTest(g), newSample(g)}},
		{Title: "More", Commands: []*cobra.Command{newRules(g), newVersion(g), newCompletion(), helpCommand}},
	}}
	for _, group := range help.Groups {
		root.AddCommand(group.Commands...)
	}
	root.AddCommand(newTopics()...)
	root.AddCommand(buildCommands()...)
	root.SetHelpCommand(helpCommand)
	root.SetHelpFunc(help.Print)
	return root
}

// familiarFlags says what does the work of flags that other tools have under these names,
// or single letters.
func familiarFlags() cli.Familiar {
	familiar := cli.Familiar{}
	for use, names := range map[string]string{
		"--addr HOST:PORT":            "p port",
		"--against":                   "base branch since",
		"--all to show info findings": "v debug verbose",
		"--color never":               "no-color",
		"--fail-on":                   "lint-level",
		"--fail-on warning":           "max-warnings strict",
		"--follow":                    "location",
		"--format json":               "json",
		"--format sarif":              "sarif",
		"--identifier":                "username",
		"--input":                     "d body data",
		"--lexicons":                  "catalog lexicons-dir schema schemas",
		"--password-file or LEXSMITH_APP_PASSWORD": "app-password password",
		"--plc":       "plc-host",
		"--ref":       "nsid type",
		"--service":   "url",
		"--token-env": "token",
		`--severity RULE=off, or an "ignore" entry in lexsmith.yaml`: "I disable ignore ignore-lint",
	} {
		for name := range strings.FieldsSeq(names) {
			familiar[name] = use
		}
	}
	return familiar
}

func newCompletion() *cobra.Command {
	shells := cli.Shells()
	return &cobra.Command{
		Use:   "completion SHELL",
		Short: "Print a shell completion script",
		Example: `source <(lexsmith completion bash)             for this session
lexsmith completion bash > /etc/bash_completion.d/lexsmith
lexsmith completion zsh > "${fpath[1]}/_lexsmith"
lexsmith completion fish > ~/.config/fish/completions/lexsmith.fish
lexsmith completion powershell | Out-String | Invoke-Expression`,
		Long: "The script completes commands, flags, and values such as rules, definitions, and git revisions. SHELL is " +
			words.Enumerate(shells, "or") + ". In bash, the bash-completion package is optional; with it, the file in /etc is loaded on demand.",
		ValidArgs: shells,
		Args: cli.Args(func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("no shell given" + words.Expected(shells))
			}
			if !slices.Contains(shells, args[0]) {
				return fmt.Errorf("unknown shell %s%s", words.Quote(args[0]), words.Suggest(args[0], shells))
			}
			return cli.AtMost(1, args)
		}),
		RunE: func(c *cobra.Command, args []string) error {
			return cli.WriteCompletion(c.OutOrStdout(), c.Root(), args[0])
		},
	}
}

func newVersion(g *globals) *cobra.Command {
	c := &cobra.Command{
		Use:   "version",
		Short: "Show the versions of lexsmith, its build, and its Unicode tables",
		Example: `lexsmith version
lexsmith version --format json`,
		Args: cli.MaxArgs(0),
		RunE: func(*cobra.Command, []string) error { return runVersion(g) },
	}
	g.addFormat(c, report.Text, report.JSON)
	return c
}

func runVersion(g *globals) error {
	b := g.build.Resolve()
	if !g.text() {
		return writeJSON(g.Out, struct {
			Name    string `json:"name"`
			Version string `json:"version"`
			Commit  string `json:"commit,omitempty"`
			Date    string `json:"date,omitempty"`
			Go      string `json:"go"`
			Unicode string `json:"unicode"`
		}{"lexsmith", b.Version, b.Commit, b.Date, runtime.Version(), syntax.UnicodeVersion})
	}
	var text strings.Builder
	fmt.Fprintf(&text, "lexsmith %s\n", b.Version)
	for _, line := range [][2]string{
		{"commit", b.Commit},
		{"date", b.Date},
		{"go", runtime.Version()},
		{"unicode", syntax.UnicodeVersion},
	} {
		if line[1] != "" {
			fmt.Fprintf(&text, "%-8s %s\n", line[0], line[1])
		}
	}
	_, err := fmt.Fprint(g.Out, text.String())
	return err
}
