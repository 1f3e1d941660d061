package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/lexsmith/lexsmith/bench/internal/measure"
	"github.com/lexsmith/lexsmith/bench/internal/records"
)

// validate compares lexsmith with indigo on records of each shape as NDJSON, and on
// posts as a CAR and as CBOR. Before it measures it makes sure that both programs find
// exactly the invalid records that are among them.
func (b *bench) validate() error {
	peer, err := b.peer("indigovalidate")
	if err != nil {
		return err
	}
	inputs := []input{
		{records.Post, records.NDJSON, measure.CPU(0.20, 0.08, 0.10)},
		{records.Like, records.NDJSON, measure.CPU(0.20, 0.08, 0.10)},
		{records.Profile, records.NDJSON, measure.CPU(0.20, 0.10, 0.13)},
		{records.Post, records.CAR, measure.CPU(0.20, 0.10, 0.13)},
		{records.Post, records.CBOR, measure.CPU(0.20, 0.10, 0.13)},
	}
	for _, in := range inputs {
		path, invalid, err := b.write(in.shape, in.encoding, b.records)
		if err != nil {
			return err
		}
		title := fmt.Sprintf("%ss as %s", in.shape, in.encoding)
		if err := sameVerdicts(b.ours(path, "--format", "json", "--max-findings", "0"), b.theirs(peer, path, 1), invalid); err != nil {
			return fmt.Errorf("%s: %w", title, err)
		}
		pair := measure.Pair{Title: title, Ours: b.ours(path, "-q", "-j", "1"), Theirs: b.theirs(peer, path, 1), Runs: 7, Goal: in.goal}
		if err := b.Measure(pair); err != nil {
			return err
		}
		if in.encoding != records.NDJSON {
			continue
		}
		// Only lines are shared between workers, by both programs.
		pair.Title += ", 2 workers"
		pair.Ours, pair.Theirs = b.ours(path, "-q", "-j", "2"), b.theirs(peer, path, 2)
		pair.Goal = measure.Wall(0.25, 0.12, 0.15)
		if err := b.Measure(pair); err != nil {
			return err
		}
	}
	return nil
}

// input is a file of records to validate, and what is expected of it.
type input struct {
	shape    records.Shape
	encoding records.Encoding
	goal     measure.Goal // with one worker
}

// write writes records and returns where, and the indexes of those that are not valid.
func (b *bench) write(shape records.Shape, encoding records.Encoding, n int) (path string, invalid []int, err error) {
	program, err := measure.Build(b.bin, "makerecords", ".", "./makerecords")
	if err != nil {
		return "", nil, err
	}
	path = filepath.Join(b.bin, fmt.Sprintf("%s.%s", shape, encoding))
	invalid, err = indexes(exec.Command(program, string(shape), string(encoding), strconv.Itoa(n), path))
	return path, invalid, err
}

// indexes runs a program that prints a number on each line.
func indexes(cmd *exec.Cmd) ([]int, error) {
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Base(cmd.Path), err)
	}
	var list []int
	for line := range strings.Lines(string(out)) {
		i, err := strconv.Atoi(strings.TrimSpace(line))
		if err != nil {
			return nil, err
		}
		list = append(list, i)
	}
	return list, nil
}

// ours is the command of lexsmith for a file or folder of records.
func (b *bench) ours(path string, flags ...string) measure.Command {
	args := append([]string{b.lexsmith, "validate", "-L", b.lexicons}, flags...)
	if filepath.Ext(path) == "."+string(records.CBOR) {
		args = append(args, "--at", records.Place)
	}
	return measure.Command{Name: "lexsmith validate", Args: append(args, path), Fails: true}
}

// theirs is the command of indigo.
func (b *bench) theirs(peer, path string, workers int) measure.Command {
	return measure.Command{Name: "indigo", Args: []string{peer, strconv.Itoa(workers), b.lexicons, path}}
}

// sameVerdicts demands that both programs call exactly those records invalid.
func sameVerdicts(ours, theirs measure.Command, want []int) error {
	got, err := invalidOurs(ours)
	if err != nil {
		return err
	}
	if !slices.Equal(got, want) {
		return fmt.Errorf("lexsmith calls %d records invalid, %d are", len(got), len(want))
	}
	if got, err = indexes(exec.Command(theirs.Args[0], theirs.Args[1:]...)); err != nil {
		return err
	}
	if !slices.Equal(got, want) {
		return fmt.Errorf("indigo calls %d records invalid, %d are", len(got), len(want))
	}
	return nil
}

// invalidOurs returns the indexes of the records that lexsmith calls invalid.
func invalidOurs(c measure.Command) ([]int, error) {
	out, err := exec.Command(c.Args[0], c.Args[1:]...).Output()
	if _, failed := err.(*exec.ExitError); err != nil && !failed {
		return nil, err
	}
	var report struct {
		Findings []struct {
			Record                  json.RawMessage
			Path, Pointer, Severity string
		}
	}
	if err := json.Unmarshal(out, &report); err != nil {
		return nil, err
	}
	var invalid []int
	for _, f := range report.Findings {
		if f.Severity != "error" {
			continue
		}
		i, err := records.Index(string(f.Record), f.Path, f.Pointer)
		if err != nil {
			return nil, err
		}
		invalid = append(invalid, i)
	}
	return slices.Compact(invalid), nil
}
