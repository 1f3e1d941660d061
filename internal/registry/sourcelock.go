package registry

import (
	"strconv"

	"github.com/lexsmith/lexsmith/internal/config"
	"github.com/lexsmith/lexsmith/internal/git"
	"github.com/lexsmith/lexsmith/internal/words"
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

// read reads the lock from its file.
func (l *SourceLock) read(r *listReader, root *lexicon.Value) {
	r.object(root, "the lock must be an object", []string{"version", "sources", "lexicons"}, fields{
		"version": func(_ string, v *lexicon.Value) {
			if v.Kind != lexicon.KindNumber || v.Text != strconv.Itoa(lockVersion) {
				r.fail(v.Span.Start, "unknown version of the lock; this version of lexsmith reads version %d", lockVersion)
			}
		},
		"sources": func(_ string, v *lexicon.Value) {
			for _, item := range r.items(v, `"sources" must be an array of objects`) {
				l.Sources = append(l.Sources, r.lockedSource(item))
			}
		},
		"lexicons": func(key string, v *lexicon.Value) { l.Lexicons = r.byNSID(key, v, r.lockedLexicon) },
	})
}

func (r *listReader) lockedSource(object *lexicon.Value) (s lockedSource) {
	r.object(object, "a source must be an object", nil, fields{
		"git": r.text(&s.Git), "folder": r.text(&s.Folder), "ref": r.text(&s.Ref), "path": r.text(&s.Path), "commit": r.text(&s.Commit),
		"take": func(key string, v *lexicon.Value) { s.Take = r.patterns(key, v) },
		"tag": func(_ string, v *lexicon.Value) {
			r.is(v, lexicon.KindBoolean, "tag must be a boolean")
			s.Tag = v.Text == "true"
		},
	})
	return s
}

func (r *listReader) lockedLexicon(_ syntax.NSID, object *lexicon.Value) (l Resolution) {
	r.object(object, "a locked Lexicon must be an object with cid, path and source", []string{"cid", "path", "source"}, fields{
		"source": r.text(&l.Source), "commit": r.text(&l.Commit), "path": r.text(&l.File), "cid": r.cid(&l.CID),
	})
	return l
}

// text returns what reads a string that says something. A commit is given by its full id.
func (r *listReader) text(to *string) valueReader {
	return func(key string, v *lexicon.Value) {
		switch *to = v.Text; {
		case !r.isString(key, v):
		case v.Text == "":
			r.fail(v.Span.Start, "%s must not be empty", key)
		case key == "commit" && !git.IsID(v.Text):
			r.fail(v.Span.Start, "%s is not the full id of a commit", words.Quote(v.Text))
		}
	}
}

const lockVersion = 1

// Text returns the text of the file, with all keys sorted.
func (l *SourceLock) Text() []byte {
	lexicons := map[syntax.NSID]map[string]string{}
	for id, r := range l.Lexicons {
		lexicons[id] = map[string]string{"cid": r.CID.String(), "path": r.File, "source": r.Source}
		if r.Commit != "" {
			lexicons[id]["commit"] = r.Commit
		}
	}
	sources := append([]lockedSource{}, l.Sources...) // never nil, which would be null
	return encoded(map[string]any{"lexicons": lexicons, "sources": sources, "version": lockVersion})
}
