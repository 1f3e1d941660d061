package cmd

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/lexsmith/lexsmith/internal/cli"
	"github.com/lexsmith/lexsmith/internal/policy"
	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/internal/serve"
	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/probe"
	"github.com/lexsmith/lexsmith/pkg/syntax"
	"github.com/lexsmith/lexsmith/pkg/validate"
	"github.com/lexsmith/lexsmith/pkg/xrpc"
)

// testOptions says which service to test, and how.
type testOptions struct {
	args     []string // NSIDs and patterns or, without a service, files of cases
	service  string
	tokenEnv string
	probe    probe.Options
}

// Limits for services that are not on this computer, unless flags set others.
const (
	defaultRate        = 5
	defaultMaxRequests = 1000
)

func newTest(g *globals) *cobra.Command {
	o := &testOptions{probe: probe.Options{Seed: 1, Messages: 5}}
	var examples []string
	c := &cobra.Command{
		Use:   "test [--service URL] [NSID|PATTERN|FILE...]",
		Short: "Test whether a service keeps its Lexicons, or run test cases",
		Example: `lexsmith test --service http://localhost:3000
lexsmith test --service http://localhost:3000 'com.example.feed.*'
lexsmith test --service http://localhost:3000 --example id=lamp
lexsmith test --service http://localhost:3000 --write --token-env TOKEN
lexsmith test --service http://localhost:3000 --format junit > report.xml
lexsmith test cases.ndjson             test cases, as validate --cases`,
		Long: `With --service, requests made from the schemas are sent to a service: valid ones, from
the smallest to the largest, and some with one fault each, which the service must reject.
Each response is checked, listings are read to their end, and the first messages of
subscriptions are read. A finding has the smallest request that shows it, as a curl
command. At the end, a table shows what was sent.

Procedures are called only with --write. Redirects are not followed. A service that is not
on this computer gets at most --rate requests per second and --max-requests requests.

Names that the service knows, such as DIDs, come from --example, from NAME.examples.json,
and from earlier responses. Schemas are loaded as for validate: from -L, then from include
and lexicons in lexsmith.yaml, or from ./lexicons. The exit status is 1 if there are errors
(see --fail-on), and 2 if the service cannot be reached.

Without --service, the arguments are files of test cases, as for validate --cases.`,
		Args: cli.Args(func(c *cobra.Command, args []string) (err error) {
			o.args = args
			given := c.Flags().Changed
			if o.service == "" {
				return o.checkCases(g, given)
			}
			if o.probe.Given, err = parseExamples(examples); err != nil {
				return err
			}
			return o.check(given)
		}),
		ValidArgsFunction: func(c *cobra.Command, _ []string, text string) ([]string, cobra.ShellCompDirective) {
			if o.service == "" {
				return nil, cobra.ShellCompDirectiveDefault
			}
			return cli.WithPrefix(g.callWords(c, nil), text), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(c *cobra.Command, _ []string) error {
			if o.service == "" {
				cases := defaultValidateOptions()
				cases.paths, cases.cases = o.args, true
				return runValidate(c.Context(), g, &cases)
			}
			return runTest(c.Context(), g, o)
		},
	}
	flags := cli.Flags(c)
	cli.Text(flags, &o.service, "service", "", "URL", "test the service at `URL`")
	flags.BoolVar(&o.probe.Write, "write", false, "call procedures too, which change data of the service")
	flags.StringArrayVar(&examples, "example", nil, "use the parameter `NAME=VALUE`, which the service knows (repeatable)")
	cli.Text(flags, &o.tokenEnv, "token-env", "", "variable name", "send the value of the environment variable `NAME` as a bearer token")
	flags.Uint64Var(&o.probe.Seed, "seed", 1, "use the seed `N`; the same seed sends the same requests")
	cli.Number(flags, &o.probe.PerMethod, "requests", "n", 0, 0, "send `N` requests to each method; 0 means one of each kind")
	flags.DurationVar(&o.probe.Duration, "duration", 0, "repeat the requests with other values for `TIME`, such as 5m")
	flags.Float64Var(&o.probe.Rate, "rate", 0, "send at most `N` requests per second (default no limit on this computer, otherwise 5)")
	cli.Number(flags, &o.probe.MaxRequests, "max-requests", "", 0, 0, "send at most `N` requests (default no limit on this computer, otherwise 1000)")
	cli.Number(flags, &o.probe.Messages, "count", "", 1, 0, "read `N` messages of each subscription")
	g.addFormat(c, report.Text, report.JSON, report.JUnit, report.SARIF)
	return c
}

// check refuses flags that are wrong, and sets the limits for services elsewhere.
func (o *testOptions) check(given func(string) bool) error {
	switch rate := o.probe.Rate; {
	case given("rate") && (rate <= 0 || rate > 1e6 || rate != rate):
		return errors.New("--rate must be more than 0 and at most 1000000")
	case o.probe.Duration < 0:
		return errors.New("--duration must not be negative")
	case given("max-requests") && o.probe.MaxRequests == 0:
		return errors.New("--max-requests must be at least 1")
	}
	if isLoopback(o.service) {
		return nil
	}
	if !given("rate") {
		o.probe.Rate = defaultRate
	}
	if !given("max-requests") {
		o.probe.MaxRequests = defaultMaxRequests
	}
	return nil
}

// checkCases refuses the flags that need a service.
func (o *testOptions) checkCases(g *globals, given func(string) bool) error {
	for _, name := range []string{"write", "example", "token-env", "seed", "requests", "duration", "rate", "max-requests", "count"} {
		if given(name) {
			return fmt.Errorf("--%s requires --service", name)
		}
	}
	if len(o.args) == 0 {
		return errors.New("nothing to test; pass --service URL, or files of test cases")
	}
	for _, arg := range o.args {
		if strings.Contains(arg, "://") {
			return fmt.Errorf("%s is not a file; did you mean --service %s?", words.Quote(arg), arg)
		}
	}
	return nil
}

// isLoopback reports whether the URL of a service leads to this computer.
func isLoopback(service string) bool {
	u, err := url.Parse(service)
	if err != nil {
		return false
	}
	address, err := netip.ParseAddr(u.Hostname())
	return err == nil && address.Unmap().IsLoopback() || strings.EqualFold(u.Hostname(), "localhost")
}

func parseExamples(args []string) (map[string][]string, error) {
	params, bad := serve.CallParams(args)
	if params == nil {
		return nil, fmt.Errorf("--example: %s is not in the form NAME=VALUE", words.Quote(bad))
	}
	examples := map[string][]string{}
	for name, values := range params {
		examples[name], _ = values.([]string)
	}
	return examples, nil
}

func runTest(ctx context.Context, g *globals, o *testOptions) error {
	header, err := clientHeader(nil, o.tokenEnv, true)
	if err != nil {
		return err
	}
	s, set, err := g.openForData(ctx)
	if err != nil {
		return err
	}
	client, err := xrpc.NewClient(set.Catalog, o.service, xrpc.Options{Profile: s.Profile, MaxBody: 128 << 20, MaxMessage: 128 << 20})
	if err != nil {
		return fmt.Errorf("--service: %w", err)
	}
	client.Header = header
	client.HTTP = &http.Client{Transport: &http.Transport{Proxy: http.ProxyFromEnvironment}}
	if o.probe.Methods, err = o.methods(set.Catalog, client); err != nil {
		return err
	}
	if err := checkExamples(o.probe.Given, client.Methods()); err != nil {
		return err
	}
	s.warnLeftOut(set.Catalog)
	o.warnInvalid(s, set.Catalog)
	if o.probe.Write {
		s.noteProcedures(o.probe.Methods)
	}
	r, err := s.newReport("test", slices.Concat(validate.Rules(), xrpc.Rules(), probe.Rules()), func(ro *report.Options) { ro.Filter = nil })
	if err != nil {
		return err
	}
	o.probe.Profile, o.probe.Keep = s.Profile, s.Policy.Keep
	o.probe.Report = func(f diag.Finding, request *http.Request, body []byte) {
		f.Data.Curl = serve.Curl(request, string(body), o.tokenEnv)
		if s.format == report.SARIF { // which is about files
			f.Location = f.Data.Constraint
		}
		r.Add(f)
		_ = r.Flush() // an error of writing comes up at the end
	}
	result, err := probe.Run(ctx, set.Catalog, client, o.probe)
	if err != nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	} else if err != nil {
		err = serviceError(o.service, err)
	} else if !result.Complete && (!s.text() || s.Quiet) { // otherwise the report says so
		s.Warn("the run ended before every request of the plan was sent")
	}
	return s.finish(r, report.Summary{Tests: tested(result)}, err) // a run that was cut short has no verdict
}

