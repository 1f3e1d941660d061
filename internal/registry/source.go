package registry

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/lexsmith/lexsmith/internal/config"
	"github.com/lexsmith/lexsmith/internal/files"
	"github.com/lexsmith/lexsmith/internal/git"
	"github.com/lexsmith/lexsmith/internal/gitrev"
	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/network"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// source is a source of the config file, and what was read from it.
type source struct {
	*config.Source
	config   *config.Config
	insecure bool
	locked   lockedSource // as the lock has it, whatever was taken; zero for a new one
	isLocked bool         // the lock has it, with the same that is taken

	isTag  bool      // what it means now is a tag
	newest *contents // what its Lexicons are to be taken from; nil if they stay as they are
	all    bool      // new Lexicons are taken, too: then there is a newest

	mu   sync.Mutex
	read map[string]func() (*contents, error) // by commit
}

// contents are the Lexicons of a source at a commit, or now.
type contents struct {
	commit string // "" for a folder
	*Lexicons
	ambiguous map[syntax.NSID]error // of those that have two files
	provided  map[syntax.NSID]bool  // those to take, and those of the source that they refer to
}

// check returns the error for the first of the Lexicons to take that have two files.
func (c *contents) check() error {
	ids := slices.DeleteFunc(slices.Sorted(maps.Keys(c.ambiguous)), func(id syntax.NSID) bool { return !c.provided[id] })
	if len(ids) == 0 {
		return nil
	}
	err := c.ambiguous[ids[0]]
	if more := len(ids) - 1; more > 0 {
		err = fmt.Errorf("%w (so have %s)", err, words.Count(more, "more id"))
	}
	return err
}

// at returns the Lexicons of the source at a commit, or, of a folder, as they are.
func (s *source) at(ctx context.Context, commit string) (*contents, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.read[commit] == nil {
		s.read[commit] = sync.OnceValues(func() (*contents, error) { return s.load(ctx, commit) })
	}
	return s.read[commit]()
}

func (s *source) load(ctx context.Context, commit string) (*contents, error) {
	input, err := s.open(ctx, commit)
	if err != nil {
		return nil, err
	}
	catalog, err := lexicon.Load(ctx, []lexicon.Input{input}, lexicon.LoadOptions{})
	if err != nil {
		return nil, files.Errors(err)
	}
	c := &contents{commit, NewLexicons(catalog, true), map[syntax.NSID]error{}, map[syntax.NSID]bool{}}
	key := "path"
	if s.Folder != "" {
		key = "folder"
	}
	for _, d := range c.Documents() {
		if first := c.Document(d.ID); d.ID != "" && d != first && c.ambiguous[d.ID] == nil {
			c.ambiguous[d.ID] = fmt.Errorf("%s: two files have the id %s, %s and %s; set %q to the folder with the right one",
				s.Name(), d.ID, first.Source.Path, d.Source.Path, key)
		}
	}
	for _, id := range c.IDs {
		if s.Takes(id) {
			c.provide(id)
		}
	}
	return c, nil
}

// provide adds a Lexicon to those that the source provides, with those that it refers to.
func (c *contents) provide(id syntax.NSID) {
	for open := []syntax.NSID{id}; len(open) > 0; open = open[1:] {
		if d := c.Document(open[0]); d != nil && !c.provided[open[0]] {
			c.provided[open[0]] = true
			open = append(open, references(d.Root)...)
		}
	}
}

// open returns the files of the source, those of a repository at a commit.
func (s *source) open(ctx context.Context, commit string) (input lexicon.Input, err error) {
	if s.Git != "" {
		return s.openCommit(ctx, commit)
	}
	folder := s.config.Resolve(s.Folder)
	if _, err := os.Stat(folder); err != nil {
		return input, fmt.Errorf("cannot read the source: %w", files.Error("read", s.Folder, err))
	}
	return lexicon.Input{FS: os.DirFS(folder), Name: "."}, nil
}

