package serve

import (
	"context"
	"errors"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/lexsmith/lexsmith/pkg/xrpc"
)

// grace is how long requests have to end when the server stops, and then streams, and how
// long the body of a request may take that no handler reads.
const grace = 5 * time.Second

// Run serves on a listener until ctx is done. Then requests are answered to their end,
// and open streams are closed. The error says why the server ended on its own.
func Run(ctx context.Context, l net.Listener, h http.Handler) error {
	base, closeStreams := context.WithCancel(context.WithoutCancel(ctx))
	defer closeStreams()
	var open sync.WaitGroup
	server := xrpc.NewHTTPServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		open.Add(1)
		defer open.Done()
		if r.Body != http.NoBody { // who reads it sets deadlines of its own
			_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(grace))
		}
		h.ServeHTTP(w, r)
	}))
	server.BaseContext = func(net.Listener) context.Context { return base }
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(l) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	wait, cancel := context.WithTimeout(context.Background(), grace)
	defer cancel()
	err := server.Shutdown(wait) // does not wait for streams
	closeStreams()
	closed := make(chan struct{})
	go func() {
		open.Wait()
		close(closed)
	}()
	select {
	case <-closed:
	case <-time.After(grace):
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return server.Close()
	}
	return err
}

// Live is a handler that can be replaced by another one. Requests and streams that
// have begun stay with the one that they have.
type Live struct{ now atomic.Pointer[http.Handler] }

// Set replaces the handler.
func (l *Live) Set(h http.Handler) { l.now.Store(&h) }

// ServeHTTP answers with the handler that was set last.
func (l *Live) ServeHTTP(w http.ResponseWriter, r *http.Request) { (*l.now.Load()).ServeHTTP(w, r) }
