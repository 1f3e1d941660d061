//go:build unix

package cmd

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/lexsmith/lexsmith/internal/build"
	"github.com/lexsmith/lexsmith/internal/cli"
)

// A signal that comes while files are rewritten ends the process, and leaves each file as
// it was or as it is to be, and nothing else.
func TestInterruptedWrite(t *testing.T) {
	const schema = `{"lexicon":1,"id":"com.example.a%d","defs":{"main":{"type":"string","maxlength":3}}}`
	signaled := 0
	for i := range 24 {
		args := [][]string{{"fmt"}, {"lint", "--fix", "-q"}}[i%2]
		sent := []syscall.Signal{syscall.SIGINT, syscall.SIGTERM}[i/2%2]
		dir := t.TempDir()
		folder := filepath.Join(dir, "lexicons/com/example")
		if err := os.MkdirAll(folder, 0o700); err != nil {
			t.Fatal(err)
		}
		for n := range 400 {
			if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("a%d.json", n)), fmt.Appendf(nil, schema, n), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		defer cancel()
		command := exec.CommandContext(ctx, "lexsmith", args...)
		command.Dir = dir
		var out strings.Builder
		command.Stdout, command.Stderr = &out, &out
		if err := command.Start(); err != nil {
			t.Fatal(err)
		}
		changed := func() bool {
			text, err := os.ReadFile(filepath.Join(folder, "a0.json"))
			return err == nil && string(text) != fmt.Sprintf(schema, 0)
		}
		for !changed() && ctx.Err() == nil {
			time.Sleep(time.Millisecond)
		}
		time.Sleep(time.Duration(i) * 500 * time.Microsecond)
		_ = command.Process.Signal(sent)
		_ = command.Wait()
		status := command.ProcessState.Sys().(syscall.WaitStatus)
		switch {
		case status.Signaled() && status.Signal() == sent, status.ExitStatus() == 128+int(sent):
			signaled++
		case status.ExitStatus() > 1:
			t.Errorf("%s: %v\n%s", args[0], command.ProcessState, out.String())
		}
		entries, err := os.ReadDir(folder)
		if err != nil || len(entries) != 400 {
			t.Errorf("%s: %d files in the folder: %v", args[0], len(entries), err)
		}
	}
	if signaled == 0 {
		t.Error("no process was ended")
	}
}

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

// executeUntilSignal is execute until a signal interrupts it.
func executeUntilSignal(t *testing.T, args []string, s cli.Streams) int {
	ctx, stop := cli.UntilSignal(t.Context(), syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	return execute(ctx, args, s, build.Info{})
}

// On a live input each finding appears at once. A signal ends the input: the summary and
// the status are about what came before. A single value must be whole to be checked.
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
		{syscall.SIGINT, "json", "1", "", "1 file, 0 values, no findings\n", 2},
		{syscall.SIGTERM, "car", "1", "", "1 file, 0 values, no findings\n", 2},
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
				status <- executeUntilSignal(t, args, cli.Streams{In: in, Out: &stdout, Err: &stderr})
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
			want := "lexsmith: note: standard input was interrupted; the rest was not checked\n"
			if test.format != "ndjson" {
				want = "lexsmith: standard input was interrupted, and not all of it was checked\n"
			}
			if stderr.String() != want {
				t.Errorf("%q, want %q", stderr.String(), want)
			}
		})
	}
}

