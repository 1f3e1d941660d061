package xrpc

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/coder/websocket"

	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/validate"
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

// Message is a message of a stream.
type Message struct {
	// Type names the variant of the messages, as NSID#name; "" when the message
	// does not say.
	Type string
	// JSON is the message in JSON, its $type included. It is nil when the message
	// is not valid DAG-CBOR.
	JSON []byte
	// Data is the message as it arrived: a frame, or JSON.
	Data []byte
	// Findings has what there is to say about the message. It is not valid when
	// one of them is an error.
	Findings []Violation
}

// Valid reports whether the message matches its Lexicon.
func (m *Message) Valid() bool {
	return !lexicon.HasErrors(findings(m.Findings))
}

// tapes has tapes for converting messages.
var tapes = sync.Pool{New: func() any { return new(datamodel.Tape) }}

// putTape gives a tape back.
func putTape(t *datamodel.Tape) {
	t.Release()
	tapes.Put(t)
}

// checkMessage checks a message in JSON.
func (m *Method) checkMessage(text []byte) []lexicon.Finding {
	if m.message == nil {
		return nil
	}
	return m.checked(lexicon.PartMessage, m.message.Check(validate.Input{Text: text}))
}

// shortType returns what the header of a frame says about a message of a $type.
func (m *Method) shortType(typ string) string {
	if name, own := strings.CutPrefix(typ, string(m.NSID)+"#"); own {
		return "#" + name
	}
	return typ
}

// fullType is the reverse of shortType.
func (m *Method) fullType(t string) string {
	if strings.HasPrefix(t, "#") {
		return string(m.NSID) + t
	}
	return t
}

// encode makes the frame of a message in JSON, which is valid.
func (m *Method) encode(t *datamodel.Tape, text []byte) ([]byte, bool) {
	if !t.ReadJSON(text) || !t.Conforms() || !t.Tokens[0].IsObject() {
		return nil, false
	}
	f := Frame{Op: OpMessage}
	without := ""
	if typ := t.TypeOf(0); typ != "" {
		f.Type, without = m.shortType(typ), "$type"
	}
	return t.AppendCBOR(f.Append(nil), 0, without), true
}

// decode reads the message of a frame and checks it. An error frame is an *Error.
func (m *Method) decode(t *datamodel.Tape, data []byte) (msg *Message, found []lexicon.Finding, failure *Error) {
	msg = &Message{Data: data}
	f, err := ParseFrame(data)
	switch {
	case err != nil:
		return msg, m.badFrame("the message is not a valid frame: "+err.Error(), lexicon.Error), nil
	case f.Op == OpError:
		failure, found = m.decodeError(t, f)
		return nil, found, failure
	case f.Op != OpMessage:
		return msg, m.badFrame("the op of the frame is "+strconv.FormatInt(f.Op, 10)+", but clients ignore all values except 1 and -1", lexicon.Warning), nil
	}
	msg.Type = m.fullType(f.Type)
	if t.ReadCBOR(f.Payload) == nil && t.Conforms() && t.Tokens[0].IsObject() {
		msg.JSON = t.AppendJSON(nil, 0)
		if typ := t.TypeOf(0); msg.Type == "" {
			msg.Type = typ
		} else if typ == "" {
			msg.JSON = withType(msg.JSON, msg.Type)
		}
	}
	return msg, m.checkPayload(f, msg), nil
}

// checkPayload checks the payload of a frame against the variant that its header
// names.
func (m *Method) checkPayload(f Frame, msg *Message) []lexicon.Finding {
	v := m.variants[m.fullType(f.Type)]
	switch {
	case v != nil: // its $type is in the header
	case m.message == nil && msg.JSON == nil:
		return m.badFrame("the payload of the frame is not an object in DAG-CBOR", lexicon.Error)
	case m.message == nil:
		return nil
	case f.Type != "" && msg.JSON != nil: // not a variant: that is said, or allowed
		return m.checkMessage(msg.JSON)
	default:
		v = m.message
	}
	return m.checked(lexicon.PartMessage, v.Check(validate.Input{Text: f.Payload, Encoding: validate.CBOR}))
}

// withType returns an object in JSON with a $type as its first member.
func withType(object []byte, typ string) []byte {
	name, err := json.Marshal(typ)
	if err != nil {
		panic(err) // a string
	}
	text := append([]byte(`{"$type":`), name...)
	if len(object) > len("{}") {
		text = append(text, ',')
	}
	return append(text, object[1:]...)
}

// decodeError reads an error frame.
func (m *Method) decodeError(t *datamodel.Tape, f Frame) (*Error, []lexicon.Finding) {
	failure := &Error{Name: "Unknown"}
	if t.ReadCBOR(f.Payload) == nil && t.Tokens[0].Kind == datamodel.Object {
		failure.Name, failure.Message = cmp.Or(t.MemberText(0, "error"), failure.Name), t.MemberText(0, "message")
		failure.Declared = m.Error(failure.Name)
	}
	return failure, m.checked(lexicon.PartError, m.errors.Check(validate.Input{Text: f.Payload, Encoding: validate.CBOR}))
}

func (m *Method) badFrame(message string, severity lexicon.Severity) []lexicon.Finding {
	f := m.finding(ruleFrame, lexicon.PartMessage, message)
	f.Severity = severity
	return []lexicon.Finding{f}
}

// receive reads a WebSocket message of either framing and checks it. The findings
// are about the part. An error of the stream is an *Error.
func (m *Method) receive(t *datamodel.Tape, kind websocket.MessageType, data []byte) (msg *Message, part lexicon.Part, found []lexicon.Finding, failure *Error) {
	if kind == websocket.MessageBinary {
		msg, found, failure = m.decode(t, data)
	} else {
		msg = &Message{Data: data}
		switch failure = m.errorText(data); {
		case failure != nil:
			msg, found = nil, m.checked(lexicon.PartError, m.errors.Check(validate.Input{Text: data}))
		case t.ReadJSON(data) && t.Tokens[0].IsObject():
			msg.JSON, msg.Type = data, strings.Clone(t.TypeOf(0))
			found = m.checkMessage(data)
		default:
			found = m.badFrame("the text message is not a JSON object", lexicon.Error)
		}
	}
	if part = lexicon.PartMessage; failure != nil {
		part = lexicon.PartError
	}
	return msg, part, found, failure
}
