package cmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"slices"
	"time"

	"github.com/lexsmith/lexsmith/internal/files"
	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/internal/serve"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/lint"
	"github.com/lexsmith/lexsmith/pkg/syntax"
	"github.com/lexsmith/lexsmith/pkg/xrpc"
)

// serving is a server that runs, and the schemas that it has.
type serving struct {
	*project
	options  *serveOptions
	live     serve.Switch
	log      *serve.Log      // nil for none
	findings *serve.Findings // nil without --upstream
	file     *os.File        // of --report; nil for none
	methods  int
	set      *schemas          // that are served
	broken   map[string]string // errors in them, see errors
}

func newServing(p *project, o *serveOptions) (*serving, error) {
	s := &serving{project: p, options: o}
	if o.log != "off" {
		s.log = serve.NewLog(o.streams.Err, o.log == "json")
	}
	if o.upstream == "" {
		return s, nil
	}
	o.format = string(report.Text)
	options, err := p.reportOptions("serve", xrpc.Rules())
	if err != nil {
		return nil, err
	}
	s.findings, err = serve.NewFindings(options)
	return s, err
}

// openReport opens the file of --report, which must not be a schema. It comes after
// everything that can fail.
func (s *serving) openReport() (err error) {
	if s.options.report == "" {
		return nil
	}
	set := files.Set{Sources: s.sources(s.set)}
	if s.file, err = set.Open(s.options.report); err != nil {
		return fmt.Errorf("--report: %w", err)
	}
	s.findings.ToFile(s.file)
	return nil
}

// begin serves the first schemas. Errors in them are noted.
func (s *serving) begin(set *schemas) error {
	found, err := s.errors(set, false)
	if err != nil {
		return err
	}
	if set.unreadable != nil {
		s.note("%v", set.unreadable)
	}
	if len(found) > 0 {
		s.note(`the schemas have %s, so some samples are missing or wrong; run "lexsmith lint"`, syntax.Count(len(found), "error"))
	}
	if found, err = s.errors(set, true); err != nil {
		return err
	}
	if err := s.serve(set, found); err != nil {
		return err
	}
	if s.methods == 0 && !s.options.watch {
		return errors.New("the schemas have no queries, procedures, or subscriptions to serve")
	}
	return nil
}

// serve makes a handler for schemas with these errors, which new requests go to.
func (s *serving) serve(set *schemas, broken map[string]string) error {
	o := xrpc.Options{Profile: s.profile, MaxBody: s.options.maxBody, Keep: s.keep, Done: s.done}
	var handler http.Handler
	if s.findings != nil {
		o.Report = s.findings.Report
		proxy, err := xrpc.NewProxy(set.Catalog, s.options.upstream, o)
		if err != nil {
			return fmt.Errorf("--upstream: %w", err)
		}
		proxy.Enforce = s.options.enforce
		handler, s.methods = proxy, len(proxy.Methods())
	} else {
		framing := xrpc.FramesCBOR
		if s.options.framing == "json" {
			framing = xrpc.FramesJSON
		}
		interval := time.Duration(0)
		if s.options.rate > 0 {
			interval = time.Duration(float64(time.Second) / s.options.rate)
		}
		mock := serve.NewMock(set.Catalog, serve.MockOptions{
			Options: o, Seed: s.options.seed, Framing: framing, Interval: interval, Count: s.options.count,
		})
		handler, s.methods = mock, mock.Methods()
	}
	s.set, s.broken = set, broken
	s.live.Set(handler)
	return nil
}

// done logs and counts a request.
func (s *serving) done(x xrpc.Exchange) {
	if s.findings != nil {
		s.findings.Count(x)
	}
	if s.log != nil {
		s.log.Add(x)
	}
}

// refused logs a request that was refused because of its host.
func (s *serving) refused(x xrpc.Exchange) {
	x.Err = fmt.Errorf("%w; to allow it, use --allow-host", x.Err)
	if s.log != nil {
		s.log.Add(x)
	}
}

// errors returns the errors of schemas, on request with those of dependencies, by what
// stays the same when other lines of a file change.
func (s *serving) errors(set *schemas, dependencies bool) (map[string]string, error) {
	result, err := lint.Lint(s.ctx, set.Catalog, lint.Options{Profile: s.profile, MinSeverity: diag.Error, Dependency: dependencies})
	if err != nil {
		return nil, err
	}
	found := map[string]string{}
	for _, f := range result.Findings {
		if s.keep(&f) && f.Severity == diag.Error {
			at := f.Source.Position(f.Span.Start)
			found[f.Path()+"\x00"+f.Pointer+"\x00"+f.Message] = fmt.Sprintf("%s:%d:%d: %s", f.Path(), at.Line, at.Column, f.Message)
		}
	}
	return found, nil
}

// watchInterval is how often --watch looks at the files.
const watchInterval = 200 * time.Millisecond

// watcher watches the schemas at paths.
func (p *project) watcher(paths []string) (*serve.Watcher, error) {
	work, support, err := p.places(paths)
	if err != nil {
		return nil, err
	}
	return serve.NewWatcher(slices.Concat(work, support)), nil
}

// watch reloads the schemas when they change. Where that brings errors, the last ones
// without them are kept.
func (s *serving) watch(ctx context.Context, w *serve.Watcher) {
	w.Run(ctx, watchInterval, func() {
		if err := s.reload(); err != nil {
			s.warn("cannot reload the schemas: %v", err)
		}
	})
}

func (s *serving) reload() error {
	set, err := s.load(s.options.paths)
	if err == nil {
		err = cmp.Or(set.unreadable, s.lost(set))
	}
	if err != nil {
		return err
	}
	found, err := s.errors(set, true)
	if err != nil {
		return err
	}
	var fresh []string
	for key, text := range found {
		if s.broken[key] == "" {
			fresh = append(fresh, text)
		}
	}
	if slices.Sort(fresh); len(fresh) > 0 {
		return errors.New(fresh[0])
	}
	if err := s.serve(set, found); err != nil {
		return err
	}
	s.note("reloaded %s", syntax.Count(s.methods, "method"))
	return nil
}

// lost returns an error if a file that is served exists, but is no longer a Lexicon.
func (s *serving) lost(now *schemas) error {
	loaded := map[string]bool{}
	for _, d := range now.Documents() {
		loaded[d.Source.Path] = true
	}
	for _, d := range s.set.Documents() {
		if loaded[d.Source.Path] {
			continue
		}
		// The file can also be loaded by the name of a link to it.
		if info, err := os.Stat(d.Source.Path); err == nil && info.Mode().IsRegular() && !slices.ContainsFunc(now.Documents(), func(d *lexicon.Document) bool {
			other, err := os.Stat(d.Source.Path)
			return err == nil && os.SameFile(info, other)
		}) {
			return fmt.Errorf("%s is no longer a Lexicon", syntax.Quote(d.Source.Path))
		}
	}
	return nil
}

// end reports what was found.
func (s *serving) end() error {
	if s.findings == nil {
		return nil
	}
	err := s.findings.Close()
	if s.file != nil {
		err = cmp.Or(err, s.file.Close())
	}
	if failOn, _ := diag.SeverityByName(s.failOn); err == nil && s.findings.Failed(failOn) {
		return errFindings
	}
	return err
}
