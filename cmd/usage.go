package cmd

import (
	"errors"
	"fmt"
	"strconv"

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
	message := "unknown command " + syntax.Quote(name)
	if familiar := familiarCommand(parent, name); len(familiar) > 0 {
		message += didYouMean(familiar)
	} else if near := syntax.Nearest(name, names); near != "" {
		message += didYouMean([]string{near})
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
		err = unknownFlag(c, "-", unknown.GetSpecifiedName())
	case errors.As(err, &unknown):
		err = unknownFlag(c, "--", unknown.GetSpecifiedName())
	case errors.As(err, &missing):
		err = fmt.Errorf("--%s requires a value", missing.GetFlag().Name)
	case errors.As(err, &invalid):
		name := invalid.GetFlag().Name
		err = fmt.Errorf("--%s: %w%s", name, valueError(invalid), familiarValue(c, name, invalid.GetValue()))
	}
	return &usageError{c.CommandPath(), err}
}

// valueError says what a flag expects instead of its value.
func valueError(invalid *pflag.InvalidValueError) error {
	var number *strconv.NumError
	if !errors.As(invalid, &number) {
		return invalid.Unwrap()
	}
	if invalid.GetFlag().Value.Type() == "bool" {
		return fmt.Errorf("%s is neither true nor false", syntax.Quote(invalid.GetValue()))
	}
	return fmt.Errorf("%s is not a whole number from 0 to 2^64-1", syntax.Quote(invalid.GetValue()))
}

// unknownFlag is the error for a flag that a command does not have, after one dash or
// two.
func unknownFlag(c *cobra.Command, dashes, name string) error {
	message := "unknown flag " + dashes + name
	if use := familiarFlag(c, name); use != "" {
		return errors.New(message + "; use " + use)
	}
	var names []string
	c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	if near := syntax.Nearest(name, names); near != "" && dashes == "--" {
		message += "; did you mean --" + near + "?"
	}
	return errors.New(message)
}

// usage makes a check of the arguments, and of the flags, whose errors are those of usage.
func usage(check func(args []string) error) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if err := check(args); err != nil {
			return &usageError{c.CommandPath(), err}
		}
		return nil
	}
}

// maxArgs refuses more than n arguments.
func maxArgs(n int) cobra.PositionalArgs {
	return usage(func(args []string) error { return atMost(n, args) })
}

func atMost(n int, args []string) error {
	if len(args) > n {
		return fmt.Errorf("unexpected argument %s", syntax.Quote(args[n]))
	}
	return nil
}

// oneDefinition refuses arguments that are not the name of a definition.
func oneDefinition(args []string) error {
	if len(args) == 0 {
		return errors.New("no definition given; pass NSID or NSID#NAME")
	}
	return atMost(1, args)
}
