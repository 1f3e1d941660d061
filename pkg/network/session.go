package network

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"github.com/ipfs/go-cid"

	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// LoginOptions says who logs in.
type LoginOptions struct {
	Identifier syntax.AtIdentifier // a handle or a DID
	Password   string              // an app password
	// AuthFactorToken, when not nil, is asked for the token that the server has
	// sent to the owner of the account, when it wants one.
	AuthFactorToken func(context.Context) (string, error)
}

// Session is a session on the server of an account. It is kept in memory only.
type Session struct {
	Identity *Identity
	client   *Client
	access   string // token
	refresh  string // token that ends the session
}

// Login starts a session. A handle is resolved both ways first, see Resolve. The
// errors are those of Resolve, ErrCredentials, ErrAuthFactor, and those of HTTP. No
// error has the password or a token in its text.
func (c *Client) Login(ctx context.Context, o LoginOptions) (*Session, error) {
	id, err := c.Resolve(ctx, o.Identifier)
	if err != nil {
		return nil, err
	}
	s, err := c.createSession(ctx, id, o.Password, "")
	if errors.Is(err, ErrAuthFactor) && o.AuthFactorToken != nil {
		var token string
		if token, err = o.AuthFactorToken(ctx); err == nil {
			s, err = c.createSession(ctx, id, o.Password, token)
		}
		if errors.Is(err, ErrCredentials) { // the password was right before
			err = fmt.Errorf("%w: the code is wrong or has expired", ErrAuthFactor)
		}
	}
	return s, c.failed(StepLogin, "", err)
}

func (c *Client) createSession(ctx context.Context, id *Identity, password, factor string) (*Session, error) {
	c.secrets.add(password)
	body := marshal(struct {
		Identifier      syntax.DID `json:"identifier"`
		Password        string     `json:"password"`
		AuthFactorToken string     `json:"authFactorToken,omitempty"`
	}{id.DID, password, factor})
	r := &request{url: id.PDS + "/xrpc/com.atproto.server.createSession", body: body, private: true, limit: maxAnswer}
	a, err := c.call(ctx, r)
	if err != nil {
		return nil, err
	}
	d, err := readDocument(a.body)
	if err != nil {
		return nil, failedAt(id.PDS, fmt.Errorf("%w: the response is %w", ErrServer, err))
	}
	s := &Session{Identity: id, client: c, access: d.text(0, "accessJwt"), refresh: d.text(0, "refreshJwt")}
	c.secrets.add(s.access, s.refresh)
	switch {
	case d.text(0, "did") != string(id.DID):
		err = fmt.Errorf("%w: the session belongs to another account", ErrServer)
	case !isToken(s.access) || !isToken(s.refresh):
		err = fmt.Errorf("%w: the response contains no tokens", ErrServer)
	}
	if err != nil {
		return nil, failedAt(id.PDS, err)
	}
	return s, nil
}

// isToken reports whether a text can be sent as a bearer token.
func isToken(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(c rune) bool { return c <= ' ' || c > '~' })
}

// Logout ends the session on the server.
func (s *Session) Logout(ctx context.Context) error {
	r := &request{url: s.url("com.atproto.server.deleteSession"), body: []byte{}, token: s.refresh, limit: maxAnswer}
	_, err := s.client.call(ctx, r)
	return s.client.failed(StepLogin, "", err)
}

func (s *Session) url(method string) string { return s.Identity.PDS + "/xrpc/" + method }

// Head returns the latest commit of the repository, for Apply.
func (s *Session) Head(ctx context.Context) (cid.Cid, error) {
	a, err := s.client.query(ctx, s.Identity.PDS, "com.atproto.sync.getLatestCommit", url.Values{"did": {string(s.Identity.DID)}}, maxAnswer)
	if err != nil {
		return cid.Undef, s.client.failed(StepWrite, "", err)
	}
	var head cid.Cid
	d, err := readDocument(a.body)
	if err == nil {
		head, err = parseCID(d.text(0, "cid"))
	}
	if err != nil {
		return cid.Undef, s.client.failed(StepWrite, "", failedAt(s.Identity.PDS, fmt.Errorf("%w: the response is %w", ErrServer, err)))
	}
	return head, nil
}
