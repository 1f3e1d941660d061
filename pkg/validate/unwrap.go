package validate

import (
	"cmp"
	"encoding/json"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// Wrapper says in which documents Read and Lines look for records. A document that does
// not have such a form is checked as a whole, or refused if one form is required.
type Wrapper uint8

// The wrappers.
const (
	NoWrapper        Wrapper = iota // a document is the value
	AnyWrapper                      // all forms, in documents without $type
	JetstreamWrapper                // Jetstream events are required
	RecordWrapper                   // records with their URI, and rows of tables, are required
	ListWrapper                     // answers of listRecords are required
)

// Document says what Read and Lines found a document to be, see Wrapper.
type Document uint8

// The documents.
const (
	Plain       Document = iota // the value itself
	CommitEvent                 // a Jetstream event with a record
	DeleteEvent                 // one that deletes a record
	OtherEvent                  // one about an account
	RecordEntry                 // an answer of getRecord, or an element of one of listRecords
	RecordList                  // an answer of listRecords
	TableRow                    // a record, with its URI or the parts of it beside it
)

var wrapperNames = [...]string{JetstreamWrapper: "a Jetstream event", RecordWrapper: "a record with its URI", ListWrapper: "a listRecords response"}

// takes reports whether a document has a form that the wrapper allows.
func (w Wrapper) takes(d Document) bool {
	switch d {
	case CommitEvent, DeleteEvent, OtherEvent:
		return w == AnyWrapper || w == JetstreamWrapper
	case RecordEntry, TableRow:
		return w == AnyWrapper || w == RecordWrapper
	case RecordList:
		return w == AnyWrapper || w == ListWrapper
	}
	return false
}

// envelope is a record on a tape with what the document says about it. The zero value is
// a document that is the value itself. The parts of the identity are tokens, 0 for those
// that are not there.
type envelope struct {
	document             Document
	typed                bool   // the document has a $type of its own
	record               uint32 // 0 in an event without a record
	commit               uint32 // of an event
	uri                  uint32 // or else:
	did, collection, key uint32
	cid                  uint32
}

// open recognizes what the document on the tape is, as far as the input says.
func (r *run) open(in *Input) envelope {
	w := in.Wrapper
	if in.At != nil || w == NoWrapper || w == AnyWrapper && r.Tokens[0].TypeIndex() != 0 {
		return envelope{}
	}
	e := r.unwrap(0)
	if !w.takes(e.document) || e.typed && w == AnyWrapper {
		return envelope{}
	}
	return e
}

// records calls visit for each value of a document, until it returns false. It reports
// whether visit never did.
func (r *run) records(in *Input, document *envelope, visit func(envelope) bool) bool {
	if in.At != nil {
		return r.Select(in.At, func(i uint32) bool { return visit(envelope{record: i}) })
	}
	switch document.document {
	case DeleteEvent, OtherEvent:
		return true
	case RecordList:
		list := document.record
		for i := list + 1; i < r.Tokens[list].Next; i = r.Tokens[i].Next {
			if !visit(r.unwrap(i)) {
				return false
			}
		}
		return true
	}
	return visit(*document)
}

// unwrap recognizes what the document at i is.
func (r *run) unwrap(i uint32) (e envelope) {
	tok := &r.Tokens[i]
	if !tok.IsObject() {
		return e
	}
	var kind, value, record, list, only, text uint32
	count := 0 // objects with $type
	for k := i + 1; k < tok.Next; k = r.Tokens[k+1].Next {
		at := k + 1
		v := &r.Tokens[at]
		if v.Kind == datamodel.String {
			switch r.Text(k) {
			case "uri":
				first(&e.uri, at)
			case "cid":
				first(&e.cid, at)
			case "did":
				first(&e.did, at)
			case "collection":
				first(&e.collection, at)
			case "rkey":
				first(&e.key, at)
			case "kind":
				first(&kind, at)
			case "$type":
				e.typed = true
			default:
				if strings.HasPrefix(r.Text(at), "{") {
					first(&text, at)
				}
			}
			continue
		}
		isRecord := v.IsObject() && r.TypeOf(at) != ""
		if isRecord {
			count++
			only = at
		}
		switch name := r.Text(k); {
		case name == "value" && isRecord:
			first(&value, at)
		case name == "record" && isRecord:
			first(&record, at)
		case name == "commit":
			first(&e.commit, at)
		case name == "records":
			first(&list, at)
		case name == "cid" && v.Kind == datamodel.Link:
			first(&e.cid, at)
		case name == "$type":
			e.typed = true
		}
	}
	if e.did != 0 && kind != 0 && r.event(&e, r.Text(kind)) {
		return e
	}
	if r.identified(&e) {
		switch e.record = cmp.Or(value, record); {
		case e.record == 0 && count == 1:
			e.record = only
		case count == 0 && text != 0 && holdsRecord(r.Text(text)):
			e.record = text
		}
	}
	switch {
	case e.record != 0:
		e.document = TableRow
		if name := r.Text(e.record - 1); e.uri != 0 && (name == "value" || name == "record") {
			e.document = RecordEntry
		}
	case list != 0 && r.isRecordList(list):
		e.document, e.record = RecordList, list
	}
	return e
}

// first takes the first of the values under a key.
func first(to *uint32, at uint32) {
	if *to == 0 {
		*to = at
	}
}

// event recognizes a Jetstream event of a kind.
func (r *run) event(e *envelope, kind string) bool {
	switch {
	case kind == "identity", kind == "account":
		e.document = OtherEvent
		return true
	case kind != "commit" || e.commit == 0 || r.Tokens[e.commit].Kind != datamodel.Object:
		return false
	}
	commit := envelope{document: CommitEvent, typed: e.typed, commit: e.commit, did: e.did}
	for k := e.commit + 1; k < r.Tokens[e.commit].Next; k = r.Tokens[k+1].Next {
		at := k + 1
		isText := r.Tokens[at].Kind == datamodel.String
		switch name := r.Text(k); {
		case name == "record":
			first(&commit.record, at)
		case !isText:
		case name == "operation" && r.Text(at) == "delete":
			commit.document = DeleteEvent
		case name == "collection":
			first(&commit.collection, at)
		case name == "rkey":
			first(&commit.key, at)
		case name == "cid":
			first(&commit.cid, at)
		}
	}
	if commit.collection == 0 {
		return false
	}
	*e = commit
	return true
}

// identified reports whether a document says where its record is stored.
func (r *run) identified(e *envelope) bool {
	if e.uri != 0 {
		format := syntax.FormatATURI
		if r.schemas.options.Profile == diag.ProfileATProto {
			format = syntax.FormatATURIOrSpace
		}
		if format.Valid(r.Text(e.uri)) {
			return true
		}
		e.uri = 0
	}
	return e.did != 0 && e.collection != 0 && e.key != 0
}

// isRecordList reports whether the value at i is an array of records with their URIs.
func (r *run) isRecordList(i uint32) bool {
	if r.Tokens[i].Kind != datamodel.Array {
		return false
	}
	for at := i + 1; at < r.Tokens[i].Next; at = r.Tokens[at].Next {
		if r.unwrap(at).document != RecordEntry {
			return false
		}
	}
	return true
}

// identity returns the collection and the record key of a record. They point into the
// tape.
func (r *run) identity(e *envelope) (collection, key string) {
	if e.uri != 0 {
		rest, _ := strings.CutPrefix(r.Text(e.uri), "at://")
		_, rest, _ = strings.Cut(rest, "/")
		if space, ok := strings.CutPrefix(rest, "space/"); ok { // the author comes behind the type and the key of the space
			for range 3 {
				_, space, _ = strings.Cut(space, "/")
			}
			rest = space
		}
		collection, key, _ = strings.Cut(rest, "/")
		return collection, key
	}
	if e.collection != 0 {
		collection = r.Text(e.collection)
	}
	if e.key != 0 {
		key = r.Text(e.key)
	}
	return collection, key
}

// uri returns the AT URI of a record; "" if the document does not have it.
func (r *run) uri(e *envelope) string {
	if e.uri != 0 {
		return strings.Clone(r.Text(e.uri))
	}
	if e.did == 0 {
		return ""
	}
	uri := "at://" + r.Text(e.did)
	collection, key := r.identity(e)
	for _, part := range []string{collection, key} {
		if part == "" {
			break
		}
		uri += "/" + part
	}
	return uri
}

// holdsRecord reports whether a text is JSON of a record.
func holdsRecord(text string) bool {
	if !strings.HasPrefix(text, "{") {
		return false
	}
	var tape datamodel.Tape
	return tape.ReadJSON([]byte(text)) && tape.TypeOf(0) != ""
}

// unpack is the help for a record that is a string with JSON at i.
func (r *run) unpack(i uint32) string {
	program := ""
	r.Path(i, func(key uint32, index int) {
		switch {
		case index >= 0:
			program += "[]"
		case isIdentifier(r.Text(key)):
			program += "." + r.Text(key)
		default:
			name, _ := json.Marshal(r.Text(key)) // never fails
			program += "[" + strings.ReplaceAll(string(name), "'", `\u0027`) + "]"
		}
	})
	switch {
	case program == "":
		return "unpack it first: jq -c fromjson"
	case program[0] == '[':
		program = "." + program
	}
	return "unpack it first: jq -c '" + program + " |= fromjson'"
}

// isIdentifier reports whether jq takes a key without quotes.
func isIdentifier(name string) bool {
	for i, c := range []byte(name) {
		if c != '_' && (c|0x20 < 'a' || 'z' < c|0x20) && (i == 0 || c < '0' || '9' < c) {
			return false
		}
	}
	return name != ""
}
