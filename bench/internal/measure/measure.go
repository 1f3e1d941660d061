// Package measure times processes against each other, so that a change of the
// machine's speed meets both alike.
package measure

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// Command is a program to time, and its name in the table.
type Command struct {
	Name string
	Args []string
	Dir  string // where it runs; "" for the current folder
	// Fails says that the program may end with status 1.
	Fails bool
}

// Usage is what one run of a program took.
type Usage struct {
	Wall, CPU time.Duration
	User      time.Duration // the part of CPU outside of the system
	Faults    int64         // pages that were touched for the first time: minor page faults
	Peak      int64         // resident memory at most, bytes
}

// run runs a program once and throws away what it prints, unless it fails.
func (c Command) run() (Usage, error) {
	var stderr strings.Builder
	cmd := exec.Command(c.Args[0], c.Args[1:]...)
	cmd.Dir, cmd.Stderr = c.Dir, &stderr
	u, err := Run(cmd)
	if failed, ok := err.(*exec.ExitError); err != nil && !(ok && c.Fails && failed.ExitCode() == 1) {
		return u, fmt.Errorf("%s: %w\n%s", c.Name, err, stderr.String())
	}
	return u, nil
}

// Run runs a program once. The error is that of cmd.Run.
func Run(cmd *exec.Cmd) (Usage, error) {
	start := time.Now()
	err := cmd.Run()
	u := Usage{Wall: time.Since(start)}
	if cmd.ProcessState == nil {
		return u, err
	}
	u.User = cmd.ProcessState.UserTime()
	u.CPU = u.User + cmd.ProcessState.SystemTime()
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		u.Peak, u.Faults = usage.Maxrss<<10, usage.Minflt
	}
	return u, err
}

// Commit makes a git repository of a folder, with all its files in one commit.
func Commit(dir string) error {
	for _, args := range []string{"init --quiet", "add .", "-c gc.auto=0 -c maintenance.auto=false -c user.name=a -c user.email=a@example.com commit --quiet --message=all"} {
		git := exec.Command("git", strings.Fields(args)...)
		git.Dir = dir
		if out, err := git.CombinedOutput(); err != nil {
			return fmt.Errorf("git %s: %w: %s", args, err, out)
		}
	}
	return nil
}

// Build makes a binary of a package as releases do: static and stripped. The
// package's path counts from a module's folder.
func Build(bin, name, module, pkg string) (string, error) {
	path := filepath.Join(bin, name)
	cmd := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", path, pkg)
	cmd.Dir = module
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	cmd.Stderr = os.Stderr
	return path, cmd.Run()
}
