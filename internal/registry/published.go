package registry

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ipfs/go-cid"

	"github.com/lexsmith/lexsmith/internal/config"
	"github.com/lexsmith/lexsmith/internal/files"
	"github.com/lexsmith/lexsmith/internal/project"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/format"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/network"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// Lexicons are those of a project that are, or will be, published.
type Lexicons struct {
	*lexicon.Catalog               // with what they refer to
	IDs              []syntax.NSID // sorted
	// Exact says that nothing else of their authorities is of interest.
	Exact bool
}

// NewLexicons returns the Lexicons of a catalog that are not dependencies and have an id.
func NewLexicons(c *lexicon.Catalog, exact bool) *Lexicons {
	o := &Lexicons{Catalog: c, Exact: exact}
	for _, d := range c.Documents() {
		if !d.Dependency && d.ID != "" {
			o.IDs = append(o.IDs, d.ID)
		}
	}
	slices.Sort(o.IDs)
	o.IDs = slices.Compact(o.IDs)
	return o
}

// Publishable returns the Lexicons without those that nobody can publish because of their
// names, which only resolve references then. They are internal.
func (o *Lexicons) Publishable() (publishable *Lexicons, internal []*lexicon.Document) {
	internal = slices.DeleteFunc(slices.Clone(o.Documents()), func(d *lexicon.Document) bool { return d.Dependency || !d.ID.Internal() })
	return o.without(slices.Values(internal)), internal
}

// without returns the Lexicons with some of them, which only resolve references then.
func (o *Lexicons) without(gone iter.Seq[*lexicon.Document]) *Lexicons {
	support := map[*lexicon.Document]*lexicon.Document{}
	for d := range gone {
		support[d] = dependency(d)
	}
	kept := *o
	kept.IDs = slices.DeleteFunc(slices.Clone(o.IDs), func(id syntax.NSID) bool { return support[o.Document(id)] != nil })
	kept.Catalog, _ = o.ReplaceAll(support)
	return &kept
}

// Usable returns the Lexicons without those that have an unknown type, and those that need
// them, which only resolve references then. If all are such, it leaves out none.
func (o *Lexicons) Usable() (usable *Lexicons, left []lexicon.LeftOut) {
	gone := map[*lexicon.Document]bool{}
	for _, l := range o.LeftOut() {
		if d := l.Definition.Document; l.Definition == l.Cause && !d.Dependency {
			left, gone[d] = append(left, l), true
		}
	}
	if left == nil {
		return o, nil
	}
	users := map[syntax.NSID][]lexicon.LeftOut{} // by what they refer to
	for _, d := range o.Documents() {
		if d.Dependency || len(d.Defs) == 0 {
			continue
		}
		for m := range lexicon.Mentions(d.Root) {
			if m.NSID != d.ID && needs(m) {
				l := &lexicon.Link{Reference: m.Reference, Text: m.Value.Text, Value: m.Value}
				users[m.NSID] = append(users[m.NSID], lexicon.LeftOut{Definition: d.Defs[0], Link: l})
			}
		}
	}
	for i := 0; i < len(left); i++ {
		for _, user := range users[left[i].Definition.Document.ID] {
			if d := user.Definition.Document; !gone[d] {
				user.Cause = left[i].Cause
				left, gone[d] = append(left, user), true
			}
		}
	}
	if usable = o.without(maps.Keys(gone)); len(usable.IDs) == 0 {
		return o, nil
	}
	return usable, left
}

// Record is a Lexicon as it would be published, or is.
type Record struct {
	JSON []byte
	CID  cid.Cid
}

// Records returns the Lexicons as they would be published. The error says which of them
// cannot be; the others are there.
func (o *Lexicons) Records() (map[syntax.NSID]Record, error) {
	records := map[syntax.NSID]Record{}
	var faults []error
	for _, id := range o.IDs {
		source := o.Document(id).Source
		record, cid, err := network.Record(source.Text)
		if err != nil {
			faults = append(faults, fmt.Errorf("%s: %w", source.Path, err))
			continue
		}
		records[id] = Record{record, cid}
	}
	return records, errors.Join(faults...)
}

