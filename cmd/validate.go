package cmd

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lexsmith/lexsmith/internal/cli"
	"github.com/lexsmith/lexsmith/internal/datafile"
	"github.com/lexsmith/lexsmith/internal/files"
	"github.com/lexsmith/lexsmith/internal/policy"
	"github.com/lexsmith/lexsmith/internal/project"
	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/network"
	"github.com/lexsmith/lexsmith/pkg/repo"
	"github.com/lexsmith/lexsmith/pkg/syntax"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// validateOptions says which data to validate, and against what.
type validateOptions struct {
	paths        []string // files and folders; "-" is standard input
	ref          string   // "" for records, whose $type names the definition
	part         string
	recordKey    string
	dataFormat   string
	allowUnknown bool
	extraFields  string // "" when the flag is not given
	legacy       bool
	at           validate.Place // where the values are in a document
	wrapper      string         // as the flag has it; "auto" may stand for "none"
	maxValueSize int64          // bytes
	maxFindings  int            // for each file; 0: all
	cases        bool
	results      bool
	commit       commitOptions
}

// maxValueSize is the most that --max-value-size may be: offsets in a value have 31 bits.
const maxValueSize = 1 << 30

// defaultValidateOptions returns the options of a command line without flags.
func defaultValidateOptions() validateOptions {
	return validateOptions{dataFormat: "auto", wrapper: "auto", maxValueSize: validate.MaxValueSize, maxFindings: 100}
}

func newValidate(g *globals) *cobra.Command {
	o := defaultValidateOptions()
	var at string
	c := &cobra.Command{
		Use:   "validate DATA...",
		Short: "Check data files against schemas",
		Example: `lexsmith validate post.json                     a record; its $type selects the schema
lexsmith validate -L lexicons posts.ndjson.gz   one value per line
lexsmith validate repo.car                      the records of a repository
lexsmith validate --verify --plc https://plc.directory repo.car
lexsmith validate --ref com.example.thing -     any definition, from stdin
lexsmith validate --ref com.example.getThing --part output answer.json
lexsmith validate jetstream.ndjson               the records in events
lexsmith validate --cases tests                 unit tests of the schemas`,
		Long: `DATA is a file or a folder; "-" is standard input. The file extension determines the
format: .json contains one value, .ndjson and .jsonl one value per line, .cbor one
value in DAG-CBOR, and .car a repository; any of these can be compressed (.gz).
Anything else is read as JSON, or as a query string with --part params, unless
--data-format specifies another format. The format of stdin is recognized.

A record is also checked inside a Jetstream event, an answer of getRecord or listRecords,
or a row of a table. If the document says where the record is stored, its collection,
record key, and CID are checked too. See --wrapper, or --at for values elsewhere.

Schemas are loaded from -L, then from include and lexicons in lexsmith.yaml, or, without
-L, from ./lexicons. They are not linted; an error in a schema matters only if a value
is checked against the faulty part. All errors in a value are reported, each with its
location in the data and in the schema. The exit status is 1 if there are errors (see
--fail-on), and 2 if the command cannot run.

With --verify, the commit of a CAR file must be signed with the key in the DID document
of its account. The document is read from --did-document or, with --plc, looked up: in
the PLC directory for did:plc, and at its own domain for did:web. Without --plc, the
command does not use the network.`,
		SuggestFor: []string{"check", "verify"},
		Args: cli.Args(func(_ *cobra.Command, args []string) (err error) {
			o.paths = args
			if err := g.checkReporting(args); err != nil {
				return err
			}
			if o.at, err = validate.ParsePlace(at); err != nil {
				return fmt.Errorf("--at: %w", err)
			}
			return o.check(g)
		}),
		RunE: func(c *cobra.Command, _ []string) error { return runValidate(c.Context(), g, &o) },
	}
	flags := cli.Flags(c)
	cli.Text(flags, &o.ref, "ref", "", "definition", "check every value against the definition `NSID[#NAME]` (default the record that its $type names)")
	cli.Complete(c, "ref", cli.Offer(g.definedNames))
	cli.Enum(c, flags, &o.part, "part", "", []string{"params", "input", "output", "message", "error"},
		"part of the method that --ref specifies")
	cli.Text(flags, &o.recordKey, "rkey", "", "record key", "check the record key `KEY` against the key type of the record")
	cli.Enum(c, flags, &o.dataFormat, "data-format", "auto", []string{"auto", "json", "ndjson", "cbor", "car"},
		"`FORMAT` of the data")
	flags.BoolVar(&o.allowUnknown, "allow-unknown", false, "count values whose schema is not loaded instead of reporting them")
	cli.Enum(c, flags, &o.extraFields, "extra-fields", "", []string{"off", "info", "warning", "error"},
		"`SEVERITY` of fields that the schema does not define (extra-fields in lexsmith.yaml)")
	flags.Lookup("extra-fields").DefValue = "off"
	flags.BoolVar(&o.legacy, "legacy", false, "accept legacy blobs and datetimes without a timezone")
	flags.StringVar(&at, "at", "", "check the values at this JSON `POINTER` in each document; * matches any element or key")
	cli.Enum(c, flags, &o.wrapper, "wrapper", "auto", []string{"auto", "none", "jetstream", "record", "list"},
		"`WRAPPER` of records: recognize it, or require this one")
	cli.Size(flags, &o.maxValueSize, "max-value-size", "report values larger than `SIZE`, such as 64MiB, as too-large")
	cli.Number(flags, &o.maxFindings, "max-findings", "", 0, 0, "report at most `N` findings per file; 0 means all")
	flags.BoolVar(&o.cases, "cases", false, `read test cases, one per line: {"ref": ..., "value": ..., "valid": true, "name": ...}`)
	flags.BoolVar(&o.results, "results", false, "with --format json: include the result for every value")
	o.commit.addTo(flags)
	g.addFormat(c, report.Formats()...)
	g.addReporting(c)
	return c
}

