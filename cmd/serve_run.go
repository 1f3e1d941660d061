package cmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"time"

	"github.com/lexsmith/lexsmith/internal/files"
	"github.com/lexsmith/lexsmith/internal/project"
	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/internal/serve"
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
	schemas  *serve.Schemas // that are served
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
	set := files.Set{Sources: s.Sources(s.schemas.Schemas)}
	if s.file, err = set.Open(s.options.report); err != nil {
		return fmt.Errorf("--report: %w", err)
	}
	s.findings.ToFile(s.file)
	return nil
}

// begin serves the first schemas. Errors in them are noted.
func (s *server) begin(ctx context.Context, set *project.Schemas) error {
	schemas, err := serve.CheckSchemas(ctx, s.Project, set)
	if err != nil {
		return err
	}
	if set.Unreadable != nil {
		s.Note("%v", set.Unreadable)
	}
	if schemas.Own > 0 {
		s.Note(`the schemas have %s, so some samples are missing or wrong; run "lexsmith lint"`, syntax.Count(schemas.Own, "error"))
	}
	if err := s.serve(schemas); err != nil {
		return err
	}
	if s.methods == 0 && !s.options.watch {
		return errors.New("the schemas have no queries, procedures, or subscriptions to serve")
	}
	return nil
}

// serve makes a handler for schemas, which new requests go to.
func (s *server) serve(set *serve.Schemas) error {
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
	s.schemas = set
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
	if err != nil {
		return err
	}
	schemas, err := serve.CheckSchemas(ctx, s.Project, set)
	if err != nil {
		return err
	}
	if err := schemas.Replaces(s.schemas); err != nil {
		return err
	}
	if err := s.serve(schemas); err != nil {
		return err
	}
	s.Note("reloaded %s", syntax.Count(s.methods, "method"))
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
