package xrpc

import (
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// maxHeader is how many bytes the header of an answer may have.
const maxHeader = 1 << 20

// NewHTTPServer returns an http.Server for a Server, a Proxy or what wraps one. It
// cuts off clients that send no request, or one with too large a header. The
// handler has the limits for bodies and streams itself.
//
// Streams are not closed by Shutdown, which does not know about them: set
// BaseContext, cancel that context first, and they end.
func NewHTTPServer(h http.Handler) *http.Server {
	return &http.Server{
		Handler:           h,
		ReadHeaderTimeout: 10 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    64 << 10,
	}
}

// strict is a transport that refuses answers which net/http accepts, but HTTP does not:
// any three digits are a status, and the name of a header can have spaces.
type strict struct{ http.RoundTripper }

func (s strict) RoundTrip(r *http.Request) (*http.Response, error) {
	answer, err := s.RoundTripper.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	for name := range answer.Header {
		if strings.Contains(name, " ") {
			err = malformedError("the response of the service has the invalid header " + syntax.Quote(name))
		}
	}
	if status := answer.StatusCode; status > 599 || status < 200 && (status != http.StatusSwitchingProtocols || !isUpgrade(r)) {
		err = malformedError(fmt.Sprintf("the response of the service has the invalid status %03d", status))
	}
	if err != nil {
		answer.Body.Close()
		return nil, err
	}
	return answer, nil
}

// malformedError says what is wrong with an answer that strict refuses.
type malformedError string

func (e malformedError) Error() string { return string(e) }