// check refuses flags that contradict each other.
func (o *validateOptions) check(g *globals) error {
	switch {
	case len(o.paths) == 0:
		return errors.New(`no data given; pass files or folders, or "-" for standard input`)
	case o.cases && (o.ref != "" || o.part != "" || o.recordKey != ""):
		return errors.New("--cases cannot be combined with --ref, --part, or --rkey; each case sets its own")
	case o.cases && !slices.Contains([]string{"auto", "ndjson"}, o.dataFormat):
		return errors.New("--cases reads NDJSON; remove --data-format")
	case len(o.at) > 0 && (o.cases || o.dataFormat == string(datafile.CAR)):
		return errors.New("--at cannot be combined with --cases or --data-format car")
	case o.requiresWrapper() && (o.cases || o.ref != "" || len(o.at) > 0 || o.dataFormat == string(datafile.CAR)):
		return fmt.Errorf("--wrapper %s cannot be combined with --cases, --ref, --at, or --data-format car", o.wrapper)
	case o.maxValueSize > maxValueSize:
		return errors.New("--max-value-size must be at most 1GiB")
	case o.part != "" && o.ref == "":
		return errors.New("--part requires --ref; use --ref to specify the method")
	case o.results && g.format != report.JSON:
		return errors.New("--results requires --format json")
	case slices.Contains(o.paths, stdin) && slices.Contains(g.settings.Lexicons, stdin):
		return errors.New(`standard input ("-") is given more than once`)
	}
	return o.commit.check()
}

