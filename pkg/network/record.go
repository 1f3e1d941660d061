package network

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/ipfs/go-cid"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// Collection is the collection of the records that are Lexicons, and the $type of
// each.
const Collection = "com.atproto.lexicon.schema"

// RecordCID returns the CID of a record: that of its DAG-CBOR. The error wraps
// ErrRecord when the text is not JSON, or not an object of the data model.
func RecordCID(json []byte) (cid.Cid, error) {
	var t datamodel.Tape
	if err := readRecord(&t, json); err != nil {
		return cid.Undef, err
	}
	return tapeCID(&t)
}

// Record returns the record of a Lexicon, and its CID: the text of the file, without a
// byte-order mark, and with "$type" as its first member when it has none. Nothing else
// changes. The error wraps ErrRecord, or ErrID when the text has another $type.
func Record(json []byte) (record []byte, id cid.Cid, err error) {
	json = bytes.TrimPrefix(json, []byte("\ufeff"))
	var t datamodel.Tape
	if err := readRecord(&t, json); err != nil {
		return nil, cid.Undef, err
	}
	switch found := t.TypeOf(0); found {
	case Collection:
		record = bytes.Clone(json)
	case "":
		member := `"$type": "` + Collection + `"`
		if t.Tokens[0].Next > 1 {
			member += ", "
		}
		record = slices.Insert(bytes.Clone(json), int(t.Tokens[0].Start)+1, []byte(member)...)
	default:
		return nil, cid.Undef, fmt.Errorf("%w: $type is %s, but must be %s", ErrID, words.Quote(found), Collection)
	}
	id, err = RecordCID(record)
	return record, id, err
}

// Storable returns why servers refuse to store a record: the usual one cannot represent
// integers beyond 2^53-1. The error wraps ErrRecord.
func Storable(json []byte) error {
	var t datamodel.Tape
	if err := readRecord(&t, json); err != nil {
		return err
	}
	return checkIntegers(&t)
}

const maxInteger = 1<<53 - 1

func checkIntegers(t *datamodel.Tape) error {
	for i := range t.Tokens {
		if k := &t.Tokens[i]; k.Kind == datamodel.Integer && (k.Int() > maxInteger || k.Int() < -maxInteger) {
			return fmt.Errorf("%w: %s is %d, but servers store no integers beyond 2^53-1", ErrRecord, words.Quote(t.Pointer(uint32(i))), k.Int())
		}
	}
	return nil
}

// readRecord reads the JSON of a record.
func readRecord(t *datamodel.Tape, json []byte) error {
	if !t.ReadJSON(json) {
		return fmt.Errorf("%w: not valid JSON", ErrRecord)
	}
	return checkRecord(t)
}

// readLexicon reads the JSON of a record that must be a Lexicon.
func readLexicon(t *datamodel.Tape, json []byte, nsid syntax.NSID) ([]byte, error) {
	if err := readRecord(t, json); err != nil {
		return nil, err
	}
	return lexiconJSON(t, nsid)
}

// lexiconJSON returns the JSON of a record that must be a Lexicon, on one line.
func lexiconJSON(t *datamodel.Tape, nsid syntax.NSID) ([]byte, error) {
	if found := t.TypeOf(0); found != Collection {
		return nil, fmt.Errorf("%w: $type is %s, but must be %s", ErrID, words.Quote(found), Collection)
	}
	id := t.Member(0, "id")
	if id == 0 || t.Tokens[id].Kind != datamodel.String {
		return nil, fmt.Errorf("%w: the record has no id", ErrID)
	}
	if found := t.Text(id); found != string(nsid) {
		return nil, fmt.Errorf("%w: the record has the id %s", ErrID, words.Quote(found))
	}
	return t.AppendJSON(nil, 0), nil
}

// checkRecord returns what is wrong with a record.
func checkRecord(t *datamodel.Tape) error {
	if wrong := t.Violations(); len(wrong) > 0 {
		v := wrong[0]
		subject, message := words.Quote(t.Pointer(v.At)), "appears twice"
		if v.Kind == datamodel.RepeatedKey {
			subject = "the key " + words.Quote(t.Text(v.At))
		} else {
			message, _ = t.Describe(v)
		}
		return fmt.Errorf("%w: %s %s", ErrRecord, subject, message)
	}
	if t.Tokens[0].Kind != datamodel.Object {
		return fmt.Errorf("%w: not an object", ErrRecord)
	}
	return nil
}

// tapeCID returns the CID of a record without violations.
func tapeCID(t *datamodel.Tape) (cid.Cid, error) {
	return cid.Prefix{Version: 1, Codec: cid.DagCBOR, MhType: sha2256, MhLength: -1}.Sum(t.AppendCBOR(nil, 0, ""))
}

const sha2256 = 0x12 // SHA-256 in multihashes

// parseCID returns a CID of the data model.
func parseCID(text string) (cid.Cid, error) {
	if !datamodel.IsLinkText(text) {
		return cid.Undef, fmt.Errorf("%s is not the CID of a record", words.Quote(text))
	}
	return datamodel.DecodeCID(text)
}

// RecordURI returns the AT URI of a Lexicon.
func RecordURI(did syntax.DID, nsid syntax.NSID) string {
	return "at://" + string(did) + "/" + Collection + "/" + string(nsid)
}
