package play

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/internal/policy"
	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/compat"
	"github.com/lexsmith/lexsmith/pkg/convert"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/lint"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// Run does what a request asks for. What is wrong with its texts are findings. Before
// each step that can take long it calls progress, which may be nil, with what comes.
func Run(ctx context.Context, request Request, progress func(string)) Answer {
	if progress == nil {
		progress = func(string) {}
	}
	profile, _ := diag.ProfileByName(cmp.Or(request.Profile, "v1"))
	progress("Reading")
	r := &run{Request: request, ctx: ctx, profile: profile, progress: progress, schemas: newPane("schemas", request.Schemas)}
	r.panes = []*pane{r.schemas}
	r.configure()
	var err error
	switch r.Action {
	case "":
		err = r.mode()
	case "fix":
		err = r.fixAll()
	case "format":
		err = r.format()
	default:
		err = fmt.Errorf("unknown action %q", r.Action)
	}
	if err != nil {
		r.answer.Error = err.Error()
	}
	slices.SortStableFunc(r.answer.Findings, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(r.order(a.Pane), r.order(b.Pane)), cmp.Compare(a.Start, b.Start))
	})
	return r.answer
}

// run is a request at work.
type run struct {
	Request
	ctx     context.Context
	profile diag.Profile
	policy  *policy.Policy
	schemas *pane
	panes   []*pane
	counts  [diag.Error + 1]int // of findings
	answer  Answer

	progress func(string)
}

func (r *run) mode() error {
	switch r.Mode {
	case "lint":
		return r.lint()
	case "validate":
		return r.validate()
	case "diff":
		return r.diff()
	case "export":
		return r.export()
	}
	return fmt.Errorf("unknown mode %q", r.Mode)
}

// pane adds a pane to those that findings can point into.
func (r *run) pane(name, text string) *pane {
	p := newPane(name, text)
	r.panes = append(r.panes, p)
	return p
}

func (r *run) order(name string) int {
	return slices.IndexFunc(r.panes, func(p *pane) bool { return p.name == name })
}

// options are those of the linter. A definition of a single pasted file may be used in
// files that were not pasted.
func (r *run) options(p *pane) lint.Options {
	return lint.Options{Profile: r.profile, Workers: 1, ExplicitFiles: len(p.files) == 1, Interest: r.policy.Interest(diag.Off)}
}

func (r *run) lint() error {
	catalog, options := r.schemas.catalog(r.profile), r.options(r.schemas)
	count := words.Count(len(r.schemas.files), "Lexicon")
	r.progress("Checking " + count)
	result, err := lint.Lint(r.ctx, catalog, options)
	if err == nil {
		r.progress("Trying the fixes of " + count)
		err = result.TryFixes(r.ctx, catalog, lint.FixOptions{Options: options, Select: r.kept})
	}
	if err != nil {
		return err
	}
	r.add(result.Findings...)
	r.summarize(count)
	return nil
}

func (r *run) validate() error {
	data := r.pane("data", r.Data)
	schemas := validate.Compile(r.schemas.catalog(r.profile), validate.Options{Profile: r.profile})
	validator := schemas.Records()
	if r.Ref != "" {
		ref, err := lexicon.ParseReference(r.Ref, "")
		if err != nil || ref.NSID == "" {
			return fmt.Errorf("%q is not of the form NSID or NSID#name", r.Ref)
		}
		if validator, err = schemas.Validator(ref, lexicon.PartByName(r.Part)); err != nil {
			return err
		}
	}
	invalid := 0
	for i, f := range data.files {
		if i%1000 == 0 {
			r.progress(fmt.Sprintf("Validating %d of %s", i, words.Count(len(data.files), "value")))
		}
		in := validate.Input{Text: f.source.Text, Path: f.source.Path, FirstLine: f.source.FirstLine}
		if r.Part == lexicon.PartParams.String() {
			in.Encoding = validate.Query
			in.Text = []byte(strings.TrimRight(string(in.Text), "\r\n"))
		}
		result := validator.Check(in)
		if !result.Valid() {
			invalid++
		}
		r.add(result.Findings...)
	}
	words := words.Count(len(data.files), "value")
	switch {
	case invalid > 0:
		words += fmt.Sprintf(", %d invalid", invalid)
	case len(data.files) > 0:
		words += ", valid"
	}
	r.summarize(words)
	return nil
}

