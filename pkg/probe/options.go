package probe

import (
	"errors"
	"net/http"
	"time"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/syntax"
	"github.com/lexsmith/lexsmith/pkg/xrpc"
)

// Options says what to ask, and how much.
type Options struct {
	Profile diag.Profile
	Seed    uint64 // the same seed sends the same requests, if the answers are the same
	// Methods are those to ask; see Client.Methods. Procedures are left out without Write.
	Methods []*xrpc.Method
	Write   bool
	// Given has values of parameters by name, which the service has.
	Given map[string][]string

	Rate        float64       // requests a second; 0: no limit
	MaxRequests int           // 0: no limit
	PerMethod   int           // requests for each method; 0: one plan
	Duration    time.Duration // repeats plans for so long; 0: see PerMethod
	Messages    int           // of a subscription
	// Quiet is how long a subscription may send nothing before it is left; 0 means 5 seconds.
	Quiet time.Duration

	// Keep, when not nil, is called with each finding before it counts. It may change the
	// severity, and returns false to drop the finding.
	Keep func(*diag.Finding) bool
	// Report is called with each finding, and the request that shows it. The Body of that
	// request has been read; the bytes are that body. It must not be nil.
	Report func(diag.Finding, *http.Request, []byte)
}

// Result is what was asked.
type Result struct {
	Methods []MethodResult // in the order of their NSIDs
	// LeftOut are the procedures that were not called, and NotImplemented the methods that
	// the service says it does not have.
	LeftOut, NotImplemented []syntax.NSID
	// Complete is false if MaxRequests, Duration or an error ended the run before every method
	// had sent its plan.
	Complete bool
}

// MethodResult is what was asked of one method.
type MethodResult struct {
	NSID       syntax.NSID
	Requests   int           // that were sent
	Refused    int           // that were wrong, and that the service refused
	Violations int           // findings that are errors
	Slowest    time.Duration // answer
}

// ErrUnreachable says that a service cannot be reached.
var ErrUnreachable = errors.New("the service cannot be reached")

// errEnough ends a method, or a run, that has had all its requests.
var errEnough = errors.New("enough requests")
