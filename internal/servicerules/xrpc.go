// Package servicerules has the rules about services. Packages xrpc and probe report them; they
// are here so that a program which only knows all rules does not contain HTTP.
package servicerules

import "github.com/lexsmith/lexsmith/pkg/diag"

// XRPC returns the rules of package xrpc, in the order of the documentation.
func XRPC() []*diag.Rule {
	return []*diag.Rule{
		HTTPMethod, ContentType, MissingBody, UndeclaredBody, ErrorBody, Frame, NotChecked,
	}
}

// HTTPMethod is raised for the wrong HTTP method.
var HTTPMethod = &diag.Rule{
	Code: "http-method", Group: "xrpc", Severity: diag.Always(diag.Error),
	Summary: "the HTTP method does not match the Lexicon",
	Reason: "A query is always an HTTP GET, and a procedure a POST. A server rejects any other method, " +
		"and a cache may respond to a GET that was meant to change something.",
	Spec: "Endpoints", Page: "specs/xrpc#lexicon-http-endpoints",
	Examples: `-- schema --
{"type": "query"}
-- request --
«POST|GET» /xrpc/com.example.thing HTTP/1.1`,
}

// ContentType is raised for a body of the wrong content type.
var ContentType = &diag.Rule{
	Code: "content-type", Group: "xrpc", Severity: diag.Always(diag.Error),
	Summary: "the body has a MIME type that the method does not declare",
	Reason: "The encoding in the Lexicon says which MIME types a body can have. A client cannot read a response of a different type, " +
		"and a server rejects such a request with status 415.",
	Spec: "Endpoints", Page: "specs/lexicon#query-and-procedure-http-api",
	Examples: `-- schema --
{"type": "query", "output": {"encoding": "application/json"}}
-- response --
HTTP/1.1 200 OK
Content-Type: «text/html

<p>Lamp</p>|application/json

{"name": "Lamp"}»`,
}

// MissingBody is raised where a body is missing.
var MissingBody = &diag.Rule{
	Code: "missing-body", Group: "xrpc", Severity: diag.Always(diag.Error),
	Summary: "the body that the method declares is missing",
	Reason: "If a method declares an input or output, the body is required. If there is nothing to send, send an empty object, " +
		"or remove the input or output from the Lexicon.",
	Spec: "Endpoints", Page: "specs/lexicon#query-and-procedure-http-api",
	Examples: `-- schema --
{"type": "procedure", "input": {"encoding": "application/json"}}
-- request --
POST /xrpc/com.example.thing HTTP/1.1«|
Content-Type: application/json
Content-Length: 16

{"name": "Lamp"}»`,
}

// UndeclaredBody is raised for a body that the Lexicon does not declare.
var UndeclaredBody = &diag.Rule{
	Code: "undeclared-body", Group: "xrpc", Severity: diag.Always(diag.Error),
	Summary: "the method does not declare the body",
	Reason: "If the Lexicon declares no input, the server ignores the body of a request, so the call does not do what its author intended. " +
		"In a response, this is only a warning, because clients ignore the body.",
	Spec: "Endpoints", Page: "specs/lexicon#query-and-procedure-http-api",
	Examples: `-- schema --
{"type": "procedure"}
-- request --
POST /xrpc/com.example.thing HTTP/1.1
Content-«Type: application/json
Content-Length: 16

{"name": "Lamp"}|Length: 0»`,
}

// ErrorBody is raised for an error response of the wrong form.
var ErrorBody = &diag.Rule{
	Code: "error-body", Group: "xrpc", Severity: diag.Always(diag.Error),
	Summary: "the body of an error response does not identify the error",
	Reason: "Clients read what went wrong from a JSON object with error and message. If something in front of the server responds " +
		"instead, such as a load balancer, configure it to send that object too.",
	Spec: "Errors", Page: "specs/xrpc#error-responses",
	Examples: `-- schema --
{"type": "query", "errors": [{"name": "NotFound"}]}
-- response --
HTTP/1.1 «404 Not Found
Content-Type: text/plain

no such thing|400 Bad Request
Content-Type: application/json

{"error": "NotFound", "message": "no such thing"}»`,
}

// Frame is raised for a frame of a stream that cannot be read.
var Frame = &diag.Rule{
	Code: "frame", Group: "xrpc", Severity: diag.Always(diag.Error),
	Summary: "a stream message is not a valid event stream frame",
	Reason: "In xrpc.v0.cbor, which is the default encoding, each message is a binary WebSocket message that contains two DAG-CBOR objects: a header with op (and t, " +
		"if the Lexicon declares a union of messages), and the payload. In xrpc.v1.json and xrpc.v1.cbor, it is a single object, whose $type is message (with the payload) or error. " +
		"The encoding is the one that the service names in Sec-WebSocket-Protocol, or else the subprotocol of the Lexicon. " +
		"Clients end the stream if they cannot read a frame. An op that is neither 1 nor -1 is only a warning, since clients ignore such frames.",
	Spec: "Events, 4", Page: "specs/event-stream#framing",
	Examples: `-- schema --
"main": {"type": "subscription", "message": {"schema": {"type": "union", "refs": ["#note"]}}},
"note": {"type": "object", "properties": {"text": {"type": "string"}}}
-- frame in hex --
«a1 64 74657874 62 6869    # only the payload|a2 61 74 65 236e6f7465 62 6f70 01    # {"t": "#note", "op": 1}
a1 64 74657874 62 6869               #» {"text": "hi"}`,
}

// NotChecked is raised where a body could not be checked.
var NotChecked = &diag.Rule{
	Code: "not-checked", Group: "xrpc", Severity: diag.Always(diag.Info),
	Summary: "a body or stream message was not checked",
	Reason: "The body or message is larger than the limit for JSON bodies, or the Content-Encoding of the body is neither gzip nor deflate. " +
		"It was passed on unchanged. A client does not send a request that it cannot check, and reports such a response as a warning.",
	Spec: "Limits", Page: "specs/xrpc#lexicon-http-endpoints",
	Examples: `-- schema --
{"type": "query", "output": {"encoding": "application/json"}}
-- response --
HTTP/1.1 200 OK
Content-Type: application/json
«Content-Encoding: br

?|
{"name": "Lamp"}»`,
}
