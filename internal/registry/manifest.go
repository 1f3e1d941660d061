package registry

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/ipfs/go-cid"

	"github.com/lexsmith/lexsmith/internal/config"
	"github.com/lexsmith/lexsmith/internal/project"
	"github.com/lexsmith/lexsmith/internal/words"
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

func (r resolver) covers(id syntax.NSID) bool {
	matches := func(p config.Pattern) bool { return p.Matches(id) }
	return (r.include == nil || slices.ContainsFunc(r.include, matches)) && !slices.ContainsFunc(r.exclude, matches)
}

func (r resolver) unknown(needed string) error {
	return fmt.Errorf("%s: %s needs a resolver of the unknown type %s; this version of lexsmith knows the types directory and repo",
		project.ManifestName, needed, words.Quote(r.kind))
}

// fileScheme is what the URI of a file begins with, before a relative path.
const fileScheme = "file://"

// read reads the manifest from its file.
func (m *Manifest) read(r *listReader, root *lexicon.Value) {
	m.members = r.object(root, "the manifest must be an object", []string{"version", "lexicons", "resolutions"}, fields{
		"version": func(_ string, v *lexicon.Value) {
			if v.Kind != lexicon.KindNumber || v.Text != "1" && v.Text != "2" {
				r.fail(v.Span.Start, "unknown version of the manifest; this version of lexsmith reads versions 1 and 2")
			}
		},
		"lexicons": func(_ string, v *lexicon.Value) { m.Lexicons = r.nsids(v) },
		"resolvers": func(_ string, v *lexicon.Value) {
			for _, item := range r.items(v, `"resolvers" must be an array of objects`) {
				m.resolvers = append(m.resolvers, r.resolver(item))
			}
		},
		"resolutions": func(key string, v *lexicon.Value) { m.Resolutions = r.byNSID(key, v, r.resolution) },
	})
}

func (r *listReader) nsids(list *lexicon.Value) (ids []syntax.NSID) {
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
func (r *listReader) resolver(object *lexicon.Value) (found resolver) {
	required := []string{"type"}
	known := fields{
		"type":    r.string(&found.kind),
		"include": func(key string, v *lexicon.Value) { found.include = r.patterns(key, v) },
		"exclude": func(key string, v *lexicon.Value) { found.exclude = r.patterns(key, v) },
	}
	switch t := object.Field("type"); {
	case t == nil:
	case t.Text == "directory":
		required, known["path"] = append(required, "path"), r.string(&found.path)
	case t.Text == "repo":
		required = append(required, "repo")
		known["repo"] = func(key string, v *lexicon.Value) {
			if found.repo = syntax.AtIdentifier(v.Text); r.isString(key, v) && !syntax.IsAtIdentifier(v.Text) {
				r.fail(v.Span.Start, "%s is neither a handle nor a DID", words.Quote(v.Text))
			}
		}
	}
	r.object(object, "a resolver must be an object with a type", required, known)
	found.path = path.Clean(found.path)
	return found
}

func (r *listReader) resolution(id syntax.NSID, object *lexicon.Value) (found Resolution) {
	found.members = r.object(object, "a resolution must be an object with uri and cid", []string{"uri", "cid"}, fields{
		"uri": func(key string, v *lexicon.Value) {
			if r.isString(key, v) {
				found.Origin = r.origin(id, v)
			}
		},
		"cid": r.cid(&found.CID),
	})
	return found
}

func (r *listReader) origin(id syntax.NSID, uri *lexicon.Value) (o Origin) {
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
	resolutions := map[syntax.NSID]members{} // which is written in order
	for id, r := range m.Resolutions {
		resolutions[id] = r.members.with(member{"uri", r.URI(id)}, member{"cid", r.CID.String()})
	}
	lexicons := append([]syntax.NSID{}, m.Lexicons...) // never nil, which would be null
	slices.Sort(lexicons)
	all := m.members
	if all == nil {
		all = members{{"version", 1}}
	}
	return encoded(all.with(member{"lexicons", lexicons}, member{"resolutions", resolutions}))
}
