package xrpc

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

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
	framing  func(*http.Request) Framing
	methods  methods
	handlers map[syntax.NSID]Handler
	streams  map[syntax.NSID]StreamHandler
}

// NewServer returns a server without handlers. Every method is "not implemented"
// until Handle or Stream is called for it.
func NewServer(c *lexicon.Catalog, o Options) *Server {
	return &Server{
		options: o.withDefaults(), methods: compile(c, o.Profile),
		handlers: map[syntax.NSID]Handler{}, streams: map[syntax.NSID]StreamHandler{},
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
	s.handlers[m.NSID] = h
}

// Stream sets the handler of a subscription; see Handle.
func (s *Server) Stream(nsid string, h StreamHandler) {
	m := s.methods[syntax.NSID(nsid)]
	if m == nil || m.Type() != lexicon.TypeSubscription {
		panic("xrpc: the catalog does not contain the subscription " + nsid)
	}
	s.streams[m.NSID] = h
}

// SetFraming sets how the messages of streams are framed, for each request to a
// subscription. Without it frames are DAG-CBOR. It must not be called while the
// server serves.
func (s *Server) SetFraming(choose func(*http.Request) Framing) { s.framing = choose }

// ServeHTTP answers a request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	out := newPacedWriter(w, s.options.Timeout)
	allowOrigins(out.Header(), r)
	x := &exchange{options: &s.options, start: time.Now(), Exchange: Exchange{HTTPMethod: r.Method, Path: r.URL.Path}}
	c := &call{server: s, exchange: x, w: out, r: r, in: newPacedReader(r, out, s.options.Timeout)}
	defer func() { x.done(out, c.in) }()
	switch {
	case r.Method == http.MethodOptions:
		out.WriteHeader(http.StatusNoContent)
	default:
		if err := c.serve(); err != nil {
			c.sendError(err)
		}
	}
}

// allowOrigins lets pages of any origin call the server.
func allowOrigins(h http.Header, r *http.Request) {
	h.Set("Access-Control-Allow-Origin", "*")
	h.Set("Access-Control-Expose-Headers", "*")
	if r.Method == http.MethodOptions {
		h.Set("Access-Control-Allow-Methods", "GET, HEAD, POST")
		h.Set("Access-Control-Max-Age", "86400")
		if asked := r.Header.Get("Access-Control-Request-Headers"); asked != "" {
			h.Set("Access-Control-Allow-Headers", asked) // "*" does not stand for Authorization
		}
	}
}

// call is one call in progress.
type call struct {
	server *Server
	*exchange
	w     *pacedWriter
	r     *http.Request
	in    *pacedReader // the body of the request; nil for none
	input *inputReader // the same as the handler reads it; nil unless it is a stream
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
	if found := c.note(InRequest, lexicon.PartNone, m.checkVerb(c.r.Method)); lexicon.HasErrors(found) {
		err := fail(http.StatusMethodNotAllowed, "%s", describeShort(found))
		err.Header = http.Header{"Allow": {m.verb()}}
		if m.Type() == lexicon.TypeQuery {
			err.Header.Set("Allow", "GET, HEAD")
		}
		return err
	}
	if m.Type() == lexicon.TypeSubscription {
		return c.subscribe(m)
	}
	h := c.server.handlers[id]
	if h == nil {
		return fail(http.StatusNotImplemented, "%s is not implemented", id)
	}
	request := &Request{Method: m, HTTP: c.r}
	if err := c.readParams(request); err != nil {
		return err
	}
	if err := c.readInput(request); err != nil {
		return c.refused(err)
	}
	response, failure := h(c.r.Context(), request)
	if failure != nil {
		return c.failed(failure)
	}
	return c.answer(m, response)
}

// nsidOf returns the NSID in the path of a call.
func nsidOf(path string) (syntax.NSID, *Error) {
	name, ok := strings.CutPrefix(path, "/xrpc/")
	if !ok {
		return "", fail(http.StatusNotFound, "the path of a method is /xrpc/NSID")
	}
	id, err := syntax.ParseNSID(name)
	if err != nil {
		return "", fail(http.StatusNotFound, "%s is not an NSID", syntax.Quote(name))
	}
	return id, nil
}

