package registry

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"time"

	"github.com/ipfs/go-cid"

	"github.com/lexsmith/lexsmith/internal/config"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/network"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// PublishOptions say what to publish.
type PublishOptions struct {
	Survey            // its Account is "" for the accounts that DNS names
	Own     *Lexicons // nil to delete
	Profile diag.Profile
	Retry   bool // after the repository has changed, as long as the plan still holds
}

// Publication is a plan for what an account publishes.
type Publication struct {
	Plan
	States []State           // of what is published
	Steps  [][]network.Write // at most network.MaxWrites in each
	Left   []State           // of PlanDeletion: those of what is not deleted

	options PublishOptions
}

// PlanPublication plans what has to happen so that Lexicons are published. What must not be
// is refused. The error says why lookups failed, or which Lexicons cannot be records.
func PlanPublication(ctx context.Context, o PublishOptions) (*Publication, error) {
	records, err := o.Own.Records()
	if err != nil {
		return nil, err
	}
	p := &Publication{options: o}
	o.first, o.records = true, records
	if p.States, err = o.states(ctx, o.Own.IDs); err != nil {
		return nil, err
	}
	for _, s := range p.States {
		e := newEntry(&s, Create)
		record, d := records[s.NSID], o.Own.Document(s.NSID)
		e.Path, e.CID, e.text = d.Source.Path, record.CID, record.JSON
		if e.CID.Equals(e.Old) {
			e.Action = Keep
		} else if e.Old.Defined() {
			e.Action, e.Compared = Update, s.Published != nil
		}
		if err := network.Storable(e.text); err != nil && e.Action != Keep {
			e.refuse(err.Error())
		}
		if o.Account != "" && s.DNS != "" && s.DNS != o.Account {
			e.refuse("DNS points to a different account, " + string(s.DNS))
		}
		p.Plan = append(p.Plan, e)
	}
	if err := p.checkReferences(ctx); err != nil {
		return nil, err
	}
	p.Steps, err = steps(p.Plan)
	return p, err
}

// newEntry returns an entry for what is published.
func newEntry(s *State, action Action) *Entry {
	e := &Entry{NSID: s.NSID, Action: action, Origin: Origin{DID: s.Account}, Old: s.Remote}
	if s.Invalid != nil {
		e.Reason = "the published record is invalid: " + s.Invalid.Error()
	}
	return e
}

// checkReferences refuses entries that refer to what is neither among the entries nor
// published, or to a definition that is not there. The error says why lookups failed.
func (p *Publication) checkReferences(ctx context.Context) error {
	published := map[syntax.NSID]*lexicon.Document{} // as it is to be
	var others []syntax.NSID
	for _, e := range p.Plan {
		d := p.options.Own.Document(e.NSID)
		if published[e.NSID] = d; e.Action != Keep {
			others = append(others, references(d.Root)...)
		}
	}
	slices.Sort(others)
	others = slices.DeleteFunc(slices.Compact(others), func(id syntax.NSID) bool { return published[id] != nil })
	// Where DNS does not say who publishes a Lexicon yet, the account itself may.
	states, err := Survey{Network: p.options.Network, Account: p.options.Account}.states(ctx, others)
	if err != nil {
		return err
	}
	missing := map[syntax.NSID]string{}
	for _, s := range states {
		switch l := s.Published; {
		case l != nil:
			published[s.NSID] = lexicon.Parse(&diag.Source{Path: l.URI, Text: l.JSON}, p.options.Profile)
		case s.Invalid != nil:
			missing[s.NSID] = fmt.Sprintf("whose published record is not valid: %s", s.Invalid)
		case s.NSID.Internal():
			missing[s.NSID] = "which is never published, because nobody can own the domain internal"
		default:
			missing[s.NSID] = "which is not published"
		}
	}
	for _, e := range p.Plan {
		if e.Action == Keep || e.Refused {
			continue
		}
		if reason := dangling(published[e.NSID], published, missing); reason != "" {
			e.refuse(reason)
		}
	}
	return nil
}

// dangling returns what is wrong with the first reference of a Lexicon that leads nowhere.
func dangling(from *lexicon.Document, published map[syntax.NSID]*lexicon.Document, missing map[syntax.NSID]string) string {
	for _, id := range references(from.Root) {
		if why := missing[id]; why != "" {
			return fmt.Sprintf("it refers to %s, %s", id, why)
		}
	}
	for _, def := range from.Defs {
		for l := range lexicon.Links(def.Schema) {
			if d := published[l.NSID]; d != nil && d != from && d.Definition(l.Name) == nil {
				return fmt.Sprintf("it refers to %s, which the published revision does not define", l.Reference)
			}
		}
	}
	return ""
}

// PlanDeletion plans to delete Lexicons of an account, in one step. The error says why
// lookups failed, or which of them it does not publish.
func PlanDeletion(ctx context.Context, o PublishOptions, ids []syntax.NSID) (*Publication, error) {
	listed, err := o.Network.List(ctx, o.Account)
	if err != nil {
		return nil, err
	}
	all := slices.Clone(ids)
	for _, l := range listed {
		all = append(all, l.NSID)
	}
	slices.Sort(all)
	p := &Publication{options: o}
	o.SkipDNS = true
	if p.States, err = o.states(ctx, slices.Compact(all)); err != nil {
		return nil, err
	}
	var faults []error
	for _, s := range p.States {
		switch {
		case !slices.Contains(ids, s.NSID):
			p.Left = append(p.Left, s)
		case !s.Remote.Defined():
			faults = append(faults, fmt.Errorf("%s is not published by %s", s.NSID, o.Account))
		default:
			p.Plan = append(p.Plan, newEntry(&s, Delete))
		}
	}
	p.Steps = [][]network.Write{writes(p.Plan)}
	return p, errors.Join(faults...)
}

