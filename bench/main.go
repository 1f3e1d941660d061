// Bench measures lexsmith beside its peers: both as processes, in turn, in one
// run, so that the ratios hold on whatever machine it runs.
//
//	go run . start          the start of the program beside a hello world
//	go run . lint DIR...    load, check and lint the schemas below DIR
//	go run . validate DIR   validate records against the schemas below DIR,
//	                        which must hold those of app.bsky
//	go run . serve          answer a small query for 30 seconds, beside Prism
package main

import (
	"fmt"
	"os"

	"github.com/lexsmith/lexsmith/bench/internal/measure"
)

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: bench start | lint DIR... | validate DIR | serve")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(what string, args []string) error {
	bin, err := os.MkdirTemp("", "lexsmith-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(bin)
	lexsmith, err := measure.Build(bin, "lexsmith", "..", ".")
	if err != nil {
		return err
	}
	switch what {
	case "start":
		return start(bin, lexsmith)
	case "lint":
		return lint(bin, lexsmith, args)
	case "validate":
		if len(args) != 1 {
			return fmt.Errorf("validate needs one folder of schemas")
		}
		return validate(bin, lexsmith, args[0])
	case "serve":
		return serve(bin, lexsmith)
	}
	return fmt.Errorf("no measurement is called %q", what)
}

func start(bin, lexsmith string) error {
	hello, err := measure.Build(bin, "hello", ".", "./peers/hello")
	if err != nil {
		return err
	}
	return measure.Pair(os.Stdout,
		measure.Command{Name: "lexsmith version", Args: []string{lexsmith, "version"}},
		measure.Command{Name: "hello world", Args: []string{hello}},
		300, measure.Goal{Of: measure.Wall, Name: "wall", Must: 2.5, Aim: 2.0})
}

func lint(bin, lexsmith string, dirs []string) error {
	if len(dirs) == 0 {
		return fmt.Errorf("lint needs a folder of schemas that indigo can load")
	}
	peer, err := measure.Build(bin, "indigolint", ".", "./peers/indigolint")
	if err != nil {
		return err
	}
	return measure.Pair(os.Stdout,
		measure.Command{Name: "lexsmith lint", Args: append([]string{lexsmith, "lint"}, dirs...), Fails: true},
		measure.Command{Name: "indigo load + lexlint", Args: append([]string{peer}, dirs...)},
		40, measure.Goal{Of: measure.Wall, Name: "wall", Must: 0.6, Aim: 0.35})
}
