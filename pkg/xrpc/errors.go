package xrpc

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
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
	if e.Name == "" || e.Message == "" {
		return words.Excerpt(e.Name + e.Message)
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
func StatusName(status int) string { return statusNames[status] }

var statusNames = map[int]string{
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

// body returns the error as the body of an answer.
func (e *Error) body() []byte {
	text, _ := json.Marshal(errorBody{e.Name, e.Message}) // two strings
	return text
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

// InvalidError says that a call, an answer or a message does not match its Lexicon.
type InvalidError struct {
	Direction Direction
	Findings  []Violation // warnings and info findings too
}

func (e *InvalidError) Error() string {
	return "the " + string(e.Direction) + " does not match its Lexicon: " + describe(e.Findings)
}

// hasErrors reports whether a violation is an error.
func hasErrors(found []Violation) bool { return firstError(found) != "" }

// firstError returns the message of the first error; "" without any.
func firstError(found []Violation) string {
	for i := range found {
		if found[i].Severity == diag.Error {
			return found[i].Message
		}
	}
	return ""
}

// describe says in one line what is wrong: of each error the pointer, the reason,
// and the place of the constraint in its Lexicon.
func describe(found []Violation) string {
	const most = 3
	var all []string
	for i := range found {
		v := &found[i]
		if v.Severity != diag.Error {
			continue
		}
		if len(all) == most {
			all = append(all, "and more")
			break
		}
		text := v.Message
		if v.Pointer != "" {
			text = words.Excerpt(v.Pointer) + ": " + text
		}
		if v.Data != nil && v.Data.Schema != "" {
			text += " (" + v.Data.Schema + " " + v.Data.Constraint.Pointer + ")"
		}
		all = append(all, text)
	}
	return strings.Join(all, "; ")
}
