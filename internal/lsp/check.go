package lsp

import (
	"context"
	"slices"
	"time"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/lint"
)

const (
	// typingPause is how long to wait for the next change before checking, so that
	// a change that comes in several messages is checked once.
	typingPause = 5 * time.Millisecond
	// restPause is how long to wait before comparing with the baseline.
	restPause = 200 * time.Millisecond
)

// check begins to check a project in the background, and ends the check that is
// running. The caller holds the mutex.
func (w *workspace) check(ctx context.Context, p *project) {
	p.cancel()
	checking, cancel := context.WithCancel(ctx)
	p.cancel = cancel
	w.work.Go(func() {
		defer cancel()
		_ = w.guard("check", func() error { w.diagnose(ctx, checking, p); return nil })
	})
}

// diagnose publishes what is wrong with a project, and then what breaks compatibility, until
// checking is done. What it loads is for others too, so that ends with ctx only.
func (w *workspace) diagnose(ctx, checking context.Context, p *project) {
	if !sleep(checking, typingPause) {
		return
	}
	s, others := w.current(ctx, checking, p)
	if s == nil || !p.publisher.update(checking, s, others) || s.config.Diff.Against == "" || !sleep(checking, restPause) {
		return
	}
	if changes, fault, ok := p.baseline.compare(checking, s); ok {
		p.publisher.changes(checking, s, others, changes, fault)
	}
}

// sleep waits; it is false when ctx is done before.
func sleep(ctx context.Context, d time.Duration) bool {
	select {
	case <-time.After(d):
		return true
	case <-ctx.Done():
		return false
	}
}

// lint returns what is wrong with the Lexicons for which only is true; a nil one
// is true for all. The settings have been applied.
func (s *snapshot) lint(ctx context.Context, only func(*lexicon.Document) bool) ([]diag.Finding, error) {
	options := s.options()
	options.Only = only
	result, err := lint.Lint(ctx, s.catalog, options)
	return s.keep(result.Findings), err
}

// keep applies the settings to findings.
func (s *snapshot) keep(findings []diag.Finding) []diag.Finding {
	kept := findings[:0]
	for i := range findings {
		if s.policy.Apply(&findings[i]) {
			kept = append(kept, findings[i])
		}
	}
	return slices.Clip(kept)
}
