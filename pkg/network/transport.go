package network

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"syscall"
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

// isPublic reports whether an address is one of a host on the public internet: not
// of this host, its network or its provider, nor one reserved for another use. An
// IPv6 address that stands for one of IPv4 is public when that one is.
func isPublic(a netip.Addr) bool {
	a = a.Unmap().WithZone("")
	if a.Is4() {
		return !within(a,
			"0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
			"192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15",
			"198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/3")
	}
	if within(a, "64:ff9b::/96") { // NAT64
		b := a.As16()
		return isPublic(netip.AddrFrom4([4]byte(b[12:])))
	}
	return within(a, "2000::/3") && !within(a, "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")
}

// within reports whether an address is in one of the networks.
func within(a netip.Addr, networks ...string) bool {
	return slices.ContainsFunc(networks, func(n string) bool { return netip.MustParsePrefix(n).Contains(a) })
}

// refusePrivate is the Control of a net.Dialer. It sees the address that a
// connection is made to, after DNS: no name can get around it.
func refusePrivate(_, address string, _ syscall.RawConn) error {
	a, err := netip.ParseAddrPort(address)
	if err != nil || !isPublic(a.Addr()) {
		return fmt.Errorf("%w: %s", ErrPrivateAddress, address)
	}
	return nil
}
