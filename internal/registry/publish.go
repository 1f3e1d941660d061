package registry

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/network"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// The actions of publish and unpublish, besides Update and Keep.
const (
	Create Action = "create"
	Delete Action = "delete"
)

// Publication is what happens to one Lexicon.
type Publication struct {
	State
	Action   Action
	Document *lexicon.Document // nil to delete
	Record                     // as it is to be
	Refused  string            // why the plan cannot be carried out; "" when it can
}

// PlanPublications returns what has to happen so that an account publishes documents, each with its
// record, given the states of these on the network.
func PlanPublications(documents []*lexicon.Document, records map[syntax.NSID]Record, states []State) []Publication {
	entries := make([]Publication, len(documents))
	for i, s := range states {
		e := Publication{State: s, Document: documents[i], Action: Create, Record: records[s.NSID]}
		switch {
		case !s.Remote.Defined():
		case s.Remote.Equals(e.CID):
			e.Action = Keep
		default:
			e.Action = Update
		}
		if err := network.Storable(e.JSON); err != nil && e.Action != Keep {
			e.Refused = err.Error()
		}
		entries[i] = e
	}
	return entries
}

// CheckAuthority refuses entries for which DNS names another account.
func CheckAuthority(entries []Publication, account syntax.DID) {
	for i := range entries {
		if e := &entries[i]; e.DNS != "" && e.DNS != account {
			e.Refused = "DNS points to a different account, " + string(e.DNS)
		}
	}
}

// References returns the other Lexicons that one refers to.
type References func(root *lexicon.Value) []syntax.NSID

// CheckReferences refuses entries that refer to what is neither among the entries nor
// published, or to a definition that is not there. The error says why lookups failed.
func CheckReferences(ctx context.Context, n Network, entries []Publication, refers References, account syntax.DID, profile diag.Profile) error {
	batch := map[syntax.NSID]*lexicon.Document{}
	for i := range entries {
		batch[entries[i].NSID] = entries[i].Document
	}
	var others []syntax.NSID
	for i := range entries {
		if e := &entries[i]; e.Action != Keep {
			others = append(others, refers(e.Document.Root)...)
		}
	}
	slices.Sort(others)
	others = slices.DeleteFunc(slices.Compact(others), func(id syntax.NSID) bool { return batch[id] != nil })
	// Where DNS does not say who publishes a Lexicon yet, the account itself may.
	states, err := Look(ctx, n, others, nil, func(dns syntax.DID) syntax.DID { return cmp.Or(dns, account) }, nil)
	if err != nil {
		return err
	}
	missing := map[syntax.NSID]string{}
	for _, s := range states {
		switch l := s.Published; {
		case l != nil:
			batch[s.NSID] = lexicon.Parse(&diag.Source{Path: l.URI, Text: l.JSON}, profile)
		case s.Invalid != nil:
			missing[s.NSID] = fmt.Sprintf("whose published record is not valid: %s", s.Invalid)
		default:
			missing[s.NSID] = "which is not published"
		}
	}
	for i := range entries {
		if e := &entries[i]; e.Action != Keep && e.Refused == "" {
			e.Refused = e.dangling(refers, batch, missing)
		}
	}
	return nil
}

// dangling returns what is wrong with the first reference that leads nowhere.
func (e *Publication) dangling(refers References, published map[syntax.NSID]*lexicon.Document, missing map[syntax.NSID]string) string {
	for _, id := range refers(e.Document.Root) {
		if why := missing[id]; why != "" {
			return fmt.Sprintf("it refers to %s, %s", id, why)
		}
	}
	for _, def := range e.Document.Defs {
		for l := range lexicon.Links(def.Schema) {
			if d := published[l.NSID]; d != nil && l.NSID != e.NSID && d.Definition(l.Name) == nil {
				return fmt.Sprintf("it refers to %s, which the published revision does not define", l.Reference)
			}
		}
	}
	return ""
}

// write returns the change that an entry needs.
func (e *Publication) write() network.Write {
	w := network.Write{NSID: e.NSID, Old: e.Remote, Record: e.JSON}
	switch e.Action {
	case Create:
		w.Action = network.Create
	case Update:
		w.Action = network.Update
	default:
		w.Action = network.Delete
	}
	return w
}
