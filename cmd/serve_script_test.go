package cmd

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/coder/websocket"
	"github.com/rogpeppe/go-internal/testscript"
)

// serverKey is the key of the servers that a script has started, by name.
type serverKey struct{}

// serveProcess is a "lexsmith serve" that runs beside a script.
type serveProcess struct {
	command *exec.Cmd
	out     *bytes.Buffer
	reading *sync.WaitGroup
	errors  *os.File
}

// serving NAME ARGUMENT... starts "lexsmith serve" on a free port, and sets the
// environment variable NAME to its URL, and NAME_PORT to the port. Its log is in the file
// NAME.log.
func startServer(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: serving NAME ARGUMENT...")
	}
	name := args[0]
	log, err := os.Create(ts.MkAbs(name + ".log"))
	ts.Check(err)
	command := exec.Command("lexsmith", append([]string{"serve", "--addr", "127.0.0.1:0"}, args[1:]...)...)
	command.Dir, command.Stderr = ts.MkAbs("."), log
	command.Env = append(os.Environ(), "NO_COLOR=")
	out, err := command.StdoutPipe()
	ts.Check(err)
	ts.Check(command.Start())
	s := &serveProcess{command, &bytes.Buffer{}, &sync.WaitGroup{}, log}
	servers := ts.Value(serverKey{}).(map[string]*serveProcess)
	servers[name] = s
	ts.Defer(func() { _ = command.Process.Kill() })

	lines := bufio.NewReader(out)
	line, err := lines.ReadString('\n')
	url := regexp.MustCompile(`http://127\.0\.0\.1:\d+\n$`).FindString(line)
	if err != nil || url == "" {
		_ = command.Wait()
		text, _ := os.ReadFile(log.Name())
		ts.Fatalf("serve says %q: %s", line, text)
	}
	url = strings.TrimSpace(url)
	ts.Setenv(name, url)
	ts.Setenv(name+"_PORT", url[strings.LastIndexByte(url, ':')+1:])
	s.reading.Go(func() { _, _ = io.Copy(s.out, lines) })
}

// interrupt STATUS NAME interrupts a server, and checks its exit status. What it has
// printed after its first line is in the file NAME.out.
func interrupt(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: interrupt STATUS NAME")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	s := ts.Value(serverKey{}).(map[string]*serveProcess)[args[1]]
	ts.Check(s.command.Process.Signal(syscall.SIGINT))
	s.reading.Wait()
	err = s.command.Wait()
	var exited *exec.ExitError
	if err != nil && !errors.As(err, &exited) {
		ts.Fatalf("%v", err)
	}
	if got := s.command.ProcessState.ExitCode(); got != want {
		text, _ := os.ReadFile(s.errors.Name())
		ts.Fatalf("serve ends with status %d, want %d\n%s%s", got, want, s.out, text)
	}
	ts.Check(s.errors.Close())
	ts.Check(os.WriteFile(ts.MkAbs(args[1]+".out"), s.out.Bytes(), 0o600))
}

// answering NAME FILE starts a service that answers every request with the bytes of a
// file: an HTTP answer or, to a WebSocket, each line of JSON as a text message or all of it
// as a binary message, after which it closes the stream without a status, or breaks it off
// when the file is empty. It sets the environment variable NAME to its URL.
func answering(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: answering NAME FILE")
	}
	path := ts.MkAbs(args[1])
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		data, err := os.ReadFile(path)
		if err == nil && r.Header.Get("Upgrade") != "" && !bytes.HasPrefix(data, []byte("HTTP/")) {
			var conn *websocket.Conn
			if conn, err = websocket.Accept(w, r, nil); err == nil && len(data) == 0 {
				err = conn.CloseNow()
			} else if err == nil {
				kind, messages := websocket.MessageBinary, [][]byte{data}
				if bytes.HasPrefix(data, []byte("{")) {
					kind, messages = websocket.MessageText, bytes.Split(bytes.TrimSpace(data), []byte("\n"))
				}
				for _, message := range messages {
					err = errors.Join(err, conn.Write(r.Context(), kind, message))
				}
				err = errors.Join(err, conn.Close(websocket.StatusNoStatusRcvd, ""))
			}
		} else if err == nil {
			_, _ = io.Copy(io.Discard, r.Body)
			var conn net.Conn
			if conn, _, err = http.NewResponseController(w).Hijack(); err == nil {
				// The line feed at the end of a file is no part of an answer with a length:
				// a client must not take it for the next answer on the same connection.
				_, err = conn.Write(bytes.Replace(data, []byte("\n"), []byte("\nConnection: close\n"), 1))
				err = errors.Join(err, conn.Close())
			}
		}
		if err != nil {
			w.WriteHeader(http.StatusTeapot)
		}
	}))
	ts.Defer(service.Close)
	ts.Setenv(args[0], service.URL)
}

// send FILE METHOD URL [TYPE BODY] makes an HTTP request, and writes the status and
// the body of the answer to a file. Every host name is that of this computer.
func send(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 && len(args) != 5 {
		ts.Fatalf("usage: send FILE METHOD URL [TYPE BODY]")
	}
	var body io.Reader
	if len(args) == 5 {
		body = strings.NewReader(args[4])
	}
	r, err := http.NewRequest(args[1], args[2], body)
	ts.Check(err)
	if len(args) == 5 {
		r.Header.Set("Content-Type", args[3])
	}
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true, DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, network, "127.0.0.1"+address[strings.LastIndexByte(address, ':'):])
	}}}
	answer, err := client.Do(r)
	ts.Check(err)
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), fmt.Appendf(nil, "%d\n%s\n", answer.StatusCode, text), 0o600))
}

// await PATTERN FILE waits until a file, such as a log, matches a pattern.
func await(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: await PATTERN FILE")
	}
	pattern := regexp.MustCompile("(?m)" + args[0])
	var text []byte
	for range 200 {
		text, _ = os.ReadFile(ts.MkAbs(args[1]))
		if pattern.Match(text) {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	ts.Fatalf("%s does not match %s:\n%s", args[1], args[0], text)
}

// replying NAME FILE starts a service that answers by the first line of a file whose regular
// expression matches the method and the URL of a request. After it come a status and a body
// in JSON, in which @ is the number of the request. Other requests are refused. It sets the
// environment variable NAME to the URL of the service.
func replying(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: replying NAME FILE")
	}
	lines := strings.Split(strings.TrimSpace(ts.ReadFile(args[1])), "\n")
	count := 0
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		count++
		w.Header().Set("Content-Type", "application/json")
		for _, line := range lines {
			fields := strings.SplitN(line, " ", 3)
			if regexp.MustCompile(fields[0]).MatchString(r.Method + r.URL.String()) {
				status, _ := strconv.Atoi(fields[1])
				w.WriteHeader(status)
				_, _ = io.WriteString(w, strings.ReplaceAll(fields[2], "@", strconv.Itoa(count)))
				return
			}
		}
		w.WriteHeader(http.StatusBadRequest)
		_, _ = io.WriteString(w, `{"error": "InvalidRequest", "message": "no"}`)
	}))
	ts.Defer(service.Close)
	ts.Setenv(args[0], service.URL)
}
