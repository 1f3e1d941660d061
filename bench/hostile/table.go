package main

import (
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
func (t *table) row(name string, c command, costs [2]cost) {
	small, large := costs[0], costs[1]
	growth, verdict := "", "ok"
	if large.User >= significant && small.User > 0 {
		growth = fmt.Sprintf("%.2f", float64(large.User)/float64(small.User))
	}
	if faults := c.faults(costs); faults != "" {
		verdict, t.ok = "TOO MUCH: "+faults, false
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
