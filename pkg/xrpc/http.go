package xrpc

import (
	"net/http"
	"time"
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
