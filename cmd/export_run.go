package cmd

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/internal/files"
	"github.com/lexsmith/lexsmith/internal/project"
	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/internal/terminal"
	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/convert"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/lint"
)

// report reports what stops the export of a selection, or why there is none. It goes to
// standard error when the document goes to standard output.
func (o *exportOptions) report(ctx context.Context, s *session, set *project.Schemas, refs []lexicon.Reference, selection *convert.Selection, failed error) error {
	r, err := s.newReport("export", slices.Concat(lexicon.Rules(), lint.Rules()), func(options *report.Options) {
		if o.output == "" {
			s.toStderr(options)
		}
	})
	if err != nil {
		return err
	}
	cut := unread(set, refs) // a definition named by --ref can be in a truncated file
	switch {
	case failed == nil:
		findings, err := o.blockers(ctx, s, set, selection)
		if err != nil {
			return err
		}
		r.Add(diag.SortFindings(findings, lexicon.LeftOutFindings(selection.LeftOut))...)
	case len(cut) > 0:
		r.Add(cut...)
	default:
		return failed
	}
	return cmp.Or(s.finish(r, report.Summary{Files: set.Files(), Skipped: set.Skipped()}, set.Unreadable), failed)
}

// blockers returns the findings that stop the export of a selection: those of
// lint from --fail-on on, and unless they are allowed the unresolved references.
func (o *exportOptions) blockers(ctx context.Context, s *session, set *project.Schemas, selection *convert.Selection) ([]diag.Finding, error) {
	all, err := lint.Lint(ctx, set.Catalog, lint.Options{Profile: s.Profile, Workers: s.Workers, ExplicitFiles: set.Named, Dependency: true})
	if err != nil {
		return nil, err
	}
	blockers := selection.Blockers(all.Findings, convert.BlockerOptions{
		Unresolved:      lint.RuleUnresolvedExternalRef,
		AllowUnresolved: o.allowUnresolved,
		Blocks: func(f *diag.Finding) bool {
			effective := *f
			return s.Policy.Apply(&effective) && effective.Severity >= s.threshold
		},
	})
	for i := range blockers {
		if f := &blockers[i]; f.Rule == lint.RuleUnresolvedExternalRef {
			f.Help, f.Hint = "load the Lexicon with -L, or use --allow-unresolved to accept any data where it is referenced", nil
		}
	}
	return blockers, nil
}

// unread returns the findings on truncated Lexicons in which a definition named
// by --ref is missing.
func unread(set *project.Schemas, refs []lexicon.Reference) []diag.Finding {
	var found []diag.Finding
	for _, ref := range refs {
		if d := set.Document(ref.NSID); d != nil && d.Partial && set.Definition(ref) == nil {
			found = append(found, d.Found...)
		}
	}
	return diag.SortFindings(found)
}

// write writes the documents and the report of --report, but not to one of the
// sources.
func (o *exportOptions) write(s *session, export *convert.Export, sources []string) error {
	if info, err := os.Stat(o.output); o.folder && err == nil && !info.IsDir() {
		return fmt.Errorf("%q is a file; --layout files requires a folder", filepath.ToSlash(o.output))
	}
	set := files.Set{Sources: sources}
	defer set.Discard()
	for i := range export.Files {
		file := &export.Files[i]
		path := o.output
		if o.folder {
			path = filepath.Join(o.output, file.Name)
		}
		write := file.WriteJSON
		if o.yaml || isYAML(path) {
			write = file.WriteYAML
		}
		if path == "" {
			if err := write(s.Out); err != nil {
				return err
			}
			continue
		}
		if err := set.Add(path, write); err != nil {
			return err
		}
	}
	if o.losses != "" {
		if err := set.Add(o.losses, func(w io.Writer) error { return writeGaps(w, export) }); err != nil {
			return err
		}
	}
	if err := set.Commit(); err != nil {
		return err
	}
	return o.summarize(s, export.Losses)
}

// summarize counts the losses in the text report.
func (o *exportOptions) summarize(s *session, losses []convert.Loss) error {
	if !s.text() || s.Quiet {
		return nil
	}
	out := s.Out
	if o.output == "" {
		out = s.Err
	}
	where := "; list them with --report FILE"
	if o.losses != "" {
		where = ", listed in " + terminal.Escape(filepath.ToSlash(o.losses))
	}
	refusals := 0
	for _, l := range losses {
		if l.Refuses != "" {
			refusals++
		}
	}
	if n := len(losses) - refusals; n > 0 {
		if _, err := fmt.Fprintf(out, "%s cannot be expressed exactly in the target format%s\n", words.Count(n, "constraint"), where); err != nil {
			return err
		}
	}
	if refusals > 0 {
		_, err := fmt.Fprintf(out, "%s closed by --style codegen%s\n", words.Count(refusals, "open union"), where)
		return err
	}
	return nil
}

// isYAML reports whether a file name has an extension of YAML.
func isYAML(path string) bool {
	extension := strings.ToLower(filepath.Ext(path))
	return extension == ".yaml" || extension == ".yml"
}

// writeGaps writes the report of --report.
func writeGaps(w io.Writer, export *convert.Export) error {
	type loss struct {
		Ref     string `json:"ref"`
		Pointer string `json:"pointer"`
		Field   string `json:"field"`
		Gap     string `json:"gap,omitempty"`
		Refuses string `json:"refuses,omitempty"`
	}
	type gap struct {
		Gap string `json:"gap"`
		Why string `json:"why"`
	}
	report := struct {
		Losses     []loss `json:"losses"`
		Everywhere []gap  `json:"everywhere"`
	}{Losses: []loss{}, Everywhere: []gap{}}
	for _, l := range export.Losses {
		report.Losses = append(report.Losses, loss{l.Ref, l.Pointer, l.Field, l.Gap.Name, l.Refuses})
	}
	for _, g := range export.Everywhere {
		report.Everywhere = append(report.Everywhere, gap{g.Name, g.Summary})
	}
	return writeJSON(w, report)
}
