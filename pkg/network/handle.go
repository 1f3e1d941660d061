package network

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/internal/words"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

const maxHandleAnswer = 4 << 10 // bytes

// Resolve returns the identity of a handle or a DID. A handle is looked up in DNS,
// then at its host, and counts only when the identity names it, too: else the error
// is ErrHandle.
func (c *Client) Resolve(ctx context.Context, id syntax.AtIdentifier) (*Identity, error) {
	if syntax.IsDID(string(id)) {
		return c.Identity(ctx, syntax.DID(id))
	}
	handle := syntax.Handle(strings.ToLower(string(id)))
	if !syntax.IsHandle(string(handle)) {
		return nil, c.failed(StepDID, "", fmt.Errorf("%w: %s is neither a handle nor a DID", ErrNoIdentity, words.Quote(string(id))))
	}
	did, err := c.handleDID(ctx, handle)
	if err != nil {
		return nil, c.failed(StepDID, "", err)
	}
	identity, err := c.Identity(ctx, did)
	if err == nil && !slices.Contains(identity.Handles, handle) {
		return nil, &Error{Step: StepDID, Host: string(handle), Err: fmt.Errorf("%w: %s does not claim it", ErrHandle, did)}
	}
	return identity, err
}

// handleDID returns the DID that a handle says it belongs to.
func (c *Client) handleDID(ctx context.Context, handle syntax.Handle) (syntax.DID, error) {
	did, err := c.lookupDID(ctx, "_atproto."+string(handle))
	if err == nil || !errors.Is(err, ErrNoAuthority) && !errors.Is(err, ErrLookup) {
		return did, err
	}
	r := &request{url: c.wellKnown(string(handle), "atproto-did"), accept: "text/plain", limit: maxHandleAnswer, roaming: true}
	a, fetchErr := c.fetch(ctx, r)
	switch {
	case fetchErr != nil && errors.Is(err, ErrLookup):
		return "", err
	case isNoHost(fetchErr):
		err = fmt.Errorf("%w: the handle does not exist: DNS has neither a DID nor an address for it", ErrNoIdentity)
	case fetchErr != nil:
		return "", fetchErr
	case a.status == http.StatusOK:
		did, err = syntax.ParseDID(strings.TrimSpace(string(a.body)))
		if err != nil {
			err = fmt.Errorf("%w: the response is not a DID", ErrHandle)
		}
	default:
		err = fmt.Errorf("%w: the handle does not exist: neither DNS nor its web server has a DID for it", ErrNoIdentity)
	}
	return did, failedAt(r.url, err)
}

// isNoHost reports whether an error says that a host does not exist.
func isNoHost(err error) bool {
	reply, ok := errors.AsType[*net.DNSError](err)
	return ok && reply.IsNotFound
}