// States looks up the Lexicons, whose records are given, and those that their authorities
// list besides.
func (o *Lexicons) States(ctx context.Context, s Survey, records map[syntax.NSID]Record) ([]State, error) {
	s.records = records
	states, err := s.states(ctx, o.IDs)
	if err != nil || o.Exact {
		return states, err
	}
	ids, err := o.publishedOnly(ctx, s.Network, states)
	if err != nil {
		return nil, err
	}
	others, err := Survey{Network: s.Network, Progress: s.Progress}.states(ctx, ids)
	others = slices.DeleteFunc(others, func(s State) bool { return !s.Remote.Defined() }) // gone since
	return append(states, others...), err
}

// publishedOnly returns the Lexicons, sorted, that the authorities of some list and that
// the project does not have. An authority is one of the very same name.
func (o *Lexicons) publishedOnly(ctx context.Context, n Network, states []State) (ids []syntax.NSID, err error) {
	accounts := map[string]syntax.DID{} // by authority
	for _, s := range states {
		if s.DNS != "" {
			accounts[s.NSID.Authority()] = s.DNS
		}
	}
	dids := slices.Compact(slices.Sorted(maps.Values(accounts)))
	listed, err := lookUp(dids, func(did syntax.DID) ([]network.ListEntry, error) { return n.List(ctx, did) }, nil)
	for i, list := range listed {
		for _, l := range list {
			if accounts[l.NSID.Authority()] == dids[i] && o.Document(l.NSID) == nil {
				ids = append(ids, l.NSID)
			}
		}
	}
	slices.Sort(ids)
	return ids, err
}

// Published returns what is published of the Lexicons, with what else the project has to
// resolve references in.
func (o *Lexicons) Published(states []State, c *config.Config, profile diag.Profile) (*lexicon.Catalog, error) {
	support := slices.DeleteFunc(slices.Clone(o.Documents()), func(d *lexicon.Document) bool { return !d.Dependency })
	return published(states, c, profile, support...)
}

// State is what is known about a Lexicon on the network.
type State struct {
	NSID    syntax.NSID
	DNS     syntax.DID // the account that DNS names; "" when there is none
	NoDNS   error      // why DNS names none
	Account syntax.DID // the account that was asked; "" when there is none
	Remote  cid.Cid    // of the record that the account publishes; undefined for none
	// Published is the Lexicon that the account publishes; nil for nothing, and where
	// Invalid says why the record is not the Lexicon.
	Published *network.Lexicon
	Invalid   error
}

// Survey looks up Lexicons.
type Survey struct {
	Network Network
	// Account is asked for Lexicons for which DNS names none; "" for none. If it is first, it
	// is asked for all of them.
	Account  syntax.DID
	SkipDNS  bool                  // do not ask DNS for these Lexicons, but only for what they refer to
	Progress func(done, total int) // called after each lookup; may be nil

	first   bool
	records map[syntax.NSID]Record // of the project's own Lexicons; may be nil
}

// states returns the states of Lexicons in the same order. Where there are many, and the
// list of an account has the CID of one of the project's own records, that record is what
// is published; all others are fetched. The error says why lookups failed, each cause once.
func (s Survey) states(ctx context.Context, ids []syntax.NSID) ([]State, error) {
	if len(ids) <= network.MaxAtOnce { // a list may be longer than that
		s.records = nil
	}
	return lookUp(ids, func(id syntax.NSID) (State, error) { return s.state(ctx, id) }, s.Progress)
}

func (s Survey) state(ctx context.Context, id syntax.NSID) (found State, err error) {
	found.NSID = id
	if id.Internal() { // nobody can answer
		return found, nil
	}
	if !s.SkipDNS {
		found.DNS, found.NoDNS = s.Network.Authority(ctx, id)
	}
	if found.NoDNS != nil && !errors.Is(found.NoDNS, network.ErrNoAuthority) {
		return found, found.NoDNS
	}
	found.Account = cmp.Or(found.DNS, s.Account)
	if s.first {
		found.Account = cmp.Or(s.Account, found.DNS)
	}
	if found.Account == "" {
		return found, nil
	}
	found.Published, err = newest(ctx, s.Network, found.Account, id, s.records[id])
	fault, _ := errors.AsType[*network.Error](err)
	switch {
	case err == nil:
		found.Remote = found.Published.CID
	case network.IsUnpublished(err):
		err = nil
	case fault != nil && fault.Record.Defined():
		found.Remote, found.Invalid, err = fault.Record, fault.Err, nil
	}
	return found, err
}

