package network

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"

	"github.com/ipfs/go-cid"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

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
// The errors are those of Authority and Identity, ErrNoRecord, those of proofs
// (ErrCID to ErrProof), ErrID, ErrRecord, and those of HTTP.
func (c *Client) Lexicon(ctx context.Context, nsid syntax.NSID) (*Lexicon, error) {
	did, err := c.Authority(ctx, nsid)
	if err != nil {
		return nil, err
	}
	return c.LexiconOf(ctx, did, nsid)
}

// LexiconOf is like Lexicon, from the account with a DID, whatever DNS says.
func (c *Client) LexiconOf(ctx context.Context, did syntax.DID, nsid syntax.NSID) (*Lexicon, error) {
	id, err := c.Identity(ctx, did)
	if err != nil {
		return nil, c.failed(StepDID, nsid, err)
	}
	l := &Lexicon{NSID: nsid, DID: did, URI: RecordURI(did, nsid), Verified: c.verify}
	fetch := c.fetchRecord
	if c.verify {
		fetch = c.fetchProof
	}
	if l.JSON, l.CID, err = fetch(ctx, id, nsid); err == nil {
		return l, nil
	}
	err = c.failed(StepRecord, nsid, err)
	if e, ok := errors.AsType[*Error](err); ok && isAny(err, ErrID, ErrRecord) {
		e.Record = l.CID
	}
	return nil, err
}

// fetchRecord returns a Lexicon as the server of the account sends it, and its CID, which
// it checks. The CID is there also when the record is not the Lexicon.
func (c *Client) fetchRecord(ctx context.Context, id *Identity, nsid syntax.NSID) (text []byte, link cid.Cid, err error) {
	a, err := c.query(ctx, id.PDS, "com.atproto.repo.getRecord", url.Values{
		"repo": {string(id.DID)}, "collection": {Collection}, "rkey": {string(nsid)},
	}, maxRecord)
	if err != nil {
		return nil, cid.Undef, err
	}
	var r recordAnswer
	if err = readAnswer(a.body, &r); err == nil {
		text, link, err = r.lexicon(id.DID, nsid)
	}
	return text, link, failedAt(id.PDS, err)
}

// recordAnswer is a record in an answer of a server. Its value is read by itself: it can
// be anything that an account has written.
type recordAnswer struct {
	URI   string          `json:"uri"`
	CID   string          `json:"cid"`
	Value json.RawMessage `json:"value"`
}

// readAnswer reads the JSON of an answer.
func readAnswer(text []byte, answer any) error {
	if json.Unmarshal(text, answer) != nil {
		return fmt.Errorf("%w: the response is not JSON with the expected members", ErrServer)
	}
	return nil
}

// lexicon returns the Lexicon in an answer of com.atproto.repo.getRecord, and its CID.
func (r *recordAnswer) lexicon(did syntax.DID, nsid syntax.NSID) (text []byte, link cid.Cid, err error) {
	if want := RecordURI(did, nsid); r.URI != want {
		return nil, cid.Undef, fmt.Errorf("%w: got the record %s instead of %s", ErrPath, words.Quote(r.URI), want)
	}
	if link, err = parseCID(r.CID); err != nil {
		return nil, cid.Undef, fmt.Errorf("%w: the server reports a CID that is not valid: %w", ErrCID, err)
	}
	if r.Value == nil {
		return nil, link, fmt.Errorf("%w: the response contains no value", ErrServer)
	}
	var t datamodel.Tape
	if text, err = readLexicon(&t, r.Value, nsid); err != nil {
		return nil, link, err
	}
	found, err := tapeCID(&t)
	if err == nil && !found.Equals(link) {
		err = fmt.Errorf("%w: the server reports %s, but the record has %s", ErrCID, link, found)
	}
	return text, link, err
}
