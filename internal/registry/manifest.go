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
	root, found := lexicon.ReadJSON(source)
	r := manifestReader{source: source}
	for _, f := range found.Findings() {
		if f.Severity == diag.Error {
			r.fail(f.Span.Start, "%s", f.Message)
		}
	}
	m := &Manifest{Resolutions: map[syntax.NSID]Resolution{}}
	if r.faults == nil {
		r.manifest(m, root)
	}
	return m, errors.Join(r.faults...)
}

// manifestReader reads a manifest and collects what is wrong with it.
type manifestReader struct {
	source *diag.Source
	faults []error
}

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
			r.resolutions(m.Resolutions, v)
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

func (r *manifestReader) resolutions(all map[syntax.NSID]Resolution, object *lexicon.Value) {
	if !r.is(object, lexicon.KindObject, `"resolutions" must be an object`) {
		return
	}
	for i := range object.Members {
		m := &object.Members[i]
		if id, ok := r.nsid(m.Name, m.NameSpan.Start); ok {
			all[id] = r.resolution(id, m.Value)
		}
	}
}

func (r *manifestReader) resolution(id syntax.NSID, object *lexicon.Value) (all Resolution) {
	all.members = r.object(object, "a resolution must be an object with uri and cid", []string{"uri", "cid"}, func(name string, v *lexicon.Value) {
		switch {
		case name != "uri" && name != "cid" || !r.is(v, lexicon.KindString, name+" must be a string"):
		case name == "uri":
			all.Origin = r.origin(id, v)
		default:
			var err error
			// cid.Decode skips line breaks in text.
			if all.CID, err = cid.Decode(v.Text); !syntax.IsCID(v.Text) || err != nil || all.CID.Prefix() != recordPrefix {
				r.fail(v.Span.Start, "%s is not the CID of a record", words.Quote(v.Text))
			}
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

// object reads the members of an object that must have some keys, and returns them.
func (r *manifestReader) object(v *lexicon.Value, subject string, required []string, read func(key string, v *lexicon.Value)) (all members) {
	if !r.is(v, lexicon.KindObject, subject) {
		return nil
	}
	for _, key := range required {
		if v.Member(key) == nil {
			r.fail(v.Span.Start, "missing key %q", key)
		}
	}
	for i := range v.Members {
		m := &v.Members[i]
		read(m.Name, m.Value)
		all = append(all, member{m.Name, r.source.Text[m.Value.Span.Start:m.Value.Span.End]})
	}
	return all
}

// items returns the items of an array.
func (r *manifestReader) items(v *lexicon.Value, subject string) []*lexicon.Value {
	r.is(v, lexicon.KindArray, subject)
	return v.Items
}

// is reports whether a value is of a kind, and what is wrong with the subject if not.
func (r *manifestReader) is(v *lexicon.Value, kind lexicon.Kind, subject string) bool {
	found := v.Kind.String()
	if v.Kind != lexicon.KindNull {
		found = words.Article(found)
	}
	if v.Kind != kind {
		r.fail(v.Span.Start, "%s, but is %s", subject, found)
	}
	return v.Kind == kind
}

func (r *manifestReader) nsid(text string, offset int32) (id syntax.NSID, ok bool) {
	id, err := syntax.ParseNSID(text)
	if err != nil {
		r.fail(offset, "%s is not a valid NSID: %s", words.Quote(text), syntax.Reason(err))
	}
	return id, err == nil
}

func (r *manifestReader) fail(offset int32, format string, args ...any) {
	at := r.source.Position(offset)
	r.faults = append(r.faults, fmt.Errorf("%s:%d:%d: %s", r.source.Path, at.Line, at.Column, fmt.Sprintf(format, args...)))
}

// recordPrefix is what all CIDs of records have in common: version 1, DAG-CBOR and
// SHA-256.
var recordPrefix = cid.Prefix{Version: 1, Codec: cid.DagCBOR, MhType: 0x12, MhLength: 32}

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

// members are those of an object, in the order of the file.
type members []member

// member is a member of an object, with the JSON of its value.
type member struct {
	name string
	text []byte
}

// with returns the JSON of the object with some members replaced where they are, or added.
func (m members) with(changed ...member) []byte {
	all := slices.Clone(m)
	for _, c := range changed {
		if i := slices.IndexFunc(all, func(old member) bool { return old.name == c.name }); i >= 0 {
			all[i] = c
		} else {
			all = append(all, c)
		}
	}
	text := []byte("{")
	for i, member := range all {
		if i > 0 {
			text = append(text, ',')
		}
		text = fmt.Appendf(text, "%s:%s", encoded(member.name), member.text)
	}
	return append(text, '}')
}

func encoded(value any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(value); err != nil {
		panic(err) // it is made of strings and numbers
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}
