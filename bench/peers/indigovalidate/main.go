// Indigovalidate checks records with indigo: JSON or DAG-CBOR to its data model,
// then lexicon.ValidateRecord. It prints the index of every record that is not
// valid.
//
//	indigovalidate WORKERS SCHEMAS FILE
//
// FILE is NDJSON, a CAR, or a folder of CBOR whose name ends in .cbor, each file
// with many records under "records". Only lines are shared between workers.
package main

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
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
	out := bufio.NewWriter(os.Stdout)
	invalid := func(i int) { fmt.Fprintln(out, i) }
	switch path := args[2]; filepath.Ext(path) {
	case ".car":
		err = checkCAR(catalog, path, invalid)
	case ".cbor":
		err = checkCBOR(catalog, path, invalid)
	default:
		err = checkLines(catalog, path, workers, invalid)
	}
	if err != nil {
		return err
	}
	return out.Flush()
}

// valid reports whether a record, which was read with that error, is valid.
func valid(catalog lexicon.Catalog, record map[string]any, err error) bool {
	if err != nil {
		return false
	}
	name, _ := record["$type"].(string)
	return lexicon.ValidateRecord(catalog, record, name, 0) == nil
}

func checkLines(catalog lexicon.Catalog, path string, workers int, invalid func(int)) error {
	file, err := os.Open(path)
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
					record, err := atdata.UnmarshalJSON(line)
					if !valid(catalog, record, err) {
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
	for j := range order {
		for _, i := range <-j.invalid {
			invalid(i)
		}
	}
	group.Wait()
	return nil
}
