// Package network finds Lexicons on the AT Protocol network, and publishes them.
//
// Whoever controls the domain of an NSID says in DNS which account publishes its
// Lexicons: for app.bsky.feed.post that is the TXT record at
// _lexicon.feed.bsky.app. The DID document of the account names its server (PDS)
// and its signing key, and the server has one record for each Lexicon. The record
// comes with a proof: the path to it in the repository and a signed commit.
//
//	client, err := network.New(network.Options{})
//	if err != nil {
//		return err
//	}
//	lexicon, err := client.Lexicon(ctx, "app.bsky.feed.post")
//	if err != nil {
//		return err
//	}
//	fmt.Println(lexicon.CID, len(lexicon.JSON))
//
// DNS records and DID documents are written by other people. A Client therefore
// speaks HTTPS only, does not connect to private addresses, and limits the size
// and the duration of every answer: see Options.
package network

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/syntax"
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
	// the answer included; 0 means 10 seconds. Retries have their own.
	Timeout time.Duration
}

// The limits of a Client. Sizes are in bytes, after decompression.
const (
	DefaultPLC     = "https://plc.directory"
	defaultTimeout = 10 * time.Second

	maxDocument = 1 << 20 // of a DID document
	maxRecord   = 5 << 20 // of a record, with its proof
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

// Client finds Lexicons. Make one with New; it is safe for many goroutines. What
// it learns from DNS, the identities of accounts, and the lists of what they publish it
// remembers as long as it lives: use one for a run of a program, not for its lifetime.
type Client struct {
	resolver Resolver
	http     http.RoundTripper
	plc      string // without a slash at the end
	insecure bool
	verify   bool
	timeout  time.Duration
	now      func() time.Time
	sleep    func(context.Context, time.Duration) error
	secrets  secrets

	slots       chan struct{} // one for each lookup and request at the same time
	authorities memo[syntax.DID]
	identities  memo[*Identity]
	lists       memo[[]ListEntry] // by DID
}

// New returns a client. The error says that the URL of the PLC directory is not
// valid.
func New(o Options) (*Client, error) {
	c := &Client{
		resolver: cmp.Or[Resolver](o.Resolver, net.DefaultResolver), http: o.HTTP, insecure: o.InsecureHTTP, verify: !o.Unverified,
		timeout: cmp.Or(o.Timeout, defaultTimeout), now: time.Now, sleep: sleep, slots: make(chan struct{}, MaxAtOnce),
	}
	if c.http == nil {
		c.http = newTransport(c.resolver, c.insecure)
	}
	plc, err := url.Parse(cmp.Or(o.PLC, DefaultPLC))
	if err != nil || plc.Host == "" || plc.User != nil || plc.RawQuery != "" || plc.Fragment != "" {
		return nil, fmt.Errorf("%s is not the URL of a PLC directory", words.Quote(o.PLC))
	}
	if err := c.checkScheme(plc); err != nil {
		return nil, fmt.Errorf("the PLC directory: %w", err)
	}
	c.plc = strings.TrimSuffix(plc.String(), "/")
	return c, nil
}

// checkScheme returns ErrInsecure for a URL that must not be used.
func (c *Client) checkScheme(u *url.URL) error {
	if u.Scheme == "https" || u.Scheme == "http" && c.insecure && checkHost(u.Hostname()) != nil {
		return nil
	}
	return fmt.Errorf("%w: %s", ErrInsecure, words.Quote(u.String()))
}

// failed returns an error as an *Error that says at least which step has failed, and
// for which NSID; "" when for none. It changes no other *Error, but hides secrets in its
// text. It is nil for nil.
func (c *Client) failed(step Step, nsid syntax.NSID, err error) error {
	if err == nil {
		return nil
	}
	e := Error{Err: err}
	if known, ok := errors.AsType[*Error](err); ok {
		e = *known
	}
	e.Step, e.NSID, e.Err = cmp.Or(e.Step, step), cmp.Or(e.NSID, nsid), c.secrets.hide(e.Err)
	return &e
}
