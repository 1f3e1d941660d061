package lexicon

import (
	"cmp"
)

// The encodings of streams that are known, by the names that a subscription and a WebSocket
// client use for them.
const (
	// SubprotocolV0CBOR has two objects in DAG-CBOR in each frame: a header and a payload.
	// It is the default.
	SubprotocolV0CBOR = "xrpc.v0.cbor"
	// SubprotocolV1JSON and SubprotocolV1CBOR have one object in each frame, which contains
	// the payload.
	SubprotocolV1JSON = "xrpc.v1.json"
	SubprotocolV1CBOR = "xrpc.v1.cbor"
)

// Subprotocols are the encodings of streams that are known.
var Subprotocols = []string{SubprotocolV0CBOR, SubprotocolV1JSON, SubprotocolV1CBOR}

// Encoding returns the encoding that clients get unless they ask for another one: the
// declared subprotocol, which may be unknown, or the default.
func (s *Subscription) Encoding() string { return cmp.Or(s.Subprotocol.Value, SubprotocolV0CBOR) }
