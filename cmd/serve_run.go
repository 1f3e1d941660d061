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
	"github.com/lexsmith/lexsmith/internal/project"
	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/internal/serve"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/lint"
	"github.com/lexsmith/lexsmith/pkg/syntax"
	"github.com/lexsmith/lexsmith/pkg/xrpc"
)

// server is a server that runs, and the schemas that it has.
type server struct {
	*session
	options  *serveOptions
	live     serve.Live
	log      *serve.Log      // nil for none
	findings *serve.Findings // nil without --upstream
	file     *os.File        // of --report; nil for none
	methods  int
	set      *project.Schemas  // that are served
	broken   map[string]string // errors in them, see errors
}

func newServer(session *session, o *serveOptions) (*server, error) {
	s := &server{session: session, options: o}
	if o.log != "off" {
		s.log = serve.NewLog(s.Err, o.log == "json")
	}
	if o.upstream == "" {
		return s, nil
	}
	s.format = string(report.Text)
	options, err := s.reportOptions("serve", xrpc.Rules())
	if err != nil {
		return nil, err
	}
	s.findings, err = serve.NewFindings(options)
	return s, err
}

// openReport opens the file of --report, which must not be a schema. It comes after
// everything that can fail.
func (s *server) openReport() (err error) {
	if s.options.report == "" {
		return nil
	}
	set := files.Set{Sources: s.Sources(s.set)}
	if s.file, err = set.Open(s.options.report); err != nil {
		return fmt.Errorf("--report: %w", err)
	}
	s.findings.ToFile(s.file)
	return nil
}

// begin serves the first schemas. Errors in them are noted.
func (s *server) begin(ctx context.Context, set *project.Schemas) error {
	found, err := s.errors(ctx, set, false)
	if err != nil {
		return err
	}
	if set.Unreadable != nil {
		s.Note("%v", set.Unreadable)
	}
	if len(found) > 0 {
		s.Note(`the schemas have %s, so some samples are missing or wrong; run "lexsmith lint"`, syntax.Count(len(found), "error"))
	}
	if found, err = s.errors(ctx, set, true); err != nil {
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
func (s *server) serve(set *project.Schemas, broken map[string]string) error {
	o := xrpc.Options{Profile: s.Profile, MaxBody: s.options.maxBody, Keep: s.Policy.Keep, Done: s.done}
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
func (s *server) done(x xrpc.Exchange) {
	if s.findings != nil {
		s.findings.Count(x)
	}
	if s.log != nil {
		s.log.Add(x)
	}
}

// refused logs a request that was refused because of its host.
func (s *server) refused(x xrpc.Exchange) {
	x.Err = fmt.Errorf("%w; to allow it, use --allow-host", x.Err)
	if s.log != nil {
		s.log.Add(x)
	}
}

// errors returns the errors of schemas, on request with those of dependencies, by what
// stays the same when other lines of a file change.
func (s *server) errors(ctx context.Context, set *project.Schemas, dependencies bool) (map[string]string, error) {
	result, err := lint.Lint(ctx, set.Catalog, lint.Options{Profile: s.Profile, MinSeverity: diag.Error, Dependency: dependencies})
	if err != nil {
		return nil, err
	}
	found := map[string]string{}
	for _, f := range result.Findings {
		if s.Policy.Keep(&f) && f.Severity == diag.Error {
			at := f.Source.Position(f.Span.Start)
			found[f.Path()+"\x00"+f.Pointer+"\x00"+f.Message] = fmt.Sprintf("%s:%d:%d: %s", f.Path(), at.Line, at.Column, f.Message)
		}
	}
	return found, nil
}

// watchInterval is how often --watch looks at the files.
const watchInterval = 200 * time.Millisecond

// watch reloads the schemas when they change. Where that brings errors, the last ones
// without them are kept.
func (s *server) watch(ctx context.Context, w *serve.Watcher) {
	w.Run(ctx, watchInterval, func() {
		if err := s.reload(ctx); err != nil {
			s.Warn("cannot reload the schemas: %v", err)
		}
	})
}

func (s *server) reload(ctx context.Context) error {
	set, err := s.Load(ctx, s.options.paths)
	if err == nil {
		err = cmp.Or(set.Unreadable, s.lost(set))
	}
	if err != nil {
		return err
	}
	found, err := s.errors(ctx, set, true)
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
	s.Note("reloaded %s", syntax.Count(s.methods, "method"))
	return nil
}

// lost returns an error if a file that is served exists, but is no longer a Lexicon.
func (s *server) lost(now *project.Schemas) error {
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
func (s *server) end() error {
	if s.findings == nil {
		return nil
	}
	err := s.findings.Close()
	if s.file != nil {
		err = cmp.Or(err, s.file.Close())
	}
	if err == nil && (s.findings.Worst() >= s.threshold || s.findings.Unanswered() > 0) {
		return errFindings
	}
	return err
}
