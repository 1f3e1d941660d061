package registry

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"github.com/ipfs/go-cid"

	"github.com/lexsmith/lexsmith/internal/config"
	"github.com/lexsmith/lexsmith/internal/files"
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
	l, err = parseLock(text)
	if err != nil {
		err = fmt.Errorf("%s: %w; restore the file, or delete it and run \"lexsmith pull\"", filepath.ToSlash(path), err)
	}
	return l, true, err
}

func parseLock(text []byte) (*SourceLock, error) {
	var f lockText
	if err := json.Unmarshal(text, &f); err != nil {
		return nil, fmt.Errorf("not a valid lock: %w", err)
	}
	if f.Version != lockVersion {
		return nil, fmt.Errorf("unknown version %d of the lock; this version of lexsmith reads version %d", f.Version, lockVersion)
	}
	l := &SourceLock{f.Sources, map[syntax.NSID]Resolution{}}
	for id, entry := range f.Lexicons {
		r := Resolution{Origin: Origin{Source: entry.Source, Commit: entry.Commit, File: entry.Path}}
		var err error
		if r.CID, err = cid.Decode(entry.CID); err != nil || !syntax.IsNSID(string(id)) || entry.Source == "" || r.CID.Prefix() != recordPrefix {
			return nil, fmt.Errorf("the entry of %q is not valid", id)
		}
		l.Lexicons[id] = r
	}
	return l, nil
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
