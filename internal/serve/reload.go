package serve

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/lexsmith/lexsmith/internal/project"
	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/lint"
)

// Schemas are schemas that are served. Errors in them do not prevent that.
type Schemas struct {
	*project.Schemas
	Own    int               // errors in them, without those of dependencies
	errors map[string]string // by what stays the same when other lines of a file change
}

// CheckSchemas finds the errors in schemas of a project, but those of Foreign types: what they
// leave out keeps nothing else from being served.
func CheckSchemas(ctx context.Context, p *project.Project, set *project.Schemas) (*Schemas, error) {
	result, err := lint.Lint(ctx, set.Catalog, lint.Options{Profile: p.Profile, MinSeverity: diag.Error, Dependency: true})
	if err != nil {
		return nil, err
	}
	s := &Schemas{Schemas: set, errors: map[string]string{}}
	others := map[string]bool{} // the files of dependencies
	for _, d := range set.Documents() {
		if d.Dependency {
			others[d.Source.Path] = true
			if d.Examples != nil {
				others[d.Examples.Source.Path] = true
			}
		}
	}
	own := map[string]bool{}
	for _, f := range result.Findings {
		if !p.Policy.Keep(&f) || f.Severity != diag.Error || f.Foreign {
			continue
		}
		at, key := f.Source.Position(f.Span.Start), f.Path()+"\x00"+f.Pointer+"\x00"+f.Message
		s.errors[key] = fmt.Sprintf("%s:%d:%d: %s", f.Path(), at.Line, at.Column, f.Message)
		if !others[f.Path()] {
			own[key] = true
		}
	}
	s.Own = len(own)
	return s, nil
}

// Replaces returns why changed schemas must not replace those that are served: they bring
// an error, or a file that is served can no longer be read as a Lexicon.
func (s *Schemas) Replaces(old *Schemas) error {
	if s.Unreadable != nil {
		return s.Unreadable
	}
	loaded := map[string]bool{}
	for _, d := range s.Documents() {
		loaded[d.Source.Path] = true
	}
	for _, d := range old.Documents() {
		if !loaded[d.Source.Path] && s.isLost(d.Source.Path) {
			return fmt.Errorf("%s is no longer a Lexicon", words.Quote(d.Source.Path))
		}
	}
	var fresh []string
	for key, text := range s.errors {
		if old.errors[key] == "" {
			fresh = append(fresh, text)
		}
	}
	if slices.Sort(fresh); len(fresh) > 0 {
		return errors.New(fresh[0])
	}
	return nil
}

// isLost reports whether a file exists that was not loaded, also not by the name of a link
// to it.
func (s *Schemas) isLost(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && !slices.ContainsFunc(s.Documents(), func(d *lexicon.Document) bool {
		other, err := os.Stat(d.Source.Path)
		return err == nil && os.SameFile(info, other)
	})
}
