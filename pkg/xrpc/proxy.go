package xrpc

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"slices"
	"time"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/words"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// Proxy passes requests on to a service, and its answers back, and checks both. What
// is passed on stays as it is: bodies and messages byte for byte, and all headers
// but those that belong to a connection. Make one with NewProxy, and set the fields
// before the first request; it is then safe for many goroutines.
type Proxy struct {
	// Enforce answers with an error instead of passing on what does not match
	// its Lexicon: 400 or 413 to a request, 502 in place of an answer. In place of
	// a message it sends an error, and closes the stream.
	Enforce bool
	// HTTP makes the requests to the service; nil means a client that neither
	// follows redirects nor decompresses.
	HTTP http.RoundTripper

	options  Options
	upstream *url.URL
	methods  methods
	ours     http.RoundTripper
	silent   *log.Logger // errors are in the Exchange
}

// NewProxy returns a proxy in front of the service at a URL such as
// "https://api.example.com". Methods that the catalog does not have are passed on
// without a check, and so is every path that is not below /xrpc/.
func NewProxy(c *lexicon.Catalog, upstream string, o Options) (*Proxy, error) {
	u, err := parseService(upstream)
	if err != nil {
		return nil, err
	}
	o = o.withDefaults()
	return &Proxy{options: o, upstream: u, methods: compile(c, o.Profile), silent: log.New(io.Discard, "", 0), ours: &http.Transport{
		Proxy: http.ProxyFromEnvironment, MaxResponseHeaderBytes: maxHeader,
		// The transport goes on connecting after a request has ended.
		DialContext: (&net.Dialer{Timeout: o.Timeout}).DialContext, TLSHandshakeTimeout: o.Timeout,
		MaxIdleConnsPerHost: 64, IdleConnTimeout: time.Minute, ForceAttemptHTTP2: true, DisableCompression: true,
	}}, nil
}

// Methods returns the methods that are checked, in the order of their NSIDs.
func (p *Proxy) Methods() []*Method { return p.methods.sorted() }

func (p *Proxy) transport() http.RoundTripper { return strict{cmp.Or(p.HTTP, p.ours)} }

// ServeHTTP passes a request on.
func (p *Proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	out := newPacedWriter(w, p.options.Timeout)
	x := &exchange{options: &p.options, start: time.Now(), Exchange: Exchange{HTTPMethod: r.Method, Path: r.URL.Path}}
	ctx, cancel := withClient(r)
	defer cancel(nil)
	c := &proxyCall{proxy: p, exchange: x, w: out, r: r.WithContext(ctx), cancel: cancel, in: newPacedReader(r, out, p.options.Timeout)}
	defer func() { x.done(out, c.in) }()
	if c.in != nil {
		c.r.Body = c.in
	}
	var m *Method
	if id, err := nsidOf(r.URL.Path); err == nil {
		x.NSID = id
		m = p.methods[id]
	}
	if m == nil || m.invalid != nil || r.Method == http.MethodOptions {
		c.forward(nil, p.transport())
		return
	}
	x.Method = m
	if err := c.check(m); err != nil {
		c.refuse(c.refused(err))
		return
	}
	if m.Type() == lexicon.TypeSubscription && isUpgrade(r) && !c.stray {
		c.stream(m)
		return
	}
	c.forward(m, p.transport())
}

// proxyCall is one request that is passed on.
type proxyCall struct {
	proxy *Proxy
	*exchange
	w      *pacedWriter
	r      *http.Request
	in     *pacedReader // the body of the request; nil for none
	cancel context.CancelCauseFunc
	stray  bool // the request has the wrong HTTP method: its answer is not one of the method
}

