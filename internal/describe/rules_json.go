package describe

import (
	"github.com/lexsmith/lexsmith/pkg/diag"
)

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
	Fix      *Fix       `json:"fix,omitempty"`  // what fixes of its findings do
	Bad      string     `json:"bad,omitempty"`
	Good     string     `json:"good,omitempty"`
}

// Fix says what the fixes of a rule do. Each is a few words that begin with a verb.
type Fix struct {
	Safe   string `json:"safe,omitempty"`
	Unsafe string `json:"unsafe,omitempty"`
	Editor string `json:"editor,omitempty"` // has to be completed by the author
}

// Severities are the default severities of a rule by profile.
type Severities struct {
	V1      string `json:"v1"`
	ATProto string `json:"atproto"`
}

// NewDocument returns everything known about rules in JSON form.
func NewDocument(rules []*diag.Rule) Document {
	entries := make([]Entry, len(rules))
	for i, r := range rules {
		entries[i] = Entry{
			r.Code, r.Group,
			Severities{r.Severity[diag.ProfileV1].String(), r.Severity[diag.ProfileATProto].String()},
			r.Summary, r.Reason, r.Spec, r.URL(), nil, r.Bad(), r.Good(),
		}
		if r.Fix != (diag.FixHelp{}) {
			entries[i].Fix = &Fix{r.Fix.Safe, r.Fix.Unsafe, r.Fix.Placeholder}
		}
	}
	return Document{entries}
}
