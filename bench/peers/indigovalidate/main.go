// Indigovalidate checks NDJSON files of records with indigo: JSON to its data
// model, then lexicon.ValidateRecord. It prints the index of every record that
// is not valid.
//
//	indigovalidate WORKERS SCHEMAS FILE
package main

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"sync"

	"github.com/bluesky-social/indigo/atproto/atdata"
	"github.com/bluesky-social/indigo/atproto/lexicon"
)

// batch is how many lines a worker takes at once.
const batch = 512

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 3 {
		return fmt.Errorf("usage: indigovalidate WORKERS SCHEMAS FILE")
	}
	workers, err := strconv.Atoi(args[0])
	if err != nil {
		return err
	}
	catalog := lexicon.NewBaseCatalog()
	if err := catalog.LoadDirectory(args[1]); err != nil {
		return err
	}
	file, err := os.Open(args[2])
	if err != nil {
		return err
	}
	defer file.Close()
	type job struct {
		first   int
		lines   [][]byte
		invalid chan []int
	}
	jobs, order := make(chan job, workers), make(chan job, 4*workers)
	var group sync.WaitGroup
	for range workers {
		group.Go(func() {
			for j := range jobs {
				var invalid []int
				for i, line := range j.lines {
					if !valid(catalog, line) {
						invalid = append(invalid, j.first+i)
					}
				}
				j.invalid <- invalid
			}
		})
	}
	go func() {
		scanner := bufio.NewScanner(file)
		scanner.Buffer(nil, 16<<20)
		j := job{invalid: make(chan []int, 1)}
		send := func() {
			order <- j
			jobs <- j
			j = job{first: j.first + len(j.lines), invalid: make(chan []int, 1)}
		}
		for scanner.Scan() {
			j.lines = append(j.lines, append([]byte(nil), scanner.Bytes()...))
			if len(j.lines) == batch {
				send()
			}
		}
		send()
		close(jobs)
		close(order)
	}()
	out := bufio.NewWriter(os.Stdout)
	for j := range order {
		for _, i := range <-j.invalid {
			fmt.Fprintln(out, i)
		}
	}
	group.Wait()
	return out.Flush()
}

func valid(catalog lexicon.Catalog, line []byte) bool {
	record, err := atdata.UnmarshalJSON(line)
	if err != nil {
		return false
	}
	name, _ := record["$type"].(string)
	return lexicon.ValidateRecord(catalog, record, name, 0) == nil
}