// methods returns the methods that the arguments name, or all.
func (o *testOptions) methods(schemas *lexicon.Catalog, client *xrpc.Client) ([]*xrpc.Method, error) {
	all := client.Methods()
	for _, arg := range o.args {
		globs := policy.NSIDGlobs([]string{arg})
		if slices.ContainsFunc(all, func(m *xrpc.Method) bool { return policy.MatchesNSID(globs, string(m.NSID)) }) {
			continue
		}
		if def, err := schemas.Find(lexicon.Reference{NSID: syntax.NSID(arg), Name: "main"}); err == nil {
			return nil, unsuited(def, "which cannot be tested")
		}
		return nil, fmt.Errorf("no method matches %s", words.Quote(arg))
	}
	if len(all) == 0 {
		return nil, errors.New("the schemas have no queries, procedures, or subscriptions to test")
	}
	if len(o.args) == 0 {
		return all, nil
	}
	globs := policy.NSIDGlobs(o.args)
	return slices.DeleteFunc(all, func(m *xrpc.Method) bool { return !policy.MatchesNSID(globs, string(m.NSID)) }), nil
}

// warnInvalid says which of the Lexicons that were asked for may be methods, but are not valid.
func (o *testOptions) warnInvalid(s *session, schemas *lexicon.Catalog) {
	globs := policy.NSIDGlobs(o.args)
	for _, d := range schemas.Documents() {
		if main := d.Main(); main != nil && main.Schema.Type() == lexicon.TypeInvalid && (len(o.args) == 0 || policy.MatchesNSID(globs, string(d.ID))) {
			s.Warn(`%s is not tested, because its schema is not valid; run "lexsmith lint %s"`, d.ID, d.Source.Path)
		}
	}
}