// Sides returns what is published and what is to be, to be compared. The files of the old
// side have the layout of a project.
func (p *Publication) Sides(c *config.Config) (old, new *lexicon.Catalog, err error) {
	profile := p.options.Profile
	if own := p.options.Own; own != nil {
		old, err = own.Published(p.States, c, profile)
		return old, own.Catalog, err
	}
	if old, err = published(p.States, c, profile); err == nil {
		new, err = published(p.Left, c, profile)
	}
	return old, new, err
}

// Records returns the DNS records that are missing, sorted by name.
func (p *Publication) Records() []TXT {
	missing := slices.DeleteFunc(slices.Clone(p.States), func(s State) bool { return s.DNS != "" })
	return Records(Status(missing, nil, nil, ""), p.options.Account)
}

// steps returns the changes that carry out a plan, at most network.MaxWrites in each
// step. What a Lexicon refers to is written before it or together with it, so that
// nothing published refers to what is not, wherever the steps end. The error says that
// more Lexicons refer to each other than fit in one step.
func steps(p Plan) (all [][]network.Write, err error) {
	p = slices.DeleteFunc(slices.Clone(p), func(e *Entry) bool { return e.Action == Keep })
	groups := [][]*Entry{p}
	if len(p) > network.MaxWrites {
		byID := map[syntax.NSID]*Entry{}
		for _, e := range p {
			byID[e.NSID] = e
		}
		groups = lexicon.Components(p, func(e *Entry) iter.Seq[*Entry] {
			var others []*Entry
			for _, id := range e.references() {
				if other := byID[id]; other != nil {
					others = append(others, other)
				}
			}
			return slices.Values(others)
		})
	}
	for _, group := range groups {
		last := len(all) - 1
		switch {
		case len(group) > network.MaxWrites:
			return nil, fmt.Errorf("%d Lexicons refer to each other, beginning with %s; they must be written in one step, of at most %d", len(group), group[0].NSID, network.MaxWrites)
		case len(group) == 0:
		case last < 0 || len(all[last])+len(group) > network.MaxWrites:
			all = append(all, writes(group))
		default:
			all[last] = append(all[last], writes(group)...)
		}
	}
	return all, nil
}

// writes returns the changes for entries.
func writes(p Plan) (all []network.Write) {
	for _, e := range p {
		all = append(all, network.Write{Action: network.Action(e.Action), NSID: e.NSID, Record: e.text, Old: e.Old})
	}
	return all
}

// Account is an account that publishes.
type Account struct {
	DID  syntax.DID // "" when it is not known
	Head cid.Cid    // the commit that a plan is for, or the last one that was made

	session *network.Session // nil if it only is to be shown what would happen
}

// Login starts a session of an account.
func Login(ctx context.Context, c *network.Client, o network.LoginOptions) (*Account, error) {
	s, err := c.Login(ctx, o)
	if err != nil {
		return nil, err
	}
	a := &Account{DID: s.Identity.DID, session: s}
	if a.Head, err = s.Head(ctx); err != nil {
		a.Logout(ctx)
	}
	return a, err
}

// logoutTimeout is how long ending a session may take.
const logoutTimeout = 2 * time.Second

// Logout ends the session, if there is one, which would expire.
func (a *Account) Logout(ctx context.Context) {
	if a.session != nil {
		end, cancel := context.WithTimeout(context.WithoutCancel(ctx), logoutTimeout) // also after a signal
		defer cancel()
		_ = a.session.Logout(end)
	}
}

// errChanged ends a run whose plan is out of date.
var errChanged = fmt.Errorf("%w: nothing was written; run the command again", network.ErrSwap)

// retries is how often a step is tried again after the repository has changed.
const retries = 3

// Apply carries out a plan, one step after the other, and returns how many records were
// written. It starts from the commit that the plan saw. Afterwards Head is the last commit; it
// is undefined if the server did not confirm it.
func (a *Account) Apply(ctx context.Context, p *Publication) (written int, err error) {
	for _, step := range p.Steps {
		if err := a.apply(ctx, p, step); err != nil {
			return written, err
		}
		written += len(step)
	}
	return written, nil
}

func (a *Account) apply(ctx context.Context, p *Publication, step []network.Write) (err error) {
	for tried := 0; ; tried++ {
		if tried > 0 || !a.Head.Defined() {
			var same bool
			if a.Head, err = a.session.Head(ctx); err == nil {
				same, err = a.session.Unmoved(ctx, step)
			}
			if err == nil && same && tried > 0 {
				err = p.checkReferences(ctx)
			}
			if err != nil || !same || p.Refused() {
				return cmp.Or(err, errChanged)
			}
		}
		commit, err := a.session.Apply(ctx, step, a.Head)
		switch {
		case err == nil:
			a.Head = commit
			return nil
		case errors.Is(err, network.ErrExpired):
			return fmt.Errorf("%w: nothing was written; run the command again", err)
		case !errors.Is(err, network.ErrSwap):
			return err
		case !p.options.Retry || tried == retries:
			return errChanged
		}
	}
}