// PublishedRevision is what the paths of published Lexicons begin with, before a colon.
const PublishedRevision = "published"

// published returns the Lexicons that are published, in the layout of a project, with
// support to resolve references in.
func published(states []State, c *config.Config, profile diag.Profile, support ...*lexicon.Document) (*lexicon.Catalog, error) {
	layouts := project.NewLayouts(c)
	var all []*lexicon.Document
	for _, s := range states {
		if s.Published == nil {
			continue
		}
		name := slashedPath(s.NSID)
		text, err := layOut(s.NSID, s.Published.JSON, layouts, name)
		if err != nil {
			return nil, err
		}
		all = append(all, lexicon.Parse(&diag.Source{Path: PublishedRevision + ":" + name, Text: text}, profile))
	}
	return supported(all, support), nil
}

// layOut returns the text of a file for the record of a Lexicon: in the layout of fmt for its path,
// with the members of objects on lines of their own.
func layOut(id syntax.NSID, record []byte, layouts *project.Layouts, path string) ([]byte, error) {
	options, err := layouts.Of(path)
	if err != nil {
		return nil, err
	}
	var lines bytes.Buffer
	if err = json.Indent(&lines, record, "", "  "); err == nil {
		record, err = format.Source(lines.Bytes(), options)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", id, err)
	}
	return record, nil
}

// supported returns a catalog of documents, with others to resolve references in.
func supported(documents, support []*lexicon.Document) *lexicon.Catalog {
	for _, d := range support {
		documents = append(documents, dependency(d))
	}
	return lexicon.NewCatalog(documents...)
}

// dependency returns a document again, for another catalog, to resolve references in.
func dependency(d *lexicon.Document) *lexicon.Document {
	again := d.Unlinked()
	again.Dependency = true
	return again
}

// newest returns the Lexicon that an account publishes: the copy if the account lists its CID, or
// else what is fetched. Without a copy, the list is not asked for. Because it has no proof, it
// cannot say that a Lexicon is not published.
func newest(ctx context.Context, n Network, did syntax.DID, id syntax.NSID, have Record) (*network.Lexicon, error) {
	if have.CID.Defined() {
		listed, err := n.Listed(ctx, did, id)
		if err != nil && !network.IsUnpublished(err) {
			return nil, err
		}
		if listed.CID.Equals(have.CID) {
			return &network.Lexicon{NSID: id, DID: did, URI: network.RecordURI(did, id), CID: have.CID, JSON: have.JSON, Verified: true}, nil
		}
	}
	return n.LexiconOf(ctx, did, id)
}

// Cache is a Network that keeps Lexicons in a folder, and fetches only what an account lists
// with another CID than the copy. Copies came with a proof; the list has none.
type Cache struct {
	Network
	Folder string
}

// LexiconOf returns the copy of a Lexicon that is up to date, or fetches it and keeps a
// copy. The errors are those of the network, and of the folder.
func (c *Cache) LexiconOf(ctx context.Context, did syntax.DID, id syntax.NSID) (*network.Lexicon, error) {
	path := filepath.Join(c.Folder, strings.ReplaceAll(string(did), ":", "_"), string(id)+".json")
	text, err := files.Read(path, lexicon.MaxFileSize)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("cache: %w", err)
	}
	have, _ := network.RecordCID(text) // undefined for what cannot be a copy
	published, err := newest(ctx, c.Network, did, id, Record{text, have})
	if err != nil || !published.Verified || published.CID.Equals(have) {
		return published, err
	}
	if err := files.Write(path, files.Content(published.JSON)); err != nil {
		return nil, fmt.Errorf("cache: %w", err)
	}
	return published, nil
}
