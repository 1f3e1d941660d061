// Package registry compares a project with the network: it plans which Lexicons of others to
// copy into the project, and which of its own to publish, and carries the plans out.
package registry

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/ipfs/go-cid"

	"github.com/lexsmith/lexsmith/internal/config"
	"github.com/lexsmith/lexsmith/internal/project"
	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/network"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// Network looks up what is published. It is a *network.Client.
type Network interface {
	Resolve(ctx context.Context, id syntax.AtIdentifier) (*network.Identity, error)
	Authority(ctx context.Context, nsid syntax.NSID) (syntax.DID, error)
	LexiconOf(ctx context.Context, did syntax.DID, nsid syntax.NSID) (*network.Lexicon, error)
	List(ctx context.Context, did syntax.DID) ([]network.ListEntry, error)
	Listed(ctx context.Context, did syntax.DID, nsid syntax.NSID) (network.ListEntry, error)
}

// lookUp looks up items, network.MaxAtOnce at a time, and returns the results in their
// order. After each it calls progress, unless that is nil, with how many are done; one call
// at a time. The error says each cause once.
func lookUp[T, R any](items []T, look func(T) (R, error), progress func(done, total int)) ([]R, error) {
	results, faults := make([]R, len(items)), make([]error, len(items))
	var group sync.WaitGroup
	var lock sync.Mutex
	finished := 0
	free := make(chan struct{}, network.MaxAtOnce)
	for i, item := range items {
		free <- struct{}{}
		group.Go(func() {
			results[i], faults[i] = look(item)
			<-free
			lock.Lock()
			defer lock.Unlock()
			if finished++; progress != nil {
				progress(finished, len(items))
			}
		})
	}
	group.Wait()
	return results, network.Join(faults...)
}

// Action is what happens to a Lexicon, or what is wrong with it.
type Action string

// The actions.
const (
	Create      Action = "create" // on the network
	Delete      Action = "delete" // there
	Add         Action = "add"
	Install     Action = "install"     // the revision of the manifest, whose file is missing
	Update      Action = "update"      // to another revision
	Overwrite   Action = "overwrite"   // a file that was edited
	Drop        Action = "drop"        // from the manifest: nothing refers to it
	Remove      Action = "remove"      // from the manifest, with its file
	Unpublished Action = "unpublished" // kept, because it is no longer published
	Keep        Action = "unchanged"

	Edited     Action = "edited"     // its content is not a published revision
	Moved      Action = "moved"      // DNS names another account than the manifest
	Needed     Action = "needed"     // it cannot be removed
	Missing    Action = "missing"    // the file does not exist
	Unresolved Action = "unresolved" // it is needed, and the manifest does not have it
	Unneeded   Action = "unneeded"   // the manifest has it, and nothing refers to it
)

// phrases are the words for the actions when they are done, and planned, in the order of a
// summary.
var phrases = []struct {
	action        Action
	done, planned string
}{
	{Create, "created", "to create"},
	{Add, "added", "to add"},
	{Install, "installed", "to install"},
	{Update, "updated", "to update"},
	{Overwrite, "overwritten", "to overwrite"},
	{Drop, "removed from " + project.ManifestName + " but kept on disk", "to remove from " + project.ManifestName + " but keep on disk"},
	{Remove, "removed", "to remove"},
	{Edited, "edited", "edited"},
	{Moved, "moved to another account", "moved to another account"},
	{Needed, "still needed", "still needed"},
	{Unpublished, "no longer published", "no longer published"},
	{Keep, "unchanged", "unchanged"},
}

// Entry is what happens to one Lexicon.
type Entry struct {
	NSID       syntax.NSID
	Action     Action
	Path       string  // of the file; "" for one on the network
	Origin             // where it comes from, or is published; the zero Origin when that is not known
	CID, Old   cid.Cid // of the record as it is to be, and as it is, or in the manifest
	Reason     string  // what there is to say about the action
	Refused    bool    // the plan cannot be carried out, or --frozen has found a problem
	Compared   bool    // the change is one that can be breaking
	Unverified bool    // the record came without a proof

	text []byte  // of the file or the record as it is to be; nil for none
	file []byte  // text of the file as it is; nil for none
	have cid.Cid // of the file as it is; undefined for none, or what cannot be a record
}

// refuse makes the plan one that cannot be carried out.
func (e *Entry) refuse(reason string) { e.Refused, e.Reason = true, reason }

// Plan is what happens to Lexicons, in the order of their NSIDs.
type Plan []*Entry

// Count returns how many entries have one of the actions.
func (p Plan) Count(actions ...Action) int {
	n := 0
	for _, e := range p {
		if slices.Contains(actions, e.Action) {
			n++
		}
	}
	return n
}

// Refused reports whether the plan cannot be carried out.
func (p Plan) Refused() bool {
	return slices.ContainsFunc(p, func(e *Entry) bool { return e.Refused })
}

