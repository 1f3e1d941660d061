// Package measure times processes against each other, so that a change of the
// machine's speed meets both alike.
package measure

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"time"
)

// Command is a program to time, and its name in the table.
type Command struct {
	Name string
	Args []string
	// Fails says that the program ends with a status other than 0.
	Fails bool
}

// Usage is what one run of a program took.
type Usage struct {
	Wall, CPU time.Duration
	User      time.Duration // the part of CPU outside of the system
	Peak      int64         // resident memory at most, bytes
}

// run runs a program once and throws away what it prints.
func (c Command) run() (Usage, error) {
	cmd := exec.Command(c.Args[0], c.Args[1:]...)
	cmd.Stderr = os.Stderr
	u, err := Run(cmd)
	if _, failed := err.(*exec.ExitError); err != nil && !(failed && c.Fails) {
		return u, fmt.Errorf("%s: %w", c.Name, err)
	}
	return u, nil
}

// Run runs a program once. The error is that of cmd.Run.
func Run(cmd *exec.Cmd) (Usage, error) {
	start := time.Now()
	err := cmd.Run()
	u := Usage{Wall: time.Since(start)}
	if cmd.ProcessState == nil {
		return u, err
	}
	u.User = cmd.ProcessState.UserTime()
	u.CPU = u.User + cmd.ProcessState.SystemTime()
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		u.Peak = usage.Maxrss << 10
	}
	return u, err
}

// Build makes a binary of a package as releases do: static and stripped. The
// package's path counts from a module's folder.
func Build(bin, name, module, pkg string) (string, error) {
	path := filepath.Join(bin, name)
	cmd := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", path, pkg)
	cmd.Dir = module
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	cmd.Stderr = os.Stderr
	return path, cmd.Run()
}

// Goal is what a ratio should be.
type Goal struct {
	Of        func(Usage) float64 // Wall or CPU
	Name      string
	Must, Aim float64
}

// Wall returns how many seconds a run lasted.
func Wall(u Usage) float64 { return u.Wall.Seconds() }

// CPU returns how many seconds of processor time a run used.
func CPU(u Usage) float64 { return u.CPU.Seconds() }

// Pair runs ours and theirs in turn, once to warm up and then n times, and
// writes the medians, the median of the ratios pair by pair, and the goal.
func Pair(w io.Writer, ours, theirs Command, n int, goal Goal) error {
	var ratios, mine, peers []float64
	var peak int64
	for i := range n + 1 {
		a, err := ours.run()
		if err != nil {
			return err
		}
		b, err := theirs.run()
		if err != nil {
			return err
		}
		if i == 0 {
			continue
		}
		ratios = append(ratios, goal.Of(a)/goal.Of(b))
		mine, peers = append(mine, goal.Of(a)), append(peers, goal.Of(b))
		peak = max(peak, a.Peak)
	}
	ratio := median(ratios)
	verdict := "MISSED"
	switch {
	case ratio <= goal.Aim:
		verdict = "aim met"
	case ratio <= goal.Must:
		verdict = "must met"
	}
	_, err := fmt.Fprintf(w, "%-44s %-4s %8.2f ms  %-22s %8.2f ms  ratio %.3f (min %.3f, max %.3f)  must %.2f, aim %.2f: %s  peak %.1f MiB\n",
		ours.Name, goal.Name, 1000*median(mine), theirs.Name, 1000*median(peers),
		ratio, slices.Min(ratios), slices.Max(ratios), goal.Must, goal.Aim, verdict, float64(peak)/(1<<20))
	return err
}

func median[T cmp.Ordered](list []T) T {
	sorted := slices.Sorted(slices.Values(list))
	return sorted[len(sorted)/2]
}
