package rulebook

import "github.com/lexsmith/lexsmith/pkg/lexicon"

// Document is the JSON form of rules, as "lexsmith rules --format json" prints
// it.
type Document struct {
	Rules []Entry `json:"rules"`
}

// Entry is a rule in a Document.
type Entry struct {
	Code     string     `json:"code"`
	Group    string     `json:"group"`
	Severity Severities `json:"severity"`
	Summary  string     `json:"summary"`
	Reason   string     `json:"reason,omitempty"`
	Spec     string     `json:"spec,omitempty"`
	Page     string     `json:"page,omitempty"` // public page on the subject
	Bad      string     `json:"bad,omitempty"`
	Good     string     `json:"good,omitempty"`
}

// Severities are the default severities of a rule by profile.
type Severities struct {
	V1      string `json:"v1"`
	ATProto string `json:"atproto"`
}

// NewDocument returns everything known about rules in JSON form.
func NewDocument(rules []*lexicon.Rule) Document {
	entries := make([]Entry, len(rules))
	for i, r := range rules {
		entries[i] = Entry{
			r.Code, r.Group,
			Severities{r.Severity[lexicon.ProfileV1].String(), r.Severity[lexicon.ProfileATProto].String()},
			r.Summary, r.Reason, r.Spec, r.URL(), r.Bad, r.Good,
		}
	}
	return Document{entries}
}
