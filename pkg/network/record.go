package network

import (
	"github.com/ipfs/go-cid"
)

// RecordCID returns the CID of a record: that of its DAG-CBOR. The error wraps
// ErrRecord when the text is not JSON, or not a value of the data model.
func RecordCID(json []byte) (cid.Cid, error) { return cid.Undef, errTodo }

// Record returns the record of a Lexicon, and its CID: the text of the file, with
// "$type" as its first member when it has none. Nothing else changes. The error
// wraps ErrRecord, or ErrID when the text has another $type.
func Record(json []byte) (record []byte, id cid.Cid, err error) { return nil, cid.Undef, errTodo }
