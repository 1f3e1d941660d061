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

	"github.com/lexsmith/lexsmith/pkg/internal/words"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

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
	lists       memo[[]Listed] // by DID
}

// New returns a client. The error says that the URL of the PLC directory is not
// valid.
func New(o Options) (*Client, error) {
	c := &Client{
		resolver: cmp.Or[Resolver](o.Resolver, net.DefaultResolver), http: o.HTTP, insecure: o.InsecureHTTP, verify: !o.Unverified,
		timeout: cmp.Or(o.Timeout, DefaultTimeout), now: time.Now, sleep: sleep,
		slots: make(chan struct{}, MaxAtOnce),
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
