package cmd

import (
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"slices"

	"github.com/spf13/cobra"

	"github.com/lexsmith/lexsmith/internal/config"
	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// validateOptions says what to validate against what.
type validateOptions struct {
	*options
	paths        []string // files and folders; "-" is standard input
	ref          string   // "" for records, which name their type
	part         string
	recordKey    string
	dataFormat   string
	allowUnknown bool
	extraFields  string // "" when the flag is not given
	legacy       bool
	maxFindings  int // for each file; 0: all
	cases        bool
	results      bool
}

func newValidate(o *options, run func(*validateOptions) error) *cobra.Command {
	v := &validateOptions{options: o}
	var extraFields string
	c := &cobra.Command{
		Use:   "validate DATA...",
		Short: "Check data files against schemas",
		Example: `lexsmith validate post.json                               a record, which names its type
lexsmith validate posts.ndjson.gz repo.car -L lexicons    a value a line; the records of a repository
lexsmith validate --ref com.example.thing - < thing.json  any definition, from standard input
lexsmith validate --ref com.example.getThing --part output answer.json
lexsmith validate --cases tests                           unit tests for the schemas in ./lexicons`,
		Long: `DATA is a file or a folder; "-" is standard input. The name says what is in it:
.json is one value, .ndjson and .jsonl are a value a line, .cbor is a value in
DAG-CBOR, .car a repository; each can be compressed (.gz). Anything else is JSON,
unless --data-format says otherwise; with --part params it is a query string.

The schemas are those of -L, then include and lexicons of lexsmith.yaml, or ./lexicons without -L. They are
not linted: a fault of theirs matters when a value reaches it. All faults of a
value are reported, each with its place in the data and in the schema. The status
is 1 when there are errors (see --fail-on), 2 when the work could not be done.`,
		RunE: func(c *cobra.Command, args []string) error {
			v.paths = args
			if c.Flags().Changed("extra-fields") {
				v.extraFields = extraFields
			}
			if err := v.check(c.Flags().Changed("rkey")); err != nil {
				return &usageError{c.CommandPath(), err}
			}
			return run(v)
		},
	}
	flags := c.Flags()
	flags.SortFlags = false
	flags.StringVar(&v.ref, "ref", "", "definition that every value must match, `NSID[#NAME]`; default: the record that its $type names")
	addEnum(c, flags, &v.part, "part", "", []string{"params", "input", "output", "message", "error"},
		"which part, where --ref names a query, procedure or subscription")
	flags.StringVar(&v.recordKey, "rkey", "", "record `KEY` to hold against the key of the record")
	addEnum(c, flags, &v.dataFormat, "data-format", "auto", []string{"auto", "json", "ndjson", "cbor", "car"},
		"form of the data; auto: by the extension, else json")
	flags.BoolVar(&v.allowUnknown, "allow-unknown", false, "count values whose schema is not loaded, do not report them")
	addEnum(c, flags, &extraFields, "extra-fields", "off", []string{"off", "info", "warning", "error"},
		"report fields that the schema does not name")
	flags.BoolVar(&v.legacy, "legacy", false, "accept blobs of the old form and datetimes without a timezone")
	v.maxFindings = 100
	flags.Var(&number{&v.maxFindings, 0}, "max-findings", "report at most `N` findings for each file, 0: all")
	flags.BoolVar(&v.cases, "cases", false, `the data is cases: {"ref":…, "value":…, "valid":true, "name":…} on each line`)
	flags.BoolVar(&v.results, "results", false, "with --format json: add the result for every value")
	o.addFormat(c, report.Formats()...)
	return c
}

// check refuses flags that make no sense together.
func (o *validateOptions) check(hasRecordKey bool) error {
	switch {
	case len(o.paths) == 0:
		return errors.New(`which data? Name files or folders, or "-" for standard input`)
	case o.cases && (o.ref != "" || o.part != "" || hasRecordKey):
		return errors.New("with --cases each case says its ref, part and rkey: leave out --ref, --part and --rkey")
	case o.cases && !slices.Contains([]string{"auto", "ndjson"}, o.dataFormat):
		return errors.New("cases are NDJSON: leave out --data-format")
	case o.part != "" && o.ref == "":
		return errors.New("--part needs --ref, the method whose part it is")
	case hasRecordKey && o.recordKey == "":
		return errors.New("flag --rkey: the key is empty")
	case o.results && o.format != string(report.JSON):
		return errors.New("--results needs --format json")
	case slices.Contains(o.paths, stdin) && slices.Contains(o.lexicons, stdin):
		return errors.New("standard input is named twice")
	}
	return nil
}

func runValidate(o *validateOptions) error {
	p, err := o.open(o.severities()...)
	if err != nil {
		return err
	}
	files, skipped, unreadable, err := o.files()
	if err != nil {
		return err
	}
	set, err := p.loadForData()
	if err != nil {
		return err
	}
	schemas := validate.Compile(set.Catalog, o.rules(p))
	validator, err := o.validator(schemas)
	if err != nil {
		return err
	}
	checking, err := newDataReport(p, o, schemas, validator)
	if err != nil {
		return err
	}
	// A valid value leaves no garbage. Findings do, and a file can have millions:
	// collecting it earlier keeps the peak near what the schemas take.
	if os.Getenv("GOGC") == "" {
		defer debug.SetGCPercent(debug.SetGCPercent(40))
	}
	checking.several = len(files) > 1
	faults := unreadSchemas(set)
	for i := range files {
		faults = checking.schemaFaults(faults, files[i].shown)
		if err := checking.file(&files[i]); err != nil {
			unreadable = append(unreadable, pathError("read "+files[i].shown, err))
		}
	}
	checking.report.Add(faults...)
	if err := checking.close(len(files), skipped); err != nil {
		return err
	}
	if err := errors.Join(append(unreadable, set.unreadable)...); err != nil {
		return err
	}
	return p.status(checking.report)
}

// unreadSchemas returns why files of schemas could not be read to their end, as
// warnings: it matters only where data needs what is missing.
func unreadSchemas(set *schemas) []lexicon.Finding {
	var found []lexicon.Finding
	for _, d := range set.Documents() {
		for _, f := range d.Found {
			if d.Partial && f.Rule.Group == "input" && f.Severity == lexicon.Error {
				f.Severity = lexicon.Warning
				found = append(found, f)
			}
		}
	}
	return lexicon.SortFindings(found)
}

// severities returns the overrides that the flag --extra-fields stands for.
func (o *validateOptions) severities() []config.Override {
	severity, ok := lexicon.SeverityByName(o.extraFields)
	if !ok {
		return nil
	}
	return []config.Override{{Name: validate.RuleExtraField.Code, Severity: severity}, {Name: validate.RuleUnknownParam.Code, Severity: severity}}
}

// rules returns what to look for.
func (o *validateOptions) rules(p *project) validate.Options {
	asked := func(rule *lexicon.Rule) bool {
		severity, ok := p.policy.Override(rule.Code)
		return ok && severity != lexicon.Off
	}
	return validate.Options{
		Profile: p.profile, Legacy: o.legacy, AllowUnknown: o.allowUnknown,
		ExtraFields: asked(validate.RuleExtraField), DatetimePractice: asked(validate.RuleDatetimePractice),
	}
}

// validator returns what the values of all files are held against.
func (o *validateOptions) validator(schemas *validate.Schemas) (*validate.Validator, error) {
	if o.ref == "" {
		return schemas.Records(), nil
	}
	ref, err := lexicon.ParseReference(o.ref, "")
	if err == nil && ref.NSID == "" {
		err = errors.New("it has no NSID")
	}
	if err != nil {
		return nil, fmt.Errorf("flag --ref: %q is not of the form NSID or NSID#NAME: %w", o.ref, err)
	}
	part := lexicon.PartNone
	for p := lexicon.PartParams; p <= lexicon.PartError; p++ {
		if p.String() == o.part {
			part = p
		}
	}
	validator, err := schemas.Validator(ref, part)
	return validator, wordError(err)
}
