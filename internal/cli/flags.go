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
	flags.Var(&enum[T]{target, kind, names}, name, usage+": "+words.Enumerate(names, "or"))
	Complete(c, name, Offer(func(*cobra.Command, []string) []string { return names }))
}

type enum[T ~string] struct {
	target *T
	kind   string
	names  []string
}

func (e *enum[T]) String() string { return textOf(e.target) }
func (e *enum[T]) Type() string   { return e.kind }

func (e *enum[T]) Set(value string) error {
	if !slices.Contains(e.names, value) {
		return fmt.Errorf("invalid value %s%s", words.Quote(value), words.Suggest(value, e.names))
	}
	*e.target = T(value)
	return nil
}

// textOf returns the text of a flag. Of the zero value, which pflag asks, it is "".
func textOf[T ~string](target *T) string {
	if target == nil {
		return ""
	}
	return string(*target)
}

// Text adds a flag that takes a text, with a letter unless that is empty. The text must not
// be empty, as it is when a shell variable is unset. What the target has is the default.
// What says what the value is: "file name".
func Text(flags *pflag.FlagSet, target *string, name, letter, what, usage string) {
	flags.VarP(&text{target, what}, name, letter, usage)
}

type text struct {
	target *string
	what   string
}

func (t *text) String() string { return textOf(t.target) }
func (t *text) Type() string   { return "string" }

func (t *text) Set(value string) error {
	if value == "" {
		return fmt.Errorf("the %s must not be empty", t.what)
	}
	*t.target = value
	return nil
}

// Number adds a flag that takes a whole number, with a letter unless that is empty. What
// the target has is the default. A number below least is refused, and one above most
// lowered to it; 0 stands for no limit.
func Number(flags *pflag.FlagSet, target *int, name, letter string, least, most int, usage string) {
	flags.VarP(&number{target, least, most}, name, letter, usage)
}

type number struct {
	target      *int
	least, most int
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
		return fmt.Errorf("%s is not an integer", words.Quote(value))
	case v < n.least:
		return fmt.Errorf("the value must be at least %d", n.least)
	case n.most > 0:
		v = min(v, n.most)
	}
	*n.target = v
	return nil
}

// Size adds a flag that takes a number of bytes: "5MiB", "64kB", "1000". What the target
// has is the default.
func Size(flags *pflag.FlagSet, target *int64, name, usage string) {
	flags.Var(&size{target}, name, usage)
}

type size struct{ target *int64 }

// sizeUnits are the units of sizes, the largest of each kind first.
var sizeUnits = []struct {
	name  string
	bytes int64
}{
	{"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10}, {"GB", 1e9}, {"MB", 1e6}, {"kB", 1e3}, {"B", 1}, {"", 1},
}

func (s *size) String() string {
	if s.target == nil { // pflag asks the zero value
		return ""
	}
	for _, u := range sizeUnits {
		if n := *s.target; n >= u.bytes && n%u.bytes == 0 {
			return strconv.FormatInt(n/u.bytes, 10) + u.name
		}
	}
	return "0"
}

func (s *size) Type() string { return "size" }

func (s *size) Set(value string) error {
	for _, u := range sizeUnits {
		digits, ok := cutSuffixFold(strings.TrimSpace(value), u.name)
		if !ok {
			continue
		}
		n, err := strconv.ParseInt(strings.TrimSpace(digits), 10, 64)
		if err != nil || n < 1 || n > math.MaxInt64/u.bytes {
			break
		}
		*s.target = n * u.bytes
		return nil
	}
	return fmt.Errorf("%s is not a valid size; use a number of bytes, such as 1000, or a size such as 64kB or 5MiB", words.Quote(value))
}

func cutSuffixFold(text, suffix string) (string, bool) {
	n := len(text) - len(suffix)
	if n < 0 || !strings.EqualFold(text[n:], suffix) {
		return "", false
	}
	return text[:n], true
}
