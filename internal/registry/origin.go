package registry

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/internal/config"
	"github.com/lexsmith/lexsmith/internal/files"
	"github.com/lexsmith/lexsmith/internal/project"
	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/network"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// puller decides where each Lexicon of a plan comes from, and what happens to it.
type puller struct {
	*Vendor
	PullOptions
	sources  sources
	accounts map[string][]syntax.DID // of the manifest, by the authority that they have
}

// origin returns where the newest revision of a Lexicon comes from: the first source that
// provides it, or the first resolver that has it, or else the account that DNS names. It
// returns the zero Origin for a Lexicon that nobody can publish. Named says that the project
// itself names the source, the folder, or the account.
func (p *puller) origin(ctx context.Context, id syntax.NSID) (from Origin, named bool, err error) {
	for _, s := range p.sources {
		if s.newest != nil && s.newest.provided[id] {
			d := s.newest.Document(id) // not ambiguous, see openSources
			return Origin{Source: s.Name(), Commit: s.newest.commit, File: d.Source.Path}, true, nil
		}
	}
	for _, r := range p.Manifest.resolvers {
		if !r.covers(id) {
			continue
		}
		if from, err := p.inResolver(ctx, r, id); err != nil || from != (Origin{}) {
			return from, from.File != "" || from.DID == syntax.DID(r.repo), err
		}
	}
	if id.Internal() {
		return Origin{}, false, nil
	}
	from.DID, err = p.Network.Authority(ctx, id)
	return from, false, err
}

// inResolver returns where a resolver has a Lexicon; the zero Origin if it does not.
func (p *puller) inResolver(ctx context.Context, r resolver, id syntax.NSID) (Origin, error) {
	switch r.kind {
	case "directory":
		if _, err := os.Stat(p.path(r.path)); err != nil {
			return Origin{}, fmt.Errorf("%s: cannot read the folder of a resolver: %w", project.ManifestName, files.Error("read", r.path, err))
		}
		file := path.Join(r.path, slashedPath(id))
		if _, err := os.Stat(p.path(file)); err != nil {
			if errors.Is(err, fs.ErrNotExist) {
				err = nil
			}
			return Origin{}, files.Error("read", file, err)
		}
		return Origin{File: file}, nil
	case "repo":
		account, err := p.Network.Resolve(ctx, r.repo)
		if err != nil {
			return Origin{}, err
		}
		listed, err := p.Network.Listed(ctx, account.DID, id)
		if err != nil || !listed.CID.Defined() {
			return Origin{}, err
		}
		return Origin{DID: account.DID}, nil
	}
	return Origin{}, r.unknown(string(id))
}

// list returns the Lexicons that the resolvers have and that a pattern selects.
func (p *puller) list(ctx context.Context, pattern config.Pattern) (ids []syntax.NSID, err error) {
	for _, r := range p.Manifest.resolvers {
		var found []syntax.NSID
		switch r.kind {
		case "directory":
			found, err = p.files(r, pattern)
		case "repo":
			var account *network.Identity
			var listed []network.ListEntry
			if account, err = p.Network.Resolve(ctx, r.repo); err == nil {
				listed, err = p.Network.List(ctx, account.DID)
			}
			for _, l := range listed {
				found = append(found, l.NSID)
			}
		default:
			if r.covers(syntax.NSID(strings.ReplaceAll(string(pattern), "*", "x"))) {
				err = r.unknown(string(pattern))
			}
		}
		if err != nil {
			return nil, err
		}
		ids = append(ids, slices.DeleteFunc(found, func(id syntax.NSID) bool { return !pattern.Matches(id) || !r.covers(id) })...)
	}
	return ids, nil
}

// files returns the Lexicons in the folder of a resolver, by the names of the files.
func (p *puller) files(r resolver, pattern config.Pattern) (ids []syntax.NSID, err error) {
	below := strings.ReplaceAll(strings.TrimSuffix(string(pattern), ".*"), ".", "/")
	root := p.path(r.path)
	err = filepath.WalkDir(filepath.Join(root, filepath.FromSlash(below)), func(file string, e fs.DirEntry, err error) error {
		name, bad := filepath.Rel(root, file)
		if name, ok := strings.CutSuffix(filepath.ToSlash(name), ".json"); ok && bad == nil {
			if id, err := syntax.ParseNSID(strings.ReplaceAll(name, "/", ".")); err == nil {
				ids = append(ids, id)
			}
		}
		return err
	})
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return ids, err
}

// path returns the path of a file or folder that the manifest names.
func (p *puller) path(relative string) string {
	return filepath.Join(filepath.Dir(p.config.Path), filepath.FromSlash(relative))
}

// revision is a revision of a Lexicon.
type revision struct {
	Origin
	Record
	verified bool // or from a file
}

// fetch returns the revision of a Lexicon that an origin has. The file of the project may be the
// one that an account publishes. The error is one of IsUnpublished if the origin has none.
func (p *puller) fetch(ctx context.Context, from Origin, id syntax.NSID, have Record) (*revision, error) {
	var text []byte
	var err error
	switch {
	case from.Source != "":
		from.File, text, err = p.fromSource(ctx, from, id)
	case from.File != "":
		text, err = files.Read(p.path(from.File), lexicon.MaxFileSize)
		err = files.Error("read", from.File, err)
	default:
		l, err := newest(ctx, p.Network, from.DID, id, have)
		if err != nil {
			return nil, err
		}
		return &revision{from, Record{l.JSON, l.CID}, l.Verified}, nil
	}
	if err != nil {
		return nil, err
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	link, err := network.RecordCID(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", from.File, err)
	}
	root, _ := lexicon.ReadJSON(&diag.Source{Path: from.File, Text: text})
	if found := lexicon.IDOf(root); found != id {
		return nil, fmt.Errorf("%s: the file has the id %s instead of %s", from.File, words.Quote(string(found)), id)
	}
	return &revision{from, Record{text, link}, true}, nil
}

// fromSource returns the path and the text of a Lexicon in a source.
func (p *puller) fromSource(ctx context.Context, from Origin, id syntax.NSID) (file string, text []byte, err error) {
	for _, s := range p.sources {
		if s.Name() != from.Source {
			continue
		}
		c, err := s.at(ctx, from.Commit)
		if err == nil {
			err = c.ambiguous[id]
		}
		if err != nil {
			return "", nil, err
		}
		if d := c.Document(id); d != nil { // else it is in one with another path
			return d.Source.Path, d.Source.Text, nil
		}
	}
	return "", nil, fmt.Errorf("%s: %w: %s in %s does not have it", id, network.ErrNoRecord, from.Source, config.FileName)
}