// openCommit fetches a commit, and reads its files into memory.
func (s *source) openCommit(ctx context.Context, commit string) (input lexicon.Input, err error) {
	remote, dir, err := s.remote()
	if err != nil {
		return input, err
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o700); err != nil {
		return input, files.Error("create", filepath.Dir(dir), err)
	}
	unlock, err := Lock(ctx, dir, func() {})
	if err != nil {
		return input, err
	}
	defer unlock()
	if err := remote.Fetch(ctx, commit); errors.Is(err, git.ErrNoCommit) {
		return input, fmt.Errorf("%w; to take what it has now, run \"lexsmith pull --update\"", err)
	} else if err != nil {
		return input, err
	}
	c, err := gitrev.Resolve(ctx, dir, commit, true)
	if err != nil {
		return input, fmt.Errorf("%s: %w", s.Git, err)
	}
	defer c.Close()
	name, err := c.Old.Add(ctx, cmp.Or(s.Path, "."))
	if errors.Is(err, fs.ErrNotExist) {
		return input, fmt.Errorf("%s does not have the folder %q at %.7s", s.Git, s.Path, commit)
	}
	if err == nil {
		err = c.Fill(ctx, lexicon.MaxFileSize+1)
	}
	if err != nil {
		return input, fmt.Errorf("%s: %w", s.Git, err)
	}
	input = lexicon.Input{FS: c.Old.FS, Name: name}
	if name != "." {
		input.Display = name
	}
	return input, nil
}

// remote returns the repository of the source, and the folder for what is fetched from it.
func (s *source) remote() (*git.Remote, string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return nil, "", fmt.Errorf("there is no folder for caches: %w", err)
	}
	sum := sha256.Sum256([]byte(s.Git))
	dir := filepath.Join(cache, "lexsmith", "git", hex.EncodeToString(sum[:8]))
	remote, err := git.NewRemote(s.Git, dir, s.insecure)
	if err != nil {
		err = fmt.Errorf("%s: sources: %w", s.config.Path, err)
	}
	return remote, dir, err
}

// find returns the commit that the source means now, "" for a folder, and whether it is that
// of a tag.
func (s *source) find(ctx context.Context) (commit string, isTag bool, err error) {
	if s.Git == "" {
		return "", false, nil
	}
	remote, _, err := s.remote()
	if err != nil {
		return "", false, err
	}
	return remote.Find(ctx, s.Ref)
}

// sources are those of the config file.
type sources []*source

// unreadSources returns the sources of the config file. Nothing is read from them.
func (v *Vendor) unreadSources() (all sources) {
	for i := range v.config.Sources {
		s := &source{Source: &v.config.Sources[i], config: v.config, read: map[string]func() (*contents, error){}}
		for _, l := range v.Lock.Sources {
			if l.Git == s.Git && l.Folder == s.Folder && l.Ref == s.Ref && l.Path == s.Path {
				s.locked, s.isLocked = l, s.isLocked || slices.Equal(l.Take, s.Take)
			}
		}
		all = append(all, s)
	}
	return all
}

// openSources reads what is to be taken from the sources. A tag that points elsewhere now is
// a problem of the plan.
func (v *Vendor) openSources(ctx context.Context, r *PullOptions, p *Pull) (all sources, err error) {
	all = v.unreadSources()
	for _, s := range all {
		s.insecure, s.all = r.Insecure, r.UpdateAll || !s.isLocked
		isNew := s.locked.Name() == ""
		update := isNew || r.UpdateAll
		for id := range r.Update {
			update = update || v.sourceNamed(v.Lock.Lexicons[id].Source, id) == s.Source
		}
		commit := s.locked.Commit
		if update {
			commit, s.isTag, err = s.find(ctx)
		} else {
			s.checkTag(ctx, p)
		}
		if err == nil && (update || s.all) {
			if s.newest, err = s.at(ctx, commit); err == nil {
				err = s.newest.check()
			}
		}
		if err != nil {
			return nil, err
		}
	}
	p.noteShared(all)
	v.noteTake(all, p)
	return all, nil
}

// checkTag finds out whether a tag still means the commit of the lock.
func (s *source) checkTag(ctx context.Context, p *Pull) {
	if s.isTag = s.locked.Tag; !s.isTag {
		return
	}
	found, _, err := s.find(ctx)
	switch {
	case err != nil:
		p.warn(s.config.Path, "", "cannot check whether the tag %s has moved: %s", s.Ref, err)
	case found != s.locked.Commit:
		p.fail(s.config.Path, "the tag %s of %s now points to %.7s instead of %.7s; to take it, run \"lexsmith pull --update\"", s.Ref, s.Git, found, s.locked.Commit)
	}
}

