package probe

import (
	"time"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// tally is what a run knows of a method.
type tally struct {
	*method
	requests, refused, violations int
	slowest                       time.Duration
	absent                        bool            // the service says that it does not have the method
	works, failed                 bool            // the first request succeeded, or the service failed
	compared                      bool            // two answers to one request
	paged                         bool            // the pages of a listing, in this plan
	dull                          int             // how many answers in a row taught no name
	seen                          map[string]bool // what was reported
}

// finding makes a finding on a method, which is at its Lexicon.
func (t *tally) finding(rule *diag.Rule, part lexicon.Part, message string) diag.Finding {
	schema := t.Definition.Schema.Base().At()
	path := string(t.NSID)
	switch part {
	case lexicon.PartNone:
	case lexicon.PartError:
		path += " error response"
	default:
		path += " " + part.String()
	}
	return diag.Finding{
		Rule: rule, Severity: rule.Severity[0], Message: message, NSID: string(t.NSID),
		Location: diag.Location{Source: &diag.Source{Path: path}, NoPosition: true},
		Data:     &diag.DataPlace{Schema: t.Definition.Reference().Full(), Constraint: schema},
	}
}
