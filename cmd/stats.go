package cmd

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/lexsmith/lexsmith/internal/cli"
	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/stats"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// statsOptions says which data to count, and what to show.
type statsOptions struct {
	validateOptions
	reference string // of the only type; "" for all
	values    bool
}

func newStats(g *globals) *cobra.Command {
	o := &statsOptions{validateOptions: defaultValidateOptions()}
	c := &cobra.Command{
		Use:   "stats DATA...",
		Short: "Count how data use their schemas",
		Example: `lexsmith stats jetstream.ndjson                 every type and every field
lexsmith stats --ref com.example.note repo.car  one type
lexsmith stats --format json -L lexicons data   for programs
lexsmith stats --values notes.ndjson            also values that no schema names`,
		Long: `For each record type and each field: how often it is written, null, and invalid; lengths,
numbers, and sizes beside their limits; which known values, variants, and MIME types were
seen; and the fields that the schema does not define. DATA is read as by
"lexsmith validate"; several files give the figures of one.

The values are data of people, so only those are shown that a schema names; the others are
counted. Use --values to show them. Of lengths and numbers, the smallest, the median, the
99th percentile, and the largest are shown. Counts are exact; medians and percentiles are
within 2% of their rank. The exit status is 0 whatever the data are, and 2 if the command
cannot run.`,
		SuggestFor: []string{"statistics", "usage", "profile"},
		Args: cli.Args(func(_ *cobra.Command, args []string) error {
			if o.paths = args; len(args) == 0 {
				return errors.New(`no data given; pass files or folders, or "-" for standard input`)
			}
			return g.checkStdinFilename(args)
		}),
		RunE: g.run(func(ctx context.Context, s *session) error { return runStats(ctx, s, o) }),
	}
	flags := cli.Flags(c)
	cli.Text(flags, &o.reference, "ref", "", "definition", "report only the record type `NSID`")
	cli.Complete(c, "ref", cli.Offer(g.definedNames))
	flags.BoolVar(&o.values, "values", false, "show values that the schemas do not name")
	cli.Enum(c, flags, &o.dataFormat, "data-format", "auto", []string{"auto", "json", "ndjson", "cbor", "car"}, "`FORMAT` of the data")
	g.addFormat(c, report.Text, report.JSON, report.Markdown)
	return c
}

func runStats(ctx context.Context, s *session, o *statsOptions) error {
	data, err := s.listData(ctx, o.paths, o.namedFormat())
	if err != nil {
		return err
	}
	set, err := s.LoadForData(ctx)
	if err != nil {
		return err
	}
	if err := o.checkRef(set.Catalog); err != nil {
		return err
	}
	defer o.limitMemory()()
	compiled := validate.Compile(set.Catalog, validate.Options{Profile: s.Profile, AllowUnknown: true})
	run := statsRun{session: s, collector: stats.NewCollector(set.Catalog, s.Policy.Keep)}
	reader := dataReader{
		session: s, options: &o.validateOptions, validator: compiled.Observed(run.collector.Observe),
		take: run.value, end: func(missing int) { run.values.MissingBlocks += missing },
	}
	unreadable, _ := reader.files(ctx, data)
	if more := run.untyped - maxUntyped; more > 0 {
		s.Warn("%s; run \"lexsmith validate\" to see all", words.Count(more, "more such error"))
	}
	types := run.collector.Summary().Report(stats.Options{Values: o.values, Ref: o.reference})
	summary := report.Summary{Files: reader.checked, Skipped: data.Skipped, Values: &run.values}
	err = report.WriteStats(report.Options{
		Format: s.format, Out: cli.Raw(s.Out), Command: "stats", Version: s.build.Resolve().Version, Profile: s.Profile, Quiet: s.Quiet, Width: s.Width,
	}, types, summary, run.counts)
	return errors.Join(append(unreadable, set.Unreadable, err)...)
}

// checkRef refuses a --ref that names no record type.
func (o *statsOptions) checkRef(c *lexicon.Catalog) error {
	if o.reference == "" {
		return nil
	}
	ref, err := lexicon.ParseReference(o.reference, "")
	if err == nil {
		var def *lexicon.Definition
		if def, err = c.Find(ref); err == nil && def.Schema.Type() != lexicon.TypeRecord {
			err = unsuited(def, "not a record")
		}
		o.reference = ref.String()
	}
	if err != nil {
		return fmt.Errorf("--ref: %w", wordError(err))
	}
	return nil
}

// statsRun counts values.
type statsRun struct {
	*session
	collector *stats.Collector
	values    report.Values
	counts    [diag.Error + 1]int // findings by severity
	untyped   int                 // errors that the figures of no type have
}

// maxUntyped is how many errors are shown that the figures of no type have.
const maxUntyped = 10

func (r *statsRun) value(v *dataValue) {
	valid := true
	for _, f := range v.Findings {
		if r.Policy.Keep(&f) {
			r.counts[f.Severity]++
			valid = valid && f.Severity != diag.Error
			if f.Severity == diag.Error && isUntyped(&f) {
				if r.untyped++; r.untyped <= maxUntyped {
					r.Warn("%s", f)
				}
			}
		}
	}
	r.values.Unwrap(v.Document)
	if !v.Absent && !v.notValue {
		r.values.Add(valid, v.Unknown)
	}
}

// isUntyped reports whether a finding is about a value whose type is not known, such as one
// that is not JSON.
func isUntyped(f *diag.Finding) bool { return f.Data == nil || f.Data.Schema == "" }
