package xrpc

import (
	"errors"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/lexsmith/lexsmith/internal/servicerules"

	"github.com/coder/websocket"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// incoming is an exchange that a server or a proxy handles.
type incoming struct {
	exchange
	start time.Time
	w     *pacedWriter
	r     *http.Request
	in    *pacedReader // the body of the request; nil for none
}

func newIncoming(w http.ResponseWriter, r *http.Request, o *Options) *incoming {
	out := newPacedWriter(w, o.Timeout)
	return &incoming{
		exchange: exchange{Exchange: Exchange{HTTPMethod: r.Method, Path: r.URL.Path}, options: o},
		start:    time.Now(), w: out, r: r, in: newPacedReader(r, out, o.Timeout),
	}
}

// done ends the exchange.
func (x *incoming) done() {
	x.w.change(1, 0) // for what net/http still has to send
	if errors.Is(x.w.err, os.ErrDeadlineExceeded) {
		x.Err = errSlowClient
	}
	x.Status, x.Duration = x.w.status, time.Since(x.start)
	x.Sent += x.w.moved
	x.Received, _ = x.in.received()
	if x.options.Done != nil {
		x.options.Done(x.Exchange)
	}
}

// accept opens the stream that a client asks for, in an encoding that it has offered if
// agreed. Where that fails, it has answered.
func (x *incoming) accept(encoding string, agreed bool) (*peer, error) {
	var subprotocols []string
	if agreed {
		subprotocols = []string{encoding}
	}
	t := &hijacker{ResponseWriter: x.w}
	conn, err := websocket.Accept(t, x.r, &websocket.AcceptOptions{InsecureSkipVerify: true, Subprotocols: subprotocols})
	if err != nil {
		return nil, err
	}
	x.w.status, x.Status, x.Subprotocol = http.StatusSwitchingProtocols, http.StatusSwitchingProtocols, encoding
	return newPeer(conn, t.conn), nil
}

// refused counts the refusal of a request as an error where no finding says why.
func (x *incoming) refused(err *Error) *Error {
	x.Errors = max(x.Errors, 1)
	return err
}

// checkVerb checks the HTTP method. The error of this and the next methods is what to
// answer with.
func (x *incoming) checkVerb() *Error {
	m, verb := x.Method, x.Method.verb()
	query := m.Type() == lexicon.TypeQuery
	if x.r.Method == verb || query && x.r.Method == http.MethodHead {
		return nil
	}
	methods, allow := m.Type().String()+"s", verb
	if query {
		methods, allow = "queries", "GET, HEAD"
	}
	f := m.finding(servicerules.HTTPMethod, lexicon.PartNone, "the HTTP method is "+words.Quote(x.r.Method)+", but "+methods+" use "+verb)
	f.Help = "send a " + verb + " request"
	found := x.note(InRequest, lexicon.PartNone, []diag.Finding{f})
	if !hasErrors(found) {
		return nil
	}
	err := fail(http.StatusMethodNotAllowed, "%s", firstError(found))
	err.Header = http.Header{"Allow": {allow}}
	return err
}

func (x *incoming) checkParams() *Error {
	if found := x.note(InRequest, lexicon.PartParams, x.Method.checkParams(x.r.URL.RawQuery)); hasErrors(found) {
		return fail(http.StatusBadRequest, "params: %s", describe(found))
	}
	return nil
}

// checkType checks whether there is a body, and of which type. JSON says that its text is to
// be checked with checkInput.
func (x *incoming) checkType(present bool) (json bool, err *Error) {
	json, found := x.Method.checkHeader(lexicon.PartInput, x.r.Header.Get("Content-Type"), present)
	kept := x.note(InRequest, lexicon.PartInput, found)
	switch {
	case !hasErrors(kept):
		return json, nil
	case kept[0].Rule == servicerules.ContentType:
		return false, fail(http.StatusUnsupportedMediaType, "%s", firstError(kept))
	}
	return false, fail(http.StatusBadRequest, "%s", firstError(kept))
}

// checkInput notes what was found in the text of a body.
func (x *incoming) checkInput(found []diag.Finding) *Error {
	if kept := x.note(InRequest, lexicon.PartInput, found); hasErrors(kept) {
		return fail(http.StatusBadRequest, "input: %s", describe(kept))
	}
	return nil
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
