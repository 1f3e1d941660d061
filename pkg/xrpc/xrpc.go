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
// The messages of a stream are written in one of lexicon.Subprotocols, which both sides
// negotiate or the Lexicon declares.
//
// JSON bodies are passed on byte for byte, and other bodies are streamed. No peer
// can hold a connection by sending or reading slowly; NewHTTPServer sets the limits
// that are those of the server.
package xrpc

import (
	"cmp"
	"time"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// Options are those of servers, clients and proxies. The zero value is good.
type Options struct {
	Profile diag.Profile
	// MaxBody is how many bytes a JSON body may have; 0 means DefaultMaxBody.
	MaxBody int64
	// MaxUpload is how many bytes any other body of a request may have; 0 means 1 GiB.
	MaxUpload int64
	// MaxMessage is how many bytes a message of a stream may have; 0 means MaxBody.
	// A proxy passes larger ones on without a check.
	MaxMessage int64
	// Timeout is how long a peer may keep us waiting: for the header of an answer,
	// the next part of a body, or until it takes what is sent; 0 means 30 seconds.
	// There is no limit for a whole body, but once a peer has used up the Timeout, it
	// must move at least 16 KiB in each second that is spent waiting for it. Only the
	// service behind a proxy can be slower.
	Timeout time.Duration

	// Keep, when not nil, is called with each finding before it counts. It may
	// change the severity, and returns false to drop the finding.
	Keep func(*diag.Finding) bool
	// Report, when not nil, is called with each violation as it is found. It can
	// be called from many goroutines.
	Report func(Violation)
	// Done, when not nil, is called at the end of each request that a server or a
	// proxy handles. It can be called from many goroutines.
	Done func(Exchange)
}

// DefaultMaxBody is the default of Options.MaxBody.
const DefaultMaxBody = 5 << 20

// withDefaults returns the options with nothing left at zero.
func (o Options) withDefaults() Options {
	o.MaxBody = cmp.Or(max(o.MaxBody, 0), DefaultMaxBody)
	o.MaxUpload = cmp.Or(max(o.MaxUpload, 0), 1<<30)
	o.MaxMessage = cmp.Or(max(o.MaxMessage, 0), o.MaxBody)
	o.Timeout = cmp.Or(max(o.Timeout, 0), 30*time.Second)
	return o
}

// Direction says what a violation was found in.
type Direction string

// The directions.
const (
	InRequest  Direction = "request"  // parameters or input of a call
	InResponse Direction = "response" // its answer
	InMessage  Direction = "message"  // a message of a stream
)

// Violation is something that a request, an answer or a message does against its
// Lexicon, or that is worth knowing about it: see Severity.
//
// The Location has a JSON Pointer but no lines. It and the message can quote values
// of the parameters or the body.
type Violation struct {
	diag.Finding
	Method    syntax.NSID
	Direction Direction
	Part      lexicon.Part // PartParams, PartInput, PartOutput, PartMessage or PartError
	Status    int          // of the answer; 0 when there is none yet
}