// checkExamples refuses an example of a parameter that no method has.
func checkExamples(given map[string][]string, methods []*xrpc.Method) error {
	names := probe.Parameters(methods)
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if !slices.Contains(names, name) {
			err := fmt.Errorf("--example: no method has a parameter named %s", words.Quote(name))
			if near := words.Nearest(name, names); near != "" {
				err = fmt.Errorf("%w; %s", err, words.DidYouMean(near))
			}
			return err
		}
	}
	return nil
}

// noteProcedures names the procedures that will be called, before any is.
func (s *session) noteProcedures(all []*xrpc.Method) {
	var names []string
	for _, m := range all {
		if m.Type() == lexicon.TypeProcedure {
			names = append(names, string(m.NSID))
		}
	}
	if len(names) > 0 {
		s.Warn("calling %s of the service: %s", words.Count(len(names), "procedure"), strings.Join(names, ", "))
	}
}

// tested returns the part of a report on what was asked.
func tested(result *probe.Result) *report.Tests {
	t := &report.Tests{Cut: !result.Complete, LeftOut: []string{}, NotImplemented: []string{}}
	for _, m := range result.Methods {
		t.Methods = append(t.Methods, report.TestedMethod{
			NSID: string(m.NSID), Requests: m.Requests, Refused: m.Refused, Violations: m.Violations,
			Slowest: float64(m.Slowest.Round(10*time.Microsecond)) / float64(time.Millisecond),
		})
	}
	for _, id := range result.LeftOut {
		t.LeftOut = append(t.LeftOut, string(id))
	}
	for _, id := range result.NotImplemented {
		t.NotImplemented = append(t.NotImplemented, string(id))
	}
	return t
}
