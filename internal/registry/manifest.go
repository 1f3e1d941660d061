// Package registry compares a project with the network: it keeps copies of the Lexicons
// of others in a folder, with a manifest that says which revisions they are, and plans what
// to publish of the project's own.
package registry

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ipfs/go-cid"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/network"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// ManifestName is the name of the manifest file.
const ManifestName = "lexicons.json"

// Manifest says which Lexicons of others a project has, and in which revisions. Its
// file has the format of "lex install" of @atproto/lex, so that a project can use
// both.
type Manifest struct {
	Lexicons    []syntax.NSID // those that the project asks for
	Resolutions map[syntax.NSID]Resolution
	unknown     []member
}

// Resolution is the revision of a Lexicon: of one that the project asks for, or of one
// that others refer to.
type Resolution struct {
	DID     syntax.DID // of the account that it was fetched from
	CID     cid.Cid    // of the record
	unknown []member
}

// member is a key that lexsmith does not know, with its value as JSON.
type member struct {
	name  string
	value json.RawMessage
}

// ParseManifest reads the text of a manifest. The error joins what is wrong with it,
// each with its place.
func ParseManifest(source *diag.Source) (*Manifest, error) {
	root, found := lexicon.ReadJSON(source)
	r := manifestReader{source: source}
	for _, f := range found.Findings() {
		if f.Severity == diag.Error {
			r.fail(f.Span.Start, "%s", f.Message)
		}
	}
	if r.faults != nil {
		return nil, errors.Join(r.faults...)
	}
	m := r.manifest(root)
	return m, errors.Join(r.faults...)
}

// manifestReader reads a manifest and collects what is wrong with it.
type manifestReader struct {
	source *diag.Source
	faults []error
}

func (r *manifestReader) fail(offset int32, format string, args ...any) {
	at := r.source.Position(offset)
	r.faults = append(r.faults, fmt.Errorf("%s:%d:%d: %s", r.source.Path, at.Line, at.Column, fmt.Sprintf(format, args...)))
}

func (r *manifestReader) manifest(root *lexicon.Value) *Manifest {
	m := &Manifest{Resolutions: map[syntax.NSID]Resolution{}}
	if root.Kind != lexicon.KindObject {
		r.fail(root.Span.Start, "the manifest must be an object, but is %s", article(root.Kind))
		return m
	}
	r.require(root, "version", "lexicons", "resolutions")
	for i := range root.Members {
		switch f := &root.Members[i]; f.Name {
		case "version":
			if f.Value.Kind != lexicon.KindNumber || f.Value.Text != "1" {
				r.fail(f.Value.Span.Start, "unknown version of the manifest; this version of lexsmith reads version 1")
			}
		case "lexicons":
			m.Lexicons = r.lexicons(f.Value)
		case "resolutions":
			r.resolutions(m.Resolutions, f.Value)
		default:
			m.unknown = append(m.unknown, r.unknown(f))
		}
	}
	return m
}

// require reports the keys that an object lacks.
func (r *manifestReader) require(object *lexicon.Value, names ...string) {
	for _, name := range names {
		if object.Member(name) == nil {
			r.fail(object.Span.Start, "missing key %q", name)
		}
	}
}

func (r *manifestReader) unknown(m *lexicon.Member) member {
	return member{m.Name, json.RawMessage(r.source.Text[m.Value.Span.Start:m.Value.Span.End])}
}

func (r *manifestReader) lexicons(list *lexicon.Value) []syntax.NSID {
	if list.Kind != lexicon.KindArray {
		r.fail(list.Span.Start, `"lexicons" must be an array of NSIDs, but is %s`, article(list.Kind))
		return nil
	}
	var ids []syntax.NSID
	for _, item := range list.Items {
		if item.Kind != lexicon.KindString {
			r.fail(item.Span.Start, "an entry of \"lexicons\" must be an NSID, but is %s", article(item.Kind))
			continue
		}
		id, err := syntax.ParseNSID(item.Text)
		switch {
		case err != nil:
			r.fail(item.Span.Start, "%s is not a valid NSID: %s", syntax.Quote(item.Text), syntax.Reason(err))
		case slices.Contains(ids, id):
			r.fail(item.Span.Start, "%s appears twice", id)
		default:
			ids = append(ids, id)
		}
	}
	return ids
}

