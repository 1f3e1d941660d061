package xrpc

import (
	"net/http"
	"slices"
	"strings"

	"github.com/coder/websocket"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// framing is how the messages of a stream are written: a subprotocol of WebSocket.
type framing struct {
	name string
	kind websocket.MessageType
	// write makes the frame of what is on the tape, in JSON: a message, or the body of an
	// error. The tape can be filled again. It is nil when the encoding is unknown.
	write func(m *Method, t *datamodel.Tape, failure bool) []byte
	// read reads a frame into msg and checks it. The tape is to be filled.
	read func(m *Method, t *datamodel.Tape, data []byte, msg *Message) []diag.Finding
}

// framings are those that are known.
var framings = []*framing{
	{lexicon.SubprotocolV0CBOR, websocket.MessageBinary, writeV0, readV0},
	{lexicon.SubprotocolV1JSON, websocket.MessageText, writeV1JSON, readV1JSON},
	{lexicon.SubprotocolV1CBOR, websocket.MessageBinary, writeV1CBOR, readV1CBOR},
}

// findFraming returns the first known encoding of some names; nil when there is none.
func findFraming(names ...string) *framing {
	for _, name := range names {
		if i := slices.IndexFunc(framings, func(f *framing) bool { return f.name == name }); i >= 0 {
			return framings[i]
		}
	}
	return nil
}

// negotiate returns the encoding that a client gets who offers some. That the client offers
// none that is known is said with agreed; preferred, if known, is used then instead of the
// encoding of the Lexicon.
func (m *Method) negotiate(h http.Header, preferred string) (f *framing, agreed bool) {
	if f = findFraming(headerWords(h, headerSubprotocol)...); f != nil {
		return f, true
	}
	return findFraming(preferred, m.subscription().Encoding(), lexicon.SubprotocolV0CBOR), false
}

// offers returns the encodings that a client asks for: those of its headers, or else that of
// the Lexicon. Where that cannot be read, any other will do.
func (m *Method) offers(h http.Header) []string {
	if offers := headerWords(h, headerSubprotocol); len(offers) > 0 {
		return offers
	}
	if f := findFraming(m.subscription().Encoding()); f != nil {
		return []string{f.name}
	}
	return lexicon.Subprotocols
}

// agreed returns the encoding of a stream that a service has opened, which can be unknown.
func (m *Method) agreed(p *peer) *framing {
	name := p.Subprotocol()
	if name == "" {
		name = m.subscription().Encoding()
	}
	if f := findFraming(name); f != nil {
		return f
	}
	return &framing{name: name, read: func(m *Method, _ *datamodel.Tape, _ []byte, _ *Message) []diag.Finding {
		return []diag.Finding{m.unchecked(lexicon.PartMessage, "its encoding "+words.Quote(name)+" is unknown")}
	}}
}

// message makes the frame of a message in JSON, which matches the Lexicon. The fault, "" for
// none, says why there is no such frame.
func (f *framing) message(m *Method, text []byte) (data []byte, fault string) {
	t := tapes.Get().(*datamodel.Tape)
	defer putTape(t)
	if !t.ReadJSON(text) || !t.Conforms() || !t.Tokens[0].IsObject() {
		return nil, "the message is not an object of the data model"
	}
	switch typ := t.TypeOf(0); {
	case typ == typeMessage || typ == typeError:
		return nil, "the message is a frame; send only its payload"
	case typ == "" && f.name != lexicon.SubprotocolV0CBOR:
		return nil, "the message is missing $type, which " + f.name + " requires"
	}
	return f.write(m, t, false), ""
}

// failure makes the frame of an error.
func (f *framing) failure(m *Method, err *Error) []byte {
	text := func(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }
	t := tapes.Get().(*datamodel.Tape)
	defer putTape(t)
	t.ReadJSON((&Error{Name: text(err.Name), Message: text(err.Message)}).body())
	return f.write(m, t, true)
}

// receive reads a WebSocket message and checks it.
func (f *framing) receive(m *Method, kind websocket.MessageType, data []byte) (*Message, []diag.Finding) {
	msg := &Message{}
	if f.kind != 0 && kind != f.kind {
		what := map[websocket.MessageType]string{websocket.MessageText: "text", websocket.MessageBinary: "binary"}
		found := m.badFrame("the message is "+what[kind]+", but messages of "+f.name+" are "+what[f.kind], diag.Error)
		found[0].Help = "send what was agreed on: the subprotocol in the response to the handshake, or else the one that the Lexicon declares"
		return msg, found
	}
	t := tapes.Get().(*datamodel.Tape)
	defer putTape(t)
	return msg, f.read(m, t, data, msg)
}
