package registry

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/lexsmith/lexsmith/internal/config"
	"github.com/lexsmith/lexsmith/internal/files"
	"github.com/lexsmith/lexsmith/internal/git"
	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// SourceLock says which Lexicons were taken from the sources of the config file, and in which
// revisions. The zero SourceLock is that of a project without one.
type SourceLock struct {
	Sources  []lockedSource
	Lexicons map[syntax.NSID]Resolution
}

// lockedSource is a source as it was when Lexicons were taken from it.
type lockedSource struct {
	Commit string `json:"commit,omitempty"` // of a git repository
	config.Source
	Tag bool `json:"tag,omitempty"` // the ref is a tag, which must not point elsewhere
}

// is reports whether the config file still says the same about a source.
func (l *lockedSource) is(s *config.Source) bool {
	return l.isAt(s) && slices.Equal(l.Take, s.Take)
}

// isAt is is, whatever is taken.
func (l *lockedSource) isAt(s *config.Source) bool {
	return l.Git == s.Git && l.Folder == s.Folder && l.Ref == s.Ref && l.Path == s.Path
}

// lockedLexicon is a Lexicon in the file.
type lockedLexicon struct {
	CID    string `json:"cid"`
	Commit string `json:"commit,omitempty"`
	Path   string `json:"path"`
	Source string `json:"source"`
}

// lockText is the content of the file.
type lockText struct {
	Lexicons map[syntax.NSID]lockedLexicon `json:"lexicons"`
	Sources  []lockedSource                `json:"sources"`
	Version  int                           `json:"version"`
}

// readLock reads the lock of a project, and reports whether it exists.
func readLock(path string) (l *SourceLock, exists bool, err error) {
	text, err := files.Read(path, files.MaxProjectFile)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return &SourceLock{}, false, nil
	case err != nil:
		return nil, false, files.Error("read", path, err)
	}
	l, err = parseLock(&diag.Source{Path: filepath.ToSlash(path), Text: text})
	if err != nil {
		err = fmt.Errorf("%w; restore the file, or delete it and run \"lexsmith pull\"", err)
	}
	return l, true, err
}

// parseLock reads the text of a lock. The error joins what is wrong with it, each with its
// place.
func parseLock(source *diag.Source) (*SourceLock, error) {
	l := &SourceLock{Lexicons: map[syntax.NSID]Resolution{}}
	r := lockReader{listReader{source: source}}
	err := r.read(func(root *lexicon.Value) { r.lock(l, root) })
	return l, err
}

// lockReader reads a lock.
type lockReader struct{ listReader }

func (r *lockReader) lock(l *SourceLock, root *lexicon.Value) {
	r.object(root, "the lock must be an object", []string{"version", "sources", "lexicons"}, func(name string, v *lexicon.Value) {
		switch name {
		case "version":
			if v.Kind != lexicon.KindNumber || v.Text != strconv.Itoa(lockVersion) {
				r.fail(v.Span.Start, "unknown version of the lock; this version of lexsmith reads version %d", lockVersion)
			}
		case "sources":
			for _, item := range r.items(v, `"sources" must be an array of objects`) {
				l.Sources = append(l.Sources, r.lockedSource(item))
			}
		case "lexicons":
			r.byNSID(v, `"lexicons" must be an object`, func(id syntax.NSID, v *lexicon.Value) { l.Lexicons[id] = r.lexicon(v) })
		}
	})
}

func (r *lockReader) lockedSource(object *lexicon.Value) (s lockedSource) {
	texts := map[string]*string{"git": &s.Git, "folder": &s.Folder, "ref": &s.Ref, "path": &s.Path, "commit": &s.Commit}
	r.object(object, "a source must be an object", nil, func(name string, v *lexicon.Value) {
		switch text := texts[name]; {
		case name == "tag":
			r.is(v, lexicon.KindBoolean, "tag must be a boolean")
			s.Tag = v.Text == "true"
		case name == "take":
			for _, item := range r.items(v, `"take" must be an array of patterns`) {
				if r.is(item, lexicon.KindString, "a pattern must be a string") {
					s.Take = append(s.Take, config.Pattern(item.Text))
				}
			}
		case text != nil:
			*text = r.text(name, v)
		}
	})
	return s
}

func (r *lockReader) lexicon(object *lexicon.Value) (l Resolution) {
	texts := map[string]*string{"source": &l.Source, "commit": &l.Commit, "path": &l.File}
	r.object(object, "a locked Lexicon must be an object with cid, path and source", []string{"cid", "path", "source"}, func(name string, v *lexicon.Value) {
		if text := texts[name]; text != nil {
			*text = r.text(name, v)
		} else if name == "cid" && r.is(v, lexicon.KindString, "cid must be a string") {
			l.CID = r.cid(v)
		}
	})
	return l
}

// text reads a string that says something. A commit is given by its full id.
func (r *lockReader) text(name string, v *lexicon.Value) string {
	if r.is(v, lexicon.KindString, name+" must be a string") {
		if v.Text == "" {
			r.fail(v.Span.Start, "%s must not be empty", name)
		} else if name == "commit" && !git.IsID(v.Text) {
			r.fail(v.Span.Start, "%s is not the full id of a commit", words.Quote(v.Text))
		}
	}
	return v.Text
}

const lockVersion = 1

// Text returns the text of the file: all sorted, with an indent of two spaces.
func (l *SourceLock) Text() []byte {
	f := lockText{map[syntax.NSID]lockedLexicon{}, append([]lockedSource{}, l.Sources...), lockVersion}
	for id, r := range l.Lexicons {
		f.Lexicons[id] = lockedLexicon{r.CID.String(), r.Commit, r.File, r.Source}
	}
	var text bytes.Buffer
	if err := json.Indent(&text, encoded(f), "", "  "); err != nil {
		panic(err) // it is made of strings
	}
	text.WriteByte('\n')
	return text.Bytes()
}
