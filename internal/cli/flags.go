package cli

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lexsmith/lexsmith/internal/words"
)

// Flags returns the flags of a command, which help lists in the order of their definition.
func Flags(c *cobra.Command) *pflag.FlagSet {
	c.Flags().SortFlags = false
	return c.Flags()
}

// Enum adds a flag that takes one of a few names, with its completion. Its usage text
// gets a list of the names, and its value is called like the flag: FORMAT for --format.
func Enum[T ~string](c *cobra.Command, flags *pflag.FlagSet, target *T, name string, value T, values []T, usage string) {
	names := make([]string, len(values))
	for i, v := range values {
		names[i] = string(v)
	}
	*target = value
	kind := strings.ToUpper(name[strings.LastIndexByte(name, '-')+1:])
	text := func() string { return string(*target) }
	flags.Var(&flagValue{kind, text, func(value string) error {
		if !slices.Contains(names, value) {
			return fmt.Errorf("invalid value %s%s", words.Quote(value), words.Suggest(value, names))
		}
		*target = T(value)
		return nil
	}}, name, usage+": "+words.Enumerate(names, "or"))
	Complete(c, name, Offer(func(*cobra.Command, []string) []string { return names }))
}

// flagValue is the value of a flag, in terms of what it sets.
type flagValue struct {
	kind string // what help calls it
	text func() string
	set  func(string) error
}

func (v *flagValue) Type() string           { return v.kind }
func (v *flagValue) String() string         { return v.text() }
func (v *flagValue) Set(value string) error { return v.set(value) }

// Text adds a flag that takes a text, with a letter unless that is empty. The text must not
// be empty, as it is when a shell variable is unset. What the target has is the default.
// What says what the value is: "file name".
func Text(flags *pflag.FlagSet, target *string, name, letter, what, usage string) {
	text := func() string { return *target }
	flags.VarP(&flagValue{"string", text, func(value string) error {
		if value == "" {
			return fmt.Errorf("the %s must not be empty", what)
		}
		*target = value
		return nil
	}}, name, letter, usage)
}

// Number adds a flag that takes a whole number, with a letter unless that is empty. What
// the target has is the default. A number below least is refused, and one above most
// lowered to it; 0 stands for no limit.
func Number(flags *pflag.FlagSet, target *int, name, letter string, least, most int, usage string) {
	text := func() string { return strconv.Itoa(*target) }
	flags.VarP(&flagValue{"number", text, func(value string) error {
		v, err := strconv.Atoi(value)
		switch {
		case err != nil && !errors.Is(err, strconv.ErrRange):
			return fmt.Errorf("%s is not an integer", words.Quote(value))
		case v < least:
			return fmt.Errorf("the value must be at least %d", least)
		case most > 0:
			v = min(v, most)
		}
		*target = v
		return nil
	}}, name, letter, usage)
}

// Size adds a flag that takes a number of bytes: "5MiB", "64kB", "1000". What the target
// has is the default.
func Size(flags *pflag.FlagSet, target *int64, name, usage string) {
	text := func() string { return sizeText(*target) }
	flags.Var(&flagValue{"size", text, func(value string) error {
		size, err := parseSize(value)
		if err == nil {
			*target = size
		}
		return err
	}}, name, usage)
}

// sizeUnits are the units of sizes, the largest of each kind first.
var sizeUnits = []struct {
	name  string
	bytes int64
}{
	{"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10}, {"GB", 1e9}, {"MB", 1e6}, {"kB", 1e3}, {"B", 1}, {"", 1},
}

func sizeText(size int64) string {
	for _, u := range sizeUnits {
		if size >= u.bytes && size%u.bytes == 0 {
			return strconv.FormatInt(size/u.bytes, 10) + u.name
		}
	}
	return "0"
}

func parseSize(value string) (int64, error) {
	lower := strings.ToLower(strings.TrimSpace(value))
	for _, u := range sizeUnits {
		digits, ok := strings.CutSuffix(lower, strings.ToLower(u.name))
		if !ok {
			continue
		}
		n, err := strconv.ParseInt(strings.TrimSpace(digits), 10, 64)
		if err != nil || n < 1 || n > math.MaxInt64/u.bytes {
			break
		}
		return n * u.bytes, nil
	}
	return 0, fmt.Errorf("%s is not a valid size; use a number of bytes, such as 1000, or a size such as 64kB or 5MiB", words.Quote(value))
}
