package xrpc

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/coder/websocket"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// This file has the encoding xrpc.v0.cbor: a frame is two objects in DAG-CBOR, a header and
// a payload.

func writeV0(m *Method, t *datamodel.Tape, failure bool) []byte {
	if failure {
		return t.AppendCBOR(frameHeader(opError, ""), 0, "")
	}
	typ, without := t.TypeOf(0), ""
	if typ != "" {
		without = "$type"
	}
	if name, own := strings.CutPrefix(typ, string(m.NSID)+"#"); own {
		typ = "#" + name
	}
	return t.AppendCBOR(frameHeader(opMessage, typ), 0, without)
}

// frameHeader returns the header of a frame; see frame.
func frameHeader(op int64, typ string) []byte {
	b := datamodel.AppendMap(nil, 1)
	if typ != "" {
		b = datamodel.AppendText(datamodel.AppendText(datamodel.AppendMap(nil, 2), "t"), typ)
	}
	return datamodel.AppendInt(datamodel.AppendText(b, "op"), op)
}

func readV0(m *Method, t *datamodel.Tape, _ websocket.MessageType, data []byte, msg *Message) (found []diag.Finding) {
	f, err := parseFrame(data)
	if err != nil {
		return m.badFrame("the message is not a valid frame: "+err.Error(), diag.Error)
	}
	broken := t.ReadCBOR(f.payload) != nil
	switch f.op {
	case opMessage:
	case opError:
		if broken {
			t = nil
		}
		msg.failure, found = m.readFailure(t, f.payload, validate.CBOR)
		return found
	default:
		return m.badFrame("the op of the frame is "+strconv.FormatInt(f.op, 10)+", but clients ignore all values except 1 and -1", diag.Warning)
	}
	if msg.Type = f.typ; strings.HasPrefix(f.typ, "#") {
		msg.Type = string(m.NSID) + f.typ
	}
	v := m.variants[msg.Type] // its $type is in the header
	if !broken && t.Conforms() && t.Tokens[0].IsObject() {
		msg.JSON = t.AppendJSON(nil, 0)
		if typ := t.TypeOf(0); msg.Type == "" {
			msg.Type = strings.Clone(typ)
		} else if typ == "" {
			msg.JSON = withType(msg.JSON, msg.Type)
		}
	}
	switch {
	case v != nil:
		return m.check(lexicon.PartMessage, v, f.payload, validate.CBOR)
	case m.message == nil && msg.JSON == nil:
		return m.badFrame("the payload of the frame is not an object in DAG-CBOR", diag.Error)
	case m.message == nil:
		return nil
	case msg.Type == typeMessage || msg.Type == typeError:
		return m.badFrame("the payload of the frame is a frame of another encoding", diag.Error)
	case f.typ != "" && msg.JSON != nil: // not a variant: that is said, or allowed
		return m.check(lexicon.PartMessage, m.message, msg.JSON, validate.JSON)
	}
	return m.check(lexicon.PartMessage, m.message, f.payload, validate.CBOR)
}

// frame is a frame of xrpc.v0.cbor.
type frame struct {
	op      int64  // opMessage or opError; clients ignore others
	typ     string // "#name" or NSID#name, a variant of the messages; "" for none
	payload []byte // in DAG-CBOR
}

// The operations of frames.
const (
	opMessage = 1
	opError   = -1
)

// parseFrame takes a frame apart. The payload is part of data, and is not looked
// into.
func parseFrame(data []byte) (frame, error) {
	var t datamodel.Tape
	end, err := t.ReadCBORPrefix(data)
	if err != nil {
		return frame{}, fmt.Errorf("the header is not valid DAG-CBOR: %w", err)
	}
	if t.Tokens[0].Kind != datamodel.Object {
		return frame{}, fmt.Errorf("the header is of type %s, not an object", t.Tokens[0].Kind)
	}
	f := frame{payload: data[end:]}
	op := t.Member(0, "op")
	switch {
	case op == 0:
		return frame{}, errors.New(`"op" is missing from the header`)
	case t.Tokens[op].Kind != datamodel.Integer:
		return frame{}, errors.New(`"op" in the header is not an integer`)
	}
	f.op = t.Tokens[op].Int()
	if at := t.Member(0, "t"); at != 0 {
		if t.Tokens[at].Kind != datamodel.String {
			return frame{}, errors.New(`"t" in the header is not a string`)
		}
		f.typ = t.MemberText(0, "t")
	}
	if len(f.payload) == 0 {
		return frame{}, errors.New("the payload after the header is missing")
	}
	return f, nil
}