// check checks the request. Its body is replaced by the same bytes when it had to be
// read. The error is what to answer with.
func (c *proxyCall) check(m *Method) *Error {
	if found := c.note(InRequest, lexicon.PartNone, m.checkVerb(c.r.Method)); diag.HasErrors(found) {
		c.stray = true
		err := fail(http.StatusMethodNotAllowed, "%s", describeShort(found))
		err.Header = http.Header{"Allow": {m.verb()}}
		return c.enforced(err)
	}
	if found := c.note(InRequest, lexicon.PartParams, m.checkParams(c.r.URL.RawQuery)); diag.HasErrors(found) {
		if err := c.enforced(fail(http.StatusBadRequest, "params: %s", describe(found))); err != nil {
			return err
		}
	}
	body, present := peek(c.r.Body, c.r.ContentLength)
	c.r.Body = body
	json, found := m.checkHeader(lexicon.PartInput, c.r.Header.Get("Content-Type"), present)
	if kept := c.note(InRequest, lexicon.PartInput, found); diag.HasErrors(kept) {
		status := http.StatusBadRequest
		if kept[0].Rule == ruleContentType {
			status = http.StatusUnsupportedMediaType
		}
		return c.enforced(fail(status, "%s", describeShort(kept)))
	}
	if !json {
		return nil
	}
	text, whole, err := readAll(c.r.Body, c.options.MaxBody)
	switch {
	case err != nil:
		return unreadable(err)
	case !whole && c.proxy.Enforce:
		return tooLarge(c.options.MaxBody)
	case !whole:
		c.r.Body = joined{io.MultiReader(bytes.NewReader(text), c.r.Body), c.r.Body}
		c.note(InRequest, lexicon.PartInput, []diag.Finding{m.oversized(lexicon.PartInput, c.options.MaxBody)})
		return nil
	}
	c.r.Body, c.r.ContentLength = joined{bytes.NewReader(text), c.r.Body}, int64(len(text))
	if found := c.note(InRequest, lexicon.PartInput, c.checkBody(m, lexicon.PartInput, c.r.Header, text)); diag.HasErrors(found) {
		return c.enforced(fail(http.StatusBadRequest, "input: %s", describe(found)))
	}
	return nil
}

// enforced returns the error to answer with, nil when the request is passed on all
// the same.
func (c *proxyCall) enforced(err *Error) *Error {
	if c.proxy.Enforce {
		return err
	}
	return nil
}

// checkBody checks the bytes of a JSON body, which can be compressed.
func (c *proxyCall) checkBody(m *Method, part lexicon.Part, h http.Header, data []byte) []diag.Finding {
	plain, known := decoded(h, bytes.NewReader(data))
	if !known {
		return []diag.Finding{m.unchecked(part, "its Content-Encoding is "+words.Quote(h.Get("Content-Encoding"))+", not gzip or deflate")}
	}
	text, whole, err := readAll(plain, c.options.MaxBody)
	switch {
	case err != nil:
		return []diag.Finding{m.finding(ruleContentType, part, "the body does not match its Content-Encoding: "+cmp.Or(damage(err), err.Error()))}
	case !whole:
		return []diag.Finding{m.oversized(part, c.options.MaxBody)}
	case part == lexicon.PartError:
		return m.checkError(c.Status, h.Get("Content-Type"), text)
	}
	return m.checkText(part, text)
}

// forward passes the request on to a transport, and the answer back. It checks the answer
// unless m is nil.
func (c *proxyCall) forward(m *Method, to http.RoundTripper) {
	w := newWait(c.options.Timeout, c.cancel)
	if c.in != nil {
		c.r.Body = &sentBody{c.r.Body, w}
	}
	reverse := httputil.ReverseProxy{
		Transport: to, FlushInterval: -1, Rewrite: c.rewrite, ErrorLog: c.proxy.silent,
		ModifyResponse: func(answer *http.Response) error {
			_ = w.answered(nil)
			c.Status = answer.StatusCode
			if answer.StatusCode == http.StatusSwitchingProtocols {
				c.w.status = answer.StatusCode // the reverse proxy writes it to the connection
			} else {
				// After the status is sent, only the log can say what goes wrong.
				answer.Body = &receivedBody{answer.Body, w, func(err error) {
					if err != nil && err != io.EOF {
						_ = c.upstreamError(err)
					}
				}}
			}
			if m == nil || c.stray || c.r.Method == http.MethodHead {
				return nil
			}
			return c.checkAnswer(m, answer)
		},
		ErrorHandler: func(_ http.ResponseWriter, _ *http.Request, err error) { c.refuse(c.upstreamError(w.answered(err))) },
	}
	reverse.ServeHTTP(c.w, c.r)
}

