package rename

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/internal/config"
	"github.com/lexsmith/lexsmith/internal/files"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// Plan returns the changes to the files of a project, sorted by path: to the Lexicons that
// are its own, as Check says, with their examples; to the files of test cases below some
// paths; and to the config file.
func (r *Rename) Plan(ctx context.Context, c *lexicon.Catalog, own func(*lexicon.Document) bool, cases []string, settings *config.Config) ([]files.Change, error) {
	if err := r.Check(c, own); err != nil {
		return nil, err
	}
	var p plan
	for _, d := range c.Documents() {
		if !own(d) {
			continue
		}
		edits := r.Schema(d)
		if d.Partial && len(edits) > 0 {
			return nil, fmt.Errorf("%s has syntax errors, so not all names in it are known; fix them first", d.Source.Path)
		}
		moved, err := r.place(d)
		if err != nil {
			return nil, err
		}
		if err := p.add(d.Source, moved, edits); err != nil {
			return nil, err
		}
		if d.Examples == nil {
			continue
		}
		if err := p.add(d.Examples.Source, strings.TrimSuffix(moved, ".json")+lexicon.ExamplesSuffix, r.Examples(d)); err != nil {
			return nil, err
		}
	}
	err := CaseFiles(ctx, cases, files.Read, func(source *diag.Source) error { return p.add(source, source.Path, r.Cases(source)) })
	if err != nil {
		return nil, err
	}
	if settings.Path != "" {
		text, err := files.Read(settings.Path, files.MaxProjectFile)
		if err != nil {
			return nil, files.Error("read", settings.Path, err)
		}
		source := &diag.Source{Path: settings.Path, Text: text}
		edits, err := settings.Renamed(source, r.Pattern, r.PathPattern)
		if err != nil {
			return nil, err
		}
		if err := p.add(source, source.Path, edits); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(p, func(a, b files.Change) int { return strings.Compare(a.Path, b.Path) })
	return p, nil
}

// place returns the new path of the file of a Lexicon.
func (r *Rename) place(d *lexicon.Document) (string, error) {
	path := d.Source.Path
	id, ok := r.NSID(d.ID)
	info, err := os.Lstat(filepath.FromSlash(path))
	if !ok || err != nil || !info.Mode().IsRegular() { // a link stays where it is
		return path, files.Error("read", path, err)
	}
	if moved, ok := Path(path, d.ID, id); ok {
		return moved, nil
	}
	// A part of the id can be outside of the path that was given.
	full, err := filepath.Abs(filepath.FromSlash(path))
	if err != nil {
		return "", err
	}
	moved, ok := Path(filepath.ToSlash(full), d.ID, id)
	if !ok {
		return path, nil
	}
	here, err := filepath.Abs(".")
	if err != nil || filepath.IsAbs(path) {
		return moved, err
	}
	relative, err := filepath.Rel(here, filepath.FromSlash(moved))
	return filepath.ToSlash(relative), err
}

// plan is a list of changes, none of which is empty.
type plan []files.Change

// add adds a file that is edited and gets the path moved.
func (p *plan) add(source *diag.Source, moved string, edits []diag.Edit) error {
	change := files.Change{
		Path: filepath.FromSlash(source.Path), NewPath: filepath.FromSlash(moved), Old: source.Text, New: source.Edited(edits),
	}
	if source.Path == moved && bytes.Equal(change.Old, change.New) {
		return nil
	}
	for _, other := range *p {
		if other.NewPath == change.NewPath {
			return fmt.Errorf("%s and %s would both become %s", filepath.ToSlash(other.Path), source.Path, moved)
		}
	}
	*p = append(*p, change)
	return nil
}
