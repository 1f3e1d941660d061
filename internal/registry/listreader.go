package registry

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/ipfs/go-cid"

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

// read reads the file. The error joins what is wrong with it, each with its place.
func (r *listReader) read(each func(root *lexicon.Value)) error {
	root, found := lexicon.ReadJSON(r.source)
	for _, f := range found.Findings() {
		if f.Severity == diag.Error {
			r.fail(f.Span.Start, "%s", f.Message)
		}
	}
	if r.faults == nil {
		each(root)
	}
	return errors.Join(r.faults...)
}

// object reads the members of an object that must have some keys, and returns them.
func (r *listReader) object(v *lexicon.Value, subject string, required []string, read func(key string, v *lexicon.Value)) (all members) {
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

// byNSID reads the members of an object whose keys are NSIDs.
func (r *listReader) byNSID(v *lexicon.Value, subject string, read func(id syntax.NSID, v *lexicon.Value)) {
	if !r.is(v, lexicon.KindObject, subject) {
		return
	}
	for i := range v.Members {
		m := &v.Members[i]
		if id, ok := r.nsid(m.Name, m.NameSpan.Start); ok {
			read(id, m.Value)
		}
	}
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

// recordPrefix is what all CIDs of records have in common: version 1, DAG-CBOR and
// SHA-256.
var recordPrefix = cid.Prefix{Version: 1, Codec: cid.DagCBOR, MhType: 0x12, MhLength: 32}

// cid reads the CID of a record.
func (r *listReader) cid(v *lexicon.Value) cid.Cid {
	id, err := cid.Decode(v.Text) // which skips line breaks in text
	if !syntax.IsCID(v.Text) || err != nil || id.Prefix() != recordPrefix {
		r.fail(v.Span.Start, "%s is not the CID of a record", words.Quote(v.Text))
	}
	return id
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
