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
	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// listReader reads a file that lists Lexicons, the manifest or the lock, and collects what
// is wrong with it.
type listReader struct {
	source *diag.Source
	faults []error
}

// fields are what reads the members of an object, by their keys.
type fields map[string]valueReader

// valueReader reads the value of a key.
type valueReader func(key string, v *lexicon.Value)

// readList reads a file with read, and reports whether it exists. The error joins what is
// wrong with it, each with its place.
func readList(path string, read func(*listReader, *lexicon.Value)) (exists bool, err error) {
	text, err := files.Read(path, files.MaxProjectFile)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil:
		return false, files.Error("read", path, err)
	}
	return true, parseList(&diag.Source{Path: filepath.ToSlash(path), Text: text}, read)
}

// parseList is readList for the text of a file.
func parseList(source *diag.Source, read func(*listReader, *lexicon.Value)) error {
	r := &listReader{source: source}
	root, found := lexicon.ReadJSON(source)
	for _, f := range found.Findings() {
		if f.Severity == diag.Error {
			r.fail(f.Span.Start, "%s", f.Message)
		}
	}
	if r.faults == nil {
		read(r, root)
	}
	return errors.Join(r.faults...)
}

// object reads the members of an object that must have some keys, and returns them.
func (r *listReader) object(v *lexicon.Value, subject string, required []string, known fields) (all members) {
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
		if read := known[m.Name]; read != nil {
			read(m.Name, m.Value)
		}
		all = append(all, member{m.Name, json.RawMessage(r.source.Text[m.Value.Span.Start:m.Value.Span.End])})
	}
	return all
}

// byNSID reads an object whose keys are NSIDs.
func (r *listReader) byNSID(key string, v *lexicon.Value, read func(syntax.NSID, *lexicon.Value) Resolution) map[syntax.NSID]Resolution {
	r.is(v, lexicon.KindObject, words.Quote(key)+" must be an object")
	all := map[syntax.NSID]Resolution{}
	for i := range v.Members {
		m := &v.Members[i]
		if id, ok := r.nsid(m.Name, m.NameSpan.Start); ok {
			all[id] = read(id, m.Value)
		}
	}
	return all
}

// items returns the items of an array.
func (r *listReader) items(v *lexicon.Value, subject string) []*lexicon.Value {
	r.is(v, lexicon.KindArray, subject)
	return v.Items
}

// is reports whether a value is of a kind, and what is wrong with the subject if not.
func (r *listReader) is(v *lexicon.Value, kind lexicon.Kind, subject string) bool {
	found := v.Kind.String()
	if v.Kind != lexicon.KindNull {
		found = words.Article(found)
	}
	if v.Kind != kind {
		r.fail(v.Span.Start, "%s, but is %s", subject, found)
	}
	return v.Kind == kind
}

func (r *listReader) nsid(text string, offset int32) (id syntax.NSID, ok bool) {
	id, err := syntax.ParseNSID(text)
	if err != nil {
		r.fail(offset, "%s is not a valid NSID: %s", words.Quote(text), syntax.Reason(err))
	}
	return id, err == nil
}

func (r *listReader) fail(offset int32, format string, args ...any) {
	at := r.source.Position(offset)
	r.faults = append(r.faults, fmt.Errorf("%s:%d:%d: %s", r.source.Path, at.Line, at.Column, fmt.Sprintf(format, args...)))
}

// patterns reads an array of patterns.
func (r *listReader) patterns(key string, v *lexicon.Value) []config.Pattern {
	all := []config.Pattern{}
	for _, item := range r.items(v, words.Quote(key)+" must be an array of patterns") {
		if r.is(item, lexicon.KindString, "a pattern must be a string") {
			all = append(all, config.Pattern(item.Text))
		}
	}
	return all
}

// isString reports whether the value of a key is a string, and what is wrong if not.
func (r *listReader) isString(key string, v *lexicon.Value) bool {
	return r.is(v, lexicon.KindString, key+" must be a string")
}

// string returns what reads a string.
func (r *listReader) string(to *string) valueReader {
	return func(key string, v *lexicon.Value) {
		r.isString(key, v)
		*to = v.Text
	}
}

// recordPrefix is what all CIDs of records have in common: version 1, DAG-CBOR and
// SHA-256.
var recordPrefix = cid.Prefix{Version: 1, Codec: cid.DagCBOR, MhType: 0x12, MhLength: 32}

// cid returns what reads the CID of a record.
func (r *listReader) cid(to *cid.Cid) valueReader {
	return func(key string, v *lexicon.Value) {
		if !r.isString(key, v) {
			return
		}
		id, err := cid.Decode(v.Text) // which skips line breaks in text
		if *to = id; !syntax.IsCID(v.Text) || err != nil || id.Prefix() != recordPrefix {
			r.fail(v.Span.Start, "%s is not the CID of a record", words.Quote(v.Text))
		}
	}
}

// members are those of an object, in the order of the file.
type members []member

// member is a member of an object; its value is the JSON of the file, or what replaces it.
type member struct {
	name  string
	value any
}

// with returns the members with some replaced where they are, or added.
func (m members) with(changed ...member) members {
	all := slices.Clone(m)
	for _, c := range changed {
		if i := slices.IndexFunc(all, func(old member) bool { return old.name == c.name }); i >= 0 {
			all[i] = c
		} else {
			all = append(all, c)
		}
	}
	return all
}

// MarshalJSON returns the object.
func (m members) MarshalJSON() ([]byte, error) {
	text := []byte("{")
	for i, member := range m {
		if i > 0 {
			text = append(text, ',')
		}
		text = fmt.Appendf(text, "%s:%s", encoded(member.name), encoded(member.value))
	}
	return append(text, '}'), nil
}

// encoded returns the JSON of a value as the text of a file: with an indent of two spaces.
func encoded(value any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(value); err != nil {
		panic(err) // it is made of strings, numbers, and JSON that was read
	}
	return b.Bytes()
}