// Words counts the actions, in the words for what is planned or for what is done.
func (p Plan) Words(planned bool) string {
	var parts []string
	for _, words := range phrases {
		word := words.done
		if planned {
			word = words.planned
		}
		if n := p.Count(words.action); n > 0 {
			if locked := slices.ContainsFunc(p, func(e *Entry) bool { return e.Action == Drop && e.Source != "" }); locked {
				word = strings.Replace(word, project.ManifestName, project.LockName, 1)
			}
			parts = append(parts, strconv.Itoa(n)+" "+word)
		}
	}
	if parts == nil {
		return "nothing to do"
	}
	return strings.Join(parts, ", ")
}

// Report describes the entries, with the verdicts on those that are compared.
func (p Plan) Report(verdict func(syntax.NSID) report.Verdict) *report.Plan {
	plan := &report.Plan{}
	for _, e := range p {
		entry := report.PlanEntry{
			NSID: string(e.NSID), Action: string(e.Action), Path: filepath.ToSlash(e.Path),
			URI: e.URI(e.NSID), CID: CIDText(e.CID), OldCID: CIDText(e.Old), Reason: e.Reason,
		}
		switch {
		case e.Refused:
			entry.Shown = report.Always
		case e.Action == Keep:
			entry.Shown = report.WithAll
		}
		if e.Compared {
			entry.Verdict = verdict(e.NSID)
		}
		plan.Unverified = plan.Unverified || e.Unverified
		plan.Entries = append(plan.Entries, entry)
	}
	return plan
}

// WhyInternal says why a Lexicon under the top-level domain internal is neither published
// nor looked up.
const WhyInternal = "Lexicons under internal are never published, because nobody can own that domain"

// errInternal is WhyInternal for what was asked for by name.
var errInternal = errors.New(WhyInternal)

// PullOptions say what to pull.
type PullOptions struct {
	Network   Network
	Insecure  bool                  // sources may be on this computer
	Names     []syntax.NSID         // what to add
	Skipped   []Exclusion           // what of the patterns among them is not taken
	Lacking   bool                  // add also what the project's own Lexicons refer to and lack
	Update    map[syntax.NSID]bool  // those of the manifest and the lock whose newest revision is wanted
	UpdateAll bool                  // the same for all of those, and sources give new ones
	Accept    []config.Pattern      // those that may come from another account than before
	Force     bool                  // overwrite files that were edited
	Progress  func(done, total int) // called after each lookup; may be nil
}

// Exclusion is a record of an account that a pattern selects and that is not taken.
type Exclusion struct {
	NSID syntax.NSID
	DID  syntax.DID // of the account that lists it
	Err  error      // why it is not a Lexicon; nil for one that the account has no authority for
}

// String says that and why the record is skipped.
func (x Exclusion) String() string {
	if x.Err != nil {
		return fmt.Sprintf("skipped %s: the record of %s is not a Lexicon: %s", x.NSID, x.DID, x.Err)
	}
	return fmt.Sprintf("skipped %s: %s lists it, but its DNS record points to a different account", x.NSID, x.DID)
}

// Pull is a plan for what a project has of others.
type Pull struct {
	Plan
	Manifest *Manifest     // as it is to be
	Lock     *SourceLock   // the same
	Internal []syntax.NSID // needed, and left out because nobody can publish them
	// Problems are what is wrong besides the entries: an error is why the plan cannot be
	// carried out.
	Problems []report.Problem
	Notes    []string // what else there is to say
}

// Refused reports whether the plan cannot be carried out.
func (p *Pull) Refused() bool { return p.Worst() == diag.Error || p.Plan.Refused() }

// Worst returns the highest severity of a problem; Off without any.
func (p *Pull) Worst() (worst diag.Severity) {
	for i := range p.Problems {
		worst = max(worst, p.Problems[i].Severity)
	}
	return worst
}

// fail adds an error about a file.
func (p *Pull) fail(path, format string, args ...any) {
	p.Problems = append(p.Problems, report.Problem{Severity: diag.Error, Path: filepath.ToSlash(path), Message: fmt.Sprintf(format, args...)})
}

// warn adds a warning about a file, and a Lexicon; both may be empty.
func (p *Pull) warn(path string, id syntax.NSID, format string, args ...any) {
	p.Problems = append(p.Problems, report.Problem{
		Severity: diag.Warning, Path: filepath.ToSlash(path), NSID: string(id), Message: fmt.Sprintf(format, args...),
	})
}

// slashedPath returns the path of a Lexicon in a folder, with slashes.
func slashedPath(id syntax.NSID) string { return strings.ReplaceAll(string(id), ".", "/") + ".json" }

// CIDText returns the text of a CID; "" when there is none.
func CIDText(id cid.Cid) string {
	if !id.Defined() {
		return ""
	}
	return id.String()
}
