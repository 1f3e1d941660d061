package xrpc

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"strconv"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// Request is a call that a handler answers. Its parameters and its input match the
// Lexicon.
type Request struct {
	Method *Method
	Params Params
	Body   Body          // of a procedure; the zero Body when it has no input
	HTTP   *http.Request // what arrived; its body is read or in Body
}

// Handler answers a query or a procedure. A nil answer is one without a body. An
// *Error is sent as it is; any other error is an InternalServerError.
type Handler func(context.Context, *Request) (*Response, error)

// Server answers calls of the methods of a catalog. It checks parameters and bodies
// before a handler sees them, and its answer before it is sent. Make one with
// NewServer; it is then safe for many goroutines, and an http.Handler for the paths
// below /xrpc/.
type Server struct {
	options  Options
	methods  methods
	handlers map[*Method]Handler
	streams  map[*Method]StreamHandler
	prefer   func(*http.Request) string // the subprotocol; see SetSubprotocol
}

// NewServer returns a server without handlers. Every method is "not implemented"
// until Handle or Stream is called for it.
func NewServer(c *lexicon.Catalog, o Options) *Server {
	return &Server{
		options: o.withDefaults(), methods: compile(c, o.Profile), handlers: map[*Method]Handler{}, streams: map[*Method]StreamHandler{},
		prefer: func(*http.Request) string { return "" },
	}
}

// Methods returns the methods of the catalog in the order of their NSIDs.
func (s *Server) Methods() []*Method { return s.methods.sorted() }

// Handle sets the handler of a query or procedure. Like http.ServeMux it panics when
// it cannot: the catalog has no such method. It must not be called while the server
// serves.
func (s *Server) Handle(nsid string, h Handler) {
	m := s.methods[syntax.NSID(nsid)]
	if m == nil || m.Type() == lexicon.TypeSubscription {
		panic("xrpc: the catalog does not contain the query or procedure " + nsid)
	}
	s.handlers[m] = h
}

// ServeHTTP answers a request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c := &call{server: s, incoming: newIncoming(w, r, &s.options)}
	defer c.done()
	allowOrigins(c.w.Header(), r)
	if r.Method == http.MethodOptions {
		c.w.WriteHeader(http.StatusNoContent)
	} else if err := c.serve(); err != nil {
		c.sendError(err)
	}
}

// call is one call in progress.
type call struct {
	server *Server
	*incoming
	input *inputReader // the body as the handler reads it; nil unless it is a stream
}

// serve answers the call, or returns the error to answer with.
func (c *call) serve() *Error {
	id, err := nsidOf(c.r.URL.Path)
	if err != nil {
		return err
	}
	c.NSID = id
	m := c.server.methods[id]
	switch {
	case m == nil:
		return fail(http.StatusNotImplemented, "unknown method %s", id)
	case m.invalid != nil:
		c.Err = m.invalid
		return fail(http.StatusNotImplemented, "the Lexicon of %s is not valid", id)
	}
	c.Method = m
	if err := c.checkVerb(); err != nil {
		return err
	}
	if m.Type() == lexicon.TypeSubscription {
		return c.subscribe()
	}
	h := c.server.handlers[m]
	if h == nil {
		return fail(http.StatusNotImplemented, "%s is not implemented", id)
	}
	if err := c.checkParams(); err != nil {
		return err
	}
	request := &Request{Method: m, HTTP: c.r, Params: m.parseParams(c.r.URL.RawQuery)}
	if request.Body, err = c.readInput(); err != nil {
		return c.refused(err)
	}
	response, failure := h(c.r.Context(), request)
	if failure != nil {
		return c.failed(failure)
	}
	return c.answer(response)
}

