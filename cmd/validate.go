package cmd

import (
	"errors"
	"fmt"
	"runtime/debug"
	"slices"

	"github.com/spf13/cobra"

	"github.com/lexsmith/lexsmith/internal/datafiles"
	"github.com/lexsmith/lexsmith/internal/files"
	config "github.com/lexsmith/lexsmith/internal/project"
	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// validateOptions says which data to validate, and against what.
type validateOptions struct {
	*options
	paths        []string // files and folders; "-" is standard input
	ref          string   // "" for records, whose $type names the definition
	part         string
	recordKey    string
	dataFormat   string
	allowUnknown bool
	extraFields  string // "" when the flag is not given
	legacy       bool
	at           validate.Place // where the values are in a document
	maxValueSize int64          // bytes
	maxFindings  int            // for each file; 0: all
	cases        bool
	results      bool
}

// maxValueSize is the most that --max-value-size may be: offsets in a value have 31 bits.
const maxValueSize = 1 << 30

// usualMemory is how many bytes the check of data may take beside one value of the largest
// size. Beyond that, garbage is collected as soon as there is some, so that large values do
// not add up.
const usualMemory = 64 << 20

func newValidate(o *options, run func(*validateOptions) error) *cobra.Command {
	v := &validateOptions{options: o}
	var extraFields, at string
	c := &cobra.Command{
		Use:   "validate DATA...",
		Short: "Check data files against schemas",
		Example: `lexsmith validate post.json                     a record; its $type selects the schema
lexsmith validate -L lexicons posts.ndjson.gz   one value per line
lexsmith validate repo.car                      the records of a repository
lexsmith validate --ref com.example.thing -     any definition, from stdin
lexsmith validate --ref com.example.getThing --part output answer.json
lexsmith validate --at /commit/record jetstream.ndjson
lexsmith validate --cases tests                 unit tests of the schemas`,
		Long: `DATA is a file or a folder; "-" is standard input. The file extension determines the
format: .json contains one value, .ndjson and .jsonl one value per line, .cbor one
value in DAG-CBOR, and .car a repository; any of these can be compressed (.gz).
Anything else is read as JSON, or as a query string with --part params, unless
--data-format specifies another format.

Schemas are loaded from -L, then from include and lexicons in lexsmith.yaml, or, without
-L, from ./lexicons. They are not linted; an error in a schema matters only if a value
is checked against the faulty part. All errors in a value are reported, each with its
location in the data and in the schema. The exit status is 1 if there are errors (see
--fail-on), and 2 if the command cannot run.`,
		RunE: func(c *cobra.Command, args []string) error {
			v.paths = args
			if c.Flags().Changed("extra-fields") {
				v.extraFields = extraFields
			}
			var err error
			if v.at, err = validate.ParsePlace(at); err != nil {
				return &usageError{c.CommandPath(), fmt.Errorf("--at: %w", err)}
			}
			if err := v.check(); err != nil {
				return &usageError{c.CommandPath(), err}
			}
			return run(v)
		},
	}
	flags := c.Flags()
	flags.SortFlags = false
	addText(flags, &v.ref, "ref", "", "definition", "check every value against the definition `NSID[#NAME]` (default the record that its $type names)")
	addEnum(c, flags, &v.part, "part", "", []string{"params", "input", "output", "message", "error"},
		"part of the method that --ref specifies")
	addText(flags, &v.recordKey, "rkey", "", "record key", "check the record key `KEY` against the key type of the record")
	addEnum(c, flags, &v.dataFormat, "data-format", "auto", []string{"auto", "json", "ndjson", "cbor", "car"},
		"`FORMAT` of the data")
	flags.BoolVar(&v.allowUnknown, "allow-unknown", false, "count values whose schema is not loaded instead of reporting them")
	addEnum(c, flags, &extraFields, "extra-fields", "off", []string{"off", "info", "warning", "error"},
		"`SEVERITY` of fields that the schema does not define (extra-fields in lexsmith.yaml)")
	flags.BoolVar(&v.legacy, "legacy", false, "accept legacy blobs and datetimes without a timezone")
	flags.StringVar(&at, "at", "", "check the values at this JSON `POINTER` in each document; * matches any element or key")
	v.maxValueSize = validate.MaxValueSize
	flags.Var(&size{&v.maxValueSize}, "max-value-size", "report values larger than `SIZE`, such as 64MiB, as too-large")
	v.maxFindings = 100
	flags.Var(&number{&v.maxFindings, 0, 0}, "max-findings", "report at most `N` findings per file; 0 means all")
	flags.BoolVar(&v.cases, "cases", false, `read test cases, one per line: {"ref": ..., "value": ..., "valid": true, "name": ...}`)
	flags.BoolVar(&v.results, "results", false, "with --format json: include the result for every value")
	o.addFormat(c, report.Formats()...)
	return c
}

// check refuses flags that contradict each other.
func (o *validateOptions) check() error {
	switch {
	case len(o.paths) == 0:
		return errors.New(`no data given; pass files or folders, or "-" for standard input`)
	case o.cases && (o.ref != "" || o.part != "" || o.recordKey != ""):
		return errors.New("--cases cannot be combined with --ref, --part, or --rkey; each case sets its own")
	case o.cases && !slices.Contains([]string{"auto", "ndjson"}, o.dataFormat):
		return errors.New("--cases reads NDJSON; remove --data-format")
	case len(o.at) > 0 && (o.cases || o.dataFormat == string(datafiles.CAR)):
		return errors.New("--at cannot be combined with --cases or --data-format car")
	case o.maxValueSize > maxValueSize:
		return errors.New("--max-value-size must be at most 1GiB")
	case o.part != "" && o.ref == "":
		return errors.New("--part requires --ref; use --ref to specify the method")
	case o.results && o.format != string(report.JSON):
		return errors.New("--results requires --format json")
	case slices.Contains(o.paths, stdin) && slices.Contains(o.lexicons, stdin):
		return errors.New(`standard input ("-") is given more than once`)
	}
	return nil
}

func runValidate(o *validateOptions) error {
	p, err := o.open(o.severities()...)
	if err != nil {
		return err
	}
	data, err := datafiles.List(o.paths, o.namedFormat(), o.stdinName())
	if err != nil {
		return err
	}
	for _, file := range data.Irregular {
		p.passOver(file.Shown, file.Mode)
	}
	if i := slices.IndexFunc(data.Files, func(f datafiles.File) bool { return f.Format == datafiles.CAR }); i >= 0 && len(o.at) > 0 {
		return fmt.Errorf("%s: --at cannot be combined with CAR files", inputName(data.Files[i].Shown))
	}
	set, err := p.loadForData()
	if err != nil {
		return err
	}
	compiled := validate.Compile(set.Catalog, o.rules(p))
	validator, err := o.validator(set, compiled)
	if err != nil {
		return err
	}
	checking, err := newDataReport(p, o, compiled, validator)
	if err != nil {
		return err
	}
	defer debug.SetGCPercent(debug.SetGCPercent(100))
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(usualMemory + o.maxValueSize))
	checking.several = len(data.Files) > 1
	unreadable, interrupted := data.Unreadable, false
	broken := datafiles.BrokenSchemas(set.Catalog)
	ctx, stop := untilInterrupt(p.ctx, false)
	defer stop()
	for i := range data.Files {
		file := &data.Files[i]
		broken = checking.schemasBefore(broken, file.Shown)
		err := checking.file(ctx, file)
		if _, interrupted = errors.AsType[interruption](err); interrupted {
			left := data.Files[i+1:]
			data.Files = data.Files[:i+1]
			switch {
			case len(left) > 0:
				unreadable = append(unreadable, fmt.Errorf("%s was interrupted; the rest of it and %s were not checked",
					inputName(file.Shown), syntax.Count(len(left), "more file")))
			case file.Format == datafiles.NDJSON:
				p.warn("%s was interrupted; the rest was not checked", inputName(file.Shown))
			default:
				unreadable = append(unreadable, fmt.Errorf("%s was interrupted, and not all of it was checked", inputName(file.Shown)))
			}
			break
		}
		if err != nil {
			unreadable = append(unreadable, files.Error("read", inputName(file.Shown), err))
		}
	}
	checking.report.Add(broken...)
	if err := checking.close(len(data.Files), data.Skipped); err != nil {
		return err
	}
	if err := errors.Join(append(unreadable, set.unreadable)...); err != nil {
		return err
	}
	if err := checking.nothing(); err != nil && !interrupted {
		return err
	}
	return p.status(checking.report)
}

