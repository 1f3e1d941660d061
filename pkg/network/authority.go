package network

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// TXTName returns the name of the TXT record that says who publishes a Lexicon:
// "_lexicon.feed.bsky.app" for app.bsky.feed.post. Authority of syntax.NSID is the
// same without "_lexicon.".
func TXTName(nsid syntax.NSID) string { return "_lexicon." + nsid.Authority() }

// TXTValue returns what that TXT record says for an account: "did=did:plc:…".
func TXTValue(did syntax.DID) string { return didField + string(did) }

const didField = "did="

// Authority returns the account that publishes a Lexicon, as DNS says. Only the
// NSID's own authority is asked, not the domains above it. The errors are
// ErrNoAuthority, ErrManyAuthorities, ErrNoDID and ErrLookup.
func (c *Client) Authority(ctx context.Context, nsid syntax.NSID) (syntax.DID, error) {
	did, err := c.lookupDID(ctx, TXTName(nsid))
	return did, c.failed(StepDNS, nsid, err)
}

// lookupDID returns the DID in the TXT record at a name.
func (c *Client) lookupDID(ctx context.Context, name string) (syntax.DID, error) {
	return c.authorities.get(ctx, name, func() (syntax.DID, error) {
		records, err := c.lookupTXT(ctx, name)
		if err == nil {
			var did syntax.DID
			if did, err = parseTXT(records); err == nil {
				return did, nil
			}
		}
		return "", &Error{Step: StepDNS, Host: name, Err: err}
	})
}

// lookupTXT returns the TXT records at a name, with the time limit; none when DNS
// says that there are none. The error wraps ErrLookup or that of the context.
func (c *Client) lookupTXT(ctx context.Context, name string) (records []string, err error) {
	err = c.inTime(ctx, func(ctx context.Context) error {
		records, err = c.resolver.LookupTXT(ctx, name+".") // the dot keeps search domains out
		if isNotFound(err) {
			return nil
		}
		return err
	})
	reply, isReply := errors.AsType[*net.DNSError](err)
	switch {
	case err == nil:
		return records, nil
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case isAny(err, ErrTimeout) || isReply && reply.IsTimeout:
		return nil, fmt.Errorf("%w: %w: no response", ErrLookup, ErrTimeout)
	case isReply:
		return nil, fmt.Errorf("%w: %s", ErrLookup, reply.Err)
	}
	return nil, fmt.Errorf("%w: %w", ErrLookup, err)
}

// isNotFound reports whether an error says that a name does not exist in DNS, or that it has
// no record of the kind that was asked for.
func isNotFound(err error) bool {
	reply, ok := errors.AsType[*net.DNSError](err)
	return ok && reply.IsNotFound
}

// parseTXT returns the DID in the TXT records of a name. Records that do not begin
// with "did=" are for something else.
func parseTXT(records []string) (syntax.DID, error) {
	var found []string
	for _, r := range records {
		if value, ok := strings.CutPrefix(r, didField); ok && !slices.Contains(found, value) {
			found = append(found, value)
		}
	}
	switch {
	case len(records) == 0:
		return "", ErrNoAuthority
	case len(found) == 0:
		return "", fmt.Errorf(`%w that begins with "did=", found %s`, ErrNoAuthority, words.ListFunc(records, "and", words.Quote))
	case len(found) > 1:
		return "", fmt.Errorf("%w: %s and %s", ErrManyAuthorities, words.Quote(found[0]), words.Quote(found[1]))
	}
	did, err := syntax.ParseDID(found[0])
	if err != nil {
		return "", fmt.Errorf("%w, found %s: %s", ErrNoDID, words.Quote(found[0]), syntax.Reason(err))
	}
	return did, nil
}
