// Package cmd is the command line of lexsmith: flags in, a call of a package,
// a report out.
package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// The exit statuses.
const (
	statusOK       = 0 // nothing at or above --fail-on
	statusFindings = 1 // findings at or above --fail-on
	statusFailure  = 2 // the work could not be done
)

// errFindings ends a run whose report says why its status is 1.
var errFindings = errors.New("findings")

// usageError is a command line that cannot be understood.
type usageError struct {
	command string // the command whose help tells more
	err     error
}

func (e *usageError) Error() string { return e.err.Error() }

// Main runs lexsmith with the arguments that follow the program's name and
// returns the exit status.
func Main(args []string, streams Streams, build Build) int {
	// Most runs end before what they leave behind is worth collecting.
	if os.Getenv("GOGC") == "" {
		defer debug.SetGCPercent(debug.SetGCPercent(400))
	}
	root := newRoot(&options{ctx: context.Background(), streams: streams, build: build})
	root.SetArgs(append([]string{}, args...)) // nil would mean those of the process
	return exitStatus(root.Execute(), streams.Err)
}

// exitStatus prints an error, unless the report has said it, and returns the
// status that follows.
func exitStatus(err error, stderr io.Writer) int {
	if err == nil {
		return statusOK
	}
	if errors.Is(err, errFindings) {
		return statusFindings
	}
	for line := range strings.Lines(err.Error()) {
		fmt.Fprintf(stderr, "lexsmith: %s\n", printable(strings.TrimSuffix(line, "\n")))
	}
	var usage *usageError
	if errors.As(err, &usage) {
		fmt.Fprintf(stderr, "lexsmith: \"%s --help\" tells more\n", usage.command)
	}
	return statusFailure
}

// printable spells out characters that would act on a terminal.
func printable(line string) string {
	var b strings.Builder
	for _, r := range line {
		if strconv.IsPrint(r) {
			b.WriteRune(r)
			continue
		}
		quoted := strconv.QuoteRune(r)
		b.WriteString(quoted[1 : len(quoted)-1])
	}
	return b.String()
}

func newRoot(o *options) *cobra.Command {
	var version bool
	root := &cobra.Command{
		Use:   "lexsmith",
		Short: "Check, compare and convert Lexicons, the schemas of AT Protocol",
		Example: `lexsmith lint                     check the schemas in ./lexicons
lexsmith lint com/example         check the schemas in a folder
lexsmith rules unlimited-string   explain a rule`,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) > 0 {
				return unknownCommand(c, args[0])
			}
			return nil
		},
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
	root.Flags().BoolVar(&version, "version", false, "what many type before they have seen the command of that name")
	_ = root.Flags().MarkHidden("version") // it is there
	root.AddCommand(
		newLint(o, runLint),
		newValidate(o, runValidate),
		newExport(o, runExport),
		newDiff(o, runDiff),
		newFmt(o, runFmt),
		newRules(o),
		newVersion(o),
		newCompletion(o),
	)
	root.AddCommand(newTopics()...)
	root.SetHelpCommand(newHelp())
	return root
}

func unknownCommand(root *cobra.Command, name string) error {
	var names []string
	for _, c := range root.Commands() {
		if isCommand(c) || c.IsAdditionalHelpTopicCommand() {
			names = append(names, c.Name())
		}
	}
	message := fmt.Sprintf("unknown command %q", name)
	if near := syntax.Nearest(name, names); near != "" {
		message += fmt.Sprintf(", did you mean %q?", near)
	}
	return &usageError{root.CommandPath(), errors.New(message)}
}

// flagError words the faults that the flag parser finds.
func flagError(c *cobra.Command, err error) error {
	if !c.HasParent() && c.Flags().NArg() > 0 {
		return unknownCommand(c, c.Flags().Arg(0)) // its flags are unknown because it is
	}
	var unknown *pflag.NotExistError
	var invalid *pflag.InvalidValueError
	var missing *pflag.ValueRequiredError
	switch {
	case errors.As(err, &unknown) && unknown.GetSpecifiedShortnames() != "":
		err = fmt.Errorf("unknown flag -%s", unknown.GetSpecifiedName())
	case errors.As(err, &unknown):
		err = unknownFlag(c, unknown.GetSpecifiedName())
	case errors.As(err, &missing):
		err = fmt.Errorf("flag --%s needs a value", missing.GetFlag().Name)
	case errors.As(err, &invalid):
		err = fmt.Errorf("flag --%s: %w", invalid.GetFlag().Name, invalid.Unwrap())
	}
	return &usageError{c.CommandPath(), err}
}

func unknownFlag(c *cobra.Command, name string) error {
	var names []string
	c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	if near := syntax.Nearest(name, names); near != "" {
		return fmt.Errorf("unknown flag --%s, did you mean --%s?", name, near)
	}
	return fmt.Errorf("unknown flag --%s", name)
}

// maxArgs refuses more than n arguments.
func maxArgs(n int) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) > n {
			return &usageError{c.CommandPath(), fmt.Errorf("unexpected argument %q", args[n])}
		}
		return nil
	}
}
