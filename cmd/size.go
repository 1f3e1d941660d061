package cmd

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// size is the value of a flag that takes a number of bytes: "5MiB", "64kB", "1000".
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
	return fmt.Errorf("%s is not a valid size; use a number of bytes, such as 1000, or a size such as 64kB or 5MiB", syntax.Quote(value))
}

func cutSuffixFold(text, suffix string) (string, bool) {
	n := len(text) - len(suffix)
	if n < 0 || !strings.EqualFold(text[n:], suffix) {
		return "", false
	}
	return text[:n], true
}
