package serve

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/pkg/syntax"
	"github.com/lexsmith/lexsmith/pkg/xrpc"
)

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
		err := fmt.Errorf("the host %s is not allowed", syntax.Quote(host))
		refused(xrpc.Exchange{HTTPMethod: r.Method, Path: r.URL.Path, Status: status, Errors: 1, Err: err})
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_, _ = w.Write(report.JSONLine(map[string]string{"error": "MisdirectedRequest", "message": err.Error()}))
	})
}