// readParams checks the parameters.
func (c *call) readParams(request *Request) *Error {
	m := request.Method
	if found := c.note(InRequest, lexicon.PartParams, m.checkParams(c.r.URL.RawQuery)); lexicon.HasErrors(found) {
		return fail(http.StatusBadRequest, "params: %s", describe(found))
	}
	request.Params = m.parseParams(c.r.URL.RawQuery)
	return nil
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

// sendError sends an error answer.
func (c *call) sendError(err *Error) {
	status := err.Status
	if status < 400 || status > 599 {
		status = http.StatusBadRequest
	}
	h := c.w.Header()
	for name, values := range err.Header {
		h[name] = values
	}
	text := err.body()
	if c.Method != nil {
		c.Status = status
		c.note(InResponse, lexicon.PartError, c.Method.checkError(status, "application/json", text))
	}
	c.send(status, &Body{ContentType: "application/json", JSON: text})
}

// describeShort returns the message of the first error, of which there is one.
func describeShort(found []lexicon.Finding) string {
	return found[slices.IndexFunc(found, func(f lexicon.Finding) bool { return f.Severity == lexicon.Error })].Message
}

// readInput checks the body of a request: a JSON body is read, any other is left to
// the handler.
func (c *call) readInput(request *Request) *Error {
	m, r := request.Method, c.r
	contentType := r.Header.Get("Content-Type")
	var source io.ReadCloser = http.NoBody
	if c.in != nil {
		source = c.in
	}
	source, present := peek(source, r.ContentLength)
	json, found := m.checkHeader(lexicon.PartInput, contentType, present)
	if kept := c.note(InRequest, lexicon.PartInput, found); lexicon.HasErrors(kept) {
		status := http.StatusBadRequest
		if kept[0].Rule == ruleContentType {
			status = http.StatusUnsupportedMediaType
		}
		return fail(status, "%s", describeShort(kept))
	}
	if m.input.declared == nil {
		return nil
	}
	limit := c.options.MaxUpload
	if json {
		limit = c.options.MaxBody
	}
	if r.ContentLength > limit {
		return tooLarge(limit)
	}
	body, known := decoded(r.Header, http.MaxBytesReader(c.w.ResponseWriter, source, limit))
	if !known {
		return fail(http.StatusUnsupportedMediaType, "unsupported Content-Encoding %s; use gzip or deflate", syntax.Quote(r.Header.Get("Content-Encoding")))
	}
	request.Body.ContentType = contentType
	if !json {
		c.input = &inputReader{body: body, left: limit, limit: limit}
		request.Body.Stream = c.input
		return nil
	}
	text, whole, err := readAll(body, limit)
	switch {
	case err != nil:
		return unreadable(err)
	case !whole:
		return tooLarge(limit)
	}
	if kept := c.note(InRequest, lexicon.PartInput, m.checkText(lexicon.PartInput, text)); lexicon.HasErrors(kept) {
		return fail(http.StatusBadRequest, "input: %s", describe(kept))
	}
	request.Body.JSON = text
	return nil
}

// inputReader is a body that a handler reads. It remembers why that failed, and has
// the limit for what comes out of a compressed one.
type inputReader struct {
	body        io.Reader
	left, limit int64
	err         error
}

func (r *inputReader) Read(p []byte) (int, error) {
	if r.err != nil {
		return 0, r.err
	}
	n, err := r.body.Read(p)
	if r.left -= int64(n); r.left < 0 {
		err = &http.MaxBytesError{Limit: r.limit}
	}
	if err != nil && err != io.EOF {
		r.err = err
	}
	return n, err
}

func tooLarge(limit int64) *Error {
	return fail(http.StatusRequestEntityTooLarge, "the body is larger than %s", syntax.ByteCount(limit))
}

// unreadable is the answer to a request whose body could not be read. Most of the
// time nobody is left to get it.
func unreadable(err error) *Error {
	var large *http.MaxBytesError
	if errors.As(err, &large) {
		return tooLarge(large.Limit)
	}
	if reason := damage(err); reason != "" {
		return fail(http.StatusBadRequest, "the body cannot be decompressed: %s", reason)
	}
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return fail(http.StatusBadRequest, "the body is truncated")
	}
	return fail(http.StatusBadRequest, "the body could not be read")
}

// answer checks what a handler returned and sends it.
func (c *call) answer(m *Method, response *Response) *Error {
	response = cmp.Or(response, &Response{})
	if response.JSON != nil && response.ContentType == "" {
		response.ContentType = "application/json"
	}
	defer response.Close()
	status := cmp.Or(response.Status, http.StatusOK)
	c.Status = status
	json, found := m.checkHeader(lexicon.PartOutput, response.ContentType, response.present())
	if json && response.JSON == nil {
		text, err := io.ReadAll(response.Stream)
		if err == nil {
			err = response.Close()
		}
		if err != nil {
			return c.failed(err)
		}
		response.JSON, response.Stream = text, nil
	}
	if json {
		found = append(found, m.checkText(lexicon.PartOutput, response.JSON)...)
	}
	if kept := c.note(InResponse, lexicon.PartOutput, found); lexicon.HasErrors(kept) {
		c.Err = &InvalidError{InResponse, kept}
		return fail(http.StatusInternalServerError, "the response does not match the Lexicon of %s", m.NSID)
	}
	h := c.w.Header()
	for name, values := range response.Header {
		h[http.CanonicalHeaderKey(name)] = values
	}
	c.send(status, &response.Body)
	return nil
}

// send sends an answer. When it fails, the connection is cut: the client must not
// take a part for all of it.
func (c *call) send(status int, body *Body) {
	h := c.w.Header()
	if body.ContentType != "" {
		h.Set("Content-Type", body.ContentType)
	}
	h.Set("X-Content-Type-Options", "nosniff")
	to := io.Writer(flushing{c.w})
	if n := body.length(); n >= 0 {
		h.Set("Content-Length", strconv.Itoa(n))
		to = c.w
	}
	c.w.WriteHeader(status)
	if c.r.Method == http.MethodHead {
		return
	}
	if _, err := io.Copy(to, body.Reader()); err != nil {
		c.Err = fmt.Errorf("the response is incomplete: %w", err)
		panic(http.ErrAbortHandler)
	}
}

// flushing sends each part of a stream at once, since the next one may take a while.
type flushing struct{ w *pacedWriter }

func (f flushing) Write(p []byte) (int, error) {
	n, err := f.w.Write(p)
	if err == nil {
		err = f.w.FlushError()
	}
	if errors.Is(err, http.ErrNotSupported) { // by what wraps the server
		err = nil
	}
	return n, err
}
