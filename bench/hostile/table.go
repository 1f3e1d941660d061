package main

import (
	"cmp"
	"fmt"
	"io"
)

// table prints rows, and remembers whether all of them are within their limits.
type table struct {
	out io.Writer
	ok  bool
}

const layout = "%-10s %-58s %9s  %7s %7s %6s  %7s %7s  %8s  %s\n"

func (t *table) head() {
	fmt.Fprintf(t.out, layout, "input", "command", "size", "CPU", "limit", "growth", "memory", "limit", "output", "")
	fmt.Fprintf(t.out, layout, "", "", "", "s", "s", "", "MiB", "MiB", "", "")
}

// row prints what a command took for the larger of two sizes, and how its time grew.
func (t *table) row(name string, c command, small, large cost) {
	growth, broken := "", ""
	if large.User >= significant && small.User > 0 {
		ratio := float64(large.User) / float64(small.User)
		growth = fmt.Sprintf("%.2f", ratio)
		if ratio > maxGrowth && c.work == 0 {
			broken += ", growth"
		}
	}
	if large.CPU > limitCPU(large.input) {
		broken += ", CPU"
	}
	if large.Peak > c.limitMemory(large.input) {
		broken += ", memory"
	}
	if large.output > significantOutput && float64(large.output) > maxGrowth*float64(small.output) {
		broken += ", output"
	}
	if err := cmp.Or(large.err, small.err); err != nil {
		broken += ", " + err.Error()
	}
	verdict := "ok"
	if broken != "" {
		verdict, t.ok = "TOO MUCH: "+broken[len(", "):], false
	}
	fmt.Fprintf(t.out, layout, name, c.args, bytes(large.input),
		fmt.Sprintf("%.2f", large.CPU.Seconds()), fmt.Sprintf("%.1f", limitCPU(large.input).Seconds()), growth,
		mebibytes(large.Peak), mebibytes(c.limitMemory(large.input)), bytes(large.output), verdict)
}

func mebibytes(n int64) string { return fmt.Sprintf("%d", (n+1<<19)>>20) }

// bytes writes a size with a unit.
func bytes(n int64) string {
	switch {
	case n < 1e3:
		return fmt.Sprintf("%d B", n)
	case n < 1e6:
		return fmt.Sprintf("%.1f kB", float64(n)/1e3)
	case n < 1e9:
		return fmt.Sprintf("%.1f MB", float64(n)/1e6)
	}
	return fmt.Sprintf("%.1f GB", float64(n)/1e9)
}
