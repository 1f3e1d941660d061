package registry

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ipfs/go-cid"

	"github.com/lexsmith/lexsmith/internal/config"
	"github.com/lexsmith/lexsmith/internal/files"
	"github.com/lexsmith/lexsmith/internal/project"
	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/network"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// Manifest says which Lexicons of others a project has, and in which revisions. Its
// file has the format of "lex install" of @atproto/lex, so that a project can use
// both. The zero Manifest is that of a project without one.
type Manifest struct {
	Lexicons    []syntax.NSID // those that the project asks for
	Resolutions map[syntax.NSID]Resolution

	resolvers []resolver // where to look before the network, in order
	members   members
}

// Resolution is the revision of a Lexicon: of one that the project asks for, or of one
// that others refer to.
type Resolution struct {
	Origin
	CID     cid.Cid // of the record, or of the value of the file
	members members
}

// Origin is where a Lexicon comes from: an account, or a file.
type Origin struct {
	DID  syntax.DID
	File string // path with slashes, relative to the source or else to the manifest; "" for an account
	// Source is the name of a source of the config file, and Commit one of its repository.
	Source, Commit string
}

// URI returns what the manifest says about a Lexicon of that origin; "" if it is not known.
func (o Origin) URI(id syntax.NSID) string {
	switch {
	case o.Commit != "":
		return o.Source + "@" + o.Commit + ":" + o.File
	case o.Source != "":
		return fileScheme + path.Join(o.Source, o.File)
	case o.File != "":
		return fileScheme + o.File
	case o.DID != "":
		return network.RecordURI(o.DID, id)
	}
	return ""
}

// resolver is where to look for some Lexicons before DNS is asked.
type resolver struct {
	kind string              // "directory", "repo", or one that is not known
	path string              // of a directory, relative to the manifest
	repo syntax.AtIdentifier // the account
	// include and exclude select Lexicons; nil for none given.
	include, exclude []config.Pattern
}

func (r *resolver) covers(id syntax.NSID) bool {
	matches := func(p config.Pattern) bool { return p.Matches(id) }
	return (r.include == nil || slices.ContainsFunc(r.include, matches)) && !slices.ContainsFunc(r.exclude, matches)
}

func (r *resolver) unknown(needed string) error {
	return fmt.Errorf("%s: %s needs a resolver of the unknown type %s; this version of lexsmith knows the types directory and repo",
		project.ManifestName, needed, words.Quote(r.kind))
}

// fileScheme is what the URI of a file begins with, before a relative path.
const fileScheme = "file://"

// listed reports whether the manifest has a Lexicon.
func (m *Manifest) listed(id syntax.NSID) bool {
	_, ok := m.Resolutions[id]
	return ok
}

// readManifest reads a file, and reports whether it exists. Without one the manifest is
// empty.
func readManifest(path string) (m *Manifest, exists bool, err error) {
	text, err := files.Read(path, files.MaxProjectFile)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return &Manifest{}, false, nil
	case err != nil:
		return nil, false, files.Error("read", path, err)
	}
	m, err = parseManifest(&diag.Source{Path: filepath.ToSlash(path), Text: text})
	return m, true, err
}

// parseManifest reads the text of a manifest. The error joins what is wrong with it,
// each with its place.
func parseManifest(source *diag.Source) (*Manifest, error) {
	m := &Manifest{Resolutions: map[syntax.NSID]Resolution{}}
	r := manifestReader{listReader{source: source}}
	err := r.read(func(root *lexicon.Value) { r.manifest(m, root) })
	return m, err
}

// manifestReader reads a manifest.
type manifestReader struct{ listReader }

func (r *manifestReader) manifest(m *Manifest, root *lexicon.Value) {
	m.members = r.object(root, "the manifest must be an object", []string{"version", "lexicons", "resolutions"}, func(name string, v *lexicon.Value) {
		switch name {
		case "version":
			if v.Kind != lexicon.KindNumber || v.Text != "1" && v.Text != "2" {
				r.fail(v.Span.Start, "unknown version of the manifest; this version of lexsmith reads versions 1 and 2")
			}
		case "lexicons":
			m.Lexicons = r.lexicons(v)
		case "resolvers":
			for _, item := range r.items(v, `"resolvers" must be an array of objects`) {
				m.resolvers = append(m.resolvers, r.resolver(item))
			}
		case "resolutions":
			r.byNSID(v, `"resolutions" must be an object`, func(id syntax.NSID, v *lexicon.Value) { m.Resolutions[id] = r.resolution(id, v) })
		}
	})
}

