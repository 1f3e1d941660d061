package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/lexsmith/lexsmith/internal/cli"
	"github.com/lexsmith/lexsmith/internal/project"
	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/sample"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// sampleOptions says which values to make.
type sampleOptions struct {
	ref      string
	part     string
	count    int
	counted  bool // the flag --count is given
	seed     uint64
	optional string
	size     string
	format   string
	invalid  bool
	rule     *diag.Rule // the rule to break; nil leaves the choice
}

func newSample(g *globals) *cobra.Command {
	o := &sampleOptions{count: 1}
	c := &cobra.Command{
		Use:   "sample NSID[#NAME]",
		Short: "Generate values that match a schema",
		Example: `lexsmith sample com.example.post                  a valid record
lexsmith sample com.example.post -n 100 --format ndjson > posts.ndjson
lexsmith sample com.example.listPosts --part params --format query
lexsmith sample com.example.post --size limit     strings and lists as long as allowed
lexsmith sample com.example.post --invalid        a value with one error
lexsmith sample com.example.post --invalid=format -n 5`,
		Long: `Schemas are loaded as for validate: from -L, then from include and lexicons in
lexsmith.yaml, or from ./lexicons. Values look like what people write, stay within every
limit, and are the same for the same seed. Handwritten values in NAME.examples.json,
next to the schema NAME.json, are used first. With --invalid, every value violates exactly
one rule, which is printed to standard error. The exit status is 2 if no such value
exists.`,
		Args: cli.Args(func(c *cobra.Command, args []string) error {
			o.counted = c.Flags().Changed("count")
			for _, name := range args { // --invalid takes its value only after "="
				if o.invalid && o.rule == nil && len(args) > 1 && ruleToBreak(name) != nil {
					return fmt.Errorf("unexpected argument %s; did you mean --invalid=%s?", words.Quote(name), name)
				}
			}
			if err := definitionArg(args, &o.ref); err != nil {
				return err
			}
			switch {
			case o.format == "cbor" && o.count > 1:
				return errors.New("--format cbor writes one value; remove --count")
			case o.format == "query" && o.part != "params":
				return errors.New("--format query requires --part params")
			}
			return nil
		}),
		ValidArgsFunction: cli.Offer(g.definedNames),
		RunE:              g.runOnData(func(ctx context.Context, s *session, set *project.Schemas) error { return runSample(ctx, s, set, o) }),
	}
	flags := cli.Flags(c)
	cli.Enum(c, flags, &o.part, "part", "", []string{"params", "input", "output", "message", "error"},
		"part of a query, procedure, or subscription")
	cli.Number(flags, &o.count, "count", "n", 1, 0, "make `N` values")
	flags.Uint64Var(&o.seed, "seed", 1, "use the seed `N`; the same seed gives the same values")
	cli.Enum(c, flags, &o.optional, "optional", "some", []string{"all", "none", "some"}, "optional properties to include")
	cli.Enum(c, flags, &o.size, "size", "typical", []string{"small", "typical", "limit"}, "size of strings, lists, and numbers")
	flags.BoolFunc("invalid", "make invalid values that violate RULE, or any rule", o.setInvalid)
	flags.Lookup("invalid").NoOptDefVal = anyRule
	cli.Complete(c, "invalid", cli.Offer(func(*cobra.Command, []string) []string { return breakable() }))
	cli.Enum(c, flags, &o.format, "format", "json", []string{"json", "ndjson", "cbor", "query"}, "format of the values")
	return c
}

// anyRule is the value of --invalid without a rule. Help shows it.
const anyRule = "RULE"

// setInvalid takes the value of --invalid, which may have a rule after "=".
func (o *sampleOptions) setInvalid(code string) error {
	o.invalid, o.rule = true, ruleToBreak(code)
	if o.rule == nil && code != anyRule && code != "any" {
		return fmt.Errorf("no value can violate %s; choose one of %s", words.Quote(code), words.Enumerate(breakable(), "or"))
	}
	return nil
}

// breakable returns the codes of the rules that a value can be made to break.
func breakable() []string {
	var codes []string
	for _, rule := range sample.Breakable() {
		codes = append(codes, rule.Code)
	}
	return codes
}

// ruleToBreak returns the rule of that code; nil when no value can break it.
func ruleToBreak(code string) *diag.Rule {
	for _, rule := range sample.Breakable() {
		if rule.Code == code {
			return rule
		}
	}
	return nil
}

