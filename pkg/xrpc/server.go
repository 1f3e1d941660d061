package xrpc

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/words"
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
	if found := c.note(InRequest, lexicon.PartNone, m.checkVerb(c.r.Method)); diag.HasErrors(found) {
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
		return "", fail(http.StatusNotFound, "%s is not an NSID", words.Quote(name))
	}
	return id, nil
}

// readParams checks the parameters.
func (c *call) readParams(request *Request) *Error {
	m := request.Method
	if found := c.note(InRequest, lexicon.PartParams, m.checkParams(c.r.URL.RawQuery)); diag.HasErrors(found) {
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
func describeShort(found []diag.Finding) string {
	return found[slices.IndexFunc(found, func(f diag.Finding) bool { return f.Severity == diag.Error })].Message
}
