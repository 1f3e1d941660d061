package cmd

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// usageError is the error of a command line that cannot be understood.
type usageError struct {
	command string // the command whose help explains the usage
	err     error
}

func (e *usageError) Error() string { return e.err.Error() }
func (e *usageError) Unwrap() error { return e.err }

func unknownCommand(parent *cobra.Command, name string) error {
	var names []string
	for _, c := range parent.Commands() {
		if isCommand(c) || c.IsAdditionalHelpTopicCommand() {
			names = append(names, c.Name())
		}
	}
	message := fmt.Sprintf("unknown command %s", syntax.Quote(name))
	if near := syntax.Nearest(name, names); near != "" {
		message += fmt.Sprintf(", did you mean %q?", near)
	}
	return &usageError{parent.CommandPath(), errors.New(message)}
}

// flagError rewords the errors of the flag parser.
func flagError(c *cobra.Command, err error) error {
	if !c.HasParent() && c.Flags().NArg() > 0 {
		return unknownCommand(c, c.Flags().Arg(0)) // its flags are unknown because the command is
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
		err = fmt.Errorf("--%s requires a value", missing.GetFlag().Name)
	case errors.As(err, &invalid):
		err = fmt.Errorf("--%s: %w", invalid.GetFlag().Name, invalid.Unwrap())
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
			return &usageError{c.CommandPath(), fmt.Errorf("unexpected argument %s", syntax.Quote(args[n]))}
		}
		return nil
	}
}
