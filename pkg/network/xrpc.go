package network

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/internal/words"
)

const maxAnswer = 1 << 20 // bytes of an answer without a record

// query calls a query on the server of an account.
func (c *Client) query(ctx context.Context, pds, method string, params url.Values, limit int64) (*answer, error) {
	r := &request{url: pds + "/xrpc/" + method + "?" + params.Encode(), limit: limit}
	if strings.HasPrefix(method, "com.atproto.sync.") {
		r.accept = "application/vnd.ipld.car, application/json"
	}
	return c.call(ctx, r)
}

// call makes a request to the server of an account. An answer other than 200 is an
// error.
func (c *Client) call(ctx context.Context, r *request) (*answer, error) {
	a, err := c.fetch(ctx, r)
	if err == nil && a.status != http.StatusOK {
		return nil, failedAt(r.url, r.refusal(a))
	}
	return a, err
}

// refusal returns what an error answer means. Names of errors are those of the
// Lexicons of the protocol.
func (r *request) refusal(a *answer) error {
	var name, message string
	if d, err := readDocument(a.body); err == nil {
		name, message = d.text(0, "error"), d.text(0, "message")
	}
	kind := ErrServer
	switch name {
	case "RecordNotFound":
		return ErrNoRecord
	case "RepoNotFound", "RepoTakendown", "RepoSuspended", "RepoDeactivated", "AccountTakedown", "AccountDeactivated":
		kind = ErrNoIdentity
	case "AuthFactorTokenRequired":
		return ErrAuthFactor
	case "ExpiredToken":
		kind = ErrExpired
	case "AuthenticationRequired", "AuthMissing", "InvalidToken":
		kind = ErrCredentials
	case "InvalidSwap":
		return ErrSwap
	case "PayloadTooLarge":
		kind = ErrTooLarge
	}
	text := statusText(a.status)
	for _, part := range []string{name, message} {
		if part != "" && !r.private {
			text += ", " + words.Quote(part)
		}
	}
	return fmt.Errorf("%w: %s", kind, text)
}
