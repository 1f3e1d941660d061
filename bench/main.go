// Bench measures lexsmith beside its peers: both as processes, in turn, in one
// run, so that the ratios hold on whatever machine it runs.
//
//	go run . [-busy N] [-records N] MEASUREMENT [DIR]
//
// DIR has the Lexicons that a measurement needs. With -busy each comparison is made
// twice: on the machine as it is, and beside N busy processes.
package main

import (
	"flag"
	"fmt"
	"os"
	"text/tabwriter"

	"github.com/lexsmith/lexsmith/bench/internal/measure"
)

// bench is what all measurements need.
type bench struct {
	measure.Meter
	bin      string // folder for programs and inputs
	lexsmith string // the program
	lexicons string // the folder of Lexicons; "" for a measurement that takes none
	records  int    // how many records of each shape are validated
}

var measurements = []struct {
	name, does string
	lexicons   bool // it needs Lexicons
	run        func(*bench) error
}{
	{"start", `start of "lexsmith version", compared with a hello world`, false, (*bench).start},
	{"lint", "load, check and lint Lexicons, compared with indigo", true, (*bench).lint},
	{"validate", "validate records, compared with indigo; DIR has the Lexicons of app.bsky", true, (*bench).validate},
	{"diff", "diff of Lexicons in the working tree and in a commit, compared with lint", true, (*bench).diff},
	{"many", "lint of 10,000 Lexicons, compared with 1,000", false, (*bench).many},
	{"beam", "validate records with the module beam, compared with validate", true, (*bench).beam},
	{"serve", "answer a small query for 30 seconds, compared with Prism; needs wrk and npm", false, (*bench).serve},
}

func main() {
	measure.StayBusy()
	b := &bench{Meter: measure.Meter{Out: os.Stdout}}
	flag.IntVar(&b.Busy, "busy", 0, "measure a second time beside `N` busy processes")
	flag.IntVar(&b.records, "records", 100_000, "validate `N` records of each shape")
	flag.Usage = usage
	flag.Parse()
	for _, m := range measurements {
		if m.name != flag.Arg(0) || m.lexicons != (flag.NArg() == 2) {
			continue
		}
		b.lexicons = flag.Arg(1)
		if err := b.prepared(m.run); err != nil {
			fmt.Fprintln(os.Stderr, "bench:", err)
			os.Exit(1)
		}
		return
	}
	usage()
	os.Exit(2)
}

func usage() {
	out := tabwriter.NewWriter(flag.CommandLine.Output(), 0, 0, 2, ' ', 0)
	fmt.Fprintln(out, "usage: bench [flags] MEASUREMENT [DIR]")
	for _, m := range measurements {
		name := m.name
		if m.lexicons {
			name += " DIR"
		}
		fmt.Fprintf(out, "  %s\t%s\n", name, m.does)
	}
	_ = out.Flush()
	flag.PrintDefaults()
}

// prepared runs a measurement with lexsmith and a temporary folder.
func (b *bench) prepared(run func(*bench) error) (err error) {
	if b.bin, err = os.MkdirTemp("", "lexsmith-bench-"); err != nil {
		return err
	}
	defer os.RemoveAll(b.bin)
	if b.lexsmith, err = measure.Build(b.bin, "lexsmith", "..", "."); err != nil {
		return err
	}
	return run(b)
}

// peer builds one of the programs in the folder peers.
func (b *bench) peer(name string) (string, error) {
	return measure.Build(b.bin, name, ".", "./peers/"+name)
}

func (b *bench) start() error {
	hello, err := b.peer("hello")
	if err != nil {
		return err
	}
	return b.Measure(measure.Pair{
		Title:  "start",
		Ours:   measure.Command{Name: "lexsmith version", Args: []string{b.lexsmith, "version"}},
		Theirs: measure.Command{Name: "hello world", Args: []string{hello}},
		Runs:   300, Goal: measure.Wall(2.5, 2.0, 2.5),
	})
}
