package cmd

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/lexsmith/lexsmith/internal/files"
	config "github.com/lexsmith/lexsmith/internal/project"
	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/pkg/format"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// formatter formats documents one after the other.
type formatter struct {
	*fmtOptions
	documents []*lexicon.Document
	layouts   *config.Layouts
	report    *report.Report

	changed  []string // paths
	omitted  int      // findings
	failures []error  // to read settings and to write files
}

// run formats all documents in the order of their paths. Its error is one of
// standard output.
func (f *formatter) run() error {
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
		if err := f.ctx.Err(); err != nil {
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
	if f.filter() {
		_, err := f.streams.Out.Write(text)
		return err
	}
	if bytes.Equal(text, d.Source.Text) {
		return nil
	}
	switch {
	case f.diff:
		_, err = f.streams.Out.Write(unifiedDiff(below(base, d.Source.Path), d.Source.Text, text))
	case f.listed():
		_, err = fmt.Fprintln(f.streams.Out, printable(d.Source.Path))
	case !f.check:
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
