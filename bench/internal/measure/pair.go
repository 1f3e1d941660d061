package measure

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"
)

// Pair is a program to measure and one to compare it with.
type Pair struct {
	Title        string
	Ours, Theirs Command
	Runs         int // of each; one more of each warms up
	Goal         Goal
}

// Goal is what a ratio should be.
type Goal struct {
	Name string // of what is compared: "cpu" or "wall"
	Of   func(Usage) time.Duration
	// The ratio that is required, the one to aim for, and that on a busy machine.
	Must, Aim, Busy float64
}

// CPU returns a goal for processor time.
func CPU(must, aim, busy float64) Goal {
	return Goal{"cpu", func(u Usage) time.Duration { return u.CPU }, must, aim, busy}
}

// Wall returns a goal for the time that passes.
func Wall(must, aim, busy float64) Goal {
	return Goal{"wall", func(u Usage) time.Duration { return u.Wall }, must, aim, busy}
}

// Meter measures pairs and writes what it finds.
type Meter struct {
	Out io.Writer
	// Busy is how many busy processes run beside the programs when they are measured a
	// second time; with 0 they are measured once.
	Busy int
}

// Measure measures a pair on the machine as it is, then beside busy processes.
func (m Meter) Measure(p Pair) error {
	if err := p.measure(m.Out, false); err != nil || m.Busy == 0 {
		return err
	}
	stop, err := startBusy(m.Busy)
	if err != nil {
		return err
	}
	defer stop()
	return p.measure(m.Out, true)
}

// measure runs both programs in turn. It writes the median of the ratios pair by pair
// with the goal, and for each program the medians of what it used.
func (p Pair) measure(w io.Writer, busy bool) error {
	var ours, theirs []Usage
	var ratios []float64
	for i := range p.Runs + 1 {
		a, err := p.Ours.run()
		if err != nil {
			return err
		}
		b, err := p.Theirs.run()
		if err != nil {
			return err
		}
		if i > 0 {
			ours, theirs = append(ours, a), append(theirs, b)
			ratios = append(ratios, p.Goal.Of(a).Seconds()/p.Goal.Of(b).Seconds())
		}
	}
	title, aim := p.Title, p.Goal.Aim
	if busy {
		title, aim = title+", busy", p.Goal.Busy
	}
	ratio, verdict := median(ratios), "MISSED"
	switch {
	case ratio <= aim:
		verdict = "aim met"
	case ratio <= p.Goal.Must:
		verdict = "must met"
	}
	_, err := fmt.Fprintf(w, "%-34s %-4s ratio %.3f (%.3f to %.3f), must %.2f, aim %.2f: %s; load %s\n%s%s", title, p.Goal.Name,
		ratio, slices.Min(ratios), slices.Max(ratios), p.Goal.Must, aim, verdict, load(), row(p.Ours.Name, ours), row(p.Theirs.Name, theirs))
	return err
}

// row writes the medians of the runs of a program.
func row(name string, runs []Usage) string {
	ms := func(of func(Usage) time.Duration) float64 { return medianOf(runs, of).Seconds() * 1000 }
	return fmt.Sprintf("    %-30s wall %8.2f ms, user %8.2f, system %7.2f, faults %7d, peak %6.1f MiB\n", name,
		ms(func(u Usage) time.Duration { return u.Wall }),
		ms(func(u Usage) time.Duration { return u.User }),
		ms(func(u Usage) time.Duration { return u.CPU - u.User }),
		medianOf(runs, func(u Usage) int64 { return u.Faults }),
		float64(medianOf(runs, func(u Usage) int64 { return u.Peak }))/(1<<20))
}

// medianOf returns the median of one of the figures of runs.
func medianOf[T cmp.Ordered](runs []Usage, of func(Usage) T) T {
	var list []T
	for _, u := range runs {
		list = append(list, of(u))
	}
	return median(list)
}

func median[T cmp.Ordered](list []T) T {
	return slices.Sorted(slices.Values(list))[len(list)/2]
}

// load returns the load of the machine in the last minute; "unknown" where the system
// does not say.
func load() string {
	text, err := os.ReadFile("/proc/loadavg")
	if first, _, found := strings.Cut(string(text), " "); err == nil && found {
		return first
	}
	return "unknown"
}
