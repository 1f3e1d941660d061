package network

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/url"

	"github.com/ipfs/go-cid"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/repo"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// fetchProof returns a Lexicon as the server of the account sends it, and its CID, and
// checks the proof. The CID is there also when the record is not the Lexicon.
func (c *Client) fetchProof(ctx context.Context, id *Identity, nsid syntax.NSID) (text []byte, link cid.Cid, err error) {
	a, err := c.query(ctx, id.PDS, "com.atproto.sync.getRecord", url.Values{
		"did": {string(id.DID)}, "collection": {Collection}, "rkey": {string(nsid)},
	}, maxRecord)
	if isAny(err, ErrNoRecord) {
		err = failedAt(id.PDS, fmt.Errorf("%w: the server says that there is no such record, but does not prove it", ErrServer))
	}
	if err != nil {
		return nil, cid.Undef, err
	}
	if text, link, err = proven(ctx, id, nsid, a.body); err != nil {
		step := StepProof
		if isAny(err, ErrNoRecord, ErrID, ErrRecord) {
			step = StepRecord
		}
		err = &Error{Step: step, Host: hostOf(id.PDS), Err: err}
	}
	return text, link, err
}

// proven returns the Lexicon in a CAR with its proof, and its CID: a commit of the account,
// the way through the tree, and the record.
func proven(ctx context.Context, id *Identity, nsid syntax.NSID, file []byte) (text []byte, link cid.Cid, err error) {
	car, err := repo.Open(ctx, bytes.NewReader(file), int64(len(file)), repo.Options{})
	if err == nil {
		err = car.Sound(ctx)
	}
	if err != nil {
		return nil, cid.Undef, proofError(err)
	}
	commit, err := car.Commit()
	if err != nil {
		return nil, cid.Undef, proofError(err)
	}
	if err := id.VerifyCommit(commit); err != nil {
		return nil, cid.Undef, err
	}
	record, err := car.Lookup(Collection + "/" + string(nsid))
	if err != nil {
		err = proofError(err)
		if other := otherRecord(ctx, file); other != "" && errors.Is(err, ErrMissingBlock) {
			err = fmt.Errorf("%w: it is a proof for %s", ErrPath, other)
		}
		return nil, cid.Undef, err
	}
	var t datamodel.Tape
	if err = t.ReadCBOR(record.Data); err != nil {
		err = fmt.Errorf("%w: %w", ErrRecord, err)
	} else if err = checkRecord(&t); err == nil {
		text, err = lexiconJSON(&t, nsid)
	}
	return text, record.CID, err
}

// VerifyCommit checks that a commit is one of the account, and signed with its key. The error
// wraps ErrAccount, ErrDocument when there is no valid key, or ErrSignature.
func (id *Identity) VerifyCommit(commit *repo.Commit) error {
	switch {
	case commit.DID != string(id.DID):
		return fmt.Errorf("%w: %s", ErrAccount, commit.DID)
	case id.Key == nil:
		return fmt.Errorf("%w: %w", ErrDocument, id.keyErr)
	case !id.Key.Verify(commit.Unsigned(), commit.Sig):
		return fmt.Errorf("%w: the commit is not signed with the key in the DID document", ErrSignature)
	}
	return nil
}

// proofError returns an error of package repo as one of this package.
func proofError(err error) error {
	if err == repo.ErrNoRecord {
		return ErrNoRecord
	}
	fault, ok := errors.AsType[*repo.Error](err)
	if !ok {
		return err // that of the context
	}
	kind := ErrProof
	switch fault.Finding.Rule.Code {
	case "cid-mismatch":
		kind = ErrCID
	case "missing-block":
		kind = ErrMissingBlock
	}
	return fmt.Errorf("%w: %s", kind, fault.Finding.Message)
}

// otherRecord returns a record to which a CAR leads, as an AT URI; "" when it leads
// to none.
func otherRecord(ctx context.Context, file []byte) string {
	car, err := repo.Open(ctx, bytes.NewReader(file), int64(len(file)), repo.Options{Report: func(diag.Finding) {}})
	if err != nil {
		return ""
	}
	for record, err := range car.Records(ctx) {
		if err != nil {
			return ""
		}
		return record.Path
	}
	return ""
}