// Files that were not opened because a signal ended the input are not counted, and
// the status says that they were not checked.
func TestInterruptedBeforeFile(t *testing.T) {
	t.Chdir(t.TempDir())
	const schema = `{"lexicon": 1, "id": "com.example.size", "defs": {"main": {"type": "integer"}}}`
	for name, text := range map[string]string{"size.json": schema, "more.ndjson": "invalid"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	in, input := io.Pipe()
	defer input.Close()
	var stdout, stderr screen
	status := make(chan int)
	go func() {
		args := []string{"validate", "-L", "size.json", "--ref", "com.example.size", "--data-format", "ndjson", "-", "more.ndjson"}
		status <- executeUntilSignal(t, args, cli.Streams{In: in, Out: &stdout, Err: &stderr})
	}()
	io.WriteString(input, "true\n") // returns when all is read
	stdout.waitFor(t, "must be an integer")
	if err := syscall.Kill(os.Getpid(), syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	got := <-status
	if got != 2 || !strings.HasSuffix(stdout.String(), "\n1 file, 1 value, 1 invalid, 1 error\n") {
		t.Errorf("status %d, want 2; got %q", got, stdout.String())
	}
	if want := "lexsmith: standard input was interrupted; the rest of it and 1 more file were not checked\n"; stderr.String() != want {
		t.Errorf("got %q, want %q", stderr.String(), want)
	}
}

// A signal ends a call that waits for its input, for the service or for more messages, with
// the status that shells give such a command.
func TestInterruptedCall(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"size.json": `{"lexicon": 1, "id": "com.example.size", "defs": {"main": {"type": "integer"}}}`,
		"put.json": `{"lexicon": 1, "id": "com.example.put", "defs": {"main": {"type": "procedure",
			"input": {"encoding": "application/json"}}}}`,
		"upload.json": `{"lexicon": 1, "id": "com.example.upload", "defs": {"main": {"type": "procedure",
			"input": {"encoding": "*/*"}}}}`,
		"ask.json":   `{"lexicon": 1, "id": "com.example.ask", "defs": {"main": {"type": "query"}}}`,
		"load.json":  `{"lexicon": 1, "id": "com.example.load", "defs": {"main": {"type": "query", "output": {"encoding": "*/*"}}}}`,
		"watch.json": `{"lexicon": 1, "id": "com.example.watch", "defs": {"main": {"type": "subscription"}}}`,
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := syscall.Mkfifo("pipe", 0o600); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		if r.Header.Get("Upgrade") != "" {
			if conn, err := websocket.Accept(w, r, nil); err == nil {
				conn.Read(r.Context())
			}
		} else if r.Method == "GET" {
			if strings.HasSuffix(r.URL.Path, "load") {
				w.Header().Set("Content-Type", "text/plain")
				io.WriteString(w, "part")
				http.NewResponseController(w).Flush()
			}
			<-r.Context().Done()
		}
	}))
	defer server.Close()
	ignored := make(chan os.Signal, 1) // a signal that comes early does not end the test
	signal.Notify(ignored, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	defer signal.Stop(ignored)
	for i, args := range []string{
		"call com.example.put --input -",
		"call com.example.put --input pipe",
		"call com.example.put --input - --curl",
		"call com.example.upload --input - --service " + server.URL,
		"call com.example.ask --service " + server.URL,
		"call com.example.ask --service " + server.URL,
		"call com.example.load --service " + server.URL,
		"call com.example.load --output file --service " + server.URL,
		"call com.example.watch --count 3 --service " + server.URL,
	} {
		t.Run(args, func(t *testing.T) {
			in, input := io.Pipe()
			defer input.Close()
			var stdout, stderr screen
			sent := []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP}[i%3]
			want := 128 + int(sent)
			status := make(chan int)
			go func() {
				status <- executeUntilSignal(t, append(strings.Fields(args), "-L", "."), cli.Streams{In: in, Out: &stdout, Err: &stderr})
			}()
			for begin := time.Now(); ; {
				select {
				case got := <-status:
					if text := "lexsmith: interrupted\n"; got != want || stderr.String() != text {
						t.Errorf("status %d, want %d; %q, want %q", got, want, stderr.String(), text)
					}
					return
				case <-time.After(200 * time.Millisecond): // until it waits for the input
				}
				if time.Since(begin) > 20*time.Second {
					t.Fatal("it does not end")
				}
				if err := syscall.Kill(os.Getpid(), sent); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// A signal ends every command that waits for its input.
func TestInterruptedInput(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("a.json", []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	ignored := make(chan os.Signal, 1) // a signal that comes early does not end the test
	signal.Notify(ignored, syscall.SIGINT)
	defer signal.Stop(ignored)
	for _, args := range []string{"lint -", "lint --fix -", "fmt -", "export jsonschema -", "diff - a.json", "show a.b.c -L -", "sample a.b.c -L -", "new", "new record"} {
		t.Run(args, func(t *testing.T) {
			in, input := io.Pipe()
			defer input.Close()
			var stdout, stderr screen
			status := make(chan int, 1)
			go func() {
				status <- executeUntilSignal(t, strings.Fields(args), cli.Streams{In: in, Out: &stdout, Err: &stderr, Asks: true})
			}()
			for begin := time.Now(); ; {
				select {
				case got := <-status:
					if want := 128 + int(syscall.SIGINT); got != want || !strings.HasSuffix(stderr.String(), "interrupted\n") {
						t.Errorf("status %d, want %d; %q", got, want, stderr.String())
					}
					return
				case <-time.After(100 * time.Millisecond): // until it waits for the input
				}
				if time.Since(begin) > 20*time.Second {
					t.Fatal("it does not end")
				}
				if err := syscall.Kill(os.Getpid(), syscall.SIGINT); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// A signal ends a command whose output nobody reads.
func TestInterruptedOutput(t *testing.T) {
	out, in, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	command := exec.CommandContext(ctx, "lexsmith", "rules", "--format", "json") // more than a pipe holds
	command.Stdout = in
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	in.Close()
	time.Sleep(500 * time.Millisecond) // until it waits for a reader, and watches signals
	if err := command.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	_ = command.Wait()
	status := command.ProcessState.Sys().(syscall.WaitStatus)
	if ctx.Err() != nil || status.ExitStatus() != 128+int(syscall.SIGTERM) && status.Signal() != syscall.SIGTERM {
		t.Errorf("%v", command.ProcessState)
	}
}
