package validate

import (
	"strings"

	"github.com/ipfs/go-cid"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

var ruleRecordKey = &diag.Rule{
	Code: "record-key", Group: "validate", Severity: diag.Always(diag.Error),
	Summary: "the record key does not have the type that the schema requires",
	Reason: "The key field of a record schema says which keys its records can have: tid means a 13-character timestamp, nsid an NSID, literal:VALUE exactly that value, " +
		"and any means every valid record key.",
	Spec: "Primary types > record: key", Page: "specs/record-key",
	Examples: thingRecord + "\n-- record with key «lamp|3jzfcijpj2z2a» --\n" + `{"$type": "com.example.thing", "size": 3}`,
}

// record checks what is known about the value as a record: its key and its
// collection.
func (v *Validator) record(r *run, in *Input) bool {
	return (in.RecordKey == "" || v.recordKey(r, in.RecordKey)) && (in.Collection == "" || r.collection(in.Collection))
}

// recordKey checks a record key against the key of the record that the value is.
func (v *Validator) recordKey(r *run, key string) bool {
	record := v.recordSchema
	if record == nil && len(r.Tokens) > 0 {
		if known := r.schemas.types[r.TypeOf(r.root)]; known != nil {
			record, _ = known.schema().(*lexicon.Record)
		}
	}
	switch {
	case record == nil:
		return true
	case record.Key == "":
		return invalid(record, "has no record key type").check(r, r.root)
	case !syntax.IsRecordKeyType(record.Key):
		return (&invalidChecker{from[lexicon.Schema](record), "has the unknown record key type " + quote(record.Key), "key"}).check(r, r.root)
	}
	err := syntax.CheckRecordKey(record.Key, key)
	return err == nil || r.report(ruleRecordKey, func() finding {
		return finding{
			at: r.root, schema: record, field: "key", opening: true,
			subject: "the record key " + quote(key), message: err.Error(), expected: record.Key, actual: key,
		}
	})
}

// collection checks the $type of a record, where it has one, against the
// collection that the record is in.
func (r *run) collection(name string) bool {
	found := r.TypeOf(r.root)
	if found == "" || strings.TrimSuffix(found, "#main") == name || r.Tokens[r.root].IsBlob() {
		return true
	}
	return r.report(RuleTypeMismatch, func() finding {
		return finding{
			at:       r.Tokens[r.root].TypeIndex(),
			message:  "is " + quote(found) + ", but the record is in the collection " + quote(name),
			expected: name, actual: found,
		}
	})
}

// checkCID checks that a record has the CID that its document says. A record outside the
// data model has none.
func (r *run) checkCID(e *envelope) bool {
	want := ""
	if r.Tokens[e.cid].Kind == datamodel.Link {
		want = r.LinkID(e.cid).String()
	} else {
		want = r.Text(e.cid)
	}
	if want == "" || len(r.violationsIn(e.record)) > 0 || !r.Tokens[e.record].IsObject() {
		return true
	}
	r.encoded = r.AppendCBOR(r.encoded[:0], e.record, "")
	actual := datamodel.CIDOf(r.encoded)
	if id, ok := datamodel.DecodeLink(want); ok && id == actual {
		return true
	}
	before := r.advisory
	r.advisory = true
	clean := r.report(diag.RuleCIDMismatch, func() finding {
		has := cid.NewCidV1(cid.DagCBOR, actual[2:]).String()
		return finding{
			at: e.cid, message: "is " + quote(want) + ", but the record has the CID " + quote(has),
			help:     "compare it with the record in its repository; JSON of very old records can differ from what is stored",
			expected: want, actual: has,
		}
	})
	r.advisory = before
	return clean
}