// noteShared says which Lexicons are in several sources, of which the first wins.
func (p *Pull) noteShared(all sources) {
	first := map[syntax.NSID]*source{}
	for _, s := range all {
		if s.newest == nil {
			continue
		}
		for _, id := range slices.Sorted(maps.Keys(s.newest.provided)) {
			if other := first[id]; other == nil {
				first[id] = s
			} else {
				p.Notes = append(p.Notes, fmt.Sprintf("%s is in %s and in %s; it is taken from the first", id, other.Name(), s.Name()))
			}
		}
	}
}

// noteTake says which entries of "take" bring nothing, such as one with a typing error. Of
// what a source had once, the plan says that it is no longer there.
func (v *Vendor) noteTake(all sources, p *Pull) {
	for _, s := range all {
		if s.newest == nil {
			continue
		}
		ids := slices.AppendSeq(slices.Clone(s.newest.IDs), maps.Keys(v.Lock.Lexicons))
		for _, taken := range s.Take {
			if own := v.own(syntax.NSID(taken)); own != nil {
				p.Notes = append(p.Notes, fmt.Sprintf("%s is not taken from %s, because it is a Lexicon of this project: %s", taken, s.Name(), own.Source.Path))
			} else if !slices.ContainsFunc(ids, taken.Matches) {
				p.Notes = append(p.Notes, fmt.Sprintf("%s has no Lexicon that matches %s in \"take\"", s.Name(), taken))
			}
		}
	}
}

// warnOrphans warns of Lexicons in the plan that were taken from sources which the config file
// no longer has. They are kept, as what a source no longer has.
func (v *Vendor) warnOrphans(p *Pull) {
	for _, e := range p.Plan {
		if e.Source != "" && v.sourceNamed(e.Source, e.NSID) == nil && (e.Action == Keep || e.Action == Install) {
			p.warn(e.Path, e.NSID, "%[1]s was taken from %[2]s, which %[3]s no longer has; to look for it on the network, run \"lexsmith pull --update %[1]s\"",
				e.NSID, e.Source, config.FileName)
		}
	}
}

// sourceNamed returns the source of the config file with a name; of several, the first that
// takes a Lexicon, or else the first. It is nil if there is none.
func (v *Vendor) sourceNamed(name string, id syntax.NSID) (found *config.Source) {
	for i := range v.config.Sources {
		if s := &v.config.Sources[i]; s.Name() == name {
			if s.Takes(id) {
				return s
			}
			found = cmp.Or(found, s)
		}
	}
	return found
}

// brought returns the Lexicons of the lock that sources of the config file still take.
func (v *Vendor) brought() []syntax.NSID {
	return slices.DeleteFunc(slices.Collect(maps.Keys(v.Lock.Lexicons)), func(id syntax.NSID) bool {
		s := v.sourceNamed(v.Lock.Lexicons[id].Source, id)
		return s == nil || !s.Takes(id)
	})
}

// taken returns the Lexicons that are to be taken from sources, unless the project has them
// itself. The plan says why some are left out.
func (v *Vendor) taken(all sources, p *Pull) []syntax.NSID {
	ids := v.brought()
	for _, s := range all {
		if !s.all {
			continue
		}
		for _, id := range s.newest.IDs {
			if !s.Takes(id) || v.outside.Document(id) != nil || slices.Contains(ids, id) {
				continue
			}
			d := s.newest.Document(id)
			if _, err := network.RecordCID(d.Source.Text); err != nil {
				p.warn(s.config.Path, id, "skipped %s of %s: %s: %s", id, s.Name(), d.Source.Path, err)
				continue
			}
			ids = append(ids, id)
		}
	}
	return ids
}

// lock returns what the lock is to say: about Lexicons as it is given, and about the sources.
// One of which only some Lexicons were updated stays at its commit.
func (all sources) lock(lexicons map[syntax.NSID]Resolution) *SourceLock {
	l := &SourceLock{Lexicons: lexicons}
	for _, s := range all {
		commit := s.locked.Commit
		if s.newest != nil {
			behind := false
			for id, r := range lexicons {
				behind = behind || r.Source == s.Name() && r.Commit != s.newest.commit && s.Takes(id)
			}
			if s.all || !behind {
				commit = s.newest.commit
			}
		}
		l.Sources = append(l.Sources, lockedSource{commit, *s.Source, s.isTag})
	}
	return l
}
