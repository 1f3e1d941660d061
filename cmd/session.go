package cmd

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lexsmith/lexsmith/internal/cli"
	"github.com/lexsmith/lexsmith/internal/git"
	"github.com/lexsmith/lexsmith/internal/policy"
	"github.com/lexsmith/lexsmith/internal/project"
	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/lint"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// errFindings ends a run whose report explains why its status is 1.
var errFindings = errors.New("findings")

// session is the run of a command in a project.
type session struct {
	*globals
	*project.Project
	threshold diag.Severity // the lowest severity that makes the exit status 1
	// byOthers says that others made the changes that are reported: help on how to
	// avoid them is left out.
	byOthers bool
}

// open reads the config file, and applies the flags and these overrides to it.
func (g *globals) open(ctx context.Context, overrides ...policy.Override) (*session, error) {
	settings := g.settings
	settings.Overrides = overrides
	p, err := project.Open(ctx, settings, &g.Streams)
	if err != nil {
		return nil, err
	}
	s := &session{globals: g, Project: p, threshold: diag.Error}
	switch severity, given := diag.SeverityByName(g.failOn); {
	case given:
		s.threshold = severity
	case p.Config.FailOn.Set:
		s.threshold = p.Config.FailOn.Value
	}
	return s, nil
}

// run makes what cobra calls of what a command does in its project.
func (g *globals) run(command func(context.Context, *session) error) func(*cobra.Command, []string) error {
	return func(c *cobra.Command, _ []string) error {
		s, err := g.open(c.Context())
		if err != nil {
			return err
		}
		return command(c.Context(), s)
	}
}

// runOnData is run for what works on data, with the schemas for them.
func (g *globals) runOnData(command func(context.Context, *session, *project.Schemas) error) func(*cobra.Command, []string) error {
	return func(c *cobra.Command, _ []string) error {
		s, set, err := g.openForData(c.Context())
		if err != nil {
			return err
		}
		return command(c.Context(), s, set)
	}
}

// openForData is open for what works on data, and reads the schemas for them.
func (g *globals) openForData(ctx context.Context) (*session, *project.Schemas, error) {
	s, err := g.open(ctx)
	if err != nil {
		return nil, nil, err
	}
	set, err := s.LoadForData(ctx)
	return s, set, err
}

// warnLeftOut says which of the loaded definitions have an unknown type.
func (s *session) warnLeftOut(c *lexicon.Catalog) {
	for _, l := range c.LeftOut() {
		if f := l.Finding(); l.Definition == l.Cause && s.Policy.Keep(&f) {
			s.Warn("%s", f)
		}
	}
}

// counts reports whether a finding is shown, and overrides its severity.
func (s *session) counts(f *diag.Finding) bool {
	return s.Policy.Apply(f) && (f.Severity > diag.Info || s.all)
}

// lintOptions returns the options of the linter for schemas; named says that every path is
// a file.
func (s *session) lintOptions(named bool) lint.Options {
	return lint.Options{Interest: s.Policy.Interest(diag.Off), Profile: s.Profile, Workers: s.Workers, ExplicitFiles: named}
}

// newReport begins a report of a command with these rules, with its options adjusted.
func (s *session) newReport(command string, rules []*diag.Rule, adjust func(*report.Options)) (*report.Report, error) {
	options, err := s.reportOptions(command, rules)
	if err != nil {
		return nil, err
	}
	adjust(&options)
	options.Out = cli.Raw(options.Out)
	return report.New(options)
}

// reportOptions returns the options of a report of a command with these rules.
func (s *session) reportOptions(command string, rules []*diag.Rule) (report.Options, error) {
	options := report.Options{
		Format:  s.format,
		Out:     cli.Raw(s.Out), // reports escape what they print, and have colors
		Command: command,
		Version: s.build.Resolve().Version,
		Profile: s.Profile,
		All:     s.all,
		Quiet:   s.Quiet,
		Color:   s.color == "always" || s.color == "auto" && s.Color,
		Width:   s.Width,
		Rules:   rules,
		Filter:  s.Policy.Keep,

		Statistics: s.statistics,
	}
	if options.Format.Rooted() {
		dir, err := os.Getwd()
		if err != nil {
			return options, err
		}
		options.Dir = dir
		options.Root = git.Root(dir)
	}
	return options, nil
}

