package registry

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ipfs/go-cid"

	"github.com/lexsmith/lexsmith/internal/files"
	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/network"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// Manifest says which Lexicons of others a project has, and in which revisions. Its
// file has the format of "lex install" of @atproto/lex, so that a project can use
// both.
type Manifest struct {
	Lexicons    []syntax.NSID // those that the project asks for
	Resolutions map[syntax.NSID]Resolution
	unknown     members
}

// Resolution is the revision of a Lexicon: of one that the project asks for, or of one
// that others refer to.
type Resolution struct {
	DID     syntax.DID // of the account that it was fetched from
	CID     cid.Cid    // of the record
	unknown members
}

// members are those of an object that lexsmith does not know, as JSON with a comma
// before each.
type members []byte

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
	keys := []string{"version", "lexicons", "resolutions"}
	m.unknown = r.object(root, "the manifest must be an object", keys, func(name string, v *lexicon.Value) {
		switch name {
		case "version":
			if v.Kind != lexicon.KindNumber || v.Text != "1" {
				r.fail(v.Span.Start, "unknown version of the manifest; this version of lexsmith reads version 1")
			}
		case "lexicons":
			m.Lexicons = r.lexicons(v)
		case "resolutions":
			r.resolutions(m.Resolutions, v)
		}
	})
}

func (r *manifestReader) lexicons(list *lexicon.Value) (ids []syntax.NSID) {
	if !r.is(list, lexicon.KindArray, `"lexicons" must be an array of NSIDs`) {
		return nil
	}
	for _, item := range list.Items {
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
	all.unknown = r.object(object, "a resolution must be an object with uri and cid", []string{"uri", "cid"}, func(name string, v *lexicon.Value) {
		if !r.is(v, lexicon.KindString, name+" must be a string") {
			return
		}
		if name == "uri" {
			did, _, _ := strings.Cut(strings.TrimPrefix(v.Text, "at://"), "/")
			if all.DID = syntax.DID(did); !syntax.IsDID(did) || v.Text != network.RecordURI(all.DID, id) {
				r.fail(v.Span.Start, "%s is not in the form at://DID/%s/%s", words.Quote(v.Text), network.Collection, id)
			}
			return
		}
		var err error
		// cid.Decode skips line breaks in text.
		if all.CID, err = cid.Decode(v.Text); !syntax.IsCID(v.Text) || err != nil || all.CID.Prefix() != recordPrefix {
			r.fail(v.Span.Start, "%s is not the CID of a record", words.Quote(v.Text))
		}
	})
	return all
}

// object reads the values of keys that an object must have, and returns its other members.
func (r *manifestReader) object(v *lexicon.Value, subject string, keys []string, read func(key string, v *lexicon.Value)) (unknown members) {
	if !r.is(v, lexicon.KindObject, subject) {
		return nil
	}
	for _, key := range keys {
		if v.Member(key) == nil {
			r.fail(v.Span.Start, "missing key %q", key)
		}
	}
	for i := range v.Members {
		if m := &v.Members[i]; slices.Contains(keys, m.Name) {
			read(m.Name, m.Value)
		} else {
			unknown = fmt.Appendf(unknown, ",%s:%s", encoded(m.Name), r.source.Text[m.Value.Span.Start:m.Value.Span.End])
		}
	}
	return unknown
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

// Text returns the text of the file: sorted, with an indent of two spaces.
func (m *Manifest) Text() []byte {
	resolutions := map[syntax.NSID]json.RawMessage{} // which is written in order
	for id, r := range m.Resolutions {
		resolutions[id] = fmt.Appendf(nil, `{"uri":%s,"cid":%s%s}`, encoded(network.RecordURI(r.DID, id)), encoded(r.CID.String()), r.unknown)
	}
	lexicons := append([]syntax.NSID{}, m.Lexicons...) // never nil, which would be null
	slices.Sort(lexicons)
	compact := fmt.Appendf(nil, `{"version":1,"lexicons":%s,"resolutions":%s%s}`, encoded(lexicons), encoded(resolutions), m.unknown)
	var text bytes.Buffer
	if err := json.Indent(&text, compact, "", "  "); err != nil {
		panic(err) // it was JSON when it was read
	}
	text.WriteByte('\n')
	return text.Bytes()
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