func runValidate(ctx context.Context, g *globals, o *validateOptions) error {
	s, err := g.open(ctx, o.severities()...)
	if err != nil {
		return err
	}
	data, err := s.listData(ctx, o.paths, o.namedFormat())
	if err != nil {
		return err
	}
	switch i := slices.IndexFunc(data.Files, func(f datafile.File) bool { return f.Format == datafile.CAR }); {
	case i >= 0:
		if err := o.checkCAR(&data.Files[i]); err != nil {
			return err
		}
	case o.commit.flag() != "" && !slices.ContainsFunc(data.Files, func(f datafile.File) bool { return f.Detect }):
		return fmt.Errorf("%s requires a CAR file, but there is none in the data", o.commit.flag())
	}
	if err := o.commit.prepare(); err != nil {
		return err
	}
	set, err := s.LoadForData(ctx)
	if err != nil {
		return err
	}
	compiled := validate.Compile(set.Catalog, o.rules(s))
	validator, err := o.validator(set, compiled)
	if err != nil {
		return err
	}
	v, err := newValidateRun(s, o, compiled, validator)
	if err != nil {
		return err
	}
	defer o.limitMemory()()
	v.broken = datafile.BrokenSchemas(set.Catalog)
	unreadable, interrupted := v.files(ctx, data)
	v.report.Add(v.broken...)
	if err := v.close(data.Skipped); err != nil {
		return err
	}
	if err := errors.Join(append(unreadable, set.Unreadable)...); err != nil {
		return err
	}
	if err := v.nothing(); err != nil && !interrupted {
		return err
	}
	return s.status(v.report)
}

// requiresWrapper reports whether --wrapper demands that documents have one form.
func (o *validateOptions) requiresWrapper() bool { return o.wrapper != "auto" && o.wrapper != "none" }

// checkCAR refuses a CAR file if the flags say what other documents look like.
func (o *validateOptions) checkCAR(f *datafile.File) error {
	switch {
	case len(o.at) > 0:
		return fmt.Errorf("%s: --at cannot be combined with CAR files", inputName(f.Shown))
	case o.requiresWrapper():
		return fmt.Errorf("%s: --wrapper %s cannot be combined with CAR files", inputName(f.Shown), o.wrapper)
	}
	return nil
}

// wrappers returns the wrappers in which records are looked for.
func (o *validateOptions) wrappers() validate.Wrapper {
	if o.ref != "" || len(o.at) > 0 {
		return validate.NoWrapper
	}
	return map[string]validate.Wrapper{
		"auto": validate.AnyWrapper, "none": validate.NoWrapper,
		"jetstream": validate.JetstreamWrapper, "record": validate.RecordWrapper, "list": validate.ListWrapper,
	}[o.wrapper]
}

// namedFormat returns the format that the flags give to all data files; "" for none.
func (o *validateOptions) namedFormat() datafile.Format {
	switch {
	case o.cases:
		return datafile.NDJSON
	case o.dataFormat == "auto":
		return ""
	}
	return datafile.Format(o.dataFormat)
}

// severities returns the overrides that the flag --extra-fields stands for.
func (o *validateOptions) severities() []policy.Override {
	severity, ok := diag.SeverityByName(o.extraFields)
	if !ok {
		return nil
	}
	return policy.ExtraFields(severity)
}

// rules returns what to check.
func (o *validateOptions) rules(s *session) validate.Options {
	options := validate.Options{
		Profile: s.Profile, Legacy: o.legacy, AllowUnknown: o.allowUnknown, MaxValueSize: int(o.maxValueSize),
		ExtraFields: s.Policy.Asks(validate.RuleExtraField), DatetimePractice: s.Policy.Asks(validate.RuleDatetimePractice),
	}
	if len(s.Config.Ignore) == 0 { // else some may be ignored, and others not
		options.MaxFindings = o.maxFindings
	}
	return options
}

// validator returns the validator for the values of all files.
func (o *validateOptions) validator(set *project.Schemas, compiled *validate.Schemas) (*validate.Validator, error) {
	if o.ref == "" {
		return compiled.Records(), nil
	}
	ref, err := findReference(set, o.ref)
	if err != nil {
		return nil, fmt.Errorf("--ref: %w", err)
	}
	validator, err := compiled.Validator(ref, lexicon.PartByName(o.part))
	return validator, wordError(err)
}

