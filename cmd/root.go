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
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lexsmith/lexsmith/internal/build"
	"github.com/lexsmith/lexsmith/internal/cli"
	"github.com/lexsmith/lexsmith/internal/report"
)

// The exit statuses.
const (
	statusOK       = 0 // no finding at or above --fail-on
	statusFindings = 1 // findings at or above --fail-on
	statusFailure  = 2 // the command cannot run
)

// errFindings ends a run whose report explains why its status is 1.
var errFindings = errors.New("findings")

// Main runs lexsmith with the arguments and streams of the process and returns
// its exit status. The parameters say which build it is; they are empty unless
// the linker has set them.
func Main(version, commit, date string) int {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400) // most runs are short, and their garbage is small
	}
	return execute(os.Args[1:], systemStreams(), build.Info{Version: version, Commit: commit, Date: date})
}

// execute runs lexsmith with the arguments that follow the program's name and
// returns its exit status.
func execute(args []string, s streams, info build.Info) int {
	log.SetOutput(io.Discard) // net/http logs what services send, which can be secret
	out := &errorWriter{w: s.Out}
	s.Out = out
	if s.Terminal {
		s.Out = cli.Terminal(s.Out)
	}
	if s.ErrTerminal {
		s.Err = cli.Terminal(s.Err)
	}
	o := &options{ctx: context.Background(), streams: s, build: info}
	root := newRoot(o, named(args)...)
	root.SetArgs(append([]string{}, args...)) // nil would mean the arguments of the process
	err := root.Execute()
	if err == nil {
		err = out.err // cobra drops errors of writing help
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
		fmt.Fprintf(stderr, "lexsmith: %s\n", printable(shortened(strings.TrimSuffix(line, "\n"))))
	}
	if usage, ok := errors.AsType[*usageError](err); ok {
		fmt.Fprintf(stderr, "lexsmith: run \"%s --help\" for usage\n", usage.command)
	}
	if signal, ok := errors.AsType[interruption](err); ok {
		return signal.status()
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

// printable escapes characters that a terminal would act on or not show.
func printable(line string) string { return report.Escape(line) }

// newRoot returns the command "lexsmith" with some of its subcommands, or with all of
// them if none is given.
func newRoot(o *options, only ...entry) *cobra.Command {
	var version bool
	root := &cobra.Command{
		Use:   "lexsmith",
		Short: "Check, compare, and convert Lexicons, the schemas of the AT Protocol",
		Example: `lexsmith lint                     check the schemas in ./lexicons
lexsmith lint com/example         check the schemas in a folder
lexsmith rules unlimited-string   explain a rule`,
		Args: noCommand,
		RunE: func(c *cobra.Command, _ []string) error {
			if version {
				return runVersion(o)
			}
			return c.Help()
		},
		SilenceUsage:      true,
		SilenceErrors:     true,
		DisableAutoGenTag: true,
	}
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetIn(o.streams.In)
	root.SetOut(o.streams.Out)
	root.SetErr(o.streams.Err)
	root.SetFlagErrorFunc(flagError)
	root.SetHelpFunc(printHelp)
	o.addTo(root)
	root.Flags().BoolVar(&version, "version", false, `show the version, as "lexsmith version" does`)
	_ = root.Flags().MarkHidden("version") // the flag exists
	root.SetHelpCommand(newHelp())
	if only == nil {
		only = commands
		root.AddCommand(newCompletion())
		root.AddCommand(newTopics()...)
		root.AddCommand(buildCommands()...)
	}
	for _, sub := range only {
		root.AddCommand(sub.make(o))
	}
	o.completeValues(root)
	return root
}
