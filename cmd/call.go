package cmd

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/lexsmith/lexsmith/internal/cli"
	"github.com/lexsmith/lexsmith/internal/files"
	"github.com/lexsmith/lexsmith/internal/project"
	"github.com/lexsmith/lexsmith/internal/serve"
	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
	"github.com/lexsmith/lexsmith/pkg/xrpc"
)

// callOptions says what to call, and with what.
type callOptions struct {
	nsid     string
	params   xrpc.Params
	service  string
	input    string // file; "" for none
	output   string // file; "" for standard output
	header   http.Header
	tokenEnv string // environment variable; "" for none
	count    int    // messages of a stream; 0: no end
	curl     bool
	follow   bool // redirects to the same origin
}

func newCall(g *globals) *cobra.Command {
	o := &callOptions{service: defaultService}
	var headers []string
	c := &cobra.Command{
		Use:   "call NSID [NAME=VALUE...]",
		Short: "Call a method and check the request and the response",
		Example: `lexsmith call com.example.getThing id=1 limit=10
lexsmith call --service https://api.example.com com.example.getThing id=1
lexsmith call com.example.putThing --input thing.json --token-env TOKEN
lexsmith call com.example.watchThings --count 5    messages, one per line
lexsmith call com.example.getThing id=1 --curl     print a curl command`,
		Long: `Schemas are loaded as for validate: from -L, then from include and lexicons in
lexsmith.yaml, or from ./lexicons. A query is sent as GET and a procedure as POST; a
subscription is read over WebSocket, in the encoding that its Lexicon declares. To pass an
array parameter, repeat NAME=VALUE for each element.

The response is written to standard output, and findings to standard error. The
exit status is 1 if the request or the response does not match its schema or the
service returns an error, and 2 if there is no response. A request that does not match
its schema is not sent.`,
		Args: cli.Args(func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("no method given; pass its NSID")
			}
			o.nsid = args[0]
			return o.parse(args[1:], headers)
		}),
		RunE: g.runOnData(func(ctx context.Context, s *session, set *project.Schemas) error { return runCall(ctx, s, set, o) }),
		ValidArgsFunction: func(c *cobra.Command, args []string, text string) ([]string, cobra.ShellCompDirective) {
			return cli.WithPrefix(g.callWords(c, args), text), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
		},
	}
	flags := cli.Flags(c)
	cli.Text(flags, &o.service, "service", "", "URL", "`URL` of the service")
	cli.Text(flags, &o.input, "input", "", "file name", "read the input of a procedure from `FILE`; - means standard input")
	cli.Text(flags, &o.output, "output", "o", "file name", "write the response to `FILE`")
	flags.StringArrayVarP(&headers, "header", "H", nil, "send an additional header `NAME: VALUE` (repeatable)")
	cli.Text(flags, &o.tokenEnv, "token-env", "", "variable name", "send the value of the environment variable `NAME` as a bearer token")
	cli.Number(flags, &o.count, "count", "n", 0, 0, "end a stream after `N` messages; 0 means no limit")
	flags.BoolVar(&o.follow, "follow", false, "follow redirects to the same scheme, host, and port")
	flags.BoolVar(&o.curl, "curl", false, "print the request as a curl command instead")
	return c
}

// parse reads the arguments after the NSID, and the headers.
func (o *callOptions) parse(args, headers []string) error {
	var bad string
	if o.params, bad = serve.CallParams(args); o.params == nil {
		return fmt.Errorf("%s is not in the form NAME=VALUE", words.Quote(bad))
	}
	var err error
	o.header, err = clientHeader(headers, o.tokenEnv, !o.curl)
	return err
}

