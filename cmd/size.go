package cmd

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// size is a flag for a number of bytes, such as 32MiB.
type size struct{ target *int }

// maxSize is the greatest size: offsets in a value have 31 bits.
const maxSize = 1 << 30

// sizeUnits are the units of sizes; without one, a size is in bytes.
var sizeUnits = []struct {
	name  string
	bytes int
}{{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"kB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"B", 1}, {"", 1}}

func (s *size) String() string {
	if s.target == nil { // pflag asks the zero value
		return ""
	}
	for _, unit := range sizeUnits[:3] {
		if n := *s.target; n%unit.bytes == 0 && n/unit.bytes < 1024 {
			return strconv.Itoa(n/unit.bytes) + unit.name
		}
	}
	return strconv.Itoa(*s.target)
}

func (s *size) Type() string { return "size" }

func (s *size) Set(value string) error {
	digits := strings.TrimRight(value, "KMGkmgiIbB ")
	n, err := strconv.Atoi(digits)
	name := strings.TrimSpace(value[len(digits):])
	for _, unit := range sizeUnits {
		if err != nil || !strings.EqualFold(name, unit.name) {
			continue
		}
		switch {
		case n < 1:
			return errors.New("must be at least 1 byte")
		case n > maxSize/unit.bytes:
			return errors.New("must be at most 1GiB")
		}
		*s.target = n * unit.bytes
		return nil
	}
	return fmt.Errorf("%s is not a size, such as 64MiB", syntax.Quote(value))
}
