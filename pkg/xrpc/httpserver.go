package xrpc

import (
	"context"
	"net"
	"net/http"
	"time"
)

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
		ConnContext: func(ctx context.Context, _ net.Conn) context.Context {
			return context.WithValue(ctx, openKey{}, ctx)
		},
	}
}

// openKey is the key of the context that is done when the server stops.
type openKey struct{}

// withClient returns a context for what a proxy does for a client. In HTTP/1, net/http takes
// a client that only closes its side of the connection for one that is gone: such a client
// can still get a response that comes soon.
func withClient(r *http.Request) (context.Context, context.CancelCauseFunc) {
	open, ok := r.Context().Value(openKey{}).(context.Context)
	if !ok || r.ProtoMajor != 1 {
		return context.WithCancelCause(r.Context())
	}
	ctx, cancel := context.WithCancelCause(context.WithoutCancel(r.Context()))
	stop := func() { cancel(nil) }
	forget := context.AfterFunc(open, stop)
	stay := context.AfterFunc(r.Context(), func() { time.AfterFunc(closeTimeout, stop) })
	return ctx, func(cause error) {
		forget()
		stay()
		cancel(cause)
	}
}
