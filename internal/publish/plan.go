package publish

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/ipfs/go-cid"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/network"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// Action is what happens to a published Lexicon.
type Action string

// The actions.
const (
	Create Action = "create"
	Update Action = "update"
	Keep   Action = "unchanged"
	Delete Action = "delete"
)

// Entry is what happens to one Lexicon.
type Entry struct {
	State
	Action   Action
	Document *lexicon.Document // nil to delete
	Record   []byte            // as it is to be
	CID      cid.Cid           // of the record
	Refused  string            // why the plan cannot be carried out; "" when it can
}

// Plan returns what has to happen so that an account publishes documents as they are,
// given the states of these on the network. The error joins those of documents that
// cannot be records.
func Plan(documents []*lexicon.Document, states []State) ([]Entry, error) {
	entries, faults := make([]Entry, len(documents)), make([]error, len(documents))
	for i, d := range documents {
		e := Entry{State: states[i], Document: d, Action: Create}
		var err error
		if e.Record, e.CID, err = network.Record(d.Source.Text); err != nil {
			faults[i] = fmt.Errorf("%s: %w", d.Source.Path, err)
		}
		switch {
		case e.Published == nil:
		case e.CID.Equals(e.Published.CID):
			e.Action = Keep
		default:
			e.Action = Update
		}
		entries[i] = e
	}
	return entries, errors.Join(faults...)
}

// CheckAuthority refuses entries for which DNS names another account.
func CheckAuthority(entries []Entry, account syntax.DID) {
	for i := range entries {
		if e := &entries[i]; e.Action != Keep && e.DNS != "" && e.DNS != account {
			e.Refused = "DNS points to a different account, " + string(e.DNS)
		}
	}
}

// CheckReferences refuses entries with references that lead to what is neither among
// the entries nor published. The error joins those of lookups that failed.
func CheckReferences(ctx context.Context, n Network, entries []Entry, account syntax.DID, profile lexicon.Profile) error {
	batch := map[syntax.NSID]*lexicon.Document{}
	for i := range entries {
		batch[entries[i].NSID] = entries[i].Document
	}
	var others []syntax.NSID
	for i := range entries {
		for _, l := range links(&entries[i]) {
			if batch[l.NSID] == nil {
				others = append(others, l.NSID)
			}
		}
	}
	slices.Sort(others)
	others = slices.Compact(others)
	// Where DNS does not say who publishes a Lexicon yet, the account itself may.
	states, err := Look(ctx, n, others, func(dns syntax.DID) syntax.DID { return cmp.Or(dns, account) }, nil)
	if err != nil {
		return err
	}
	for _, s := range states {
		if l := s.Published; l != nil {
			batch[s.NSID] = lexicon.Parse(&lexicon.Source{Path: l.URI, Text: l.JSON}, profile)
		}
	}
	for i := range entries {
		e := &entries[i]
		for _, l := range links(e) {
			switch d := batch[l.NSID]; {
			case e.Refused != "":
			case d == nil:
				e.Refused = fmt.Sprintf("it refers to %s, which is not published", l.NSID)
			case d.Definition(l.Name) == nil:
				e.Refused = fmt.Sprintf("it refers to %s, which the published revision does not define", l.Reference)
			}
		}
	}
	return nil
}

// links returns the references of a document that is to be published to other Lexicons.
func links(e *Entry) []*lexicon.Link {
	if e.Action == Keep {
		return nil
	}
	var all []*lexicon.Link
	for _, def := range e.Document.Defs {
		for l := range lexicon.Links(def.Schema) {
			if l.NSID != e.NSID {
				all = append(all, l)
			}
		}
	}
	return all
}

// Writes returns the changes that carry out a plan.
func Writes(entries []Entry) []network.Write {
	var writes []network.Write
	for i := range entries {
		switch e := &entries[i]; e.Action {
		case Create:
			writes = append(writes, network.Write{Action: network.Create, NSID: e.NSID, Record: e.Record})
		case Update:
			writes = append(writes, network.Write{Action: network.Update, NSID: e.NSID, Record: e.Record})
		case Delete:
			writes = append(writes, network.Write{Action: network.Delete, NSID: e.NSID})
		}
	}
	return writes
}