// toStderr lets a report go to standard error, since the result goes to standard output.
func (s *session) toStderr(o *report.Options) {
	o.Out, o.Color, o.Width = s.Err, s.color == "always", 0
}

// finish ends a report. It returns what failed, or else the status that the findings deserve.
func (s *session) finish(r *report.Report, summary report.Summary, failures ...error) error {
	if err := r.Close(summary); err != nil {
		return err
	}
	if err := errors.Join(failures...); err != nil {
		return err
	}
	return s.status(r)
}

// status returns errFindings when the report has a finding at or above the threshold,
// unless --exit-zero is given.
func (s *session) status(r *report.Report) error {
	if r.Worst() < s.threshold || s.exitZero {
		return nil
	}
	if s.Quiet && !r.Shows(r.Worst()) { // or the summary has said so
		s.Warn("there are info findings; use -a to show them")
	}
	return errFindings
}

// definitionArg takes the only argument of a command, the name of a definition.
func definitionArg(args []string, name *string) error {
	if len(args) == 0 {
		return errors.New("no definition given; pass NSID or NSID#NAME")
	}
	*name = args[0]
	return cli.AtMost(1, args)
}

// parseReference reads NSID or NSID#NAME.
func parseReference(text string) (lexicon.Reference, error) {
	ref, err := lexicon.ParseReference(text, "")
	if err == nil && ref.NSID == "" {
		err = errors.New("the NSID is missing")
	}
	return ref, err
}

// findReference reads the name of a definition. The error says what may be meant instead.
func findReference(set *project.Schemas, name string) (lexicon.Reference, error) {
	ref, err := parseReference(name)
	if err == nil {
		return ref, nil
	}
	if full := endingIn(set, name); full != "" {
		return ref, fmt.Errorf("%s is not fully qualified; did you mean %s?", words.Quote(name), full)
	}
	if !strings.ContainsAny(name, ".#") {
		return ref, fmt.Errorf("%[1]s is not an NSID, and no loaded Lexicon has an NSID that ends in %[1]s", words.Quote(name))
	}
	return ref, fmt.Errorf("%s is not in the form NSID or NSID#NAME: %w", words.Quote(name), err)
}

// endingIn lists in quotation marks the definitions whose names end in a short one, such as note or
// note#mood, for a message: the first few of many. It is "" when there are none.
func endingIn(set *project.Schemas, name string) string {
	const most = 6
	short, fragment, hasFragment := strings.Cut(name, "#")
	var found []string
	for _, d := range set.Documents() {
		id := "." + string(d.ID)
		if short == "" || len(id) <= len(short) || !strings.EqualFold(id[len(id)-len(short)-1:], "."+short) {
			continue
		}
		switch {
		case !hasFragment:
			found = append(found, words.Quote(string(d.ID)))
		case d.Definition(fragment) != nil:
			found = append(found, words.Quote(d.Definition(fragment).Reference().String()))
		}
	}
	slices.Sort(found)
	found = slices.Compact(found)
	if more := len(found) - most; more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(found[:most], ", "), more)
	}
	return words.Enumerate(found, "or")
}

// unsuited says that a definition on the command line has the wrong type, and why.
func unsuited(def *lexicon.Definition, why string) error {
	if def.Schema.Type() == lexicon.TypeInvalid {
		return fmt.Errorf(`the schema of %s is not valid; run "lexsmith lint %s"`, def.Reference(), def.Document.Source.Path)
	}
	return fmt.Errorf("%s is %s, %s", def.Reference(), def.Schema.Type().Phrase(), why)
}

// wordError says what to do about an error on the command line.
func wordError(err error) error {
	if method, ok := errors.AsType[*validate.PartError](err); ok {
		return fmt.Errorf("%s is a %s; use --part to specify what the data is: %s", method.Reference, method.Type, method.Choice())
	}
	if errors.Is(err, validate.ErrInvalidSchema) {
		return fmt.Errorf(`%w; run "lexsmith lint" to find the errors`, err)
	}
	return err
}
