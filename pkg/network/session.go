package network

import (
	"context"

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
	refresh  string // token
}

// Login starts a session. A handle is resolved both ways first, see Resolve. The
// errors are those of Resolve, ErrCredentials, ErrAuthFactor, and those of HTTP. No
// error has the password or a token in its text.
func (c *Client) Login(ctx context.Context, o LoginOptions) (*Session, error) {
	return nil, errTodo
}

// Logout ends the session on the server.
func (s *Session) Logout(ctx context.Context) error { return errTodo }

// Head returns the latest commit of the repository, for Apply.
func (s *Session) Head(ctx context.Context) (cid.Cid, error) { return cid.Undef, errTodo }

// Action is what a Write does.
type Action string

// The actions.
const (
	Create Action = "create"
	Update Action = "update"
	Delete Action = "delete"
)

// Write is the change of one Lexicon.
type Write struct {
	Action Action
	NSID   syntax.NSID
	Record []byte // JSON, see Record; nil for Delete
}

// Apply makes all writes, at most MaxWrites, or none: only if the latest commit of
// the repository is still the one of an earlier Head. It returns the commit that it
// made. The server must confirm the CID of every record.
//
// The errors are ErrSwap, ErrID for a record that is not that of its NSID,
// ErrUncertain, and those of HTTP. Apply does not try again except after a 429.
func (s *Session) Apply(ctx context.Context, writes []Write, head cid.Cid) (commit cid.Cid, err error) {
	return cid.Undef, errTodo
}
