package network

import (
	"context"
	"errors"

	"github.com/lexsmith/lexsmith/pkg/syntax"
)

var errTodo = errors.New("to be written")

// TXTName returns the name of the TXT record that says who publishes a Lexicon:
// "_lexicon.feed.bsky.app" for app.bsky.feed.post. Authority of syntax.NSID is the
// same without "_lexicon.".
func TXTName(nsid syntax.NSID) string { return "_lexicon." + nsid.Authority() }

// TXTValue returns what that TXT record says for an account: "did=did:plc:…".
func TXTValue(did syntax.DID) string { return "did=" + string(did) }

// Authority returns the account that publishes a Lexicon, as DNS says. Only the
// NSID's own authority is asked, not the domains above it. The errors are
// ErrNoAuthority, ErrManyAuthorities, ErrNoDID and ErrLookup.
func (c *Client) Authority(ctx context.Context, nsid syntax.NSID) (syntax.DID, error) {
	return "", errTodo
}
