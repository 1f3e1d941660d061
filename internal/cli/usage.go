package cli

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lexsmith/lexsmith/internal/words"
)

// UsageError is the error of a command line that cannot be understood.
type UsageError struct {
	Command string // the command whose help explains the usage
	Err     error
}

func (e *UsageError) Error() string { return e.Err.Error() }
func (e *UsageError) Unwrap() error { return e.Err }

// SubcommandNoun is the annotation of a command that says what its subcommands are called.
const SubcommandNoun = "subcommand"

func unknownCommand(parent *cobra.Command, name string) error {
	var names []string
	for _, c := range parent.Commands() {
		if isCommand(c) || c.IsAdditionalHelpTopicCommand() {
			names = append(names, c.Name())
		}
	}
	if len(names) == 0 {
		return &UsageError{parent.CommandPath(), fmt.Errorf("%s has no subcommands", parent.Name())}
	}
	message := "unknown " + cmp.Or(parent.Annotations[SubcommandNoun], "command") + " " + words.Quote(name)
	if familiar := suggestedFor(parent, name); len(familiar) > 0 {
		message += didYouMean(familiar)
	} else if near := nearestName(name, names); near != "" {
		message += didYouMean([]string{near})
	} else if parent.HasParent() { // it has few
		message += words.Expected(names)
	}
	return &UsageError{parent.CommandPath(), errors.New(message)}
}

// nearestName returns the one of names that a name may have meant: a similar one, or the
// only one that it abbreviates or that differs by one letter; "" for none.
func nearestName(name string, names []string) string {
	if near := words.Nearest(name, names); near != "" || len(name) < 2 {
		return near
	}
	possible := slices.DeleteFunc(slices.Clone(names), func(n string) bool { return !strings.HasPrefix(n, name) && !words.Slip(name, n) })
	if len(possible) != 1 {
		return ""
	}
	return possible[0]
}

// FlagError rewords the errors of the flag parser.
func (f Familiar) FlagError(c *cobra.Command, err error) error {
	if (!c.HasParent() || c.Annotations[SubcommandNoun] != "") && c.Flags().NArg() > 0 {
		return unknownCommand(c, c.Flags().Arg(0)) // its flags are unknown because the command is
	}
	var unknown *pflag.NotExistError
	var invalid *pflag.InvalidValueError
	var missing *pflag.ValueRequiredError
	switch {
	case errors.As(err, &unknown) && unknown.GetSpecifiedShortnames() != "":
		letters := unknown.GetSpecifiedShortnames()
		err = f.unknownShort(c, unknown.GetSpecifiedName(), letters)
		if _, missing := os.Lstat("-" + letters); missing == nil {
			err = fmt.Errorf(`%w; to pass a file whose name begins with "-", use ./-%s`, err, letters)
		}
	case errors.As(err, &unknown):
		err = f.unknownLong(c, unknown.GetSpecifiedName())
	case errors.As(err, &missing):
		err = fmt.Errorf("--%s requires a value", missing.GetFlag().Name)
	case errors.As(err, &invalid):
		name := invalid.GetFlag().Name
		short := invalid.GetFlag().Shorthand
		if long := longFlag(c, short+invalid.GetValue()); short != "" && long != "" { // -jobs
			err = fmt.Errorf("unknown flag -%s; did you mean --%s?", long, long)
			break
		}
		err = fmt.Errorf("--%s: %w", name, valueError(invalid))
		if familiar := familiarValue(c, name, invalid.GetValue()); familiar != "" {
			err = fmt.Errorf("--%s: invalid value %s%s", name, words.Quote(invalid.GetValue()), familiar)
		}
	}
	return &UsageError{c.CommandPath(), err}
}

// valueError says what a flag expects instead of its value.
func valueError(invalid *pflag.InvalidValueError) error {
	var number *strconv.NumError
	if !errors.As(invalid, &number) {
		return invalid.Unwrap()
	}
	if invalid.GetFlag().Value.Type() == "bool" {
		return fmt.Errorf("%s is neither true nor false", words.Quote(invalid.GetValue()))
	}
	return fmt.Errorf("%s is not an integer from 0 to 2^64-1", words.Quote(invalid.GetValue()))
}

// unknownLong is the error for a flag that a command does not have, after two dashes.
func (f Familiar) unknownLong(c *cobra.Command, name string) error {
	message := "unknown flag --" + name
	if use := f.Flag(c, name); use != "" {
		return errors.New(message + "; use " + use)
	}
	var names []string
	c.Flags().VisitAll(func(flag *pflag.Flag) { names = append(names, flag.Name) })
	if near := nearestName(name, names); near != "" {
		message += "; did you mean --" + near + "?"
	}
	return errors.New(message)
}

// unknownShort is the error for a letter that is not a flag of a command, after one
// dash. Letters are those from it to the end of the argument.
func (f Familiar) unknownShort(c *cobra.Command, letter, letters string) error {
	if !c.HasParent() && strings.EqualFold(letters, "v") {
		return fmt.Errorf(`unknown flag -%s; "lexsmith version" shows the version`, letter)
	}
	if long := longFlag(c, letters); long != "" {
		return fmt.Errorf("unknown flag -%s; did you mean --%s?", long, long)
	}
	message := "unknown flag -" + letter
	if use := f.Flag(c, letter); use != "" {
		message += "; use " + use
	}
	return errors.New(message)
}

// longFlag returns the name of the flag of a command that was written with one dash and
// ends in these letters, before which each letter is a flag of its own; "" for none.
func longFlag(c *cobra.Command, letters string) (name string) {
	letters, _, _ = strings.Cut(letters, "=")
	c.Flags().VisitAll(func(f *pflag.Flag) {
		before, ok := strings.CutSuffix(f.Name, letters)
		flags := ok && len(letters) > 1
		for i := range len(before) {
			flags = flags && c.Flags().ShorthandLookup(before[i:i+1]) != nil
		}
		if flags && (name == "" || before == "") {
			name = f.Name
		}
	})
	return name
}

// Args makes a check of the arguments, and of the flags, whose errors are those of usage.
func Args(check func(c *cobra.Command, args []string) error) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if err := check(c, args); err != nil {
			return &UsageError{c.CommandPath(), err}
		}
		return nil
	}
}

// NoCommand refuses an argument in the place of a subcommand.
func NoCommand(c *cobra.Command, args []string) error {
	if len(args) > 0 {
		return unknownCommand(c, args[0])
	}
	return nil
}

// MaxArgs refuses more than n arguments.
func MaxArgs(n int) cobra.PositionalArgs {
	return Args(func(_ *cobra.Command, args []string) error { return AtMost(n, args) })
}

// AtMost returns an error for the first of more than n arguments.
func AtMost(n int, args []string) error {
	if len(args) > n {
		return fmt.Errorf("unexpected argument %s", words.Quote(args[n]))
	}
	return nil
}