func runSample(ctx context.Context, s *session, set *project.Schemas, o *sampleOptions) error {
	s.warnLeftOut(set.Catalog)
	ref, err := findReference(set, o.ref)
	if err != nil {
		return err
	}
	part := lexicon.PartByName(o.part)
	def, parts, err := sampleSchemas(set, ref, part)
	if err != nil {
		return err
	}
	sampler := sample.New(set.Catalog, sample.Options{
		Optional: map[string]sample.Optional{"all": sample.OptionalAll, "none": sample.OptionalNone}[o.optional],
		Size:     map[string]sample.Size{"small": sample.SizeSmall, "limit": sample.SizeLimit}[o.size],
		Profile:  s.Profile,
	})
	compiled := validate.Compile(set.Catalog, validate.Options{Profile: s.Profile})
	validator, err := compiled.Validator(ref, part)
	if err != nil {
		return err
	}
	records := compiled.Records()
	var examples []sample.Value
	if o.optional == "some" && o.size == "typical" {
		examples = sampler.Examples(def, part)
	}
	count := o.count
	if !o.counted && o.format != "cbor" {
		count = len(parts)
	}
	for i := range count {
		if err := ctx.Err(); err != nil {
			return err
		}
		sampler.Seed(o.seed + uint64(i))
		schema := parts[i%len(parts)]
		var value sample.Value
		switch {
		case o.invalid:
			value, err = o.broken(s, sampler, validator, records, schema)
		case i < len(examples):
			value = examples[i]
		default:
			value, err = sampler.Value(schema)
		}
		if err != nil {
			return err
		}
		if err := printSample(s.Out, o.format, value); err != nil {
			return err
		}
	}
	return nil
}

// broken makes a value with one error, which it tells on standard error. Of a record it
// also tells where a check as any record finds another error, since the value does not
// name the record.
func (o *sampleOptions) broken(s *session, sampler *sample.Sampler, v, records *validate.Validator, schema lexicon.Schema) (sample.Value, error) {
	value, f, err := sampler.Invalid(v, schema, o.rule)
	if err != nil {
		return nil, err
	}
	with := ""
	if _, ok := schema.(*lexicon.Record); ok {
		result := records.Check(validate.Input{Text: sample.JSON(value)})
		if !slices.ContainsFunc(result.Findings, func(other diag.Finding) bool { return other.Rule == f.Rule && other.Pointer == f.Pointer }) {
			with = fmt.Sprintf(`, as "lexsmith validate --ref %s" reports it`, o.ref)
		}
	}
	s.Note("%s at %s: %s%s", f.Rule.Code, words.Quote(f.Pointer), f.Message, with)
	return value, nil
}

func printSample(w io.Writer, format string, value sample.Value) error {
	var text []byte
	switch format {
	case "cbor":
		data, ok := sample.CBOR(value)
		if !ok {
			return errors.New("the value cannot be written as DAG-CBOR; use --format json")
		}
		text = data
	case "query":
		params, _ := value.(sample.Object)
		text = append([]byte(sample.Query(params)), '\n')
	case "ndjson":
		text = append(sample.JSON(value), '\n')
	default:
		text = append(sample.IndentedJSON(value), '\n')
	}
	_, err := w.Write(text)
	return err
}

// sampleSchemas returns a definition, and the schema of one of its parts or of all of it. The
// errors that a method declares have one each.
func sampleSchemas(set *project.Schemas, ref lexicon.Reference, part lexicon.Part) (*lexicon.Definition, []lexicon.Schema, error) {
	def, err := set.Find(ref)
	if err != nil {
		return nil, nil, err
	}
	if part == lexicon.PartNone {
		return def, []lexicon.Schema{def.Schema}, nil
	}
	var all []lexicon.Schema
	for p, schema := range lexicon.Parts(def.Schema) {
		if p == part {
			all = append(all, schema)
		}
	}
	if endpoint := lexicon.EndpointOf(def.Schema); endpoint != nil && part == lexicon.PartError {
		for _, e := range endpoint.Errors {
			all = append(all, sample.ErrorSchema(e))
		}
		if all == nil {
			return nil, nil, fmt.Errorf("the %s %s declares no errors", def.Schema.Type(), def.Reference())
		}
	}
	if all == nil {
		return nil, nil, fmt.Errorf("the %s %s has no %s with a schema", def.Reference(), def.Schema.Type(), part)
	}
	return def, all, nil
}
