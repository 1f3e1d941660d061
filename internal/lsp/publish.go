package lsp

import (
	"context"
	"encoding/json"
	"hash/maphash"
	"runtime"
	"sync"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// publisher knows what the client shows of a project, so that it is sent only what
// is new.
type publisher struct {
	*server

	mu       sync.Mutex
	shown    map[string]publication    // files that have findings at the client, by path
	breaks   map[string][]diag.Finding // the changes since the baseline, by path
	compared *lexicon.Catalog          // what was compared with the baseline; nil before the first time
	fault    error                     // why there is no baseline, though the settings name one; nil when there is

	showing sync.Mutex // for shown, while several files are published
}

// publication identifies what was sent for a file.
type publication struct {
	uri string
	sum uint64
}

// update publishes what is wrong with the files of a snapshot. It is false when ctx is
// done before.
func (p *publisher) update(ctx context.Context, s *snapshot, others []*snapshot) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	data := s.dataFindings(ctx)
	changed, err := s.incremental.Lint(ctx, s.catalog)
	if err != nil {
		return false
	}
	found := make(map[string][]diag.Finding, len(changed)) // by path, for all files that may have changed
	for d, findings := range changed {
		if d.Dependency {
			continue
		}
		for _, source := range sourcesOf(d) {
			found[source.Path] = nil
		}
		group(found, foundElsewhere(s.keep(findings), others))
	}
	for _, path := range s.data {
		found[path] = nil
	}
	group(found, data)
	if s.config.Diff.Against == "" {
		p.fault = nil
	}
	settings := p.publishSettings(s)
	for path := range p.shown {
		if _, is := found[path]; !is && path != settings && !s.checks(path) {
			found[path] = nil
		}
	}
	p.publish(s, found)
	return true
}

// publishSettings publishes what is wrong with the config file, and returns its path.
func (p *publisher) publishSettings(s *snapshot) string {
	path, diagnostics := s.settingsDiagnostics(p.fault)
	if path != "" {
		p.show(path, publishDiagnosticsParams{URI: s.uriOf(path), Diagnostics: diagnostics})
	}
	return path
}

// changes publishes what breaks compatibility, of the changes since the baseline, or the
// fault that left it without one.
func (p *publisher) changes(ctx context.Context, s *snapshot, others []*snapshot, changes []diag.Finding, fault error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.fault = fault
	p.publishSettings(s)
	breaks := map[string][]diag.Finding{}
	group(breaks, changes)
	found := map[string][]diag.Finding{}
	for _, changed := range []map[string][]diag.Finding{breaks, p.breaks} {
		for path := range changed {
			found[path] = nil
		}
	}
	all, err := s.lint(ctx, func(d *lexicon.Document) bool { _, is := found[d.Source.Path]; return is })
	if err != nil {
		return
	}
	for _, f := range foundElsewhere(all, others) {
		if _, is := found[f.Path()]; is {
			found[f.Path()] = append(found[f.Path()], f)
		}
	}
	p.breaks, p.compared = breaks, s.catalog
	p.publish(s, found)
	if s.client.Workspace.CodeLens.RefreshSupport {
		p.call("workspace/codeLens/refresh", nil)
	}
}

// changesOf returns how many breaking changes each definition of a document has that has
// changed; nil when the document was not compared as it is.
func (p *publisher) changesOf(d *lexicon.Document) map[string]int {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.compared == nil || p.compared.DocumentAt(d.Source.Path) != d {
		return nil
	}
	breaking := map[string]int{}
	for _, f := range p.breaks[d.Source.Path] {
		name := definitionOf(f.Location)
		n := breaking[name]
		if f.Severity > diag.Info {
			n++
		}
		breaking[name] = n
	}
	return breaking
}

// clear takes back everything.
func (p *publisher) clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, shown := range p.shown {
		p.takeBack(shown.uri)
	}
	clear(p.shown)
}

func (p *publisher) takeBack(uri string) {
	p.send("textDocument/publishDiagnostics", publishDiagnosticsParams{URI: uri, Diagnostics: []diagnostic{}})
}

// sourcesOf returns the files of a document.
func sourcesOf(d *lexicon.Document) []*diag.Source {
	if d.Examples == nil {
		return []*diag.Source{d.Source}
	}
	return []*diag.Source{d.Source, d.Examples.Source}
}

// group adds findings to those of their files.
func group(byPath map[string][]diag.Finding, found []diag.Finding) {
	for _, f := range found {
		if f.Source != nil {
			byPath[f.Source.Path] = append(byPath[f.Source.Path], f)
		}
	}
}

// publish sends the findings on files where they are not what the client shows. What
// breaks compatibility is added, unless the text has changed since. Open files come first.
func (p *publisher) publish(s *snapshot, found map[string][]diag.Finding) {
	var open, closed []string
	for path := range found {
		for _, f := range p.breaks[path] {
			if d := s.catalog.DocumentAt(path); f.Severity > diag.Info && d != nil && d.Source == f.Source {
				found[path] = append(found[path], f)
			}
		}
		if s.bufferOf(path) != nil {
			open = append(open, path)
		} else {
			closed = append(closed, path)
		}
	}
	files := make(chan string, len(found))
	for _, path := range append(open, closed...) {
		files <- path
	}
	close(files)
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(found)) {
		workers.Go(func() {
			_ = p.guard("publish", func() error {
				for path := range files {
					p.publishFile(s, path, found[path])
				}
				return nil
			})
		})
	}
	workers.Wait()
}

// publishFile sends the findings on a file; see show.
func (p *publisher) publishFile(s *snapshot, path string, found []diag.Finding) {
	params := publishDiagnosticsParams{URI: s.uriOf(path), Diagnostics: make([]diagnostic, len(found))}
	if b := s.bufferOf(path); b != nil {
		params.Version = &b.version
	}
	for i := range found {
		params.Diagnostics[i] = s.diagnostic(&found[i])
	}
	p.show(path, params)
}

// show sends the diagnostics of a file if the client shows others.
func (p *publisher) show(path string, params publishDiagnosticsParams) {
	any := len(params.Diagnostics) > 0
	if !any {
		params.Diagnostics = []diagnostic{} // never null
	}
	text, err := json.Marshal(params)
	if err != nil { // it is made of plain data
		panic(err)
	}
	now := publication{params.URI, maphash.Bytes(seed, text)}
	p.showing.Lock()
	before, had := p.shown[path]
	if any {
		p.shown[path] = now
	} else {
		delete(p.shown, path)
	}
	p.showing.Unlock()
	if had && before.uri != now.uri {
		p.takeBack(before.uri)
	}
	if had && before != now || !had && any {
		p.send("textDocument/publishDiagnostics", json.RawMessage(text))
	}
}

var seed = maphash.MakeSeed()
