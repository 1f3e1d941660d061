package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/lexsmith/lexsmith/bench/internal/measure"
	"github.com/lexsmith/lexsmith/bench/internal/records"
)

// validate times lexsmith and indigo on 100,000 records of each shape, after
// making sure that both find exactly the faults that are built in.
func validate(bin, lexsmith, schemas string) error {
	peer, err := measure.Build(bin, "indigovalidate", ".", "./peers/indigovalidate")
	if err != nil {
		return err
	}
	for _, shape := range records.Shapes() {
		name := filepath.Join(bin, string(shape)+".ndjson")
		file, err := os.Create(name)
		if err != nil {
			return err
		}
		invalid, err := records.Write(file, shape, 100_000)
		if err == nil {
			err = file.Close()
		}
		if err != nil {
			return err
		}
		if err := sameVerdicts(lexsmith, peer, schemas, name, invalid); err != nil {
			return fmt.Errorf("%s: %w", shape, err)
		}
		for _, workers := range []int{1, 2} {
			goal := measure.Goal{Of: measure.CPU, Name: "cpu", Must: 0.20, Aim: 0.10}
			if workers == 2 {
				goal = measure.Goal{Of: measure.Wall, Name: "wall", Must: 0.25, Aim: 0.12}
			}
			n := strconv.Itoa(workers)
			err := measure.Pair(os.Stdout,
				measure.Command{Name: fmt.Sprintf("lexsmith validate, %ss, %s workers", shape, n), Args: []string{lexsmith, "validate", "-q", "-j", n, "-L", schemas, name}, Fails: true},
				measure.Command{Name: "indigo, " + n, Args: []string{peer, n, schemas, name}},
				7, goal)
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// sameVerdicts demands that both programs call exactly those records invalid.
func sameVerdicts(lexsmith, peer, schemas, name string, want []int) error {
	out, err := exec.Command(lexsmith, "validate", "--format", "json", "--max-findings", "0", "-L", schemas, name).Output()
	if _, failed := err.(*exec.ExitError); err != nil && !failed {
		return err
	}
	var report struct {
		Findings []struct {
			Record   int
			Severity string
		}
	}
	if err := json.Unmarshal(out, &report); err != nil {
		return err
	}
	var ours []int
	for _, f := range report.Findings {
		if f.Severity == "error" {
			ours = append(ours, f.Record)
		}
	}
	if got := slices.Compact(ours); !slices.Equal(got, want) {
		return fmt.Errorf("lexsmith calls %d records invalid, %d are", len(got), len(want))
	}
	out, err = exec.Command(peer, "1", schemas, name).Output()
	if err != nil {
		return err
	}
	var theirs []int
	for lines := bufio.NewScanner(bytes.NewReader(out)); lines.Scan(); {
		i, err := strconv.Atoi(lines.Text())
		if err != nil {
			return err
		}
		theirs = append(theirs, i)
	}
	if !slices.Equal(theirs, want) {
		return fmt.Errorf("indigo calls %d records invalid, %d are", len(theirs), len(want))
	}
	return nil
}
