package lsp

import (
	"context"
	"hash/maphash"
	"maps"
	"runtime"
	"sync"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// publisher knows what the client shows of a project, so that it is sent only what
// is new.
type publisher struct {
	*server

	mu       sync.Mutex
	checked  map[*lexicon.Document]bool
	texts    map[*lexicon.Source]bool     // of the checked documents
	findings map[string][]lexicon.Finding // by path
	breaks   map[string][]lexicon.Finding // the same for changes since the baseline
	compared bool                         // there is a baseline
	shown    map[string]shown             // files that have findings at the client
}

// shown identifies what was sent for a file.
type shown struct {
	sum    uint64
	source *lexicon.Source // kept, so that its address stays its own
}

// changed returns the documents of a catalog to check first: those that have not been
// checked or, if there are many of them, since many refer to what was edited, those
// with a new text.
func (p *publisher) changed(c *lexicon.Catalog) map[*lexicon.Document]bool {
	const many = 50
	p.mu.Lock()
	defer p.mu.Unlock()
	changed, edited := map[*lexicon.Document]bool{}, map[*lexicon.Document]bool{}
	for _, d := range c.Documents() {
		if !p.checked[d] {
			changed[d] = true
			edited[d] = !p.texts[d.Source]
		}
	}
	if len(changed) <= many {
		return changed
	}
	maps.DeleteFunc(edited, func(_ *lexicon.Document, is bool) bool { return !is })
	return edited
}

// some publishes the findings on some documents.
func (p *publisher) some(ctx context.Context, s *snapshot, documents map[*lexicon.Document]bool, found []lexicon.Finding) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if ctx.Err() != nil {
		return
	}
	if p.findings == nil {
		p.findings = map[string][]lexicon.Finding{}
	}
	byPath := group(found)
	for d := range documents {
		path := d.Source.Path
		p.findings[path] = byPath[path]
		if send := p.news(s, path); send != nil {
			send()
		}
	}
}

// all publishes all findings on the files of a snapshot.
func (p *publisher) all(ctx context.Context, s *snapshot, found []lexicon.Finding) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if ctx.Err() != nil {
		return
	}
	p.findings = group(found)
	p.checked = make(map[*lexicon.Document]bool, len(s.catalog.Documents()))
	p.texts = make(map[*lexicon.Source]bool, len(s.catalog.Documents()))
	for _, d := range s.catalog.Documents() {
		p.checked[d], p.texts[d.Source] = true, true
	}
	p.publishAll(s)
}

// changes publishes what breaks compatibility, of the changes since the baseline.
func (p *publisher) changes(ctx context.Context, s *snapshot, found []lexicon.Finding) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if ctx.Err() != nil {
		return
	}
	p.breaks, p.compared = group(found), true
	p.publishAll(s)
	if s.client.Workspace.CodeLens.RefreshSupport {
		p.call("workspace/codeLens/refresh", nil)
	}
}

// changesOf counts the changes of each definition of a document; false when it was
// not compared as it is.
func (p *publisher) changesOf(d *lexicon.Document) (counts map[string]changeCount, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.compared || !p.checked[d] {
		return nil, false
	}
	counts = map[string]changeCount{}
	for _, f := range p.breaks[d.Source.Path] {
		if f.Source != d.Source {
			return nil, false
		}
		c := counts[definitionOf(f.Location)]
		c.all++
		if f.Severity > lexicon.Info {
			c.breaking++
		}
		counts[definitionOf(f.Location)] = c
	}
	return counts, true
}

// clear takes back everything.
func (p *publisher) clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for path := range p.shown {
		p.send("textDocument/publishDiagnostics", publishDiagnosticsParams{URI: uriOf(path), Diagnostics: []diagnostic{}})
	}
	p.shown = map[string]shown{}
}

func group(found []lexicon.Finding) map[string][]lexicon.Finding {
	byPath := map[string][]lexicon.Finding{}
	for _, f := range found {
		if f.Source != nil {
			byPath[f.Source.Path] = append(byPath[f.Source.Path], f)
		}
	}
	return byPath
}

func (p *publisher) publishAll(s *snapshot) {
	paths := map[string]bool{}
	for path := range p.findings {
		paths[path] = true
	}
	for path := range p.breaks {
		paths[path] = true
	}
	for path := range p.shown {
		paths[path] = true
	}
	messages := make(chan func(), len(paths))
	for path := range paths {
		if send := p.news(s, path); send != nil {
			messages <- send
		}
	}
	close(messages)
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			_ = p.guard("publish", func() error {
				for send := range messages {
					send()
				}
				return nil
			})
		})
	}
	workers.Wait()
}

// news returns what sends the findings on a file; nil if the client has them. What
// breaks compatibility is left out once its text has changed.
func (p *publisher) news(s *snapshot, path string) (send func()) {
	found := p.findings[path]
	for _, f := range p.breaks[path] {
		if f.Severity == lexicon.Info {
			continue // a compatible change
		}
		if d := s.catalog.DocumentAt(path); d != nil && d.Source == f.Source {
			found = append(found[:len(found):len(found)], f)
		}
	}
	before, any := p.shown[path]
	if len(found) == 0 {
		if !any {
			return nil
		}
		delete(p.shown, path)
		return func() { p.sendDiagnostics(s, path, []diagnostic{}) }
	}
	now := shown{sum(found), found[0].Source}
	if any && now == before {
		return nil
	}
	p.shown[path] = now
	return func() {
		diagnostics := make([]diagnostic, len(found))
		for i := range found {
			diagnostics[i] = s.diagnostic(&found[i])
		}
		p.sendDiagnostics(s, path, diagnostics)
	}
}

func (p *publisher) sendDiagnostics(s *snapshot, path string, diagnostics []diagnostic) {
	params := publishDiagnosticsParams{URI: s.uriOf(path), Diagnostics: diagnostics}
	if b := s.bufferOf(path); b != nil {
		params.Version = &b.version
	}
	p.send("textDocument/publishDiagnostics", params)
}

var seed = maphash.MakeSeed()

// sum returns a hash of what the client is shown of findings.
func sum(found []lexicon.Finding) uint64 {
	var h maphash.Hash
	h.SetSeed(seed)
	for i := range found {
		f := &found[i]
		maphash.WriteComparable(&h, struct {
			source        *lexicon.Source
			span          lexicon.Span
			rule          *lexicon.Rule
			severity      lexicon.Severity
			message, help string
		}{f.Source, f.Span, f.Rule, f.Severity, f.Message, f.Help})
	}
	return h.Sum64()
}
