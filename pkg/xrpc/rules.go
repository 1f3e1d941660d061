package xrpc

import "github.com/lexsmith/lexsmith/pkg/lexicon"

// Rules returns the rules of what goes over the wire beside the values that
// package validate checks, in the order of the documentation.
func Rules() []*lexicon.Rule {
	return []*lexicon.Rule{
		ruleHTTPMethod, ruleContentType, ruleMissingBody, ruleUndeclaredBody, ruleErrorBody, ruleFrame, ruleNotChecked,
	}
}

var ruleHTTPMethod = &lexicon.Rule{
	Code: "http-method", Group: "xrpc", Severity: lexicon.Always(lexicon.Error),
	Summary: "the HTTP method does not fit the Lexicon",
	Reason: "A query is an HTTP GET and a procedure a POST, whatever they do. A server refuses anything else, " +
		"and a cache may answer a GET that was meant to change something.",
	Spec: "Endpoints", Page: "specs/xrpc#lexicon-http-endpoints",
	Examples: `-- schema --
{"type": "query"}
-- request --
«POST|GET» /xrpc/com.example.thing HTTP/1.1`,
}

var ruleContentType = &lexicon.Rule{
	Code: "content-type", Group: "xrpc", Severity: lexicon.Always(lexicon.Error),
	Summary: "the body has a MIME type that the method does not declare",
	Reason: "The encoding in the Lexicon says which MIME types a body can have. A client cannot read an answer of another type, " +
		"and a server refuses such a request with status 415.",
	Spec: "Endpoints", Page: "specs/lexicon#query-and-procedure-http-api",
	Examples: `-- schema --
{"type": "query", "output": {"encoding": "application/json"}}
-- answer --
HTTP/1.1 200 OK
Content-Type: «text/html

<p>Lamp</p>|application/json

{"name": "Lamp"}»`,
}

var ruleMissingBody = &lexicon.Rule{
	Code: "missing-body", Group: "xrpc", Severity: lexicon.Always(lexicon.Error),
	Summary: "the body that the method declares is missing",
	Reason: "A method that declares an input or output always has it. Where there is nothing to say, the body is an empty object, " +
		"or the Lexicon declares none.",
	Spec: "Endpoints", Page: "specs/lexicon#query-and-procedure-http-api",
	Examples: `-- schema --
{"type": "procedure", "input": {"encoding": "application/json"}}
-- request --
POST /xrpc/com.example.thing HTTP/1.1«|
Content-Type: application/json
Content-Length: 16

{"name": "Lamp"}»`,
}

var ruleUndeclaredBody = &lexicon.Rule{
	Code: "undeclared-body", Group: "xrpc", Severity: lexicon.Always(lexicon.Error),
	Summary: "there is a body that the method does not declare",
	Reason: "Without an input in the Lexicon nobody reads the body of a request, so the call does something other than its author meant. " +
		"In an answer it is only a warning: clients ignore it.",
	Spec: "Endpoints", Page: "specs/lexicon#query-and-procedure-http-api",
	Examples: `-- schema --
{"type": "procedure"}
-- request --
POST /xrpc/com.example.thing HTTP/1.1
Content-«Type: application/json
Content-Length: 16

{"name": "Lamp"}|Length: 0»`,
}

var ruleErrorBody = &lexicon.Rule{
	Code: "error-body", Group: "xrpc", Severity: lexicon.Always(lexicon.Error),
	Summary: "an error answer has no body that names the error",
	Reason: "Clients learn from the JSON object with error and message what went wrong. Where something in front of a server answers " +
		"instead, such as a load balancer, let it send that object too.",
	Spec: "Errors", Page: "specs/xrpc#error-responses",
	Examples: `-- schema --
{"type": "query", "errors": [{"name": "NotFound"}]}
-- answer --
HTTP/1.1 «404 Not Found
Content-Type: text/plain

no such thing|400 Bad Request
Content-Type: application/json

{"error": "NotFound", "message": "no such thing"}»`,
}

var ruleFrame = &lexicon.Rule{
	Code: "frame", Group: "xrpc", Severity: lexicon.Always(lexicon.Error),
	Summary: "a stream message is not a valid event stream frame",
	Reason: "Each message is a binary WebSocket message of two DAG-CBOR objects: a header with op and, where the Lexicon has a union of messages, " +
		"t, then the payload. Clients end the stream when they cannot read a frame. An op that is neither 1 nor -1 is only a warning, since clients ignore such a frame.",
	Spec: "Events, 4", Page: "specs/event-stream#framing",
	Examples: `-- schema --
"main": {"type": "subscription", "message": {"schema": {"type": "union", "refs": ["#note"]}}},
"note": {"type": "object", "properties": {"text": {"type": "string"}}}
-- frame in hex --
«a1 64 74657874 62 6869    # only the payload|a2 61 74 65 236e6f7465 62 6f70 01    # {"t": "#note", "op": 1}
a1 64 74657874 62 6869               #» {"text": "hi"}`,
}

var ruleNotChecked = &lexicon.Rule{
	Code: "not-checked", Group: "xrpc", Severity: lexicon.Always(lexicon.Info),
	Summary: "a body was not checked",
	Reason:  "It is larger than the limit for JSON bodies, or its Content-Encoding is neither gzip nor deflate. It was passed on as it is.",
	Spec:    "Limits", Page: "specs/xrpc#lexicon-http-endpoints",
	Examples: `-- schema --
{"type": "query", "output": {"encoding": "application/json"}}
-- answer --
HTTP/1.1 200 OK
Content-Type: application/json
«Content-Encoding: br

?|
{"name": "Lamp"}»`,
}