func (r *manifestReader) lexicons(list *lexicon.Value) (ids []syntax.NSID) {
	for _, item := range r.items(list, `"lexicons" must be an array of NSIDs`) {
		if !r.is(item, lexicon.KindString, `an entry of "lexicons" must be an NSID`) {
			continue
		}
		if id, ok := r.nsid(item.Text, item.Span.Start); ok && slices.Contains(ids, id) {
			r.fail(item.Span.Start, "%s appears twice", id)
		} else if ok {
			ids = append(ids, id)
		}
	}
	return ids
}

// resolver reads where to look for Lexicons. Of a type that is not known only the patterns
// are read.
func (r *manifestReader) resolver(object *lexicon.Value) (all resolver) {
	needed := map[string]string{"directory": "path", "repo": "repo"}
	keys := []string{"type"}
	if t := object.Field("type"); t != nil && needed[t.Text] != "" {
		keys = append(keys, needed[t.Text])
	}
	r.object(object, "a resolver must be an object with a type", keys, func(name string, v *lexicon.Value) {
		switch name {
		case "include":
			all.include = r.patterns(v, name)
		case "exclude":
			all.exclude = r.patterns(v, name)
		case "type", "path", "repo":
			if name != "type" && !slices.Contains(keys, name) || !r.is(v, lexicon.KindString, name+" must be a string") {
				return
			}
			switch name {
			case "type":
				all.kind = v.Text
			case "path":
				all.path = path.Clean(v.Text)
			case "repo":
				if all.repo = syntax.AtIdentifier(v.Text); !syntax.IsAtIdentifier(v.Text) {
					r.fail(v.Span.Start, "%s is neither a handle nor a DID", words.Quote(v.Text))
				}
			}
		}
	})
	return all
}

func (r *manifestReader) patterns(list *lexicon.Value, name string) []config.Pattern {
	all := []config.Pattern{}
	for _, item := range r.items(list, words.Quote(name)+" must be an array of patterns") {
		if r.is(item, lexicon.KindString, "a pattern must be a string") {
			all = append(all, config.Pattern(item.Text))
		}
	}
	return all
}

func (r *manifestReader) resolution(id syntax.NSID, object *lexicon.Value) (all Resolution) {
	all.members = r.object(object, "a resolution must be an object with uri and cid", []string{"uri", "cid"}, func(name string, v *lexicon.Value) {
		switch {
		case name != "uri" && name != "cid" || !r.is(v, lexicon.KindString, name+" must be a string"):
		case name == "uri":
			all.Origin = r.origin(id, v)
		default:
			all.CID = r.cid(v)
		}
	})
	return all
}

func (r *manifestReader) origin(id syntax.NSID, uri *lexicon.Value) (o Origin) {
	if file, ok := strings.CutPrefix(uri.Text, fileScheme); ok {
		if path.IsAbs(file) || path.Ext(file) != ".json" {
			r.fail(uri.Span.Start, "%s is not in the form %sPATH, with the path of a JSON file relative to the manifest", words.Quote(uri.Text), fileScheme)
		}
		return Origin{File: file}
	}
	did, _, _ := strings.Cut(strings.TrimPrefix(uri.Text, "at://"), "/")
	o.DID = syntax.DID(did)
	if !syntax.IsDID(did) || uri.Text != o.URI(id) {
		r.fail(uri.Span.Start, "%s is not in the form at://DID/%s/%s", words.Quote(uri.Text), network.Collection, id)
	}
	return o
}

// Text returns the text of the file: the members in their order, those of "lexicons" and
// "resolutions" sorted, with an indent of two spaces. A new one has version 1, which the
// released installer reads.
func (m *Manifest) Text() []byte {
	resolutions := map[syntax.NSID]json.RawMessage{} // which is written in order
	for id, r := range m.Resolutions {
		resolutions[id] = r.members.with(member{"uri", encoded(r.URI(id))}, member{"cid", encoded(r.CID.String())})
	}
	lexicons := append([]syntax.NSID{}, m.Lexicons...) // never nil, which would be null
	slices.Sort(lexicons)
	all := m.members
	if all == nil {
		all = members{{"version", []byte("1")}}
	}
	compact := all.with(member{"lexicons", encoded(lexicons)}, member{"resolutions", encoded(resolutions)})
	var text bytes.Buffer
	if err := json.Indent(&text, compact, "", "  "); err != nil {
		panic(err) // it was JSON when it was read
	}
	text.WriteByte('\n')
	return text.Bytes()
}