// commitOptions say by whom the commits of CAR files must be.
type commitOptions struct {
	networkOptions
	did      string // of the account; "" for any
	verify   bool   // whether to verify signatures
	document string // the file with the DID document; "" to look it up

	author syntax.DID // did, or the one of the document
	// signer returns the identity of an account; nil when signatures are not verified.
	signer func(context.Context, syntax.DID) (*network.Identity, error)
}

func (o *commitOptions) addTo(flags *pflag.FlagSet) {
	cli.Text(flags, &o.did, "did", "", "DID", "report a CAR file whose commit is not by the account `DID`")
	flags.BoolVar(&o.verify, "verify", false, "report a CAR file whose commit is not signed with the key of its account")
	cli.Text(flags, &o.document, "did-document", "", "file name", "with --verify: read the DID document from `FILE`")
	cli.Text(flags, &o.plc, "plc", "", "URL", "with --verify: look up the DID document; `URL` of the PLC directory, such as "+network.DefaultPLC)
	o.addInsecure(flags)
}

// flag returns the first flag that is about the commits of CAR files; "" for none.
func (o *commitOptions) flag() string {
	switch {
	case o.did != "":
		return "--did"
	case o.verify:
		return "--verify"
	}
	return ""
}

// check refuses flags that contradict each other.
func (o *commitOptions) check() error {
	switch {
	case o.did != "" && !syntax.IsDID(o.did):
		return fmt.Errorf("--did: %s is not a DID", words.Quote(o.did))
	case o.document != "" && o.plc != "":
		return errors.New("--did-document and --plc cannot be combined")
	case !o.verify && o.document != "":
		return errors.New("--did-document requires --verify")
	case !o.verify && o.plc != "":
		return errors.New("--plc requires --verify")
	case o.insecure && o.plc == "":
		return errors.New("--insecure-http requires --plc")
	case o.verify && o.document == "" && o.plc == "":
		return fmt.Errorf("--verify requires the DID document of the account; pass it with --did-document, or look it up with --plc %s", network.DefaultPLC)
	}
	return nil
}

// prepare gets ready for checkCommit, and reads the DID document if there is a file with it.
func (o *commitOptions) prepare() error {
	o.author = syntax.DID(o.did)
	if !o.verify {
		return nil
	}
	if o.document == "" {
		client, err := o.client()
		if err == nil {
			o.signer = client.Signer
		}
		return err
	}
	text, err := files.ReadNamed(o.document, files.MaxProjectFile)
	if err != nil {
		return fmt.Errorf("--did-document: %w", files.Error("read", o.document, err))
	}
	id, err := network.ParseIdentity(text)
	if err == nil && o.author != "" && o.author != id.DID {
		err = fmt.Errorf("it is the document of %s, not of %s", id.DID, o.author)
	}
	if err != nil {
		return fmt.Errorf("--did-document: %q: %w", slashed(o.document), err)
	}
	o.author, o.signer = id.DID, func(context.Context, syntax.DID) (*network.Identity, error) { return id, nil }
	return nil
}

// checkCommit says what is wrong with a commit, and how to fix it. The error says why its
// signature could not be verified.
func (o *commitOptions) checkCommit(ctx context.Context, commit *repo.Commit) (wrong, help string, err error) {
	did := syntax.DID(commit.DID)
	switch {
	case !syntax.IsDID(commit.DID): // which is reported
		return "", "", nil
	case o.author != "" && o.author != did:
		return fmt.Sprintf("the commit is by the account %s, but must be by %s", did, o.author), fmt.Sprintf("pass the repository of %s", o.author), nil
	case o.signer == nil:
		return "", "", nil
	}
	id, err := o.signer(ctx, did)
	if err == nil {
		err = id.VerifyCommit(commit)
	}
	if errors.Is(err, network.ErrSignature) {
		return fmt.Sprintf("the commit is not signed with the key in the DID document of %s", did),
			"export the repository again; an old export may be signed with a key that the account has replaced", nil
	}
	return "", "", err
}