// namedFormat returns the format that the flags give to all data files, if any.
func (o *validateOptions) namedFormat() (format lexicon.Opt[datafiles.Format]) {
	if o.cases {
		return lexicon.Some(datafiles.NDJSON)
	}
	format.Value, format.Set = datafiles.FormatByName(o.dataFormat) // not that of auto
	return format
}

// severities returns the overrides that the flag --extra-fields stands for.
func (o *validateOptions) severities() []config.Override {
	severity, ok := diag.SeverityByName(o.extraFields)
	if !ok {
		return nil
	}
	return config.ExtraFields(severity)
}

// rules returns what to check.
func (o *validateOptions) rules(p *project) validate.Options {
	options := validate.Options{
		Profile: p.profile, Legacy: o.legacy, AllowUnknown: o.allowUnknown, MaxValueSize: int(o.maxValueSize),
		ExtraFields: p.policy.Asks(validate.RuleExtraField), DatetimePractice: p.policy.Asks(validate.RuleDatetimePractice),
	}
	if len(p.config.Ignore) == 0 { // else some may be ignored, and others not
		options.MaxFindings = o.maxFindings
	}
	return options
}

// validator returns the validator for the values of all files.
func (o *validateOptions) validator(set *schemas, compiled *validate.Schemas) (*validate.Validator, error) {
	if o.ref == "" {
		return compiled.Records(), nil
	}
	ref, part, err := set.target(o.ref, o.part)
	if err != nil {
		return nil, fmt.Errorf("--ref: %w", err)
	}
	validator, err := compiled.Validator(ref, part)
	return validator, wordError(err)
}
