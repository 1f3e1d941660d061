package xrpc

import (
	"time"

	"github.com/lexsmith/lexsmith/internal/servicerules"
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
	// Subprotocol is the encoding of a stream, such as xrpc.v0.cbor, and Messages how many
	// it had.
	Subprotocol string
	Messages    int
	Errors      int // violations of that severity; at least 1 when the request was refused
	Warnings    int
	Infos       int
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
	calls   bool // it is that of a client
}

// note counts and reports findings. It returns those that Options.Keep keeps.
func (x *exchange) note(d Direction, part lexicon.Part, found []diag.Finding) (kept []Violation) {
	for _, f := range found {
		if x.calls && f.Rule == servicerules.NotChecked { // such a request is not sent, and such an answer deserves a warning
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
