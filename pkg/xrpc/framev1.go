package xrpc

import (
	"fmt"
	"strings"

	"github.com/coder/websocket"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// This file has the encodings xrpc.v1: a frame is one object, whose $type says what it is
// for.

// The $type of frames.
const (
	typeMessage = "message" // with the message as its payload
	typeError   = "error"   // with the members of the body of an error
)

func writeV1JSON(_ *Method, t *datamodel.Tape, failure bool) []byte {
	if failure {
		return withType(t.AppendJSON(nil, 0), typeError)
	}
	return append(append([]byte(`{"$type":"message","payload":`), t.Input[t.Tokens[0].Start:t.Tokens[0].End]...), '}') // byte for byte
}

func writeV1CBOR(m *Method, t *datamodel.Tape, failure bool) []byte {
	t.ReadJSON(writeV1JSON(m, t, failure))
	return t.AppendCBOR(nil, 0, "")
}

// readV1 reads a frame in JSON or DAG-CBOR.
func readV1(m *Method, t *datamodel.Tape, kind websocket.MessageType, data []byte, msg *Message) (found []diag.Finding) {
	encoding := validate.JSON
	if kind == websocket.MessageBinary {
		encoding = validate.CBOR
		if err := t.ReadCBOR(data); err != nil {
			return m.badFrame("the frame is not valid DAG-CBOR: "+err.Error(), diag.Error)
		}
	} else if !t.ReadJSON(data) {
		return m.badFrame(fmt.Sprintf("the frame is not valid JSON, or is nested more than %d levels deep", datamodel.MaxDepth), diag.Error)
	}
	if kind := t.Tokens[0].Kind; kind != datamodel.Object {
		return m.badFrame("the frame is of type "+kind.String()+", not an object", diag.Error)
	}
	switch typ := t.TypeOf(0); typ {
	case typeError:
		msg.failure, found = m.readFailure(t, data, encoding)
		return found
	case typeMessage:
	default:
		message := `the $type of the frame must be "message" or "error", but is ` + words.Quote(typ)
		if typ == "" {
			message = `the frame is missing $type, which must be "message" or "error"`
		}
		found = m.badFrame(message, diag.Error)
		found[0].Help = `send each message as {"$type": "message", "payload": MESSAGE}`
		return found
	}
	if at := t.Member(0, "payload"); at != 0 && t.Tokens[at].IsObject() {
		msg.Type = strings.Clone(t.TypeOf(at))
		if encoding == validate.JSON {
			msg.JSON = data[t.Tokens[at].Start:t.Tokens[at].End]
		} else if t.Conforms() {
			msg.JSON = t.AppendJSON(nil, at)
		}
	}
	if m.message == nil && msg.Type == "" {
		return m.badFrame("the payload of the frame is not an object with a $type", diag.Error)
	}
	return m.check(lexicon.PartMessage, m.message, data, encoding)
}
