// Package serve is what "lexsmith serve" and "lexsmith call" do: a mock that answers the
// methods of a catalog with samples, a page to try them, the log and the reports of a
// checking proxy, and the parts of a call that are not about flags.
package serve

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/internal/words"
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

// Switch is a handler that can be replaced by another one. Requests and streams that
// have begun stay with the one that they have.
type Switch struct{ now atomic.Pointer[http.Handler] }

// Set replaces the handler.
func (s *Switch) Set(h http.Handler) { s.now.Store(&h) }

// ServeHTTP answers with the handler that was set last.
func (s *Switch) ServeHTTP(w http.ResponseWriter, r *http.Request) { (*s.now.Load()).ServeHTTP(w, r) }

// GuardHost returns a handler for a server at an address. On loopback it refuses requests
// to any host that is not localhost, an IP address, or in the list: a page can let its own
// host name resolve to a loopback address, and is then of the same origin as the server.
// It calls refused with each of them.
func GuardHost(h http.Handler, at net.Addr, allowed []string, refused func(xrpc.Exchange)) http.Handler {
	if address, err := netip.ParseAddrPort(at.String()); err != nil || !address.Addr().Unmap().IsLoopback() {
		return h
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host := strings.TrimSuffix((&url.URL{Host: r.Host}).Hostname(), ".")
		same := func(name string) bool { return strings.EqualFold(name, host) }
		if _, err := netip.ParseAddr(host); err == nil || same("localhost") || slices.ContainsFunc(allowed, same) {
			h.ServeHTTP(w, r)
			return
		}
		const status = http.StatusMisdirectedRequest
		err := fmt.Errorf("the host %s is not allowed", words.Quote(host))
		refused(xrpc.Exchange{HTTPMethod: r.Method, Path: r.URL.Path, Status: status, Errors: 1, Err: err})
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_, _ = w.Write(report.JSONLine(map[string]string{"error": "MisdirectedRequest", "message": err.Error()}))
	})
}