func (r *run) diff() error {
	before := r.pane("old", r.Old)
	old, new := before.catalog(r.profile), r.schemas.catalog(r.profile)
	options := compat.Options{Profile: r.profile}
	r.progress("Comparing " + words.Count(len(r.schemas.files), "Lexicon"))
	var err error
	if options.Old, err = r.faults(before, old); err != nil {
		return err
	}
	if options.New, err = r.faults(r.schemas, new); err != nil {
		return err
	}
	report, err := compat.Compare(r.ctx, old, new, options)
	if err != nil {
		return err
	}
	r.add(report.Findings...)
	words := verdict(&report)
	if report.Partial {
		words += ", partial: a side has errors"
	}
	r.summarize(words)
	return nil
}

// faults returns what is not valid on a side: nothing is compared there.
func (r *run) faults(p *pane, side *lexicon.Catalog) (compat.Faults, error) {
	options := r.options(p)
	options.Interest, options.MinSeverity = nil, diag.Error
	result, err := lint.Lint(r.ctx, side, options)
	return compat.Faults{Findings: r.kept(result.Findings), Omitted: result.Omitted}, err
}

func verdict(report *compat.Report) string {
	breaks := func(f diag.Finding) bool {
		return f.Severity == diag.Error && f.Change != nil && f.Change.Breaks != 0
	}
	undecided := func(f diag.Finding) bool { return f.Change != nil && f.Change.Undecided }
	switch {
	case slices.ContainsFunc(report.Findings, breaks):
		return "breaking"
	case len(report.Undecided) > 0 || slices.ContainsFunc(report.Findings, undecided):
		return "undecided"
	case len(report.Findings) == 0:
		return "identical"
	}
	return "compatible"
}

func (r *run) export() error {
	catalog := r.schemas.catalog(r.profile)
	r.progress("Exporting " + words.Count(len(r.schemas.files), "Lexicon"))
	found, err := lint.Lint(r.ctx, catalog, r.options(r.schemas))
	if err != nil {
		return err
	}
	selection, err := convert.Select(catalog)
	if err != nil {
		return err
	}
	if r.Target == "asyncapi" {
		selection = selection.Only(lexicon.TypeSubscription)
	}
	blockers := selection.Blockers(found.Findings, convert.BlockerOptions{Unresolved: lint.RuleUnresolvedExternalRef, AllowUnresolved: true})
	for _, f := range found.Findings {
		if f.Rule == lint.RuleUnresolvedExternalRef {
			f.Help, f.Hint = "the export accepts any value here: paste that Lexicon too", nil
			r.add(f)
		}
	}
	if len(blockers) > 0 {
		r.add(blockers...)
		r.summarize("nothing exported")
		return nil
	}
	export, err := r.convert(selection, convert.Options{Profile: r.profile, AllowUnresolved: true})
	if err != nil {
		return err
	}
	if len(r.schemas.files) > 0 {
		r.answer.Output = string(export.Files[0].JSON())
	}
	for _, l := range export.Losses {
		r.answer.Losses = append(r.answer.Losses, Loss{l.Ref, l.Pointer, l.Field, cmp.Or(l.Gap.Summary, l.Refuses)})
	}
	r.summarize(words.Count(len(selection.Definitions), "definition"))
	return nil
}

func (r *run) convert(s *convert.Selection, o convert.Options) (*convert.Export, error) {
	switch r.Target {
	case "openapi":
		return convert.OpenAPI(r.ctx, s, convert.OpenAPIOptions{Options: o})
	case "asyncapi":
		return convert.AsyncAPI(r.ctx, s, convert.AsyncAPIOptions{Options: o})
	}
	return convert.JSONSchema(r.ctx, s, convert.JSONSchemaOptions{Options: o})
}

// summarize writes the summary: some words, then how many findings there are.
func (r *run) summarize(result string) {
	parts := []string{result}
	for s := diag.Error; s > diag.Off; s-- {
		if n := r.counts[s]; n > 0 {
			part := words.Count(n, s.String())
			if s == diag.Info && r.Infos != "show" {
				part += " hidden"
			}
			parts = append(parts, part)
		}
	}
	if len(parts) == 1 && r.Mode == "lint" {
		parts = append(parts, "no findings")
	}
	r.answer.Summary = strings.Join(parts, ", ")
}
