package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/lexsmith/lexsmith/bench/internal/measure"
	"github.com/lexsmith/lexsmith/bench/internal/records"
)

// beamRecords is how many records the pipeline validates, so that its start counts
// little.
const beamRecords = 500_000

// beam times the pipeline in the module beam on prism beside "lexsmith validate -j 1", and
// with two workers beside one.
func (b *bench) beam() error {
	pipeline, err := measure.Build(b.bin, "beam", filepath.Join("..", "beam"), ".")
	if err != nil {
		return err
	}
	for _, shape := range records.Shapes() {
		name, _, err := b.write(shape, records.NDJSON, beamRecords)
		if err != nil {
			return err
		}
		if info, err := os.Stat(name); err == nil {
			fmt.Printf("%d %ss, %d bytes\n", beamRecords, shape, info.Size())
		}
		workers := func(n string) measure.Command {
			args := []string{pipeline, "--workers", n, "--out", filepath.Join(b.bin, "out"), "-L", b.lexicons, name}
			return measure.Command{Name: "beam on prism, workers: " + n, Args: args}
		}
		pair := measure.Pair{
			Title: string(shape) + "s with beam", Ours: workers("1"), Theirs: b.ours(name, "-j", "1", "--format", "json", "--max-findings", "0"),
			Runs: 5, Goal: measure.CPU(3.5, 2.5, 3.5),
		}
		if err := b.Measure(pair); err != nil {
			return err
		}
		pair.Title += ", 2 workers"
		pair.Ours, pair.Theirs, pair.Goal = workers("2"), workers("1"), measure.Wall(0.8, 0.65, 1)
		if err := b.Measure(pair); err != nil {
			return err
		}
		if err := os.Remove(name); err != nil {
			return err
		}
	}
	return nil
}
