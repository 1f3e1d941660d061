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
func beam(bin, lexsmith, schemas string) error {
	pipeline, err := measure.Build(bin, "beam", filepath.Join("..", "beam"), ".")
	if err != nil {
		return err
	}
	for _, shape := range records.Shapes() {
		name := filepath.Join(bin, string(shape)+".ndjson")
		file, err := os.Create(name)
		if err != nil {
			return err
		}
		if _, err = records.Write(file, shape, beamRecords); err == nil {
			err = file.Close()
		}
		if err != nil {
			return err
		}
		if info, err := os.Stat(name); err == nil {
			fmt.Printf("%d %ss, %d bytes\n", beamRecords, shape, info.Size())
		}
		plain := measure.Command{
			Name:  "lexsmith validate -j 1",
			Args:  []string{lexsmith, "validate", "-j", "1", "--format", "json", "--max-findings", "0", "-L", schemas, name},
			Fails: true,
		}
		workers := func(n string) measure.Command {
			args := []string{pipeline, "--workers", n, "--out", filepath.Join(bin, "out"), "-L", schemas, name}
			return measure.Command{Name: "beam on prism, " + string(shape) + "s, workers: " + n, Args: args}
		}
		if err := measure.Pair(os.Stdout, workers("1"), plain, 5, measure.Goal{Of: measure.CPU, Name: "cpu", Must: 2.5, Aim: 2}); err != nil {
			return err
		}
		if err := measure.Pair(os.Stdout, workers("2"), workers("1"), 5, measure.Goal{Of: measure.Wall, Name: "wall", Must: 0.8, Aim: 0.65}); err != nil {
			return err
		}
		if err := os.Remove(name); err != nil {
			return err
		}
	}
	return nil
}
