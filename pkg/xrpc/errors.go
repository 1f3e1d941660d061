package xrpc

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/internal/words"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// Error is an error answer of a method: a handler returns it, and a client gets it.
// Any other error of a handler becomes an InternalServerError that says no more.
type Error struct {
	Status  int    // of the answer; 0 is 400. An error of a stream has none
	Name    string // "NotFound"
	Message string // for people; may be empty
	// Declared is the declaration of the error in the method; nil when the
	// method does not declare it. Only clients set it.
	Declared *lexicon.ErrorDef
	// Header has more headers of the answer, such as Retry-After.
	Header http.Header
}

func (e *Error) Error() string {
	switch {
	case e.Message == "":
		return words.Excerpt(e.Name)
	case e.Name == "":
		return words.Excerpt(e.Message)
	}
	return words.Excerpt(e.Name + ": " + e.Message)
}

// Is reports whether target is an *Error of the same name, so that errors.Is
// finds an error by its name.
func (e *Error) Is(target error) bool {
	other, ok := target.(*Error)
	return ok && other.Name == e.Name
}

// StatusName returns the name of errors that no method declares: what an HTTP
// status means in XRPC. It is "" for a status without one.
func StatusName(status int) string {
	if status < 0 || status >= len(statusNames) {
		return ""
	}
	return statusNames[status]
}

var statusNames = [...]string{
	http.StatusBadRequest:            "InvalidRequest",
	http.StatusUnauthorized:          "AuthenticationRequired",
	http.StatusForbidden:             "Forbidden",
	http.StatusNotFound:              "XRPCNotSupported",
	http.StatusMethodNotAllowed:      "MethodNotAllowed",
	http.StatusNotAcceptable:         "NotAcceptable",
	http.StatusRequestEntityTooLarge: "PayloadTooLarge",
	http.StatusUnsupportedMediaType:  "UnsupportedMediaType",
	http.StatusUpgradeRequired:       "UpgradeRequired",
	http.StatusTooManyRequests:       "RateLimitExceeded",
	http.StatusInternalServerError:   "InternalServerError",
	http.StatusNotImplemented:        "MethodNotImplemented",
	http.StatusBadGateway:            "UpstreamFailure",
	http.StatusServiceUnavailable:    "NotEnoughResources",
	http.StatusGatewayTimeout:        "UpstreamTimeout",
}

// fail returns the error that a status stands for.
func fail(status int, format string, args ...any) *Error {
	return &Error{Status: status, Name: StatusName(status), Message: fmt.Sprintf(format, args...)}
}

// errorBody is the body of an error answer, and the payload of an error frame.
type errorBody struct {
	Error   string `json:"error"`
	Message string `json:"message,omitempty"`
}

func (e *Error) body() []byte {
	text, err := json.Marshal(errorBody{e.Name, e.Message})
	if err != nil {
		panic(err) // two strings
	}
	return text
}

// frame returns the error as a frame.
func (e *Error) frame() []byte {
	b := Frame{Op: OpError}.Append(nil)
	text := func(s string) { b = datamodel.AppendText(b, strings.ToValidUTF8(s, "\uFFFD")) }
	members := byte(1)
	if e.Message != "" {
		members = 2
	}
	b = append(b, 0xa0|members) // an object
	text("error")
	text(e.Name)
	if e.Message != "" {
		text("message")
		text(e.Message)
	}
	return b
}

// readError makes the error of an answer. A body that is not one of XRPC is not
// trusted: the name is that of the status.
func (m *Method) readError(status int, header http.Header, text []byte) *Error {
	e := &Error{Status: status, Header: header}
	var body errorBody
	if json.Unmarshal(text, &body) == nil && body.Error != "" {
		e.Name, e.Message = body.Error, body.Message
		e.Declared = m.Error(e.Name)
		return e
	}
	e.Name, e.Message = StatusName(status), strings.TrimSpace(fmt.Sprintf("status %d %s", status, http.StatusText(status)))
	return e
}
