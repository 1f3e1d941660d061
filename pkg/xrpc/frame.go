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

	"github.com/lexsmith/lexsmith/pkg/diag"
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

// kind returns the type of WebSocket messages with that framing.
func (f Framing) kind() websocket.MessageType {
	if f == FramesJSON {
		return websocket.MessageText
	}
	return websocket.MessageBinary
}

// Message is a message of a stream.
type Message struct {
	// Type names the variant of the messages, as NSID#name; "" when the message
	// does not say.
	Type string
	// JSON is the message in JSON, its $type included. It is nil when the message
	// is not valid DAG-CBOR.
	JSON []byte
	// Findings has what there is to say about the message. It is not valid when
	// one of them is an error.
	Findings []Violation

	failure *Error // which ends the stream; nil when it is a message
}

// Valid reports whether the message matches its Lexicon.
func (m *Message) Valid() bool { return !hasErrors(m.Findings) }

// part is what the findings are about.
func (m *Message) part() lexicon.Part {
	if m.failure != nil {
		return lexicon.PartError
	}
	return lexicon.PartMessage
}

// tapes has tapes for converting messages.
var tapes = sync.Pool{New: func() any { return new(datamodel.Tape) }}

func putTape(t *datamodel.Tape) {
	t.Release()
	tapes.Put(t)
}

// encode makes the frame of a message in JSON, which is valid.
func (m *Method) encode(text []byte) ([]byte, bool) {
	t := tapes.Get().(*datamodel.Tape)
	defer putTape(t)
	if !t.ReadJSON(text) || !t.Conforms() || !t.Tokens[0].IsObject() {
		return nil, false
	}
	typ, without := t.TypeOf(0), ""
	if typ != "" {
		without = "$type"
	}
	if name, own := strings.CutPrefix(typ, string(m.NSID)+"#"); own {
		typ = "#" + name
	}
	return t.AppendCBOR(frame{op: opMessage, typ: typ}.append(nil), 0, without), true
}

// encode returns the error as a WebSocket message of a type.
func (e *Error) encode(kind websocket.MessageType) []byte {
	if kind == websocket.MessageText {
		return e.body()
	}
	text := func(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }
	t := tapes.Get().(*datamodel.Tape)
	defer putTape(t)
	t.ReadJSON((&Error{Name: text(e.Name), Message: text(e.Message)}).body())
	return t.AppendCBOR(frame{op: opError}.append(nil), 0, "")
}

// receive reads a WebSocket message of either framing and checks it.
func (m *Method) receive(kind websocket.MessageType, data []byte) (*Message, []diag.Finding) {
	t := tapes.Get().(*datamodel.Tape)
	defer putTape(t)
	msg := &Message{}
	if kind == websocket.MessageBinary {
		return msg, m.receiveFrame(t, msg, data)
	}
	var body struct {
		Type *string `json:"$type"`
		errorBody
	}
	if json.Unmarshal(data, &body) == nil && body.Type == nil && body.Error != "" {
		msg.failure = m.failure(body.Error, body.Message)
		return msg, m.checked(lexicon.PartError, m.errors.Check(validate.Input{Text: data}))
	}
	if !t.ReadJSON(data) || !t.Tokens[0].IsObject() {
		return msg, m.badFrame("the text message is not a JSON object", diag.Error)
	}
	msg.JSON, msg.Type = data, strings.Clone(t.TypeOf(0))
	return msg, m.checkMessage(data)
}

// failure returns an error of a stream.
func (m *Method) failure(name, message string) *Error {
	return &Error{Name: name, Message: message, Declared: m.Error(name)}
}

// receiveFrame reads the frame of a message.
func (m *Method) receiveFrame(t *datamodel.Tape, msg *Message, data []byte) []diag.Finding {
	f, err := parseFrame(data)
	switch {
	case err != nil:
		return m.badFrame("the message is not a valid frame: "+err.Error(), diag.Error)
	case f.op == opError:
		name, message := "", ""
		if t.ReadCBOR(f.payload) == nil && t.Tokens[0].Kind == datamodel.Object {
			name, message = t.MemberText(0, "error"), t.MemberText(0, "message")
		}
		msg.failure = m.failure(cmp.Or(name, "Unknown"), message)
		return m.checked(lexicon.PartError, m.errors.Check(validate.Input{Text: f.payload, Encoding: validate.CBOR}))
	case f.op != opMessage:
		return m.badFrame("the op of the frame is "+strconv.FormatInt(f.op, 10)+", but clients ignore all values except 1 and -1", diag.Warning)
	}
	if msg.Type = f.typ; strings.HasPrefix(f.typ, "#") {
		msg.Type = string(m.NSID) + f.typ
	}
	v := m.variants[msg.Type] // its $type is in the header
	if t.ReadCBOR(f.payload) == nil && t.Conforms() && t.Tokens[0].IsObject() {
		msg.JSON = t.AppendJSON(nil, 0)
		if typ := t.TypeOf(0); msg.Type == "" {
			msg.Type = strings.Clone(typ)
		} else if typ == "" {
			msg.JSON = withType(msg.JSON, msg.Type)
		}
	}
	switch {
	case v != nil:
	case m.message == nil && msg.JSON == nil:
		return m.badFrame("the payload of the frame is not an object in DAG-CBOR", diag.Error)
	case m.message == nil:
		return nil
	case f.typ != "" && msg.JSON != nil: // not a variant: that is said, or allowed
		return m.checkMessage(msg.JSON)
	default:
		v = m.message
	}
	return m.checked(lexicon.PartMessage, v.Check(validate.Input{Text: f.payload, Encoding: validate.CBOR}))
}

func (m *Method) checkMessage(text []byte) []diag.Finding {
	if m.message == nil {
		return nil
	}
	return m.checked(lexicon.PartMessage, m.message.Check(validate.Input{Text: text}))
}

func (m *Method) badFrame(message string, severity diag.Severity) []diag.Finding {
	f := m.finding(ruleFrame, lexicon.PartMessage, message)
	f.Severity = severity
	return []diag.Finding{f}
}

// withType returns an object in JSON with a $type as its first member.
func withType(object []byte, typ string) []byte {
	name, _ := json.Marshal(typ) // a string
	text := append([]byte(`{"$type":`), name...)
	if len(object) > len("{}") {
		text = append(text, ',')
	}
	return append(text, object[1:]...)
}

// frame is a message of a stream as the AT Protocol writes it.
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

// append appends the frame to b.
func (f frame) append(b []byte) []byte {
	if f.typ == "" {
		b = datamodel.AppendMap(b, 1)
	} else {
		b = datamodel.AppendText(datamodel.AppendMap(b, 2), "t")
		b = datamodel.AppendText(b, f.typ)
	}
	b = datamodel.AppendInt(datamodel.AppendText(b, "op"), f.op)
	return append(b, f.payload...)
}

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
