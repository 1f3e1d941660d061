package network

import (
	"context"

	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// Identity is what the DID document of an account says.
type Identity struct {
	DID     syntax.DID
	PDS     string          // URL of the account's server, without a path
	Key     *Key            // of its commits
	Handles []syntax.Handle // which the account claims; not confirmed by them
}

// Identity returns the identity of an account: of did:plc from the directory, of
// did:web from its host. The errors are ErrNoIdentity, ErrDocument, and those of
// HTTP.
func (c *Client) Identity(ctx context.Context, did syntax.DID) (*Identity, error) {
	return nil, errTodo
}

// Resolve returns the identity of a handle or a DID. A handle is looked up in DNS,
// then at its host, and counts only when the identity names it, too: else the error
// is ErrHandle.
func (c *Client) Resolve(ctx context.Context, id syntax.AtIdentifier) (*Identity, error) {
	return nil, errTodo
}
