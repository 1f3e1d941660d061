// Makerecords writes records to validate, and prints the index of each that is not
// valid.
//
//	go run ./makerecords SHAPE ENCODING COUNT PATH
//
// SHAPE is post, like or profile; ENCODING is ndjson, car or cbor. It is a program of
// its own because what a program has in memory counts for the programs that it starts.
package main

import (
	"fmt"
	"os"
	"slices"
	"strconv"

	"github.com/lexsmith/lexsmith/bench/internal/records"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "makerecords:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 4 || !slices.Contains(records.Shapes(), records.Shape(args[0])) || !slices.Contains(records.Encodings(), records.Encoding(args[1])) {
		return fmt.Errorf("usage: makerecords SHAPE ENCODING COUNT PATH")
	}
	n, err := strconv.Atoi(args[2])
	if err != nil {
		return err
	}
	invalid, err := records.Write(args[3], records.Shape(args[0]), records.Encoding(args[1]), n)
	for _, i := range invalid {
		fmt.Println(i)
	}
	return err
}