func (r *manifestReader) resolutions(all map[syntax.NSID]Resolution, object *lexicon.Value) {
	if object.Kind != lexicon.KindObject {
		r.fail(object.Span.Start, `"resolutions" must be an object, but is %s`, article(object.Kind))
		return
	}
	for i := range object.Members {
		m := &object.Members[i]
		id, err := syntax.ParseNSID(m.Name)
		switch {
		case err != nil:
			r.fail(m.NameSpan.Start, "%s is not a valid NSID: %s", syntax.Quote(m.Name), syntax.Reason(err))
		case m.Value.Kind != lexicon.KindObject:
			r.fail(m.Value.Span.Start, "a resolution must be an object with uri and cid, but is %s", article(m.Value.Kind))
		default:
			all[id] = r.resolution(id, m.Value)
		}
	}
}

func (r *manifestReader) resolution(id syntax.NSID, object *lexicon.Value) (all Resolution) {
	r.require(object, "uri", "cid")
	for i := range object.Members {
		f := &object.Members[i]
		if f.Name != "uri" && f.Name != "cid" {
			all.unknown = append(all.unknown, r.unknown(f))
			continue
		}
		if f.Value.Kind != lexicon.KindString {
			r.fail(f.Value.Span.Start, "%s must be a string, but is %s", f.Name, article(f.Value.Kind))
			continue
		}
		if f.Name == "uri" {
			did, _, _ := strings.Cut(strings.TrimPrefix(f.Value.Text, "at://"), "/")
			if all.DID = syntax.DID(did); !syntax.IsDID(did) || f.Value.Text != network.RecordURI(all.DID, id) {
				r.fail(f.Value.Span.Start, "%s is not in the form at://DID/%s/%s", syntax.Quote(f.Value.Text), network.Collection, id)
			}
			continue
		}
		var err error
		// cid.Decode skips line breaks in text.
		if all.CID, err = cid.Decode(f.Value.Text); !syntax.IsCID(f.Value.Text) || err != nil || all.CID.Prefix() != recordPrefix {
			r.fail(f.Value.Span.Start, "%s is not the CID of a record", syntax.Quote(f.Value.Text))
		}
	}
	return all
}

// recordPrefix is what all CIDs of records have in common: version 1, DAG-CBOR and
// SHA-256.
var recordPrefix = cid.Prefix{Version: 1, Codec: cid.DagCBOR, MhType: 0x12, MhLength: 32}

func article(kind lexicon.Kind) string {
	if kind == lexicon.KindNull {
		return "null"
	}
	return syntax.Article(kind.String())
}

// Text returns the text of the file: sorted, with an indent of two spaces.
func (m *Manifest) Text() []byte {
	var resolutions []member
	for _, id := range slices.Sorted(maps.Keys(m.Resolutions)) {
		r := m.Resolutions[id]
		known := []member{{"uri", encoded(network.RecordURI(r.DID, id))}, {"cid", encoded(r.CID.String())}}
		resolutions = append(resolutions, member{string(id), object(known, r.unknown)})
	}
	lexicons := append([]syntax.NSID{}, m.Lexicons...) // never nil, which would be null
	slices.Sort(lexicons)
	compact := object([]member{
		{"version", encoded(1)}, {"lexicons", encoded(lexicons)}, {"resolutions", object(resolutions, nil)},
	}, m.unknown)
	var text bytes.Buffer
	if err := json.Indent(&text, compact, "", "  "); err != nil {
		panic(err) // it was JSON when it was read
	}
	text.WriteByte('\n')
	return text.Bytes()
}

func object(known, unknown []member) []byte {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range slices.Concat(known, unknown) {
		if i > 0 {
			b.WriteByte(',')
		}
		b.Write(encoded(m.name))
		b.WriteByte(':')
		b.Write(m.value)
	}
	b.WriteByte('}')
	return b.Bytes()
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
