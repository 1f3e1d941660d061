package lsp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// client is a scripted client of a server that runs in the same process.
type client struct {
	t      testing.TB
	dir    string // the workspace folder
	out    *writer
	ended  chan error // what Serve returned
	log    *lockedBuffer
	close  func() // ends the input of the server
	nextID int64

	mu          sync.Mutex
	arrived     *sync.Cond
	gone        bool
	answers     map[string]message // with the result in Params
	diagnostics map[string]publishDiagnosticsParams
	published   int
	calls       []message // requests of the server
	logged      []string
}

type lockedBuffer struct {
	mu sync.Mutex
	bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.Buffer.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.Buffer.String()
}

// workspaceDir writes files to a new folder.
func workspaceDir(t testing.TB, files map[string]string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// connect starts a server, without sending anything.
func connect(t testing.TB, dir string) *client {
	return connectWith(t, dir, Options{})
}

// connectWith starts a server with options, of which the version and the log are set.
func connectWith(t testing.TB, dir string, options Options) *client {
	inReader, inWriter := io.Pipe()
	outReader, outWriter := io.Pipe()
	c := &client{
		t: t, dir: dir, ended: make(chan error, 1), log: new(lockedBuffer), close: func() { inWriter.Close() },
		answers: map[string]message{}, diagnostics: map[string]publishDiagnosticsParams{},
	}
	c.out = &writer{out: inWriter, failed: func(error) {}}
	c.arrived = sync.NewCond(&c.mu)
	gone := make(chan struct{})
	go func() {
		options.Version, options.Log = "test", c.log
		err := Serve(context.Background(), inReader, outWriter, options)
		outWriter.Close()
		inReader.Close()
		c.ended <- err
		close(gone)
	}()
	go c.receive(outReader)
	t.Cleanup(func() {
		inWriter.Close()
		<-gone // else it would read what a later test writes
		if strings.Contains(c.log.String(), "panic") && !strings.HasPrefix(t.Name(), "TestPanic") {
			t.Error(c.log.String())
		}
	})
	return c
}

func (c *client) receive(in io.Reader) {
	r := reader{bufio.NewReader(in)}
	for {
		content, err := r.read()
		c.mu.Lock()
		if err != nil {
			c.gone = true
			c.arrived.Broadcast()
			c.mu.Unlock()
			return
		}
		var m struct {
			message
			Result json.RawMessage `json:"result"`
		}
		if err := json.Unmarshal(content, &m); err != nil {
			c.t.Errorf("not a message: %s", content)
		}
		switch {
		case m.Method == "textDocument/publishDiagnostics":
			var p publishDiagnosticsParams
			_ = json.Unmarshal(m.Params, &p)
			c.diagnostics[p.URI] = p
			c.published++
		case m.Method == "window/logMessage" || m.Method == "window/showMessage":
			c.logged = append(c.logged, m.Method+" "+string(m.Params))
		case m.Method != "":
			c.calls = append(c.calls, m.message)
		default:
			m.Params = m.Result
			c.answers[string(m.ID)] = m.message
		}
		c.arrived.Broadcast()
		c.mu.Unlock()
	}
}

// patience returns how long to wait for the server. However slow the machine is, that
// is not an error: it is nearly until the end of the test run.
func patience(t testing.TB) time.Duration {
	if t, ok := t.(interface{ Deadline() (time.Time, bool) }); ok {
		if deadline, ok := t.Deadline(); ok {
			return time.Until(deadline) * 9 / 10
		}
	}
	return 10 * time.Minute
}

// wait waits until the condition holds.
func (c *client) wait(what string, condition func() bool) {
	c.t.Helper()
	timeout := time.AfterFunc(patience(c.t), func() {
		c.mu.Lock()
		c.gone = true
		c.arrived.Broadcast()
		c.mu.Unlock()
	})
	defer timeout.Stop()
	c.mu.Lock()
	defer c.mu.Unlock()
	for !condition() {
		if c.gone {
			c.t.Fatalf("timeout, waiting for %s; shown is %+v, logged %q", what, c.diagnostics, c.logged)
		}
		c.arrived.Wait()
	}
}

// send sends a request and returns its id.
func (c *client) send(method string, params any) string {
	c.nextID++
	c.out.write(call{"2.0", c.nextID, method, params})
	id, _ := json.Marshal(c.nextID)
	return string(id)
}

// answer waits for the answer to a request.
func (c *client) answer(id string) (m message) {
	c.t.Helper()
	c.wait("the answer to "+id, func() bool { _, ok := c.answers[id]; m = c.answers[id]; return ok })
	return m
}

// request sends a request and decodes its result.
func request[R any](c *client, method string, params any) (result R) {
	c.t.Helper()
	m := c.answer(c.send(method, params))
	if m.Error != nil {
		c.t.Fatalf("%s: %s", method, m.Error.Message)
	}
	if err := json.Unmarshal(m.Params, &result); err != nil {
		c.t.Fatalf("%s: %v in %s", method, err, m.Params)
	}
	return result
}

// refused sends a request that must fail and returns the error.
func (c *client) refused(method string, params any) responseError {
	c.t.Helper()
	m := c.answer(c.send(method, params))
	if m.Error == nil {
		c.t.Fatalf("%s succeeded: %s", method, m.Params)
	}
	return *m.Error
}

func (c *client) notify(method string, params any) {
	c.out.write(call{"2.0", 0, method, params})
}

// initializeResult is what the tests look at.
type initializeResult struct {
	Capabilities struct{ PositionEncoding string }
	ServerInfo   struct{ Version string }
}

// initialize begins the conversation as a client that can do everything.
func (c *client) initialize(change ...func(*initializeParams)) initializeResult {
	c.t.Helper()
	p := initializeParams{WorkspaceFolders: []workspaceFolder{{URI: uriOf(c.dir)}}}
	p.Capabilities.General.PositionEncodings = []string{"utf-16", "utf-8"}
	p.Capabilities.Workspace.DidChangeWatchedFiles.DynamicRegistration = true
	p.Capabilities.Workspace.WorkspaceEdit.DocumentChanges = true
	p.Capabilities.Workspace.WorkspaceEdit.ResourceOperations = []string{"create", "rename", "delete"}
	p.Capabilities.TextDocument.PublishDiagnostics.RelatedInformation = true
	p.Capabilities.TextDocument.Completion.CompletionItem.SnippetSupport = true
	p.Capabilities.TextDocument.DocumentSymbol.HierarchicalDocumentSymbolSupport = true
	for _, f := range change {
		f(&p)
	}
	r := request[initializeResult](c, "initialize", p)
	c.notify("initialized", struct{}{})
	return r
}

// begin starts a server for a folder with these files and initializes it.
func begin(t testing.TB, files map[string]string, change ...func(*initializeParams)) *client {
	t.Helper()
	c := connect(t, workspaceDir(t, files))
	c.initialize(change...)
	return c
}

func (c *client) uri(name string) string {
	return uriOf(filepath.Join(c.dir, filepath.FromSlash(name)))
}

func (c *client) document(name string) documentParams {
	return documentParams{textDocument{c.uri(name)}}
}

// open opens a file with a text.
func (c *client) open(name, text string) {
	var p didOpenParams
	p.TextDocument.URI, p.TextDocument.Version, p.TextDocument.Text = c.uri(name), 1, text
	c.notify("textDocument/didOpen", p)
}

// change replaces the text of an open file.
func (c *client) change(name string, version int32, changes ...contentChange) {
	var p didChangeParams
	p.TextDocument.URI, p.TextDocument.Version, p.ContentChanges = c.uri(name), version, changes
	c.notify("textDocument/didChange", p)
}

// write changes a file on disk and tells the server.
func (c *client) write(name, text string) {
	c.t.Helper()
	path := filepath.Join(c.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		c.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		c.t.Fatal(err)
	}
	c.changed(name)
}

func (c *client) remove(name string) {
	c.t.Helper()
	if err := os.Remove(filepath.Join(c.dir, filepath.FromSlash(name))); err != nil {
		c.t.Fatal(err)
	}
	c.changed(name)
}

func (c *client) changed(name string) { c.event(name, fileChanged) }

// event tells the server of a file or folder that was created, changed or deleted.
func (c *client) event(name string, kind int) {
	c.notify("workspace/didChangeWatchedFiles", didChangeWatchedFilesParams{[]fileEvent{{c.uri(name), kind}}})
}

// shows returns what the client shows for a file.
func (c *client) shows(name string) publishDiagnosticsParams {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.diagnostics[c.uri(name)]
}

// settled returns all that the client shows once the server has nothing more to send, a
// finding a line, in a form to compare with that of a client with another folder.
func (c *client) settled() (lines []string) {
	c.t.Helper()
	for range 2 { // the first may still be between other messages
		c.alive()
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for uri, shown := range c.diagnostics {
		for _, d := range shown.Diagnostics {
			text, _ := json.Marshal(d)
			lines = append(lines, strings.ReplaceAll(uri+" "+string(text), uriOf(c.dir), ""))
		}
	}
	slices.Sort(lines)
	return lines
}

// without returns the lines of a that are not in b.
func without(a, b []string) string {
	return strings.Join(slices.DeleteFunc(slices.Clone(a), func(line string) bool { return slices.Contains(b, line) }), "\n")
}

// codes returns the rules of the findings that the client shows for a file.
func (c *client) codes(name string) (codes []string) {
	for _, d := range c.diagnostics[c.uri(name)].Diagnostics {
		codes = append(codes, d.Code)
	}
	return codes
}

// waitFor waits until the findings on a file have a rule, or no longer have it.
func (c *client) waitFor(name, code string, want bool) (d diagnostic) {
	c.t.Helper()
	what := code + " in " + name
	if !want {
		what = "no " + what
	}
	c.wait(what, func() bool {
		for _, d = range c.diagnostics[c.uri(name)].Diagnostics {
			if d.Code == code {
				return want
			}
		}
		return !want
	})
	return d
}

// decoded returns a value that was decoded without its type.
func decoded[T any](t testing.TB, v any) (result T) {
	t.Helper()
	text, err := json.Marshal(v)
	if err == nil {
		err = json.Unmarshal(text, &result)
	}
	if err != nil {
		t.Fatal(err)
	}
	return result
}
