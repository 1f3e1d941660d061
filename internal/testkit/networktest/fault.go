package networktest

import (
	"fmt"
	"net"
	"net/http"
	"slices"

	"github.com/lexsmith/lexsmith/internal/testkit/cartest"
)

// Fault is a way in which the network misbehaves.
type Fault string

// The faults.
const (
	DNSFailure Fault = "dns-failure" // SERVFAIL
	DNSRefused Fault = "dns-refused" // REFUSED
	DNSSilent  Fault = "dns-silent"  // no answer

	// Of DID documents.
	OtherDID      Fault = "other-did"      // the id of another account
	NoPDS         Fault = "no-pds"         // no service
	NoKey         Fault = "no-key"         // no verification method
	OldKey        Fault = "old-key"        // the key in the spelling of 2019: no fault
	PrivatePDS    Fault = "private-pds"    // a service at an address of a local network
	InsecurePDS   Fault = "insecure-pds"   // a service without TLS, at a public name
	LargeDocument Fault = "large-document" // 2 MiB
	Redirect      Fault = "redirect"       // to another host; records, too
	Unregistered  Fault = "unregistered"   // 404
	Tombstone     Fault = "tombstone"      // 410

	// Of records and their proofs.
	WrongCID        Fault = "wrong-cid"        // the block of the record was changed
	WrongCIDText    Fault = "wrong-cid-text"   // getRecord says another CID
	ForgedSignature Fault = "forged-signature" // signed with another key
	HighS           Fault = "high-s"           // the other one of two signatures that are possible
	MissingBlock    Fault = "missing-block"    // the record, or a node, is not in the proof
	OtherRecord     Fault = "other-record"     // the proof is one of another record
	OtherAccount    Fault = "other-account"    // the commit is one of another account
	WrongID         Fault = "wrong-id"         // the record has the id of another Lexicon
	NotCAR          Fault = "not-car"          // HTML in place of a proof
	MoreBlocks      Fault = "more-blocks"      // the proof has blocks that it does not need: no fault

	// Of all answers of the PDS.
	Slow        Fault = "slow"        // no answer
	Dripping    Fault = "dripping"    // a byte from time to time
	Endless     Fault = "endless"     // a body without end
	Busy        Fault = "busy"        // 429
	BusyLong    Fault = "busy-long"   // 429, come back in an hour
	Failing     Fault = "failing"     // 503
	Broken      Fault = "broken"      // the connection is closed within the body
	Reset       Fault = "reset"       // the connection is reset
	Deactivated Fault = "deactivated" // the account is
	Repeating   Fault = "repeating"   // the list begins again and again
	Aimless     Fault = "aimless"     // the list has no end, and no Lexicons
	Unproven    Fault = "unproven"    // "no such record", without a proof

	// Of writes.
	Moved       Fault = "moved"        // another client writes first
	MovedRecord Fault = "moved-record" // another client writes the first record first
	HalfBatch   Fault = "half-batch"   // only the first half of the writes is made
	HalfWritten Fault = "half-written" // the same, but the answer has all of them
	LostAnswer  Fault = "lost-answer"  // the writes are made, and the connection is closed
	LostRequest Fault = "lost-request" // 500, and nothing is written
	LostBatch   Fault = "lost-batch"   // only the last one of so many batches is a lost request
	OtherCID    Fault = "other-cid"    // the answer has other CIDs
	Expired     Fault = "expired"      // the token has expired
	Silenced    Fault = "silenced"     // nobody can be asked for the latest commit
	EchoSecrets Fault = "echo-secrets" // errors repeat the body and the token of the request
)

// Misshapen is the fault that a proof has a whole tree of a wrong shape, see
// cartest.WrongShapes.
func Misshapen(shape string) Fault { return Fault("tree-" + shape) }

// Faults returns all faults.
func Faults() []Fault {
	faults := []Fault{
		DNSFailure, DNSRefused, DNSSilent,
		OtherDID, NoPDS, NoKey, OldKey, PrivatePDS, InsecurePDS, LargeDocument, Redirect, Unregistered, Tombstone,
		WrongCID, WrongCIDText, ForgedSignature, HighS, MissingBlock, OtherRecord, OtherAccount, WrongID, NotCAR, MoreBlocks,
		Slow, Dripping, Endless, Busy, BusyLong, Failing, Broken, Reset, Deactivated, Repeating, Aimless, Unproven,
		Moved, MovedRecord, HalfBatch, HalfWritten, LostAnswer, LostRequest, LostBatch, OtherCID, Expired, Silenced, EchoSecrets,
	}
	for shape := range cartest.WrongShapes() {
		faults = append(faults, Misshapen(shape))
	}
	return faults
}

// Break makes a fault happen the next few times that it can; with a negative number
// every time, with 0 no more.
func (n *Network) Break(f Fault, times int) error {
	if !slices.Contains(Faults(), f) {
		return fmt.Errorf("unknown fault %q", f)
	}
	n.locked(func() { n.faults[f] = times })
	return nil
}

// happens reports whether a fault happens now.
func (n *Network) happens(f Fault) (yes bool) {
	n.locked(func() { yes = n.spend(f) })
	return yes
}

// pending reports whether a fault will still happen.
func (n *Network) pending(f Fault) (yes bool) {
	n.locked(func() { yes = n.faults[f] != 0 })
	return yes
}

// spend is happens when the network is locked.
func (n *Network) spend(f Fault) bool {
	times := n.faults[f]
	if times > 0 {
		n.faults[f]--
	}
	return times != 0
}

// spoil answers a request to the PDS in place of it. It reports whether it did.
func (n *Network) spoil(w http.ResponseWriter, r *http.Request) bool {
	switch {
	case n.happens(Slow):
		n.pause(r, 1<<62)
	case n.happens(Dripping):
		n.stream(w, r, []byte(" "), true)
	case n.happens(Endless):
		n.stream(w, r, make([]byte, 1<<16), false)
	case n.happens(Broken):
		w.Header().Set("Content-Length", "1000")
		_, _ = w.Write([]byte("{"))
		_ = http.NewResponseController(w).Flush()
		panic(http.ErrAbortHandler)
	case n.happens(Reset):
		if connection, _, err := http.NewResponseController(w).Hijack(); err == nil {
			_ = connection.(*net.TCPConn).SetLinger(0)
			_ = connection.Close()
		}
	case n.happens(Busy):
		w.Header().Set("Retry-After", "1")
		fail(w, http.StatusTooManyRequests, "RateLimitExceeded", "Rate Limit Exceeded")
	case n.happens(BusyLong):
		w.Header().Set("Retry-After", "3600")
		fail(w, http.StatusTooManyRequests, "RateLimitExceeded", "Rate Limit Exceeded")
	case n.happens(Failing):
		fail(w, http.StatusServiceUnavailable, "UpstreamFailure", "upstream failure")
	default:
		return false
	}
	return true
}

// stream writes a body without end.
func (n *Network) stream(w http.ResponseWriter, r *http.Request, part []byte, slowly bool) {
	for {
		if _, err := w.Write(part); err != nil {
			return
		}
		if !slowly {
			continue
		}
		_ = http.NewResponseController(w).Flush()
		n.pause(r, dripping)
		if r.Context().Err() != nil {
			return
		}
	}
}
