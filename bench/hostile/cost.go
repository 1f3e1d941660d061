package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/lexsmith/lexsmith/bench/internal/measure"
)

// The limits of every command. A program needs some time and memory for itself.
const (
	baseCPU    = 1500 * time.Millisecond
	cpuPerMB   = time.Second
	baseMemory = 80 << 20
	perByte    = 20  // bytes of memory for each byte of the input
	maxGrowth  = 2.3 // of the output, when the input doubles
	// Of the time, twice the instructions can take three times: with the larger input,
	// the values no longer fit in the caches. A quadratic algorithm takes four times.
	maxTimeGrowth = 3.2
)

// Growth is checked from this time and output on: shorter times are mostly the start
// of the program, and noise. The time of the system, for files, is left out: it depends
// on the disk.
const (
	significant       = time.Second
	significantOutput = 1 << 20
)

// command is a run of lexsmith on an input.
type command struct {
	args    string // in the folder of the input
	stdin   string // a file; "" is none
	status  int    // the exit status that shows that it did what the row is about
	perByte int    // bytes of memory for each byte of the input, in place of the usual; 0: the usual
	memory  int64  // bytes of memory, whatever the size of the input; 0: in proportion
	work    int64  // bytes that the input stands for, if it is compressed or has no end
}

// cost is what a command took.
type cost struct {
	measure.Usage
	input  int64 // bytes
	output int64 // bytes
	err    error
}

// best returns the lowest costs of two measurements, and the error of the second.
func (c cost) best(again cost) cost {
	if again.err != nil || c.err != nil {
		return again
	}
	c.CPU, c.User, c.Peak = min(c.CPU, again.CPU), min(c.User, again.User), min(c.Peak, again.Peak)
	return c
}

// faults says which limits the costs for an input and one of twice its size exceed, or
// that a run failed; "" if all is well.
func (c command) faults(costs [2]cost) string {
	small, large := costs[0], costs[1]
	if err := cmp.Or(large.err, small.err); err != nil {
		return err.Error()
	}
	var faults []string
	if large.CPU > limitCPU(large.input) {
		faults = append(faults, "CPU")
	}
	if large.Peak > c.limitMemory(large.input) {
		faults = append(faults, "memory")
	}
	if c.work == 0 && large.User >= significant && float64(large.User) > maxTimeGrowth*float64(small.User) {
		faults = append(faults, "growth")
	}
	if large.output > significantOutput && float64(large.output) > maxGrowth*float64(small.output) {
		faults = append(faults, "output")
	}
	return strings.Join(faults, ", ")
}

// measure runs a command in the folder of an input.
func (c command) measure(lexsmith, dir string) cost {
	size, err := c.input(dir)
	if err != nil {
		return cost{err: err}
	}
	if err := os.RemoveAll(filepath.Join(dir, "out")); err != nil {
		return cost{err: err}
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute+20*limitCPU(size))
	defer cancel()
	cmd := exec.CommandContext(ctx, lexsmith, strings.Fields(c.args)...)
	cmd.Dir = dir
	var output counter
	cmd.Stdout, cmd.Stderr = &output, &output
	if c.stdin != "" {
		file, err := os.Open(c.stdin)
		if err != nil {
			return cost{err: err}
		}
		defer file.Close()
		cmd.Stdin = file
	}
	usage, err := measure.Run(cmd)
	if _, ran := errors.AsType[*exec.ExitError](err); ran {
		err = nil
	}
	if status := cmd.ProcessState.ExitCode(); err == nil && status != c.status {
		line, _, _ := strings.Cut(string(output.start), "\n")
		err = fmt.Errorf("exit status %d instead of %d: %s", status, c.status, line)
	}
	if ctx.Err() != nil {
		err = fmt.Errorf("stopped after %v", usage.Wall.Round(time.Second))
	}
	return cost{usage, size, output.n, err}
}

// input returns how many bytes a command reads: those of the paths among its
// arguments, or else of the whole folder.
func (c command) input(dir string) (size int64, err error) {
	if c.work > 0 {
		return c.work, nil
	}
	for _, arg := range strings.Fields(c.args) {
		if path := filepath.Join(dir, arg); arg != "out" && exists(path) {
			n, err := sizeOf(path)
			if err != nil {
				return 0, err
			}
			size += n
		}
	}
	if size == 0 {
		return sizeOf(dir)
	}
	return size, nil
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// sizeOf returns the bytes of a file, or of all files below a folder. As each takes
// a block on a disk and work of its own, a file counts as at least 512 bytes.
func sizeOf(path string) (size int64, err error) {
	err = filepath.WalkDir(path, func(_ string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if err == nil {
			size += max(info.Size(), 512)
		}
		return err
	})
	return size, err
}

func limitCPU(input int64) time.Duration {
	return baseCPU + time.Duration(float64(input)/1e6*float64(cpuPerMB))
}

func (c command) limitMemory(input int64) int64 {
	switch {
	case c.memory > 0:
		return c.memory
	case c.perByte > 0:
		return baseMemory + int64(c.perByte)*input
	}
	return baseMemory + perByte*input
}

// counter counts what is written to it, and keeps the start.
type counter struct {
	n     int64
	start []byte
}

func (c *counter) Write(p []byte) (int, error) {
	c.n += int64(len(p))
	if room := 300 - len(c.start); room > 0 {
		c.start = append(c.start, p[:min(room, len(p))]...)
	}
	return len(p), nil
}
