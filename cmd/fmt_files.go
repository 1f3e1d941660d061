package cmd

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/lexsmith/lexsmith/internal/files"
	"github.com/lexsmith/lexsmith/internal/project"
	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/internal/udiff"
	"github.com/lexsmith/lexsmith/pkg/format"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// formatter formats documents one after the other.
type formatter struct {
	*session
	options   *fmtOptions
	documents []*lexicon.Document
	layouts   *project.Layouts
	report    *report.Report

	changed  []string // paths
	omitted  int      // findings
	failures []error  // to read settings and to write files
}

// newReport begins the report. It goes to standard error where the result, a list
// or a difference goes to standard output.
func (f *formatter) newReport() (*report.Report, error) {
	return f.session.newReport("fmt", lexicon.Rules(), func(options *report.Options) {
		if f.options.filter() || f.options.diff || f.listed() {
			f.toStderr(options)
			options.Quiet = options.Quiet || f.options.filter()
		}
	})
}

// listed reports whether the paths of the files that would change are printed. In
// a JSON report they are part of the summary.
func (f *formatter) listed() bool { return f.options.check && !f.options.diff && f.text() }

// run formats all documents in the order of their paths. Its error is one of
// standard output.
func (f *formatter) run(ctx context.Context) error {
	slices.SortStableFunc(f.documents, func(a, b *lexicon.Document) int { return cmp.Compare(a.Source.Path, b.Source.Path) })
	paths := make([]string, len(f.documents))
	for i, d := range f.documents {
		paths[i] = d.Source.Path
	}
	base, err := diffBase(paths)
	if err != nil {
		return err
	}
	for _, d := range f.documents {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := f.document(d, base); err != nil {
			return err
		}
	}
	return nil
}

// document formats one document. Base is the folder that a difference is for.
func (f *formatter) document(d *lexicon.Document, base string) error {
	layout, err := f.layouts.Of(f.file(d))
	if err != nil {
		f.fail(err)
		return nil
	}
	text, err := format.Document(d, layout)
	if broken, ok := errors.AsType[*format.Error](err); ok {
		f.report.Add(broken.Findings...)
		f.omitted += f.report.OmitAll(broken.Omitted)
		return nil
	}
	if f.options.filter() {
		_, err := f.Out.Write(text)
		return err
	}
	if bytes.Equal(text, d.Source.Text) {
		return nil
	}
	switch {
	case f.options.diff:
		_, err = f.Out.Write(udiff.Unified(below(base, d.Source.Path), d.Source.Text, text))
	case f.listed():
		_, err = fmt.Fprintln(f.Out, report.Escape(d.Source.Path))
	case !f.options.check:
		if err := files.Replace(f.file(d), d.Source.Text, text); err != nil {
			f.fail(files.Error("write", d.Source.Path, err))
			return nil
		}
	}
	f.changed = append(f.changed, d.Source.Path)
	return err
}

// fail notes why a file is not formatted. Several can have the same reason.
func (f *formatter) fail(err error) {
	if !slices.ContainsFunc(f.failures, func(other error) bool { return other.Error() == err.Error() }) {
		f.failures = append(f.failures, err)
	}
}

// file returns the path of the file of a document. Standard input without a name
// is like a file in the working folder.
func (f *formatter) file(d *lexicon.Document) string {
	if d.Source.Path == stdin {
		return "stdin.json"
	}
	return filepath.FromSlash(d.Source.Path)
}
