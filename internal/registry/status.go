package registry

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/ipfs/go-cid"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/network"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// Row compares a Lexicon of a project with what is published.
type Row struct {
	NSID      syntax.NSID
	DNS       string
	Published string
	DID       syntax.DID // of the account that DNS names, else of the one that was asked; "" for none
	NoDNS     error      // why DNS names none
	// Local and Remote are the CIDs of the two records; undefined for one that does not
	// exist.
	Local, Remote cid.Cid
}

// What DNS says.
const (
	dnsOK      = "ok"
	dnsMissing = "missing"
	dnsOther   = "other account"
	// dnsInternal is what is said of a name that cannot be published, without asking.
	dnsInternal = "internal"
)

// What is published.
const (
	stateSame          = "same"
	stateNotPublished  = "not published"
	stateCompatible    = "compatible change"
	stateBreaking      = "breaking change"
	statePublishedOnly = "published only"
	stateInvalid       = "invalid record"
)

// Status returns the rows, sorted, for what was looked up. Local are the records of the
// project's own; the others are published only. Breaks reports whether a change breaks
// something. Did is the account that is expected to publish; "" for any.
func Status(states []State, local map[syntax.NSID]Record, breaks func(syntax.NSID) bool, did syntax.DID) []Row {
	var rows []Row
	for _, s := range states {
		r := Row{NSID: s.NSID, DID: s.Account, DNS: dnsOK, NoDNS: s.NoDNS, Local: local[s.NSID].CID, Remote: s.Remote}
		switch {
		case s.NSID.Internal():
			r.DNS = dnsInternal
		case s.DNS == "":
			r.DNS = dnsMissing
		case did != "" && s.DNS != did:
			r.DNS = dnsOther
		}
		switch {
		case !r.Remote.Defined():
			r.Published = stateNotPublished
		case s.Invalid != nil:
			r.Published = stateInvalid
		case !r.Local.Defined():
			r.Published = statePublishedOnly
		case r.Local.Equals(r.Remote):
			r.Published = stateSame
		case breaks(s.NSID):
			r.Published = stateBreaking
		default:
			r.Published = stateCompatible
		}
		rows = append(rows, r)
	}
	slices.SortFunc(rows, func(a, b Row) int { return cmp.Compare(a.NSID, b.NSID) })
	return rows
}

// Severity returns how far the row is from what should be: an error is a breaking change,
// an invalid record, or the wrong account, a warning any other difference.
func (r *Row) Severity() diag.Severity {
	switch {
	case r.DNS == dnsInternal:
		return diag.Off
	case r.Published == stateBreaking || r.Published == stateInvalid || r.DNS == dnsOther:
		return diag.Error
	case r.Published != stateSame || r.DNS != dnsOK:
		return diag.Warning
	}
	return diag.Off
}

// TXT is a DNS record to create or to change.
type TXT struct {
	Name, Value string
	Found       string // what is wrong with the record that exists; "" when there is none
}

// Records returns the DNS records that the rows ask for, sorted by name. The account is
// did or else one that DNS names for another authority of the same domain; its part of
// the value is "" where neither is known.
func Records(rows []Row, did syntax.DID) []TXT {
	var all []TXT
	for _, r := range rows {
		if r.DNS == dnsOK || r.DNS == dnsInternal {
			continue
		}
		account := cmp.Or(did, neighbor(rows, r.NSID))
		t := TXT{Name: network.TXTName(r.NSID), Value: network.TXTValue(account), Found: UnusableTXT(r.NoDNS)}
		if r.DNS == dnsOther {
			t.Found = network.TXTValue(r.DID)
		}
		all = append(all, t)
	}
	slices.SortFunc(all, func(a, b TXT) int { return cmp.Compare(a.Name, b.Name) })
	return slices.Compact(all)
}

// neighbor returns the account of another authority of the same domain.
func neighbor(rows []Row, id syntax.NSID) syntax.DID {
	for _, r := range rows {
		if r.DNS == dnsOK && Domain(r.NSID) == Domain(id) {
			return r.DID
		}
	}
	return ""
}

// Domain returns the first two segments of an NSID.
func Domain(id syntax.NSID) string {
	return strings.Join(strings.SplitN(string(id), ".", 3)[:2], ".")
}

// UnusableTXT returns what is wrong with the TXT records of an authority, given why DNS
// names no account; "" when there are none.
func UnusableTXT(err error) string {
	if e, ok := errors.AsType[*network.Error](err); ok && e.Err.Error() != network.ErrNoAuthority.Error() {
		return e.Err.Error()
	}
	return ""
}
