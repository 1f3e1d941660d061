package network

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/ipfs/go-cid"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

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
	// Old is the CID of the record that is replaced or deleted, for Unmoved; undefined
	// for Create.
	Old cid.Cid
}

// change is a Write as the server wants it.
type change struct {
	Type       string          `json:"$type"`
	Collection string          `json:"collection"`
	RecordKey  syntax.NSID     `json:"rkey"`
	Value      json.RawMessage `json:"value,omitempty"`

	id cid.Cid // of the value
}

// Apply makes all writes, at most MaxWrites, or none: only if the latest commit of
// the repository is still the one of an earlier Head. It returns the commit that it
// made. The server must confirm the CID of every record. That is only what it says:
// LexiconOf proves it.
//
// Where the answer is lost, or is not the expected one, Apply looks what the account
// publishes then. If all changes were made, it returns no error and cid.Undef.
//
// The errors are ErrSwap, ErrRecord and ErrID for a record that is not that of its
// NSID or that Storable refuses, ErrUncertain, and those of HTTP. Apply does not try
// again except after a 429.
func (s *Session) Apply(ctx context.Context, writes []Write, head cid.Cid) (commit cid.Cid, err error) {
	changes, err := prepare(writes)
	if err != nil {
		return cid.Undef, s.client.failed(StepWrite, "", err)
	}
	r := &request{url: s.url("com.atproto.repo.applyWrites"), token: s.access, limit: maxPage, body: marshal(struct {
		Repo       syntax.DID `json:"repo"`
		Validate   bool       `json:"validate"`
		SwapCommit string     `json:"swapCommit"`
		Writes     []change   `json:"writes"`
	}{s.Identity.DID, false, head.String(), changes})}
	a, err := s.client.call(ctx, r)
	if err == nil {
		commit, err = s.confirm(a, changes)
	}
	if err != nil && mayHaveHappened(err) {
		err = s.settle(ctx, err, head, changes)
	}
	return commit, s.client.failed(StepWrite, "", err)
}

// prepare checks writes, and returns them as the server wants them.
func prepare(writes []Write) ([]change, error) {
	if len(writes) == 0 || len(writes) > MaxWrites {
		return nil, fmt.Errorf("%w: the number of writes is %d, but must be from 1 to %d", ErrRecord, len(writes), MaxWrites)
	}
	changes := make([]change, len(writes))
	for i, w := range writes {
		changes[i] = change{Type: "com.atproto.repo.applyWrites#" + string(w.Action), Collection: Collection, RecordKey: w.NSID}
		if w.Action == Delete {
			continue
		}
		var t datamodel.Tape
		text, err := readLexicon(&t, w.Record, w.NSID)
		if err == nil {
			err = checkIntegers(&t)
		}
		if err == nil {
			changes[i].id, err = tapeCID(&t)
		}
		if err != nil {
			return nil, &Error{NSID: w.NSID, Err: err}
		}
		changes[i].Value = text
	}
	return changes, nil
}

// confirm returns the commit in the answer to writes, which must have the CID of
// every record.
func (s *Session) confirm(a *answer, changes []change) (commit cid.Cid, err error) {
	d, err := readDocument(a.body)
	if err != nil {
		return cid.Undef, fmt.Errorf("the response is %w", err)
	}
	n := 0
	for i := range d.elements("results") {
		if n < len(changes) && changes[n].id.Defined() {
			c := changes[n]
			if uri, want := d.text(i, "uri"), RecordURI(s.Identity.DID, c.RecordKey); uri != want {
				return cid.Undef, fmt.Errorf("the server reports that it wrote %s instead of %s", words.Quote(uri), want)
			}
			if found := d.text(i, "cid"); found != c.id.String() {
				return cid.Undef, fmt.Errorf("the server reports the CID %[2]s for %[1]s, but it must be %[3]s", c.RecordKey, words.Quote(found), c.id)
			}
		}
		n++
	}
	if n != len(changes) {
		return cid.Undef, fmt.Errorf("the server reports %d writes instead of %d", n, len(changes))
	}
	at := d.tape.Member(0, "commit")
	if at == 0 {
		return cid.Undef, errors.New("the response contains no commit")
	}
	return parseCID(d.text(at, "cid"))
}

// mayHaveHappened reports whether a change may have been made despite an error.
func mayHaveHappened(err error) bool {
	return !isAny(err, ErrCredentials, ErrExpired, ErrSwap, ErrRateLimited, ErrRedirect, ErrInsecure, ErrPrivateAddress, ErrNoIdentity)
}

// settle finds out which changes were made before an error. It returns nil if all were,
// and ErrUncertain if only some were or if that is not known.
func (s *Session) settle(ctx context.Context, err error, head cid.Cid, changes []change) error {
	if known, ok := errors.AsType[*Error](err); ok {
		err = known.Err // of the same server
	}
	made := 0
	now, lookErr := s.Head(ctx)
	if lookErr == nil && now != head {
		var published map[syntax.NSID]cid.Cid
		published, lookErr = s.published(ctx)
		for _, c := range changes {
			if published[c.RecordKey] == c.id { // cid.Undef for one that is deleted
				made++
			}
		}
	}
	switch {
	case lookErr != nil:
		err = fmt.Errorf("%w: %w", ErrUncertain, err)
	case made == len(changes):
		return nil
	case made > 0:
		err = fmt.Errorf("%w: the account has only %d of %s: %w", ErrUncertain, made, words.Count(len(changes), "change"), err)
	case isAny(err, ErrTimeout) || isBroken(err): // the server may still be at work
		err = fmt.Errorf("%w: nothing has been written so far: %w", ErrUncertain, err)
	default:
		err = fmt.Errorf("%w: nothing was written", err)
	}
	return failedAt(s.Identity.PDS, err)
}

// Unmoved reports whether the account still publishes what writes were planned on.
func (s *Session) Unmoved(ctx context.Context, writes []Write) (bool, error) {
	published, err := s.published(ctx)
	moved := slices.ContainsFunc(writes, func(w Write) bool { return published[w.NSID] != w.Old })
	return err == nil && !moved, s.client.failed(StepWrite, "", err)
}

// published returns the CIDs of what the account publishes now.
func (s *Session) published(ctx context.Context) (map[syntax.NSID]cid.Cid, error) {
	list, err := s.client.fetchList(ctx, s.Identity)
	published := map[syntax.NSID]cid.Cid{}
	for _, l := range list {
		published[l.NSID] = l.CID
	}
	return published, err
}
