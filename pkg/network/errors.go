package network

import (
	"errors"
	"fmt"
	"net/url"
	"slices"

	"github.com/ipfs/go-cid"

	"github.com/lexsmith/lexsmith/pkg/internal/words"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// Step is a step on the way from an NSID to its Lexicon, or back.
type Step string

// The steps.
const (
	StepDNS    Step = "dns"    // the TXT record of an authority, or of a handle
	StepDID    Step = "did"    // the DID document, or the handle, of an account
	StepRecord Step = "record" // a record, or the list of the records, of an account
	StepProof  Step = "proof"  // the proof that an account has published a record
	StepLogin  Step = "login"  // a session on the server of an account
	StepWrite  Step = "write"  // a change of the records of an account
)

// Error is what every method of Client and Session returns when it fails. An error
// of the context is within it.
type Error struct {
	NSID syntax.NSID // of the Lexicon concerned; "" when there is none
	Step Step
	Host string // name and port of the server concerned; "" when there is none
	// Record is the CID of a published record that is not the Lexicon, for ErrID and
	// ErrRecord; undefined when that is not known.
	Record cid.Cid
	Err    error // wraps one of the errors below, or one of the context
}

func (e *Error) Error() string {
	text := e.Step.phrase(e.Host) + ": " + e.Err.Error()
	if e.NSID != "" {
		text = string(e.NSID) + ": " + text
	}
	return words.Excerpt(text)
}

// phrase names a step and the server concerned.
func (s Step) phrase(host string) string {
	name, before := string(s), " from "
	switch s {
	case StepDNS:
		name, before = "DNS lookup", " of "
	case StepDID:
		name = "identity"
	case StepLogin:
		before = " at "
	case StepWrite:
		before = " to "
	}
	if host == "" {
		return name
	}
	return name + before + host
}

func (e *Error) Unwrap() error { return e.Err }

// failedAt returns an error as an *Error that says which server it is about, by a URL of
// it; nil for nil.
func failedAt(location string, err error) error {
	if err == nil {
		return nil
	}
	return &Error{Host: hostOf(location), Err: err}
}

// What can be wrong, for errors.Is. Messages say more.
var (
	// ErrNoAuthority: DNS says that the authority of the NSID has no TXT record
	// with a DID. That is an answer, unlike ErrLookup.
	ErrNoAuthority = errors.New("no TXT record")
	// ErrManyAuthorities: the authority has several TXT records with a DID.
	ErrManyAuthorities = errors.New("several TXT records")
	// ErrNoDID: what follows "did=" in the TXT record is not a DID.
	ErrNoDID = errors.New("no DID in the TXT record")
	// ErrLookup: DNS did not answer, or only with a failure.
	ErrLookup = errors.New("DNS lookup failed")

	// ErrNoIdentity: the DID or the handle does not exist, or does no longer.
	ErrNoIdentity = errors.New("no such account")
	// ErrDocument: the DID document is not valid, is another one's, or lacks the
	// server or the key.
	ErrDocument = errors.New("invalid DID document")
	// ErrHandle: the handle and the DID do not name each other.
	ErrHandle = errors.New("handle not confirmed by its account")

	// ErrNoRecord: the account does not publish the Lexicon.
	ErrNoRecord = errors.New("not published")
	// ErrCID: a block or a record does not have the CID that it should have.
	ErrCID = errors.New("wrong CID")
	// ErrSignature: the commit is not signed with the key of the account.
	ErrSignature = errors.New("wrong signature")
	// ErrAccount: the commit is one of another account.
	ErrAccount = errors.New("commit by another account")
	// ErrPath: the tree does not lead to the record.
	ErrPath = errors.New("record not in the tree")
	// ErrMissingBlock: a block on the way to the record is not in the proof.
	ErrMissingBlock = errors.New("missing block")
	// ErrProof: the proof is broken in another way.
	ErrProof = errors.New("invalid proof")
	// ErrID: the record of the Lexicon has another id or $type.
	ErrID = errors.New("wrong id")
	// ErrRecord: the record is not a value of the data model.
	ErrRecord = errors.New("invalid record")

	// ErrTooLarge: an answer exceeds its limit.
	ErrTooLarge = errors.New("too large")
	// ErrTimeout: an answer took too long.
	ErrTimeout = errors.New("timeout")
	// ErrRedirect: a server sends us to another host.
	ErrRedirect = errors.New("redirect refused")
	// ErrInsecure: a URL is not https.
	ErrInsecure = errors.New("not HTTPS")
	// ErrPrivateAddress: a server has a private or loopback address.
	ErrPrivateAddress = errors.New("private address")
	// ErrRateLimited: a server asks to come back later than retries would.
	ErrRateLimited = errors.New("rate limited")
	// ErrUnreachable: a server cannot be connected to, or the connection broke.
	ErrUnreachable = errors.New("connection failed")
	// ErrServer: a server answers with an error, or with something else than
	// what was asked for.
	ErrServer = errors.New("server error")

	// ErrCredentials: the server refuses the identifier or the password.
	ErrCredentials = errors.New("wrong identifier or password")
	// ErrAuthFactor: the account has two-factor authentication, and there is no
	// token, or a wrong one.
	ErrAuthFactor = errors.New("two-factor code required")
	// ErrExpired: the session has expired.
	ErrExpired = errors.New("the session has expired")
	// ErrSwap: the repository has changed since the commit that a change was
	// planned on. Nothing was written.
	ErrSwap = errors.New("the repository has changed")
	// ErrUncertain: the connection broke while writing, or the answer is not the
	// expected one, so that the change may have been made.
	ErrUncertain = errors.New("the change may have been made")
)

// IsUnpublished reports whether an error says that a Lexicon is not published: its
// authority has no TXT record, or the account has no such record. All other errors
// mean that this is not known.
func IsUnpublished(err error) bool {
	return isAny(err, ErrNoAuthority, ErrNoRecord)
}

// isAny reports whether an error is one of several kinds.
func isAny(err error, kinds ...error) bool {
	return slices.ContainsFunc(kinds, func(kind error) bool { return errors.Is(err, kind) })
}

// Join returns errors as one, nil when all are, that says each cause once: those that
// differ only in the Lexicon concerned, or in the name that DNS was asked for, become one
// that names all Lexicons.
func Join(errs ...error) error {
	type group struct {
		cause *Error // without an NSID
		names []string
	}
	groups := map[string]*group{} // by the text of an error without NSID and Host
	var joined []error
	for _, err := range errs {
		e, ok := err.(*Error)
		if !ok {
			joined = append(joined, err)
			continue
		}
		key := string(e.Step) + e.Err.Error()
		if !errors.Is(e, ErrLookup) {
			key += e.Host
		}
		g := groups[key]
		if g == nil {
			g = &group{cause: &Error{Step: e.Step, Host: e.Host, Record: e.Record, Err: e.Err}}
			groups[key] = g
			joined = append(joined, g.cause)
		}
		if e.Host != g.cause.Host {
			g.cause.Host = ""
		}
		if name := string(e.NSID); name != "" && !slices.Contains(g.names, name) {
			g.names = append(g.names, name)
		}
	}
	for _, g := range groups {
		switch at := slices.Index(joined, error(g.cause)); len(g.names) {
		case 0:
		case 1:
			g.cause.NSID = syntax.NSID(g.names[0])
		default:
			joined[at] = fmt.Errorf("%s: %w", words.Summarize(g.names), g.cause)
		}
	}
	return errors.Join(joined...)
}

// hostOf returns the host and port in a URL.
func hostOf(location string) string {
	u, err := url.Parse(location)
	if err != nil {
		return ""
	}
	return u.Host
}
