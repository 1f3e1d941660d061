package cmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/lexsmith/lexsmith/internal/cli"
	"github.com/lexsmith/lexsmith/internal/files"
	"github.com/lexsmith/lexsmith/internal/project"
	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/internal/serve"
	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/xrpc"
)

// defaultAddress is where serve listens, and defaultService where call looks for it.
const (
	defaultAddress = "127.0.0.1:2584"
	defaultService = "http://" + defaultAddress
)

// serveOptions says what to serve, and how.
type serveOptions struct {
	paths    []string
	address  string
	hosts    []string // that are allowed on loopback
	log      string
	watch    bool
	maxBody  int64
	seed     uint64
	framing  string
	rate     float64 // messages a second; 0: as fast as possible
	count    int     // messages of a stream; 0: no end
	upstream string  // "" for the mock
	report   string  // file; "" for text on standard output
	enforce  bool
}

func newServe(g *globals) *cobra.Command {
	o := &serveOptions{address: defaultAddress, maxBody: xrpc.DefaultMaxBody}
	c := &cobra.Command{
		Use:   "serve [PATH...]",
		Short: "Mock the methods of Lexicons with samples, or check a service",
		Example: `lexsmith serve                       a mock of ./lexicons, with a page to try it
lexsmith serve --watch --addr :2584  reload changed schemas, listen everywhere
lexsmith serve --upstream https://api.example.com
lexsmith serve --upstream http://localhost:3000 --report findings.ndjson`,
		Long: `Queries and procedures are served at /xrpc/NSID, and subscriptions stream over
WebSocket. Requests are checked, and responses are samples that match the schema; the
same request always gets the same response. The page at / lists the methods. A client
can control the response with this header, or with a parameter of the same name in
lowercase:

    X-Lexsmith: error=NotFound, delay=200ms, seed=7

With --upstream, requests are passed on to a service, and its responses are returned,
unchanged. Requests, responses, and stream messages are checked, and findings are
printed as they occur. On SIGINT or SIGTERM, the command prints a table of findings and
exits; the exit status is 1 if there are errors (see --fail-on) or if the service did
not respond to a request, or broke off a response or a stream.

PATH is a file or a folder, as for lint. Methods in schemas loaded with -L are served too.`,
		SuggestFor: []string{"mock"},
		Args: cli.Args(func(c *cobra.Command, args []string) error {
			o.paths = args
			return o.check(c.Flags().Changed, g.settings.Lexicons)
		}),
		RunE: g.run(func(ctx context.Context, s *session) error { return runServe(ctx, s, o) }),
	}
	flags := cli.Flags(c)
	cli.Text(flags, &o.address, "addr", "", "address", "listen on `HOST:PORT`; port 0 means any free port")
	flags.StringArrayVar(&o.hosts, "allow-host", nil, "on loopback, also serve requests to the host `NAME`, not only to localhost and IP addresses (repeatable)")
	flags.BoolVar(&o.watch, "watch", false, "reload schemas when they change")
	cli.Text(flags, &o.upstream, "upstream", "", "URL", "check the service at `URL` instead of serving samples")
	flags.BoolVar(&o.enforce, "enforce", false, "with --upstream: return an error instead of forwarding what does not match")
	cli.Text(flags, &o.report, "report", "", "file name", "with --upstream: write the findings to `FILE`, as NDJSON")
	flags.Uint64Var(&o.seed, "seed", 0, "use the seed `N` for the samples")
	flags.Float64Var(&o.rate, "rate", 1, "send `N` stream messages per second; 0 means no limit")
	cli.Number(flags, &o.count, "count", "n", 0, 0, "end streams after `N` messages; 0 means no limit")
	cli.Enum(c, flags, &o.framing, "framing", "", serve.Framings, "encoding of stream messages for clients that request none")
	cli.Size(flags, &o.maxBody, "max-body", "maximum `SIZE` of a JSON body or stream message; larger ones are rejected, or with --upstream not checked")
	cli.Enum(c, flags, &o.log, "log", "text", []string{"text", "json", "off"}, "how to log each request to standard error")
	return c
}