// readInput checks the body of a request: a JSON body is read, any other is left to
// the handler.
func (c *call) readInput() (Body, *Error) {
	var source io.ReadCloser = http.NoBody
	if c.in != nil {
		source = c.in
	}
	source, present := peek(source, c.r.ContentLength)
	json, failure := c.checkType(present)
	if failure != nil || c.Method.Input == nil {
		return Body{}, failure
	}
	limit := c.options.MaxUpload
	if json {
		limit = c.options.MaxBody
	}
	if c.r.ContentLength > limit {
		return Body{}, tooLarge(limit)
	}
	data, known := decoded(c.r.Header, http.MaxBytesReader(c.w.ResponseWriter, source, limit))
	data = http.MaxBytesReader(nil, io.NopCloser(data), limit)
	if !known {
		return Body{}, fail(http.StatusUnsupportedMediaType, "unsupported Content-Encoding %s; use gzip or deflate", words.Quote(c.r.Header.Get("Content-Encoding")))
	}
	body := Body{ContentType: c.r.Header.Get("Content-Type")}
	if !json {
		c.input = &inputReader{Reader: data}
		body.Stream = c.input
		return body, nil
	}
	text, err := io.ReadAll(data)
	if err != nil {
		return Body{}, unreadable(err)
	}
	body.JSON = text
	return body, c.checkInput(c.Method.checkText(lexicon.PartInput, text))
}

// inputReader is a body that a handler reads. It remembers why that failed.
type inputReader struct {
	io.Reader
	err error
}

func (r *inputReader) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	if err != nil && err != io.EOF {
		r.err = err
	}
	return n, err
}

// failed returns the error to answer with for one of a handler.
func (c *call) failed(err error) *Error {
	var own *Error
	switch {
	case errors.As(err, &own) && own.Name == StatusName(http.StatusBadRequest):
		return c.refused(own)
	case own != nil:
		return own
	case c.input != nil && c.input.err != nil:
		return c.refused(unreadable(c.input.err))
	}
	c.Err = err
	return fail(http.StatusInternalServerError, "internal server error")
}

// answer checks what a handler returned and sends it.
func (c *call) answer(response *Response) *Error {
	response = cmp.Or(response, &Response{})
	if response.JSON != nil && response.ContentType == "" {
		response.ContentType = typeJSON
	}
	defer response.Close()
	c.Status = cmp.Or(response.Status, http.StatusOK)
	json, found := c.Method.checkHeader(lexicon.PartOutput, response.ContentType, response.present())
	if json {
		if err := response.load(math.MaxInt64 - 1); err != nil {
			return c.failed(err)
		}
		if !response.Valid {
			found = append(found, c.Method.checkText(lexicon.PartOutput, response.JSON)...)
		}
	}
	if kept := c.note(InResponse, lexicon.PartOutput, found); hasErrors(kept) {
		c.Err = &InvalidError{InResponse, kept}
		return fail(http.StatusInternalServerError, "the response does not match the Lexicon of %s", c.NSID)
	}
	c.send(c.Status, response.Header, &response.Body)
	return nil
}

// sendError sends an error answer.
func (c *call) sendError(err *Error) {
	status := err.Status
	if status < 400 || status > 599 {
		status = http.StatusBadRequest
	}
	text := err.body()
	if c.Method != nil {
		c.Status = status
		c.note(InResponse, lexicon.PartError, c.Method.checkError(status, typeJSON, text))
	}
	c.send(status, err.Header, &Body{ContentType: typeJSON, JSON: text})
}

// send sends an answer. When it fails, the connection is cut: the client must not
// take a part for all of it.
func (c *call) send(status int, header http.Header, body *Body) {
	h := c.w.Header()
	for name, values := range header {
		h[http.CanonicalHeaderKey(name)] = values
	}
	if body.ContentType != "" {
		h.Set("Content-Type", body.ContentType)
	}
	h.Set("X-Content-Type-Options", "nosniff")
	if n := body.length(); n >= 0 {
		h.Set("Content-Length", strconv.Itoa(n))
	} else {
		c.w.flushes = true
	}
	c.w.WriteHeader(status)
	if c.r.Method == http.MethodHead {
		return
	}
	if _, err := io.Copy(c.w, body.Reader()); err != nil {
		c.Err = fmt.Errorf("the response is incomplete: %w", err)
		panic(http.ErrAbortHandler)
	}
}
