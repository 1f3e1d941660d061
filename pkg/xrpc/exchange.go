package xrpc

import (
	"errors"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// Exchange is a request and its answer, when both are over.
type Exchange struct {
	HTTPMethod string
	Path       string      // of the URL, without parameters
	NSID       syntax.NSID // "" when the path names no method
	Method     *Method     // nil when the NSID is not that of a method of the catalog
	Status     int         // of the answer; 101 for a stream
	Duration   time.Duration
	Received   int64 // bytes of the body of the request
	Sent       int64 // bytes of the body of the answer, or of the messages
	Messages   int   // of a stream
	Errors     int   // violations of that severity; at least 1 when the request was refused
	Warnings   int
	Infos      int
	// Unanswered says that the service behind a proxy did not respond, or not to the
	// end. Err says why.
	Unanswered bool
	// Err says why the answer is an error of the server or a stream was cut
	// short, as far as the peer is not told; usually nil.
	Err error
}

// exchange is an exchange in progress, and what there is to say about it. That of a client
// has no request.
type exchange struct {
	Exchange
	options *Options
	start   time.Time
	w       *pacedWriter
	r       *http.Request
	in      *pacedReader // the body of the request; nil for none
}

func newExchange(w http.ResponseWriter, r *http.Request, o *Options) *exchange {
	out := newPacedWriter(w, o.Timeout)
	return &exchange{
		Exchange: Exchange{HTTPMethod: r.Method, Path: r.URL.Path},
		options:  o, start: time.Now(), w: out, r: r, in: newPacedReader(r, out, o.Timeout),
	}
}

// done ends the exchange.
func (x *exchange) done() {
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

// note counts and reports findings. It returns those that Options.Keep keeps.
func (x *exchange) note(d Direction, part lexicon.Part, found []diag.Finding) (kept []Violation) {
	for _, f := range found {
		if x.w == nil && f.Rule == ruleNotChecked { // a client does not send such a request, and warns about such an answer
			f.Severity = diag.Warning
			if d == InRequest {
				f.Severity = diag.Error
			}
		}
		if x.options.Keep != nil && !x.options.Keep(&f) {
			continue
		}
		switch f.Severity {
		case diag.Error:
			x.Errors++
		case diag.Warning:
			x.Warnings++
		case diag.Info:
			x.Infos++
		default:
			continue
		}
		v := Violation{Finding: f, Method: x.NSID, Direction: d, Part: part, Status: x.Status}
		kept = append(kept, v)
		if x.options.Report != nil {
			x.options.Report(v)
		}
	}
	return kept
}

// refused counts the refusal of a request as an error where no finding says why.
func (x *exchange) refused(err *Error) *Error {
	x.Errors = max(x.Errors, 1)
	return err
}

// checkVerb checks the HTTP method. The error of this and the next methods is what to
// answer with.
func (x *exchange) checkVerb() *Error {
	m, verb := x.Method, x.Method.verb()
	query := m.Type() == lexicon.TypeQuery
	if x.r.Method == verb || query && x.r.Method == http.MethodHead {
		return nil
	}
	methods, allow := m.Type().String()+"s", verb
	if query {
		methods, allow = "queries", "GET, HEAD"
	}
	f := m.finding(ruleHTTPMethod, lexicon.PartNone, "the HTTP method is "+words.Quote(x.r.Method)+", but "+methods+" use "+verb)
	f.Help = "send a " + verb + " request"
	found := x.note(InRequest, lexicon.PartNone, []diag.Finding{f})
	if !hasErrors(found) {
		return nil
	}
	err := fail(http.StatusMethodNotAllowed, "%s", firstError(found))
	err.Header = http.Header{"Allow": {allow}}
	return err
}

func (x *exchange) checkParams() *Error {
	if found := x.note(InRequest, lexicon.PartParams, x.Method.checkParams(x.r.URL.RawQuery)); hasErrors(found) {
		return fail(http.StatusBadRequest, "params: %s", describe(found))
	}
	return nil
}

// checkType checks whether there is a body, and of which type. JSON says that its text is to
// be checked with checkInput.
func (x *exchange) checkType(present bool) (json bool, err *Error) {
	json, found := x.Method.checkHeader(lexicon.PartInput, x.r.Header.Get("Content-Type"), present)
	kept := x.note(InRequest, lexicon.PartInput, found)
	switch {
	case !hasErrors(kept):
		return json, nil
	case kept[0].Rule == ruleContentType:
		return false, fail(http.StatusUnsupportedMediaType, "%s", firstError(kept))
	}
	return false, fail(http.StatusBadRequest, "%s", firstError(kept))
}

// checkInput notes what was found in the text of a body.
func (x *exchange) checkInput(found []diag.Finding) *Error {
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
