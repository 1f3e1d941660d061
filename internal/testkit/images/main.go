// Images writes the pictures of terminals that the documents show: what lexsmith
// prints, in color, as SVG in docs/images.
//
//	go run ./internal/testkit/images
//
// Run it in the root of the repository. The pictures depend on nothing but the
// source.
package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// picture is a command of lexsmith and the folder in which it runs.
type picture struct {
	name, folder string
	args         []string
}

var pictures = []picture{
	{"lint", ".", []string{"lint", "examples"}},
	{"diff", "internal/testkit/images/testdata/diff", []string{"diff", "old", "new"}},
}

// file returns where a picture is stored.
func (p picture) file() string { return filepath.Join("docs", "images", p.name+".svg") }

// command returns what to type to get the output.
func (p picture) command() string { return "lexsmith " + strings.Join(p.args, " ") }

func main() {
	if err := write(); err != nil {
		fmt.Fprintln(os.Stderr, "images:", err)
		os.Exit(1)
	}
}

func write() error {
	folder, err := os.MkdirTemp("", "lexsmith-images-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	program, err := build(folder)
	if err != nil {
		return err
	}
	for _, p := range pictures {
		output, err := p.run(program, "always")
		if err != nil {
			return err
		}
		image, err := draw(p.command(), output)
		if err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		if err := os.WriteFile(p.file(), image, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// build compiles lexsmith into a folder and returns the path of the program.
func build(folder string) (string, error) {
	program := filepath.Join(folder, "lexsmith")
	if runtime.GOOS == "windows" {
		program += ".exe"
	}
	output, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, output)
	}
	return program, nil
}

// run returns what the command prints with findings, its exit status being 1.
func (p picture) run(program, color string) (string, error) {
	c := exec.Command(program, append([]string{"--color", color}, p.args...)...)
	c.Dir = filepath.FromSlash(p.folder)
	var fault strings.Builder
	c.Stderr = &fault
	output, err := c.Output()
	if exited, ok := errors.AsType[*exec.ExitError](err); !ok || exited.ExitCode() != 1 || fault.Len() > 0 {
		return "", fmt.Errorf("%s: want status 1 and no error, got %v\n%s", p.command(), err, fault.String())
	}
	return string(output), nil
}
