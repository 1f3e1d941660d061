//go:build unix

package cmd

import (
	"io"
	"os"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/lexsmith/lexsmith/internal/build"
)

// screen is a writer whose text can be waited for.
type screen struct {
	mu   sync.Mutex
	text strings.Builder
}

func (s *screen) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(p)
}

func (s *screen) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

// waitFor waits until the screen has a text.
func (s *screen) waitFor(t *testing.T, text string) {
	t.Helper()
	for begin := time.Now(); !strings.Contains(s.String(), text); time.Sleep(5 * time.Millisecond) {
		if time.Since(begin) > 20*time.Second {
			t.Fatalf("%q does not appear in %q", text, s.String())
		}
	}
}

// On a live input each finding appears at once. A signal ends the input: the summary and
// the status are about what came before.
func TestValidateLive(t *testing.T) {
	for _, test := range []struct {
		signal         syscall.Signal
		format, lines  string
		appears, after string // on standard output
		status         int
	}{
		{syscall.SIGINT, "ndjson", "1\n\"x\"\n", "-:2:1: error: the value must be an integer", "1 file, 2 values, 1 invalid, 1 error\n", 1},
		{syscall.SIGTERM, "ndjson", "\"x\"\n1\n\"y\"\n", "-:3:1: error: the value must be an integer", "1 file, 3 values, 2 invalid, 2 errors\n", 1},
		{syscall.SIGINT, "ndjson", "1\n2\n", "", "1 file, 2 values, no findings\n", 0},
		{syscall.SIGINT, "json", "1", "", "1 file, 0 values, no findings\n", 0},
		{syscall.SIGTERM, "car", "1", "", "1 file, 0 values, no findings\n", 0},
	} {
		t.Run(test.signal.String()+" "+test.format, func(t *testing.T) {
			t.Chdir(t.TempDir())
			const schema = `{"lexicon": 1, "id": "com.example.size", "defs": {"main": {"type": "integer"}}}`
			if err := os.WriteFile("size.json", []byte(schema), 0o600); err != nil {
				t.Fatal(err)
			}
			in, input := io.Pipe()
			defer input.Close()
			var stdout, stderr screen
			status := make(chan int)
			go func() {
				args := []string{"validate", "-L", "size.json", "--ref", "com.example.size", "--data-format", test.format, "-"}
				status <- execute(args, streams{In: in, Out: &stdout, Err: &stderr}, build.Info{})
			}()
			io.WriteString(input, test.lines) // returns when all is read
			if test.appears != "" {
				stdout.waitFor(t, test.appears)
			} else {
				time.Sleep(100 * time.Millisecond) // let the lines be checked
			}
			if err := syscall.Kill(os.Getpid(), test.signal); err != nil {
				t.Fatal(err)
			}
			if got := <-status; got != test.status || !strings.HasSuffix(stdout.String(), test.after) {
				t.Errorf("status %d, want %d; %q, want it to end with %q", got, test.status, stdout.String(), test.after)
			}
			if want := "lexsmith: note: - was interrupted; the rest was not checked\n"; stderr.String() != want {
				t.Errorf("%q, want %q", stderr.String(), want)
			}
		})
	}
}
