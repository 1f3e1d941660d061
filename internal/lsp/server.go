package lsp

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"slices"
	"sync"
)

// Options says how the server runs.
type Options struct {
	Version string    // of the program
	Config  string    // absolute path of the config file of all folders; "" for the nearest lexsmith.yaml
	Log     io.Writer // for what goes wrong; never the stream of the protocol
}

// ErrNoShutdown says that the client asked to exit without a shutdown request. The
// protocol wants the status 1 then, and 0 otherwise.
var ErrNoShutdown = errors.New("the client exits without a shutdown request")

// Serve answers the messages of one client until it asks to exit, or the input
// ends. The error is ErrNoShutdown, or says why the input is not the protocol.
func Serve(ctx context.Context, in io.Reader, out io.Writer, options Options) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	s := &server{
		Options:  options,
		out:      &writer{out: out, failed: stop},
		encoding: utf16Encoding,
		running:  map[string]context.CancelFunc{},
	}
	s.workspace = newWorkspace(s)
	defer s.work.Wait()
	defer s.workspace.close()
	contents := make(chan []byte)
	ended := make(chan error, 1)
	go func() { ended <- receive(ctx, in, contents) }()
	for {
		select {
		case <-ctx.Done(): // nobody reads the answers
			return nil
		case err := <-ended:
			if !errors.Is(err, errFrame) {
				return nil
			}
			return err
		case content := <-contents:
			if exit, err := s.receive(ctx, content); exit {
				return err
			}
		}
	}
}

// receive passes on the messages of a client. It returns why they end.
func receive(ctx context.Context, in io.Reader, contents chan<- []byte) error {
	r := reader{bufio.NewReader(in)}
	for {
		content, err := r.read()
		if err != nil {
			return err
		}
		select {
		case contents <- content:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// phase is how far the conversation is.
type phase int

const (
	started phase = iota
	initialized
	shutDown
)

// server is the conversation with one client. Messages are received one after the
// other; requests are answered at the same time.
type server struct {
	Options
	out    *writer
	phase  phase
	client clientCapabilities
	// suggestCommand is a command of the client that opens suggestions; "" for none.
	suggestCommand string
	encoding       encoding
	workspace      *workspace

	work    sync.WaitGroup // requests and tasks in the background
	mu      sync.Mutex
	running map[string]context.CancelFunc // requests, by their ids
	calls   int64
}

// receive handles a message, and reports whether the server is to exit.
func (s *server) receive(ctx context.Context, content []byte) (exit bool, err error) {
	var m message
	if err := json.Unmarshal(content, &m); err != nil {
		s.fail(nil, &responseError{codeParseError, "the message is not valid: " + err.Error()})
		return false, nil
	}
	switch {
	case m.Method == "" && m.ID != nil: // the answer to a call of the server
		if m.Error != nil {
			s.logf(logWarning, "the client refused a request: %s", m.Error.Message)
		}
	case m.Method == "":
		s.fail(nil, &responseError{codeInvalidRequest, "a message without a method"})
	case m.Method == "exit":
		if s.phase != shutDown {
			err = ErrNoShutdown
		}
		return true, err
	case m.ID == nil:
		s.notify(ctx, m)
	default:
		s.request(ctx, m)
	}
	return false, nil
}

// notify handles a notification.
func (s *server) notify(ctx context.Context, m message) {
	handle := notifications[m.Method]
	if handle == nil || s.phase != initialized {
		return
	}
	_ = s.guard(m.Method, func() error {
		if err := handle(ctx, s, m.Params); err != nil {
			s.logf(logError, "%s: %v", m.Method, err)
		}
		return nil
	})
}

// request answers a request, now or in the background.
func (s *server) request(ctx context.Context, m message) {
	handle := requests[m.Method]
	switch {
	case m.Method == "initialize" && s.phase == started:
		s.answer(ctx, m, func(context.Context) (any, error) { return s.initialize(m.Params) })
		return
	case s.phase == started:
		s.fail(m.ID, &responseError{codeNotInitialized, "the first request must be initialize"})
		return
	case m.Method == "initialize" || s.phase == shutDown:
		s.fail(m.ID, &responseError{codeInvalidRequest, "unexpected request: " + m.Method})
		return
	case m.Method == "shutdown":
		s.phase = shutDown
		s.out.write(response{"2.0", m.ID, null, nil})
		return
	case handle == nil:
		s.fail(m.ID, &responseError{codeMethodNotFound, "unknown method: " + m.Method})
		return
	}
	// The parameters are decoded, and the snapshot is taken that the request is about,
	// before later messages change the workspace.
	var run answer
	err := s.guard(m.Method, func() (err error) { run, err = handle(ctx, s, m.Params); return err })
	if err != nil {
		run = func(context.Context) (any, error) { return nil, err }
	}
	ctx, cancel := context.WithCancel(ctx)
	id := string(m.ID)
	s.mu.Lock()
	s.running[id] = cancel
	s.mu.Unlock()
	s.work.Go(func() {
		defer func() {
			cancel()
			s.mu.Lock()
			delete(s.running, id)
			s.mu.Unlock()
		}()
		s.answer(ctx, m, run)
	})
}

// answer runs a request and sends what it returns.
func (s *server) answer(ctx context.Context, m message, run answer) {
	var result any
	err := s.guard(m.Method, func() (err error) { result, err = run(ctx); return err })
	var refused *responseError
	switch {
	case ctx.Err() != nil:
		s.fail(m.ID, &responseError{codeCancelled, "the request was cancelled"})
	case errors.As(err, &refused):
		s.fail(m.ID, refused)
	case err != nil:
		s.fail(m.ID, &responseError{codeRequestFailed, err.Error()})
	default:
		s.out.write(response{"2.0", m.ID, result, nil})
	}
}

// guard runs a part of a method. A panic is logged and becomes an error.
func (s *server) guard(method string, run func() error) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			fmt.Fprintf(s.Log, "lexsmith: %s: panic: %v\n%s", method, cause, debug.Stack())
			s.logf(logError, "%s failed: %v", method, cause)
			err = &responseError{codeInternalError, fmt.Sprintf("internal error: %v", cause)}
		}
	}()
	return run()
}

