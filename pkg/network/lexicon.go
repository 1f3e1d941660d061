package network

import (
	"context"
	"iter"

	"github.com/ipfs/go-cid"

	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// Collection is the collection of the records that are Lexicons, and the $type of
// each.
const Collection = "com.atproto.lexicon.schema"

// Lexicon is a published Lexicon.
type Lexicon struct {
	NSID syntax.NSID
	DID  syntax.DID // of the account that publishes it
	URI  string     // of the record: at://DID/com.atproto.lexicon.schema/NSID
	CID  cid.Cid    // of the record
	JSON []byte     // the record, with its $type, on one line: RecordCID returns CID for it
	// Verified says that a proof came with it. Without one it is what the server
	// says.
	Verified bool
}

// Lexicon returns the newest revision of a Lexicon from the account that DNS names.
// The errors are those of Authority, of Identity, ErrNoRecord, those of proofs
// (ErrCID to ErrProof), ErrID, and those of HTTP.
func (c *Client) Lexicon(ctx context.Context, nsid syntax.NSID) (*Lexicon, error) {
	return nil, errTodo
}

// LexiconOf is like Lexicon, from the account with a DID, whatever DNS says.
func (c *Client) LexiconOf(ctx context.Context, did syntax.DID, nsid syntax.NSID) (*Lexicon, error) {
	return nil, errTodo
}

// Result is the answer to one NSID: a Lexicon or an error.
type Result struct {
	NSID    syntax.NSID
	Lexicon *Lexicon
	Err     error
}

// Lexicons looks up many Lexicons, MaxAtOnce at a time, and yields the results in
// the order of the NSIDs. An error does not end it; one of the context is in all
// results that are left.
func (c *Client) Lexicons(ctx context.Context, nsids []syntax.NSID) iter.Seq[Result] {
	return func(func(Result) bool) {}
}

// Listed is a Lexicon in the list of an account. It is what the server says: the
// list has no proof.
type Listed struct {
	NSID syntax.NSID
	CID  cid.Cid
}

// List returns the Lexicons that an account publishes, sorted. The authorities of
// some may name other accounts. Records whose key is not an NSID are left out.
func (c *Client) List(ctx context.Context, did syntax.DID) ([]Listed, error) {
	return nil, errTodo
}
