//go:build unix

package files

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestSignal ends processes that write files all the time. Each is ended by the signal,
// not by an error, and leaves whole files and nothing else.
func TestSignal(t *testing.T) {
	if dir := os.Getenv("LEXSMITH_TEST_WRITE"); dir != "" {
		t.Fatal(writeForever(dir))
	}
	signals := []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP}
	if signal.Ignored(syscall.SIGHUP) { // the test runs with nohup, and so do the processes
		signals = signals[:2]
	}
	ended := map[syscall.Signal]int{}
	for i := range 60 {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "old"), []byte(textOf(0)), 0o600); err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		child := exec.CommandContext(ctx, os.Args[0], "-test.run=^TestSignal$")
		child.Env = append(os.Environ(), "LEXSMITH_TEST_WRITE="+dir)
		child.Stdout, child.Stderr = &out, &out
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		for begin := time.Now(); time.Since(begin) < 10*time.Second; time.Sleep(time.Millisecond) {
			if _, err := os.Stat(filepath.Join(dir, "begun")); err == nil {
				break
			}
		}
		time.Sleep(time.Duration(i*i%37) * 100 * time.Microsecond)
		sent := signals[i%len(signals)]
		if err := child.Process.Signal(sent); err != nil {
			t.Fatal(err)
		}
		_ = child.Wait()
		if status := child.ProcessState.Sys().(syscall.WaitStatus); !status.Signaled() || status.Signal() != sent {
			t.Errorf("%v: %v\n%s", sent, child.ProcessState, out.String())
			continue
		}
		ended[sent]++
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if d.IsDir() {
				entries, err := os.ReadDir(path)
				if strings.HasPrefix(d.Name(), ".") || len(entries) == 0 {
					t.Errorf("%v: left behind: %s", sent, path)
				}
				return err
			}
			text, err := os.ReadFile(path)
			if first, _, _ := strings.Cut(string(text), "\n"); !strings.HasSuffix(path, "begun") && string(text) != strings.Repeat(first+"\n", lines) {
				t.Errorf("%v: %s is not whole", sent, path)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	}
	if len(ended) != len(signals) {
		t.Errorf("ended by %v", ended)
	}
}

const lines = 2000

// textOf is the text of a file.
func textOf(n int) string { return strings.Repeat(fmt.Sprintf("text %d\n", n), lines) }

// writeForever writes files until a signal ends the process.
func writeForever(dir string) error {
	if err := os.WriteFile(filepath.Join(dir, "begun"), nil, 0o600); err != nil {
		return err
	}
	for n := 0; ; n++ {
		if err := Replace(filepath.Join(dir, "old"), []byte(textOf(n)), []byte(textOf(n+1))); err != nil {
			return err
		}
		if err := writeSet(dir, n); err != nil {
			return err
		}
		if err := WriteNew(filepath.Join(dir, fmt.Sprint("new", n), "file"), []byte(textOf(n))); err != nil {
			return err
		}
	}
}

func writeSet(dir string, n int) error {
	var all Set
	defer all.Discard()
	for i := range 3 {
		path := filepath.Join(dir, fmt.Sprint("set", n), fmt.Sprint(i), "file")
		err := all.Add(path, func(w io.Writer) error { _, err := io.WriteString(w, textOf(n)); return err })
		if err != nil {
			return err
		}
	}
	if n%2 == 0 {
		return all.Commit()
	}
	return nil
}
