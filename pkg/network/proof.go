package network

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/url"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/repo"
)

// fetchProof completes a Lexicon with the record that the server of the account
// sends, and checks its proof.
func (c *Client) fetchProof(ctx context.Context, id *Identity, l *Lexicon) error {
	a, err := c.query(ctx, id.PDS, "com.atproto.sync.getRecord", url.Values{
		"did": {string(l.DID)}, "collection": {Collection}, "rkey": {string(l.NSID)},
	}, MaxRecord)
	if isAny(err, ErrNoRecord) {
		return failedAt(id.PDS, fmt.Errorf("%w: the server says that there is no such record, but does not prove it", ErrServer))
	}
	if err != nil {
		return err
	}
	if err := l.verify(ctx, id, a.body); err != nil {
		step := StepProof
		if isAny(err, ErrNoRecord, ErrID, ErrRecord) {
			step = StepRecord
		}
		return &Error{Step: step, Host: hostOf(id.PDS), Err: err}
	}
	return nil
}

// verify completes a Lexicon from a CAR with its proof: a commit of the account, the
// way through the tree, and the record.
func (l *Lexicon) verify(ctx context.Context, id *Identity, file []byte) error {
	car, err := repo.Open(ctx, bytes.NewReader(file), int64(len(file)), repo.Options{})
	if err == nil {
		err = car.Sound()
	}
	if err != nil {
		return proofError(err)
	}
	if err := verifyCommit(car, id); err != nil {
		return err
	}
	record, err := car.Lookup(Collection + "/" + string(l.NSID))
	if err != nil {
		err = proofError(err)
		if other := otherRecord(ctx, file); other != "" && errors.Is(err, ErrMissingBlock) {
			err = fmt.Errorf("%w: it is a proof for %s", ErrPath, other)
		}
		return err
	}
	l.CID = record.CID
	var t datamodel.Tape
	if err := t.ReadCBOR(record.Data); err != nil {
		return fmt.Errorf("%w: %w", ErrRecord, err)
	}
	if err := checkRecord(&t); err != nil {
		return err
	}
	return l.take(&t)
}

// verifyCommit checks that the commit of a proof is one of the account.
func verifyCommit(car *repo.CAR, id *Identity) error {
	commit, err := car.Commit()
	if err != nil {
		return proofError(err)
	}
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
