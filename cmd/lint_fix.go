package cmd

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/lexsmith/lexsmith/internal/files"
	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lint"
)

// mayChange reports whether the file at a path, or standard input, may be changed: files of
// -L and include belong to others, and what is read from git does not exist as a file.
func (l *lintRun) mayChange(path string) bool {
	may, known := l.may[path]
	if !known {
		_, err := os.Stat(filepath.FromSlash(path))
		may = (err == nil || path == l.StdinName()) && !l.others.Hold(path)
		l.may[path] = may
	}
	return may
}

// mayFix reports whether a fix may be made: the file may be changed, and the files that it
// creates do not exist.
func (l *lintRun) mayFix(f *diag.Finding) bool {
	if !l.mayChange(f.Path()) || f.Fix.Creates != nil && f.Path() == l.StdinName() {
		return false
	}
	for _, created := range f.Fix.Creates {
		if _, err := os.Lstat(filepath.FromSlash(created.Path)); !errors.Is(err, fs.ErrNotExist) || l.others.Hold(created.Path) {
			return false
		}
		l.may[created.Path] = true
	}
	return true
}

// runFixes makes fixes, writes or prints what they change, and reports what is left.
func (l *lintRun) runFixes(ctx context.Context) error {
	for _, path := range l.options.paths {
		if l.others.Hold(path) {
			l.Note(`%s was not fixed because it is loaded with -L or "include"`, filepath.ToSlash(path))
		}
	}
	options := lint.FixOptions{Options: l.rules(), Unsafe: l.options.unsafe, Select: l.toFix}
	fixed, err := lint.Fix(ctx, l.set.Catalog, options)
	if err != nil {
		return err
	}
	if fixed.Unfinished {
		l.Note("there is more to fix; run the command again")
	}
	fixes := &report.Fixes{Pending: l.options.diff}
	failures, failed, err := l.write(fixed.Files, fixes)
	if err != nil {
		return err
	}
	result := fixed.Result
	if len(failed) > 0 {
		result, err = fixed.Without(ctx, options.Options, failed...)
	} else {
		err = result.TryFixes(ctx, fixed.Catalog, options)
	}
	if err != nil {
		return err
	}
	if l.options.filter() {
		if _, err := l.Out.Write(fixed.Catalog.DocumentAt(filepath.ToSlash(l.StdinName())).Source.Text); err != nil {
			return err
		}
	}
	err = l.report(result, fixes)
	switch {
	case failures != nil:
		if err != nil && !errors.Is(err, errFindings) {
			failures = errors.Join(failures, err)
		}
		return failures
	case err == nil && l.options.diff && len(fixes.Changed) > 0 && !l.exitZero:
		return errFindings
	}
	return err
}

// toFix selects the findings that are reported, with the fixes that may be made.
func (l *lintRun) toFix(findings []diag.Finding) []diag.Finding {
	if l.baseline != nil {
		findings = l.baseline.New(findings)
	}
	kept := findings[:0]
	for _, f := range findings {
		if !l.counts(&f) {
			continue
		}
		if f.Fix != nil && !l.mayFix(&f) {
			f.Fix = nil
		}
		kept = append(kept, f)
	}
	return kept
}

// write writes the files that change, or prints what changes, and counts it. Of the files
// that could not be written it returns the errors and the paths. The last error is one of
// standard output.
func (l *lintRun) write(fixed []lint.FixedFile, fixes *report.Fixes) (failures error, failed []string, err error) {
	var changes []files.Change
	split := map[string][]files.File{} // new files by the path of the one that they are split off from
	for _, f := range fixed {
		changes = append(changes, files.Change{Path: f.Path, NewPath: f.Path, Old: f.Before, New: f.After})
		if f.From != "" {
			split[f.From] = append(split[f.From], files.File{Path: filepath.FromSlash(f.Path), Text: f.After})
		}
	}
	if l.options.diff {
		err = l.printChanges(changes)
	}
	for _, f := range fixed {
		if slices.Contains(failed, f.From) {
			continue
		}
		if !l.options.diff && !l.options.filter() && f.From == "" {
			if failure := files.Replace(filepath.FromSlash(f.Path), f.Before, f.After, split[f.Path]...); failure != nil {
				failures = errors.Join(failures, files.Error("write", f.Path, failure))
				failed = append(failed, f.Path)
				continue
			}
		}
		fixes.Made += len(f.Fixed)
		fixes.Changed = append(fixes.Changed, f.Path)
	}
	return failures, failed, err
}
