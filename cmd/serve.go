package cmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/lexsmith/lexsmith/internal/cli"
	"github.com/lexsmith/lexsmith/internal/serve"
	"github.com/lexsmith/lexsmith/pkg/syntax"
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
		RunE: func(c *cobra.Command, _ []string) error { return runServe(c.Context(), g, o) },
	}
	flags := c.Flags()
	flags.SortFlags = false
	cli.Text(flags, &o.address, "addr", "", "address", "listen on `HOST:PORT`; port 0 means any free port")
	flags.StringArrayVar(&o.hosts, "allow-host", nil, "on loopback, also serve requests to the host `NAME`, not only to localhost and IP addresses (repeatable)")
	flags.BoolVar(&o.watch, "watch", false, "reload schemas when they change")
	cli.Text(flags, &o.upstream, "upstream", "", "URL", "check the service at `URL` instead of serving samples")
	flags.BoolVar(&o.enforce, "enforce", false, "with --upstream: return an error instead of forwarding what does not match")
	cli.Text(flags, &o.report, "report", "", "file name", "with --upstream: write the findings to `FILE`, as NDJSON")
	flags.Uint64Var(&o.seed, "seed", 0, "use the seed `N` for the samples")
	flags.Float64Var(&o.rate, "rate", 1, "send `N` stream messages per second; 0 means no limit")
	cli.Number(flags, &o.count, "count", "n", 0, 0, "end streams after `N` messages; 0 means no limit")
	cli.Enum(c, flags, &o.framing, "framing", "cbor", []string{"cbor", "json"}, "encoding of stream messages")
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
			return fmt.Errorf("--allow-host: %s is not a host name", syntax.Quote(name))
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

func runServe(ctx context.Context, g *globals, o *serveOptions) error {
	session, err := g.open(ctx)
	if err != nil {
		return err
	}
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
	fmt.Fprintf(s.Out, "%s %s at http://%s\n", what, syntax.Count(s.methods, "method"), listener.Addr())
	if watcher != nil {
		go s.watch(ctx, watcher)
	}
	return cmp.Or(serve.Run(ctx, listener, serve.GuardHost(&s.live, listener.Addr(), o.hosts, s.refused)), s.end())
}

// listenError says why a server cannot listen on an address.
func listenError(address string, err error) error {
	if invalid, ok := errors.AsType[*net.AddrError](err); ok && invalid.Addr == address {
		return fmt.Errorf("%s is not in the form HOST:PORT", syntax.Quote(address))
	}
	if errors.Is(err, syscall.EADDRINUSE) {
		return fmt.Errorf("%w; use another port, or port 0 for any free port", err)
	}
	return err
}
