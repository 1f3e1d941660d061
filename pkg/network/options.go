package network

import (
	"context"
	"net"
	"net/http"
	"time"
)

// Options are those of a Client. The zero value is good.
type Options struct {
	// Resolver looks up TXT records; nil means the resolver of the system. Where
	// it is a *net.Resolver, as from NewResolver, it also looks up the addresses
	// of servers.
	Resolver Resolver
	// HTTP makes the requests. Nil means connections of the client's own, which
	// use the proxy of the environment (HTTPS_PROXY, NO_PROXY) and do not lead to
	// private addresses; another RoundTripper has to take care of both itself. It
	// must not follow redirects.
	HTTP http.RoundTripper
	// PLC is the URL of the directory of did:plc; "" means DefaultPLC.
	PLC string
	// InsecureHTTP allows connections to loopback and private addresses, and http
	// URLs of hosts that are clearly not on the public internet: for tests and for
	// networks made for development. A did:web or a handle on a loopback address
	// then uses http.
	InsecureHTTP bool
	// Unverified takes records as the server of an account sends them, without a
	// proof. Their CIDs are still checked.
	Unverified bool
	// Timeout is how long a DNS lookup or an HTTP request may take, the body of
	// the answer included; 0 means DefaultTimeout. Retries have their own.
	Timeout time.Duration
}

// The limits of a Client. Sizes are in bytes, after decompression.
const (
	DefaultPLC     = "https://plc.directory"
	DefaultTimeout = 10 * time.Second

	MaxDocument = 1 << 20 // of a DID document
	MaxRecord   = 5 << 20 // of a record, with its proof
	MaxWrites   = 200     // in one call of Session.Apply
	MaxAtOnce   = 8       // lookups and requests at the same time
)

// Resolver looks up DNS records. *net.Resolver implements it.
//
// A name without TXT records, or one that does not exist, is a *net.DNSError with
// IsNotFound; every other error means that the lookup has failed, and that nothing
// is known about the name. The strings of one record are joined. Names end with a
// dot.
type Resolver interface {
	LookupTXT(ctx context.Context, name string) ([]string, error)
}

// NewResolver returns a resolver that asks the DNS server at an address such as
// "1.1.1.1:53".
func NewResolver(address string) *net.Resolver {
	var dialer net.Dialer
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, network, _ string) (net.Conn, error) {
		return dialer.DialContext(ctx, network, address)
	}}
}
