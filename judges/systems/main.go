// Systems checks that the types of a module are right on other systems, tests included. For
// that, packages of others need not be compiled, which would take most of the time of a
// compiler. What only go vet or the linker finds there, it does not.
//
//	systems FOLDER GOOS/GOARCH...
package main

import (
	"fmt"
	"os"
	"strings"

	"golang.org/x/tools/go/packages"
)

func main() {
	failed := false
	for _, system := range os.Args[2:] {
		problems, err := check(os.Args[1], system)
		if err != nil {
			problems = []string{err.Error()}
		}
		for _, problem := range problems {
			fmt.Fprintf(os.Stderr, "%s: %s\n", system, problem)
			failed = true
		}
	}
	if failed {
		os.Exit(1)
	}
}

// check returns what is wrong with the packages of a module on a system.
func check(folder, system string) (problems []string, err error) {
	goos, goarch, _ := strings.Cut(system, "/")
	all, err := packages.Load(&packages.Config{
		Mode:  packages.LoadAllSyntax,
		Dir:   folder,
		Env:   append(os.Environ(), "GOOS="+goos, "GOARCH="+goarch, "CGO_ENABLED=0"),
		Tests: true,
	}, "./...")
	if err != nil {
		return nil, err
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s has no packages", folder)
	}
	packages.Visit(all, nil, func(p *packages.Package) {
		for _, e := range p.Errors {
			problems = append(problems, e.Error())
		}
	})
	return problems, nil
}
