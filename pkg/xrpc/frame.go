package xrpc

import (
	"errors"
	"fmt"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
)

// Framing is how the messages of a stream are written.
type Framing uint8

// The framings.
const (
	// FramesCBOR are those of the AT Protocol: a binary WebSocket message of a
	// header and a payload, both in DAG-CBOR.
	FramesCBOR Framing = iota
	// FramesJSON are text: the message in JSON, with its $type. An error is an
	// object without $type, with error and message. It is for people and for
	// clients that cannot read CBOR; it is not part of the AT Protocol.
	FramesJSON
)

// Frame is a message of a stream as the AT Protocol writes it.
type Frame struct {
	Op      int64  // OpMessage or OpError; clients ignore others
	Type    string // "#name" or NSID#name, a variant of the messages; "" for none
	Payload []byte // in DAG-CBOR
}

// The operations of frames.
const (
	OpMessage = 1
	OpError   = -1
)

// Append appends the frame to b.
func (f Frame) Append(b []byte) []byte {
	if f.Type != "" {
		b = append(b, 0xa2, 0x61, 't') // an object with two members
		b = datamodel.AppendText(b, f.Type)
	} else {
		b = append(b, 0xa1)
	}
	b = datamodel.AppendInt(append(b, 0x62, 'o', 'p'), f.Op)
	return append(b, f.Payload...)
}

// ParseFrame takes a frame apart. The payload is part of data, and is not looked
// into.
func ParseFrame(data []byte) (Frame, error) {
	var t datamodel.Tape
	end, err := t.ReadCBORPrefix(data)
	if err != nil {
		return Frame{}, fmt.Errorf("the header is not valid DAG-CBOR: %w", err)
	}
	if t.Tokens[0].Kind != datamodel.Object {
		return Frame{}, fmt.Errorf("the header is of type %s, not an object", t.Tokens[0].Kind)
	}
	f := Frame{Payload: data[end:]}
	op := t.Member(0, "op")
	switch {
	case op == 0:
		return Frame{}, errors.New(`"op" is missing from the header`)
	case t.Tokens[op].Kind != datamodel.Integer:
		return Frame{}, errors.New(`"op" in the header is not an integer`)
	}
	f.Op = t.Tokens[op].Int()
	if at := t.Member(0, "t"); at != 0 {
		if t.Tokens[at].Kind != datamodel.String {
			return Frame{}, errors.New(`"t" in the header is not a string`)
		}
		f.Type = strings.Clone(t.Text(at))
	}
	if len(f.Payload) == 0 {
		return Frame{}, errors.New("the payload after the header is missing")
	}
	return f, nil
}
