package network

import (
	"errors"
	"fmt"
	"net/url"
	"slices"

	"github.com/ipfs/go-cid"

	"github.com/lexsmith/lexsmith/internal/words"
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
	ErrNoAuthority     = errors.New("no TXT record")            // the authority of the NSID has no TXT record with a DID, as DNS says
	ErrManyAuthorities = errors.New("several TXT records")      // the authority has several TXT records with a DID
	ErrNoDID           = errors.New("no DID in the TXT record") // what follows "did=" in the TXT record is not a DID
	ErrLookup          = errors.New("DNS lookup failed")        // DNS did not answer, or only with a failure

	ErrNoIdentity = errors.New("no such account")                     // the DID or the handle does not exist, or does no longer
	ErrDocument   = errors.New("invalid DID document")                // it is another one's, or lacks the server or the key
	ErrHandle     = errors.New("handle not confirmed by its account") // the handle and the DID do not name each other

	ErrNoRecord     = errors.New("not published")             // the account does not publish the Lexicon
	ErrCID          = errors.New("wrong CID")                 // a block or a record does not have the CID that it should have
	ErrSignature    = errors.New("wrong signature")           // the commit is not signed with the key of the account
	ErrAccount      = errors.New("commit by another account") // the commit is one of another account
	ErrPath         = errors.New("record not in the tree")    // the tree does not lead to the record
	ErrMissingBlock = errors.New("missing block")             // a block on the way to the record is not in the proof
	ErrProof        = errors.New("invalid proof")             // the proof is broken in another way
	ErrID           = errors.New("wrong id")                  // the record of the Lexicon has another id or $type
	ErrRecord       = errors.New("invalid record")            // the record is not a value of the data model

	ErrTooLarge       = errors.New("too large")         // an answer exceeds its limit
	ErrTimeout        = errors.New("timeout")           // an answer took too long
	ErrRedirect       = errors.New("redirect refused")  // a server sends us to another host
	ErrInsecure       = errors.New("not HTTPS")         // a URL is not https
	ErrPrivateAddress = errors.New("private address")   // a server has a private or loopback address
	ErrRateLimited    = errors.New("rate limited")      // a server asks to come back later than retries would
	ErrUnreachable    = errors.New("connection failed") // a server cannot be connected to, or the connection broke
	ErrServer         = errors.New("server error")      // a server answers with an error, or with something else than what was asked for

	ErrCredentials = errors.New("wrong identifier or password") // the server refuses the identifier or the password
	ErrAuthFactor  = errors.New("two-factor code required")     // there is no code, or a wrong one
	ErrExpired     = errors.New("the session has expired")
	ErrSwap        = errors.New("the repository has changed")    // since the commit that a change was planned on: nothing was written
	ErrUncertain   = errors.New("the change may have been made") // the connection broke, or the answer is not the expected one
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

// Join returns errors as one, nil when all are, that says each cause once: errors with the
// same text are one, and those that differ only in the Lexicon concerned, or in the name
// that DNS was asked for, become one that names all Lexicons.
func Join(errs ...error) error {
	var joined []error
	causes := map[string]*Error{} // without an NSID, by their text without the host
	names := map[*Error][]string{}
	said := map[string]bool{} // of other errors
	for _, err := range errs {
		e, ok := err.(*Error)
		if !ok {
			if err != nil && !said[err.Error()] {
				said[err.Error()] = true
				joined = append(joined, err)
			}
			continue
		}
		key := string(e.Step) + e.Err.Error()
		if !errors.Is(e, ErrLookup) {
			key += e.Host
		}
		cause := causes[key]
		if cause == nil {
			cause = &Error{Step: e.Step, Host: e.Host, Record: e.Record, Err: e.Err}
			causes[key], joined = cause, append(joined, cause)
		}
		if e.Host != cause.Host {
			cause.Host = ""
		}
		if name := string(e.NSID); name != "" && !slices.Contains(names[cause], name) {
			names[cause] = append(names[cause], name)
		}
	}
	for i, err := range joined {
		switch cause, _ := err.(*Error); len(names[cause]) {
		case 0:
		case 1:
			cause.NSID = syntax.NSID(names[cause][0])
		default:
			joined[i] = fmt.Errorf("%s: %w", words.Summarize(names[cause]), cause)
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
