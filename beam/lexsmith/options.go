package lexsmith

import (
	"context"
	"errors"
	"fmt"
	"github.com/lexsmith/lexsmith/internal/cli"

	"github.com/lexsmith/lexsmith/internal/config"
	"github.com/lexsmith/lexsmith/internal/datafile"
	"github.com/lexsmith/lexsmith/internal/policy"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// Options says how values are checked, as the flags of "lexsmith validate" do. The
// zero value is its default.
type Options struct {
	Profile      string   // of the language: "atproto" or "v1"
	Legacy       bool     // accept legacy blobs and datetimes without a timezone
	AllowUnknown bool     // count values whose schema is not loaded instead of reporting them
	Severity     []string // overrides, each "RULE=LEVEL" or "GROUP=LEVEL"

	// Workers is how many branches of the pipeline check values; 0 is 1. Prism runs
	// the elements of a step one after another, so that there it is the number of
	// processors in use. Other runners distribute the elements of a step.
	Workers int
}

// profile returns the profile of the language.
func (o *Options) profile() (diag.Profile, error) {
	if o.Profile == "" {
		return new(config.Config).Profile.Value, nil
	}
	profile, ok := diag.ProfileByName(o.Profile)
	if !ok {
		return profile, fmt.Errorf("unknown profile %q", o.Profile)
	}
	return profile, nil
}

// policy returns what decides on the severity of findings.
func (o *Options) policy() (*policy.Policy, error) {
	profile, err := o.profile()
	faults := []error{err}
	var overrides []policy.Override
	for _, text := range o.Severity {
		override, err := policy.ParseOverride(text)
		if err != nil {
			faults = append(faults, fmt.Errorf("severity: %w", err))
		}
		overrides = append(overrides, override)
	}
	p := new(config.Config).Policy(overrides, profile)
	p.Hint = cli.Hint
	return p, errors.Join(faults...)
}

// Check returns an error if an option has a value that does not exist.
func (o *Options) Check() error {
	_, err := o.policy()
	return err
}

// checker checks values against the schemas of an archive.
type checker struct {
	validator *validate.Validator
	policy    *policy.Policy
	catalog   *lexicon.Catalog
	profile   diag.Profile
	broken    []diag.Finding // why schema files could not be read to the end
}

// checker returns a checker for the schemas of an archive.
func (o *Options) checker(ctx context.Context, archive []byte) (*checker, error) {
	profile, err := o.profile()
	if err != nil {
		return nil, err
	}
	policy, err := o.policy()
	if err != nil {
		return nil, err
	}
	catalog, err := load(ctx, archive, profile)
	if err != nil {
		return nil, err
	}
	compiled := validate.Compile(catalog, validate.Options{
		Profile: profile, Legacy: o.Legacy, AllowUnknown: o.AllowUnknown,
		ExtraFields: policy.Asks(validate.RuleExtraField), DatetimePractice: policy.Asks(validate.RuleDatetimePractice),
	})
	return &checker{compiled.Records(), policy, catalog, profile, datafile.BrokenSchemas(catalog)}, nil
}

// keep gives a finding the severity and the words that count, and reports whether it
// stays.
func (c *checker) keep(f *diag.Finding) bool { return c.policy.Keep(f) }
