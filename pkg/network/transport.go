package network

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// transport makes requests, directly or through the proxy of the environment.
type transport struct {
	direct, proxied *http.Transport
	proxy           func(*http.Request) (*url.URL, error)
	private         bool // private addresses are allowed
}

func newTransport(r Resolver, private bool) *transport {
	t := &transport{proxy: http.ProxyFromEnvironment, private: private}
	own, _ := r.(*net.Resolver)
	t.proxied = newHTTPTransport(&net.Dialer{})
	t.proxied.Proxy = func(r *http.Request) (*url.URL, error) { return t.proxy(r) }
	dialer := &net.Dialer{Resolver: own}
	if !private {
		dialer.Control = refusePrivate
	}
	t.direct = newHTTPTransport(dialer)
	return t
}

func newHTTPTransport(dialer *net.Dialer) *http.Transport {
	return &http.Transport{
		DialContext: dialer.DialContext, ForceAttemptHTTP2: true,
		MaxIdleConnsPerHost: MaxAtOnce, IdleConnTimeout: 30 * time.Second, MaxResponseHeaderBytes: 64 << 10,
	}
}

// RoundTrip makes a request. A proxy has any address: it is the choice of the user.
// Which address it connects to is not known here, so that only hosts that are clearly
// not on the public internet are refused.
func (t *transport) RoundTrip(r *http.Request) (*http.Response, error) {
	proxy, err := t.proxy(r)
	switch {
	case err == nil && proxy == nil:
		return t.direct.RoundTrip(r)
	case err == nil && !t.private:
		err = checkHost(r.URL.Hostname())
	}
	if err != nil {
		if r.Body != nil {
			_ = r.Body.Close()
		}
		return nil, err
	}
	return t.proxied.RoundTrip(r)
}

// checkHost returns ErrPrivateAddress unless a host is a public address or can be
// a name in public DNS.
func checkHost(host string) error {
	if a, err := netip.ParseAddr(host); err == nil && isPublic(a) || syntax.IsHandle(host) && !isLocal(host) {
		return nil
	}
	return fmt.Errorf("%w: %s", ErrPrivateAddress, host)
}

// isLocal reports whether a host is this one.
func isLocal(host string) bool {
	if a, err := netip.ParseAddr(host); err == nil {
		return a.Unmap().IsLoopback()
	}
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	return host == "localhost" || strings.HasSuffix(host, ".localhost")
}
