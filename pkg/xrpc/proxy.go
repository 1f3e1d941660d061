package xrpc

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"log"
	"maps"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"slices"
	"time"

	"github.com/lexsmith/lexsmith/internal/servicerules"
	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
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
	return &Proxy{options: o, upstream: u, methods: compile(c, o.Profile), ours: &http.Transport{
		Proxy: http.ProxyFromEnvironment, MaxResponseHeaderBytes: maxHeader,
		// The transport goes on connecting after a request has ended.
		DialContext: (&net.Dialer{Timeout: o.Timeout}).DialContext, TLSHandshakeTimeout: o.Timeout,
		MaxIdleConnsPerHost: 64, IdleConnTimeout: time.Minute, ForceAttemptHTTP2: true, DisableCompression: true,
	}}, nil
}

var silent = log.New(io.Discard, "", 0) // errors are in the Exchange

// maxHeader is how many bytes the header of an answer may have.
const maxHeader = 1 << 20

// Methods returns the methods that are checked, in the order of their NSIDs.
func (p *Proxy) Methods() []*Method { return p.methods.sorted() }

func (p *Proxy) transport() http.RoundTripper { return strict(cmp.Or(p.HTTP, p.ours)) }

// ServeHTTP passes a request on.
func (p *Proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := withClient(r)
	defer cancel(nil)
	c := &proxyCall{proxy: p, incoming: newIncoming(w, r.WithContext(ctx), &p.options), cancel: cancel}
	defer c.done()
	if c.in != nil {
		c.r.Body = c.in
	}
	if id, err := nsidOf(r.URL.Path); err == nil {
		c.NSID = id
		if m := p.methods[id]; m != nil && m.invalid == nil && r.Method != http.MethodOptions {
			c.Method = m
		}
	}
	if c.Method != nil {
		if err := c.check(); err != nil {
			c.refuse(c.refused(err))
			return
		}
		if c.Method.Type() == lexicon.TypeSubscription && isUpgrade(r) && !c.stray {
			c.stream()
			return
		}
	}
	c.forward(p.transport())
}

// proxyCall is one request that is passed on.
type proxyCall struct {
	proxy *Proxy
	*incoming
	cancel context.CancelCauseFunc
	stray  bool // the request has the wrong HTTP method: its answer is not one of the method
}