// rewrite addresses the request to the service, and undoes what the reverse proxy
// has changed in it.
func (c *proxyCall) rewrite(r *httputil.ProxyRequest) {
	r.SetURL(c.proxy.upstream)
	r.Out.URL.RawQuery = r.In.URL.RawQuery
	for _, name := range []string{"Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto"} {
		if values, ok := r.In.Header[name]; ok {
			r.Out.Header[name] = slices.Clone(values)
		}
	}
	if _, ok := r.In.Header["User-Agent"]; !ok {
		r.Out.Header.Set("User-Agent", "") // or net/http would add its own
	}
}

// checkAnswer checks an answer. Its body is replaced by the same bytes when it had
// to be read. The error says that it is not to be passed on.
func (c *proxyCall) checkAnswer(m *Method, answer *http.Response) error {
	part := lexicon.PartOutput
	var found []diag.Finding
	json := false
	switch status := answer.StatusCode; {
	case status >= 400:
		part, json = lexicon.PartError, true
	case status < 200 || status > 299:
		return nil
	default:
		body, present := peek(answer.Body, answer.ContentLength)
		answer.Body = body
		json, found = m.checkHeader(part, answer.Header.Get("Content-Type"), present)
	}
	if json {
		data, whole, err := readAll(answer.Body, c.options.MaxBody)
		if err != nil {
			return err
		}
		if whole {
			answer.Body = joined{bytes.NewReader(data), answer.Body}
			found = c.checkBody(m, part, answer.Header, data)
		} else {
			answer.Body = joined{io.MultiReader(bytes.NewReader(data), answer.Body), answer.Body}
			found = []diag.Finding{m.oversized(part, c.options.MaxBody)}
		}
	}
	if kept := c.note(InResponse, part, found); diag.HasErrors(kept) && c.proxy.Enforce {
		return &InvalidError{InResponse, kept}
	}
	return nil
}

// refuse sends an error of the proxy itself.
func (c *proxyCall) refuse(err *Error) {
	h := c.w.Header()
	allowOrigins(h, c.r)
	for name, values := range err.Header {
		h[name] = values
	}
	h.Set("Content-Type", "application/json")
	c.w.WriteHeader(err.Status)
	if c.r.Method != http.MethodHead {
		_, _ = c.w.Write(err.body())
	}
}

// upstreamError returns the error to answer with when the service cannot be used.
func (c *proxyCall) upstreamError(err error) *Error {
	var request *url.Error
	if errors.As(err, &request) {
		err = request.Err // without the URL, whose parameters are the client's
	}
	c.Err = err
	_, unread := c.in.received()
	var invalid *InvalidError
	var network net.Error
	switch {
	case errors.As(err, &invalid):
		return fail(http.StatusBadGateway, "the response of the service does not match its Lexicon: %s", describe(invalid.Findings))
	case unread != nil:
		return unreadable(unread)
	}
	var slow *timeoutError
	cause := context.Cause(c.r.Context())
	c.Unanswered = cause == nil || errors.As(cause, &slow) // or the client is gone, or the proxy stops
	if errors.As(err, &network) && network.Timeout() {
		return fail(http.StatusGatewayTimeout, "the service did not respond in time")
	}
	return fail(http.StatusBadGateway, "%s", wordUpstream(err))
}

// wordUpstream says why a service gave no answer, without its address.
func wordUpstream(err error) string {
	var op *net.OpError
	switch {
	case errors.As(err, &op) && op.Op == "dial":
		return "the service cannot be reached"
	case err == errNoStream, errors.As(err, new(malformedError)):
		return err.Error()
	}
	return "the service did not respond"
}
