package cmd

import (
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/ipfs/go-cid"

	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// changes are those between the revisions of several Lexicons, as far as they count.
type changes struct {
	verdicts map[syntax.NSID]report.Verdict // of those that change
	compared map[syntax.NSID]bool
}

// find is addChanges, and keeps the verdict on each Lexicon.
func (c *changes) find(p *project, old, new *lexicon.Catalog, r *report.Report, summary *report.Summary) error {
	found, err := p.addChanges(old, new, r, summary)
	if err != nil {
		return err
	}
	c.verdicts, c.compared = map[syntax.NSID]report.Verdict{}, map[syntax.NSID]bool{}
	for _, d := range old.Documents() {
		c.compared[d.ID] = c.compared[d.ID] || !d.Dependency
	}
	for _, f := range found.Findings {
		c.count(p, f)
	}
	return nil
}

// count takes a finding into the verdict of its Lexicon.
func (c *changes) count(p *project, f lexicon.Finding) {
	if f.Change == nil || !p.keepNotes(&f) || f.Severity == lexicon.Off {
		return
	}
	id := syntax.NSID(f.NSID)
	_, unloaded := f.Hint.(lexicon.HintLoadLexicon)
	switch before := c.verdicts[id]; {
	case f.Severity == lexicon.Error:
		c.verdicts[id] = report.Breaking
	case before == report.Breaking:
	case unloaded:
		c.verdicts[id] = report.Undecided
	case before == "":
		c.verdicts[id] = report.Compatible
	}
}

// verdict returns the verdict on a Lexicon; "" when it was not compared.
func (c *changes) verdict(id syntax.NSID) report.Verdict {
	if v := c.verdicts[id]; v != "" || !c.compared[id] {
		return v
	}
	return report.Identical
}

// actionWords are the words for an action and how often it was chosen.
type actionWords struct {
	done, planned string
	count         int
}

// countActions puts numbers before the words for actions that were chosen.
func countActions(words []actionWords, planned bool) string {
	var parts []string
	for _, w := range words {
		word := w.done
		if planned {
			word = w.planned
		}
		if w.count > 0 {
			parts = append(parts, strconv.Itoa(w.count)+" "+word)
		}
	}
	if parts == nil {
		return "nothing to do"
	}
	return strings.Join(parts, ", ")
}

// cidText returns the text of a CID; "" when there is none.
func cidText(id cid.Cid) string {
	if !id.Defined() {
		return ""
	}
	return id.String()
}

func slashed(path string) string { return filepath.ToSlash(path) }

// quietly is find without a report.
func (c *changes) quietly(p *project, old, new *lexicon.Catalog) error {
	r, err := report.New(report.Options{Format: report.Text, Out: io.Discard, Quiet: true})
	if err != nil {
		return err
	}
	return c.find(p, old, new, r, &report.Summary{})
}
