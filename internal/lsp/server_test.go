package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
	"time"
)

// thingFile is a Lexicon without findings.
const thingFile = `{
  "lexicon": 1,
  "id": "com.example.thing",
  "defs": {
    "main": {
      "type": "record",
      "description": "A thing.",
      "key": "tid",
      "record": {
        "type": "object",
        "properties": {
          "size": { "type": "integer", "description": "In meters." }
        }
      }
    }
  }
}
`

func TestLifecycle(t *testing.T) {
	c := connect(t, workspaceDir(t, nil))
	if err := c.refused("textDocument/hover", positionParams{}); err.Code != codeNotInitialized {
		t.Errorf("before initialize: %+v", err)
	}
	c.notify("textDocument/didOpen", didOpenParams{}) // ignored
	r := c.initialize()
	if r.Capabilities.PositionEncoding != "utf-8" || r.ServerInfo.Version != "test" {
		t.Errorf("%+v", r)
	}
	if err := c.refused("initialize", initializeParams{}); err.Code != codeInvalidRequest {
		t.Errorf("initialize twice: %+v", err)
	}
	if err := c.refused("textDocument/unheardOf", nil); err.Code != codeMethodNotFound {
		t.Errorf("an unknown request: %+v", err)
	}
	c.notify("$/unheardOf", nil)
	c.notify("textDocument/didChange", "not an object")
	if got := request[any](c, "shutdown", nil); got != nil {
		t.Errorf("shutdown returned %v", got)
	}
	if err := c.refused("textDocument/hover", positionParams{}); err.Code != codeInvalidRequest {
		t.Errorf("after shutdown: %+v", err)
	}
	c.notify("exit", nil)
	if err := <-c.ended; err != nil {
		t.Errorf("exit: %v", err)
	}
}

func TestExitWithoutShutdown(t *testing.T) {
	c := begin(t, nil)
	c.notify("exit", nil)
	if err := <-c.ended; !errors.Is(err, ErrNoShutdown) {
		t.Errorf("an exit without shutdown: %v", err)
	}
}

func TestPositionEncoding(t *testing.T) {
	r := connect(t, workspaceDir(t, nil)).initialize(func(p *initializeParams) { p.Capabilities.General.PositionEncodings = []string{"utf-32"} })
	if r.Capabilities.PositionEncoding != "utf-16" {
		t.Errorf("got %s, the default is utf-16", r.Capabilities.PositionEncoding)
	}
}

// The server ends when its input does, wherever that is.
func TestInputEnds(t *testing.T) {
	const whole = "\r\n\nContent-Length: 2\r\n\r\n{}"
	for n := range len(whole) + 1 {
		if err := Serve(context.Background(), strings.NewReader(whole[:n]), io.Discard, Options{Log: io.Discard}); err != nil {
			t.Errorf("%q: %v", whole[:n], err)
		}
	}
	for _, bad := range []string{"GET / HTTP/1.1\r\n\r\n", "A: b\r\n\r\n", "Content-Length: x\r\n\r\n", "Content-Length: -1\r\n\r\n", "Content-Length: 99999999999\r\n\r\n", strings.Repeat("x", 1<<20), strings.Repeat("A: b\n", 1<<20)} {
		if err := Serve(context.Background(), strings.NewReader(bad), io.Discard, Options{Log: io.Discard}); err == nil {
			t.Errorf("%.20q: no error", bad)
		}
	}
}

// A client that no longer reads ends the server, even if it still writes.
func TestDeadClient(t *testing.T) {
	in, write := io.Pipe()
	defer write.Close()
	ended := make(chan error, 1)
	go func() { ended <- Serve(context.Background(), in, brokenPipe{}, Options{Log: io.Discard}) }()
	if _, err := io.WriteString(write, "Content-Length: 40\r\n\r\n"+`{"jsonrpc":"2.0","id":1,"method":"what"}`); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-ended:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(patience(t)):
		t.Fatal("the server is still running")
	}
}

type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

// Content that is not a message is answered, and the server goes on.
func TestInvalidContent(t *testing.T) {
	c := begin(t, nil)
	for content, code := range map[string]int{"{": codeParseError, "[]": codeParseError, "{}": codeInvalidRequest, "\xff": codeParseError} {
		raw := json.RawMessage(content)
		c.mu.Lock()
		delete(c.answers, "null")
		c.mu.Unlock()
		frame := append([]byte("Content-Length: "), byte('0'+len(raw)))
		if _, err := c.out.out.Write(append(append(frame, "\r\n\r\n"...), raw...)); err != nil {
			t.Fatal(err)
		}
		if m := c.answer("null"); m.Error == nil || m.Error.Code != code {
			t.Errorf("%q: %+v, want %d", content, m.Error, code)
		}
	}
	if err := c.refused("still/there", nil); err.Code != codeMethodNotFound {
		t.Error(err)
	}
}

func TestPanicIsAnswered(t *testing.T) {
	requests["test/panic"] = func(context.Context, *server, json.RawMessage) (answer, error) {
		return func(context.Context) (any, error) { panic("in the answer") }, nil
	}
	requests["test/panicAtOnce"] = func(context.Context, *server, json.RawMessage) (answer, error) { panic("at once") }
	notifications["test/panic"] = func(context.Context, *server, json.RawMessage) error { panic("in a notification") }
	defer func() {
		delete(requests, "test/panic")
		delete(requests, "test/panicAtOnce")
		delete(notifications, "test/panic")
	}()
	c := begin(t, nil)
	c.notify("test/panic", nil)
	for _, method := range []string{"test/panic", "test/panicAtOnce"} {
		if err := c.refused(method, nil); err.Code != codeInternalError {
			t.Errorf("%s: %+v", method, err)
		}
	}
	if log := c.log.String(); !strings.Contains(log, "in a notification") || !strings.Contains(log, "server_test.go") {
		t.Errorf("the log lacks the panics or where they were:\n%s", log)
	}
	c.close()
	<-c.ended
}

func TestCancel(t *testing.T) {
	requests["test/wait"] = func(context.Context, *server, json.RawMessage) (answer, error) {
		return func(ctx context.Context) (any, error) { <-ctx.Done(); return nil, nil }, nil
	}
	defer delete(requests, "test/wait")
	c := begin(t, nil)
	id := c.send("test/wait", nil)
	c.notify("$/cancelRequest", map[string]any{"id": json.RawMessage(id)})
	if m := c.answer(id); m.Error == nil || m.Error.Code != codeCancelled {
		t.Errorf("%+v", m.Error)
	}
	c.notify("$/cancelRequest", map[string]any{"id": 77}) // nothing to cancel
	c.notify("$/cancelRequest", nil)
	c.close()
	<-c.ended
}