// check refuses flags that contradict each other.
func (o *serveOptions) check(given func(string) bool, support []string) error {
	for _, name := range []string{"enforce", "report"} {
		if o.upstream == "" && given(name) {
			return fmt.Errorf("--%s requires --upstream", name)
		}
	}
	for _, name := range []string{"seed", "rate", "count", "framing"} {
		if o.upstream != "" && given(name) {
			return fmt.Errorf("--%s applies only to samples; remove it or --upstream", name)
		}
	}
	for _, name := range o.hosts {
		if name == "" || strings.ContainsAny(name, ":/") {
			return fmt.Errorf("--allow-host: %s is not a host name", words.Quote(name))
		}
	}
	switch {
	case o.rate < 0 || o.rate > 1e6 || o.rate != o.rate:
		return errors.New("--rate must be from 0 to 1000000")
	case o.watch && slices.Contains(slices.Concat(o.paths, support), stdin):
		return errors.New("--watch cannot watch standard input")
	}
	return nil
}

func runServe(ctx context.Context, session *session, o *serveOptions) error {
	var watcher *serve.Watcher
	if o.watch {
		work, support, err := session.Places(ctx, o.paths)
		if err != nil {
			return err
		}
		watcher = serve.NewWatcher(slices.Concat(work, support))
	}
	set, err := session.Load(ctx, o.paths)
	if err != nil {
		return err
	}
	s, err := newServer(session, o)
	if err != nil {
		return err
	}
	if err := s.begin(ctx, set); err != nil {
		return err
	}
	ctx, stop := cli.UntilSignal(ctx, syscall.SIGINT, syscall.SIGTERM) // also where a shell ignores them, for background jobs
	defer stop()
	listener, err := net.Listen("tcp", o.address)
	if err != nil {
		return fmt.Errorf("--addr: %w", listenError(o.address, err))
	}
	if err := s.openReport(); err != nil {
		return errors.Join(err, listener.Close())
	}
	what := "serving samples for"
	if o.upstream != "" {
		what = "checking " + o.upstream + " with"
	}
	fmt.Fprintf(s.Out, "%s %s at http://%s\n", what, words.Count(s.methods, "method"), listener.Addr())
	if watcher != nil {
		go s.watch(ctx, watcher)
	}
	return cmp.Or(serve.Run(ctx, listener, serve.GuardHost(&s.live, listener.Addr(), o.hosts, s.refused)), s.end())
}

// listenError says why a server cannot listen on an address.
func listenError(address string, err error) error {
	if invalid, ok := errors.AsType[*net.AddrError](err); ok && invalid.Addr == address {
		return fmt.Errorf("%s is not in the form HOST:PORT", words.Quote(address))
	}
	if errors.Is(err, syscall.EADDRINUSE) {
		return fmt.Errorf("%w; use another port, or port 0 for any free port", err)
	}
	return err
}

// server is a server that runs, and the schemas that it has.
type server struct {
	*session
	options  *serveOptions
	live     serve.Switch
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
	s.format = report.Text
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
		s.Note(`the schemas have %s, so some samples are missing or wrong; run "lexsmith lint"`, words.Count(schemas.Own, "error"))
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
		interval := time.Duration(0)
		if s.options.rate > 0 {
			interval = time.Duration(float64(time.Second) / s.options.rate)
		}
		mock := serve.NewMock(set.Catalog, serve.MockOptions{
			Options: o, Seed: s.options.seed, Framing: s.options.framing, Interval: interval, Count: s.options.count,
		})
		handler, s.methods = mock, mock.Methods()
	}
	s.warnLeftOut(set.Catalog)
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
		if err := s.reload(ctx); err != nil && ctx.Err() == nil {
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
	s.Note("reloaded %s", words.Count(s.methods, "method"))
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
	if err == nil && s.findings.Failed(s.threshold) {
		return errFindings
	}
	return err
}
