//go:build linux || darwin

package cmd

import (
	"os"
	"os/signal"
	"strings"
	"syscall"
	"testing"

	"github.com/lexsmith/lexsmith/internal/build"
)

// What cannot be written to its end, as on a full disk, leaves no file and no folder.
func TestFullDisk(t *testing.T) {
	signal.Ignore(syscall.SIGXFSZ)
	defer signal.Reset(syscall.SIGXFSZ)
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		t.Skip(err)
	}
	for _, args := range []string{"new record com.example.post", "init", "init --ci github --pre-commit"} {
		t.Run(args, func(t *testing.T) {
			t.Chdir(t.TempDir())
			lower := limit
			lower.Cur = 10
			if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &lower); err != nil {
				t.Skip(err)
			}
			var out strings.Builder
			status := execute(strings.Fields(args), streams{Out: &out, Err: &out}, build.Info{})
			if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
				t.Fatal(err)
			}
			if status != 2 || !strings.HasSuffix(out.String(), ": file too large\n") {
				t.Errorf("status %d: %s", status, out.String())
			}
			if entries, err := os.ReadDir("."); err != nil || len(entries) > 0 {
				t.Errorf("left behind: %v, %v", entries, err)
			}
		})
	}
}