func (s *server) fail(id json.RawMessage, err *responseError) {
	s.out.write(response{"2.0", id, nil, err})
}

func (s *server) send(method string, params any) {
	s.out.write(call{"2.0", 0, method, params})
}

// call sends a request to the client. Nothing depends on the answer.
func (s *server) call(method string, params any) {
	s.mu.Lock()
	s.calls++
	id := s.calls
	s.mu.Unlock()
	s.out.write(call{"2.0", id, method, params})
}

func (s *server) logf(level int, format string, args ...any) {
	s.send("window/logMessage", logMessageParams{level, fmt.Sprintf(format, args...)})
}

func (s *server) cancel(_ context.Context, p cancelParams) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if cancel := s.running[string(p.ID)]; cancel != nil {
		cancel()
	}
}

func (s *server) initialize(params json.RawMessage) (any, error) {
	p, err := decode[initializeParams](params)
	if err != nil {
		return nil, err
	}
	s.client, s.suggestCommand = p.Capabilities, p.Options.SuggestCommand
	if slices.Contains(p.Capabilities.General.PositionEncodings, string(utf8Encoding)) {
		s.encoding = utf8Encoding
	}
	s.workspace.begin(p)
	s.phase = initialized
	return object{
		"capabilities": json.RawMessage(fmt.Sprintf(capabilities, s.encoding, quickFix, fixAll)),
		"serverInfo":   object{"name": "lexsmith", "version": s.Version},
	}, nil
}

// capabilities are what the server can do.
const capabilities = `{
	"positionEncoding": %q,
	"textDocumentSync": {"openClose": true, "change": 2, "save": true},
	"completionProvider": {"triggerCharacters": ["\"", ":", "#", "."]},
	"hoverProvider": true,
	"definitionProvider": true,
	"referencesProvider": true,
	"documentHighlightProvider": true,
	"documentSymbolProvider": true,
	"workspaceSymbolProvider": true,
	"documentFormattingProvider": true,
	"foldingRangeProvider": true,
	"selectionRangeProvider": true,
	"documentLinkProvider": {"resolveProvider": false},
	"codeLensProvider": {"resolveProvider": false},
	"renameProvider": {"prepareProvider": true},
	"codeActionProvider": {"codeActionKinds": [%q, %q]},
	"workspace": {"workspaceFolders": {"supported": true, "changeNotifications": true}}
}`
