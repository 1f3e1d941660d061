// Package xrpc is the HTTP and WebSocket side of Lexicons: it serves, calls and
// proxies the queries, procedures and subscriptions of a catalog, and checks
// everything that goes over the wire.
//
// A Server calls a handler with typed parameters and a checked body, and checks
// what it returns:
//
//	server := xrpc.NewServer(catalog, xrpc.Options{})
//	server.Handle("com.example.getThing", getThing)
//	http.ListenAndServe(":2584", server)
//
// A Client makes the same checks from the other side, and a Proxy stands between a
// client and a service. All three report what does not match a Lexicon as a
// Violation: see Options.Report.
//
// JSON bodies are passed on byte for byte, and other bodies are streamed. No peer
// can hold a connection by sending or reading slowly; NewHTTPServer sets the limits
// that are those of the server.
package xrpc

import (
	"time"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)



// Options are those of servers, clients and proxies. The zero value is good.
type Options struct {
	Profile lexicon.Profile
	// MaxBody is how many bytes a JSON body may have; 0 means DefaultMaxBody.
	MaxBody int64
	// MaxUpload is how many bytes any other body of a request may have; 0 means
	// DefaultMaxUpload.
	MaxUpload int64
	// MaxMessage is how many bytes a message of a stream may have; 0 means MaxBody.
	// A proxy passes larger ones on without a check.
	MaxMessage int64
	// Timeout is how long a peer may keep us waiting: for the header of an answer,
	// the next part of a body, or until it takes what is sent; 0 means
	// DefaultTimeout. There is no limit for a whole body, but once a peer has used up
	// the Timeout, it must move at least 16 KiB in each second that is spent waiting
	// for it. Only the service behind a proxy can be slower.
	Timeout time.Duration

	// Keep, when not nil, is called with each finding before it counts. It may
	// change the severity, and returns false to drop the finding.
	Keep func(*lexicon.Finding) bool
	// Report, when not nil, is called with each violation as it is found. It can
	// be called from many goroutines.
	Report func(Violation)
	// Done, when not nil, is called at the end of each request that a server or a
	// proxy handles. It can be called from many goroutines.
	Done func(Exchange)
}

// The defaults of Options.
const (
	DefaultMaxBody   = 5 << 20
	DefaultMaxUpload = 1 << 30
	DefaultTimeout   = 30 * time.Second
)

// withDefaults returns the options with nothing left at zero.
func (o Options) withDefaults() Options {
	if o.MaxBody <= 0 {
		o.MaxBody = DefaultMaxBody
	}
	if o.MaxUpload <= 0 {
		o.MaxUpload = DefaultMaxUpload
	}
	if o.MaxMessage <= 0 {
		o.MaxMessage = o.MaxBody
	}
	if o.Timeout <= 0 {
		o.Timeout = DefaultTimeout
	}
	return o
}

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

// exchange is an exchange in progress, and what there is to say about it.
type exchange struct {
	Exchange
	options *Options
	start   time.Time
}

// note counts and reports findings. It returns those that Options.Keep keeps.
func (x *exchange) note(d Direction, part lexicon.Part, found []lexicon.Finding) (kept []lexicon.Finding) {
	for _, f := range found {
		if x.options.Keep != nil && !x.options.Keep(&f) {
			continue
		}
		switch f.Severity {
		case lexicon.Error:
			x.Errors++
		case lexicon.Warning:
			x.Warnings++
		case lexicon.Info:
			x.Infos++
		default:
			continue
		}
		kept = append(kept, f)
		if x.options.Report != nil {
			x.options.Report(Violation{Finding: f, Method: x.NSID, Direction: d, Part: part, Status: x.Status})
		}
	}
	return kept
}

// refused counts the refusal of a request as an error where no finding says why.
func (x *exchange) refused(err *Error) *Error {
	x.Errors = max(x.Errors, 1)
	return err
}

// done ends the exchange. In is nil when the request had no body.
func (x *exchange) done(out *pacedWriter, in *pacedReader) {
	out.begin() // for what net/http still has to send
	if out.slow() {
		x.Err = errSlowClient
	}
	x.Status, x.Duration = out.status, time.Since(x.start)
	x.Sent += out.moved
	x.Received, _ = in.received()
	if x.options.Done != nil {
		x.options.Done(x.Exchange)
	}
}
