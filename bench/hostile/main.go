// Hostile runs lexsmith on inputs that cost too much when they are handled
// carelessly, and checks that time and memory stay in proportion to the input.
//
//	go run ./hostile [-large] [-run REGEXP]
//
// Each input is made at two sizes, one twice the other. The exit status is 1 if
// a limit is exceeded.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"

	"github.com/lexsmith/lexsmith/bench/internal/measure"
)

func main() {
	large := flag.Bool("large", false, "add inputs of up to several GB")
	only := flag.String("run", "", "measure only the rows whose input or command matches `REGEXP`")
	flag.Parse()
	match, err := regexp.Compile(*only)
	if err != nil || flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	// What this program has in memory counts for the programs that it starts.
	debug.SetGCPercent(20)
	ok, err := run(match, *large)
	if err != nil {
		fmt.Fprintln(os.Stderr, "hostile:", err)
		os.Exit(2)
	}
	if !ok {
		os.Exit(1)
	}
}

// run measures the rows that match, and reports whether all are within their limits.
func run(match *regexp.Regexp, large bool) (ok bool, err error) {
	work, err := os.MkdirTemp("", "lexsmith-hostile-")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(work)
	lexsmith, err := measure.Build(work, "lexsmith", "..", ".")
	if err != nil {
		return false, err
	}
	t := table{out: os.Stdout, ok: true}
	t.head()
	for _, in := range inputs() {
		var commands []command
		for _, c := range in.commands {
			if match.MatchString(in.name + " " + c.args) {
				commands = append(commands, c)
			}
		}
		if len(commands) == 0 || in.large && !large {
			continue
		}
		if err := t.rows(in, commands, lexsmith, filepath.Join(work, "input")); err != nil {
			return false, fmt.Errorf("%s: %w", in.name, err)
		}
	}
	return t.ok, nil
}

// rows measures commands on an input and prints a line for each. Other programs
// disturb the measurements, so what exceeds a limit gets two more attempts, and the
// best ones count.
func (t *table) rows(in input, commands []command, lexsmith, dir string) error {
	costs := make([][2]cost, len(commands))
	for attempt := range 3 {
		for size := range 2 {
			if err := in.make(dir, in.n<<size); err != nil {
				return err
			}
			for i, c := range commands {
				if attempt == 0 {
					costs[i][size] = c.measure(lexsmith, dir)
				} else if c.faults(costs[i]) != "" {
					costs[i][size] = costs[i][size].best(c.measure(lexsmith, dir))
				}
			}
			if err := os.RemoveAll(dir); err != nil {
				return err
			}
		}
		within := true
		for i, c := range commands {
			within = within && c.faults(costs[i]) == ""
		}
		if within {
			break
		}
	}
	for i, c := range commands {
		t.row(in.name, c, costs[i])
	}
	return nil
}