// check checks the request. Its body is replaced by the same bytes when it had to be
// read. The error is what to answer with.
func (c *proxyCall) check() *Error {
	if err := c.checkVerb(); err != nil {
		c.stray = true
		return c.enforced(err)
	}
	if err := c.enforced(c.checkParams()); err != nil {
		return err
	}
	body, present := peek(c.r.Body, c.r.ContentLength)
	c.r.Body = body
	json, err := c.checkType(present)
	if !json {
		return c.enforced(err)
	}
	text, whole, failure := readAll(body, c.r.ContentLength, c.options.MaxBody)
	switch {
	case failure != nil:
		return unreadable(failure)
	case !whole && c.proxy.Enforce:
		return tooLarge(c.options.MaxBody)
	}
	if c.r.Body = (bodyReader{io.MultiReader(bytes.NewReader(text), body), body}); whole {
		c.r.ContentLength = int64(len(text))
	}
	return c.enforced(c.checkInput(c.checkBody(lexicon.PartInput, c.r.Header, text, whole)))
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
func (c *proxyCall) checkBody(part lexicon.Part, h http.Header, data []byte, whole bool) []diag.Finding {
	m := c.Method
	if !whole {
		return []diag.Finding{m.oversized(part, c.options.MaxBody)}
	}
	plain, known := decoded(h, bytes.NewReader(data))
	if !known {
		return []diag.Finding{m.unchecked(part, "its Content-Encoding is "+words.Quote(h.Get("Content-Encoding"))+", not gzip or deflate")}
	}
	text, whole, err := readAll(plain, -1, c.options.MaxBody)
	switch {
	case err != nil:
		return []diag.Finding{m.finding(servicerules.ContentType, part, "the body does not match its Content-Encoding: "+cmp.Or(damage(err), err.Error()))}
	case !whole:
		return []diag.Finding{m.oversized(part, c.options.MaxBody)}
	case part == lexicon.PartError:
		return m.checkError(c.Status, h.Get("Content-Type"), text)
	}
	return m.checkText(part, text)
}

// forward passes the request on to a transport, and the answer back. It checks the answer
// of a method.
func (c *proxyCall) forward(to http.RoundTripper) {
	w := newWait(c.options.Timeout, c.cancel)
	if c.in != nil {
		c.r.Body = &sentBody{c.r.Body, w}
	}
	reverse := httputil.ReverseProxy{
		Transport: to, FlushInterval: -1, Rewrite: c.rewrite, ErrorLog: silent,
		ModifyResponse: func(answer *http.Response) error {
			_ = w.answered(nil, true)
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
			if c.Method == nil || c.stray || c.r.Method == http.MethodHead {
				return nil
			}
			return c.checkAnswer(answer)
		},
		ErrorHandler: func(_ http.ResponseWriter, _ *http.Request, err error) {
			c.refuse(c.upstreamError(w.answered(err, true)))
		},
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
func (c *proxyCall) checkAnswer(answer *http.Response) error {
	part, json := lexicon.PartOutput, false
	var found []diag.Finding
	switch status := answer.StatusCode; {
	case status >= 400:
		part, json = lexicon.PartError, true
	case status < 200 || status > 299:
		return nil
	default:
		body, present := peek(answer.Body, answer.ContentLength)
		answer.Body = body
		json, found = c.Method.checkHeader(part, answer.Header.Get("Content-Type"), present)
	}
	if json {
		data, whole, err := readAll(answer.Body, answer.ContentLength, c.options.MaxBody)
		if err != nil {
			return err
		}
		answer.Body = bodyReader{io.MultiReader(bytes.NewReader(data), answer.Body), answer.Body}
		found = c.checkBody(part, answer.Header, data, whole)
	}
	if kept := c.note(InResponse, part, found); hasErrors(kept) && c.proxy.Enforce {
		return &InvalidError{InResponse, kept}
	}
	return nil
}

// refuse sends an error of the proxy itself.
func (c *proxyCall) refuse(err *Error) {
	h := c.w.Header()
	allowOrigins(h, c.r)
	maps.Copy(h, err.Header)
	h.Set("Content-Type", typeJSON)
	c.w.WriteHeader(err.Status)
	if c.r.Method != http.MethodHead {
		_, _ = c.w.Write(err.body())
	}
}

// upstreamError returns the error to answer with when the service cannot be used.
func (c *proxyCall) upstreamError(err error) *Error {
	if request, ok := errors.AsType[*url.Error](err); ok {
		err = request.Err // without the URL, whose parameters are the client's
	}
	c.Err = err
	if invalid, ok := errors.AsType[*InvalidError](err); ok {
		return fail(http.StatusBadGateway, "the response of the service does not match its Lexicon: %s", describe(invalid.Findings))
	}
	if _, unread := c.in.received(); unread != nil {
		return unreadable(unread)
	}
	cause := context.Cause(c.r.Context())
	c.Unanswered = cause == nil || errors.As(cause, new(*timeoutError)) // or the client is gone, or the proxy stops
	if network, ok := errors.AsType[net.Error](err); ok && network.Timeout() {
		return fail(http.StatusGatewayTimeout, "the service did not respond in time")
	}
	reason := "the service did not respond" // without its address
	if op, ok := errors.AsType[*net.OpError](err); ok && op.Op == "dial" {
		reason = "the service cannot be reached"
	} else if errors.As(err, new(serviceError)) {
		reason = err.Error()
	}
	return fail(http.StatusBadGateway, "%s", reason)
}
