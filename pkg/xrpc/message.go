package xrpc

import (
	"cmp"
	"encoding/json"
	"sync"

	"github.com/lexsmith/lexsmith/internal/servicerules"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// Message is a message of a stream.
type Message struct {
	// Type names the variant of the messages, as NSID#name; "" when the message
	// does not say.
	Type string
	// JSON is the message in JSON, its $type included, without a frame around it. It is
	// nil when the message cannot be read.
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
var tapes = sync.Pool{New: func() any { return &datamodel.Tape{AnyMIME: true} }}

func putTape(t *datamodel.Tape) {
	t.Release()
	tapes.Put(t)
}

// readFailure reads the error that ends a stream. The tape, nil if the text is not valid, has
// it at its start.
func (m *Method) readFailure(t *datamodel.Tape, text []byte, encoding validate.Encoding) (*Error, []diag.Finding) {
	e := &Error{Name: "Unknown"}
	if t != nil && t.Tokens[0].Kind == datamodel.Object {
		e.Name, e.Message = cmp.Or(t.MemberText(0, "error"), e.Name), t.MemberText(0, "message")
		e.Declared = m.Error(e.Name)
	}
	return e, m.check(lexicon.PartError, m.errors, text, encoding)
}

func (m *Method) badFrame(message string, severity diag.Severity) []diag.Finding {
	f := m.finding(servicerules.Frame, lexicon.PartMessage, message)
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
