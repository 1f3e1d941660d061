package network

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"

	"github.com/ipfs/go-cid"

	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/internal/words"
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
	if c.verify {
		err = c.fetchProof(ctx, id, l)
	} else {
		err = c.fetchRecord(ctx, id, l)
	}
	if err == nil {
		return l, nil
	}
	err = c.failed(StepRecord, nsid, err)
	if e, ok := errors.AsType[*Error](err); ok && isAny(err, ErrID, ErrRecord) {
		e.Record = l.CID
	}
	return nil, err
}

// fetchRecord completes a Lexicon with the record that the server of the account
// sends, whose CID it checks.
func (c *Client) fetchRecord(ctx context.Context, id *Identity, l *Lexicon) error {
	a, err := c.query(ctx, id.PDS, "com.atproto.repo.getRecord", url.Values{
		"repo": {string(l.DID)}, "collection": {Collection}, "rkey": {string(l.NSID)},
	}, MaxRecord)
	if err != nil {
		return err
	}
	var r recordAnswer
	if err := readAnswer(a.body, &r); err != nil {
		return failedAt(id.PDS, err)
	}
	return failedAt(id.PDS, l.takeAnswer(&r))
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

// takeAnswer completes a Lexicon from an answer of com.atproto.repo.getRecord.
func (l *Lexicon) takeAnswer(r *recordAnswer) (err error) {
	if r.URI != l.URI {
		return fmt.Errorf("%w: got the record %s instead of %s", ErrPath, words.Quote(r.URI), l.URI)
	}
	if l.CID, err = parseCID(r.CID); err != nil {
		return fmt.Errorf("%w: the server reports a CID that is not valid: %w", ErrCID, err)
	}
	if r.Value == nil {
		return fmt.Errorf("%w: the response contains no value", ErrServer)
	}
	var t datamodel.Tape
	if err := readRecord(&t, r.Value); err != nil {
		return err
	}
	if err := l.take(&t); err != nil {
		return err
	}
	found, err := tapeCID(&t)
	if err == nil && !found.Equals(l.CID) {
		err = fmt.Errorf("%w: the server reports %s, but the record has %s", ErrCID, l.CID, found)
	}
	return err
}

// take completes a Lexicon with a record.
func (l *Lexicon) take(t *datamodel.Tape) error {
	if found := t.TypeOf(0); found != Collection {
		return fmt.Errorf("%w: $type is %s, but must be %s", ErrID, words.Quote(found), Collection)
	}
	id := t.Member(0, "id")
	if id == 0 || t.Tokens[id].Kind != datamodel.String {
		return fmt.Errorf("%w: the record has no id", ErrID)
	}
	if found := t.Text(id); found != string(l.NSID) {
		return fmt.Errorf("%w: the record has the id %s", ErrID, words.Quote(found))
	}
	l.JSON = t.AppendJSON(nil, 0)
	return nil
}