// clientHeader returns the header of requests: the given fields, in the form NAME: VALUE, and
// the token in an environment variable, "" for none, which may be empty unless it is needed.
func clientHeader(fields []string, tokenEnv string, needed bool) (http.Header, error) {
	header := http.Header{"User-Agent": {"lexsmith"}}
	for _, text := range fields {
		name, value, ok := strings.Cut(text, ":")
		if name = strings.TrimSpace(name); !ok || name == "" || strings.ContainsAny(text, "\r\n") {
			return nil, fmt.Errorf("--header: %s is not in the form NAME: VALUE", words.Quote(text))
		}
		header.Add(name, strings.TrimSpace(value))
	}
	if tokenEnv == "" {
		return header, nil
	}
	if !isVariable(tokenEnv) {
		return nil, fmt.Errorf("--token-env: %s is not a valid environment variable name", words.Quote(tokenEnv))
	}
	token := os.Getenv(tokenEnv)
	if token == "" && needed {
		return nil, fmt.Errorf("--token-env: the environment variable %s is empty", words.Quote(tokenEnv))
	}
	header.Set("Authorization", "Bearer "+token)
	return header, nil
}

func runCall(ctx context.Context, s *session, set *project.Schemas, o *callOptions) error {
	client, err := xrpc.NewClient(set.Catalog, o.service, xrpc.Options{Profile: s.Profile, MaxBody: 128 << 20, MaxMessage: 128 << 20, Keep: s.Policy.Keep})
	if err != nil {
		return fmt.Errorf("--service: %w", err)
	}
	client.Header, client.FollowRedirects = o.header, o.follow
	client.HTTP = &http.Client{Transport: &http.Transport{Proxy: http.ProxyFromEnvironment, DisableKeepAlives: true}}
	m := client.Method(o.nsid)
	if m == nil {
		def, err := set.Find(lexicon.Reference{NSID: syntax.NSID(o.nsid), Name: "main"})
		if err != nil {
			return wordError(err)
		}
		return unsuited(def, "which cannot be called")
	}
	if err := o.suits(m); err != nil {
		return err
	}
	run := &callRun{session: s, options: o, client: client, method: m}
	run.files = files.Set{Sources: append(s.Sources(set), o.input), Stops: true}
	if o.output != "" {
		if err := run.files.Check(o.output); err != nil {
			return err
		}
	}
	if m.Type() == lexicon.TypeSubscription { // also where a shell ignores the signals, for background jobs
		var stop func()
		ctx, stop = cli.UntilSignal(ctx, syscall.SIGINT, syscall.SIGTERM)
		defer stop()
	}
	switch {
	case o.curl:
		err = run.printCurl(ctx)
	case m.Type() == lexicon.TypeSubscription:
		err = run.stream(ctx)
	default:
		err = run.ask(ctx)
	}
	if err != nil && !errors.Is(err, errFindings) && ctx.Err() != nil {
		return context.Cause(ctx) // whatever fails after a signal
	}
	return err
}

// isVariable reports whether a shell can use an environment variable of that name.
func isVariable(name string) bool {
	return strings.Trim(name[:1], "0123456789") != "" && !strings.ContainsFunc(name, func(c rune) bool {
		return c != '_' && (c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z')
	})
}

// suits refuses flags that have no effect on a method.
func (o *callOptions) suits(m *xrpc.Method) error {
	stream := m.Type() == lexicon.TypeSubscription
	switch {
	case o.follow && o.curl:
		return errors.New("--follow has no effect with --curl")
	case o.count > 0 && !stream:
		return fmt.Errorf("--count is only for subscriptions, but %s is a %s", m.NSID, m.Type())
	case o.input != "" && stream:
		return fmt.Errorf("--input is only for procedures, but %s is a subscription", m.NSID)
	case o.output != "" && stream:
		return fmt.Errorf("--output is only for queries and procedures, but %s is a subscription", m.NSID)
	}
	return nil
}

// callWords completes the method, then the names of its parameters.
func (g *globals) callWords(c *cobra.Command, args []string) []string {
	g.Quiet = true
	_, set, err := g.openForData(c.Context())
	if err != nil {
		return nil
	}
	server := xrpc.NewServer(set.Catalog, xrpc.Options{})
	var words []string
	for _, m := range server.Methods() {
		switch {
		case len(args) == 0:
			words = append(words, string(m.NSID)+"\t"+m.Type().String())
		case string(m.NSID) == args[0] && m.Parameters != nil:
			for _, property := range m.Parameters.Properties {
				words = append(words, property.Name+"=\t"+property.Schema.Type().String())
			}
		}
	}
	return words
}
