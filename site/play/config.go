package play

import (
	"errors"
	"strings"
	"time"

	"github.com/lexsmith/lexsmith/internal/config"
	"github.com/lexsmith/lexsmith/pkg/diag"
)

// configure reads the lexsmith.yaml of a request for the modes that obey it: its profile,
// severities and ignored findings count. What is wrong with it are findings; the rest of it
// counts.
func (r *run) configure() {
	c := new(config.Config)
	if r.Mode == "lint" || r.Mode == "diff" {
		p := r.pane("config", r.Config)
		var err error
		c, err = config.Parse("/"+config.FileName, []byte(r.Config)) // there is no working directory
		for _, fault := range mistakes(err) {
			r.counts[diag.Error]++
			r.answer.Findings = append(r.answer.Findings, Finding{
				Place: p.restOfLine(fault.Line, fault.Column), Severity: diag.Error.String(), Message: fault.Message,
			})
		}
	}
	if c.Profile.Set && r.Profile == "" {
		r.profile = c.Profile.Value
	}
	r.policy = c.Policy(nil, r.profile)
	r.policy.Expire(time.Now(), func() []string { return nil })
}

// keeps gives a finding the severity that lexsmith.yaml says, and reports whether it is kept.
// For lexsmith.yaml, a pane is the folder that it is in.
func (r *run) keeps(f *diag.Finding) bool {
	source := f.Source
	if source != nil {
		_, path, _ := strings.Cut(source.Path, "/")
		f.Source = &diag.Source{Path: "/" + path}
	}
	most := f.Severity
	kept := r.policy.Apply(f)
	if r.Mode == "diff" && f.Change == nil && most < diag.Error {
		f.Severity = most // a note, which is an error of lint that the old side has too, or had
	}
	f.Source = source
	return kept
}

// kept returns the findings that are kept.
func (r *run) kept(findings []diag.Finding) []diag.Finding {
	kept := findings[:0]
	for _, f := range findings {
		if r.keeps(&f) {
			kept = append(kept, f)
		}
	}
	return kept
}

// mistakes returns the mistakes that an error of the config file joins.
func mistakes(err error) (all []*config.Error) {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		for _, err := range joined.Unwrap() {
			all = append(all, mistakes(err)...)
		}
		return all
	}
	if fault, ok := errors.AsType[*config.Error](err); ok {
		all = append(all, fault)
	}
	return all
}
