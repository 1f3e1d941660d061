package servicerules

import "github.com/lexsmith/lexsmith/pkg/diag"

// Probe returns the rules of package probe, in the order of the documentation.
func Probe() []*diag.Rule {
	return []*diag.Rule{
		ServiceFailure, InvalidAccepted, ValidRefused, EndlessCursor,
		RepeatedItem, LimitIgnored, ErrorMessage, UnstableResponse,
	}
}

// ServiceFailure is raised where a service fails or does not respond.
var ServiceFailure = &diag.Rule{
	Code: "service-failure", Group: "xrpc", Severity: diag.Always(diag.Error),
	Summary: "the service fails instead of responding to a request or rejecting it",
	Reason: "A service rejects a request that it cannot answer with a status from 400 to 499. A status from 500, a redirect, " +
		"or a connection that is closed without a response says that the service is broken, and clients repeat the request.",
	Spec: "Endpoints", Page: "specs/xrpc#error-responses",
	Examples: `-- schema --
{"type": "query"}
-- response --
HTTP/1.1 «500|400»
Content-Type: application/json

{"error": "«InternalServerError|InvalidRequest»", "message": "no"}`,
}

// InvalidAccepted is raised where a service accepts an invalid request.
var InvalidAccepted = &diag.Rule{
	Code: "invalid-accepted", Group: "xrpc", Severity: diag.Always(diag.Error),
	Summary: "the service accepts a request that does not match the Lexicon",
	Reason: "Clients that send such a request do not notice their mistake, and other services reject it. " +
		"Check parameters and input against the Lexicon, and reject what does not match with status 400 and the error InvalidRequest.",
	Spec: "Endpoints", Page: "specs/xrpc#error-responses",
	Examples: `-- schema --
{"type": "query", "parameters": {"type": "params", "properties": {"limit": {"type": "integer", "maximum": 100}}}}
-- response to any request --
HTTP/1.1 «200|400»
Content-Type: application/json«|

{"error": "InvalidRequest", "message": "limit is larger than 100"}»`,
}

// ValidRefused is raised where a service refuses a valid request.
var ValidRefused = &diag.Rule{
	Code: "valid-refused", Group: "xrpc", Severity: diag.Always(diag.Error),
	Summary: "the service rejects a request that matches the Lexicon",
	Reason: "The Lexicon promises clients that the value is allowed. This is reported only if the same request succeeds without the parameter, " +
		"and the value is a boolean, an integer, or a value that the Lexicon lists.",
	Spec: "Endpoints", Page: "specs/lexicon#query-and-procedure-http-api",
	Examples: `-- schema --
{"type": "query", "parameters": {"type": "params", "properties": {"deep": {"type": "boolean"}}}}
-- response --
HTTP/1.1 204
-- response to deep=true --
HTTP/1.1 «400|204»
Content-Type: application/json«

{"error": "InvalidRequest", "message": "not deep"}|»`,
}

// EndlessCursor is raised for a listing that does not end.
var EndlessCursor = &diag.Rule{
	Code: "endless-cursor", Group: "xrpc", Severity: diag.Always(diag.Error),
	Summary: "a listing does not end",
	Reason: "Clients request pages until a response has no cursor. If a cursor repeats, or if page after page is empty but has a cursor, they never stop. " +
		"Leave the cursor out of the last page.",
	Spec: "Pagination", Page: "specs/xrpc#cursors-and-pagination",
	Examples: `-- schema --
{"type": "query", "parameters": {"type": "params", "properties": {"cursor": {"type": "string"}}},
 "output": {"encoding": "application/json", "schema": {"type": "object", "properties": {"cursor": {"type": "string"}}}}}
-- response --
HTTP/1.1 200
Content-Type: application/json

{«"cursor": "2"|»}`,
}

// RepeatedItem is raised for an item that is in a listing twice.
var RepeatedItem = &diag.Rule{
	Code: "repeated-item", Group: "xrpc", Severity: diag.Always(diag.Warning),
	Summary: "a listing has the same item twice",
	Reason: "Clients show the item twice, or stop at it. A cursor must lead to the item behind the last one of its page, " +
		"also if several items have the same time.",
	Spec: "Pagination", Page: "specs/xrpc#cursors-and-pagination",
	Examples: `-- schema --
{"type": "query", "output": {"encoding": "application/json", "schema": {"type": "object", "properties": {"dids": {"type": "array", "items": {"type": "string", "format": "did"}}}}},
 "parameters": {"type": "params", "properties": {"cursor": {"type": "string"}}}}
-- response --
HTTP/1.1 200
Content-Type: application/json

{"dids": ["did:web:a.example.com", "did:web:«a|b».example.com"]}`,
}

// LimitIgnored is raised for a page with more items than the request allows.
var LimitIgnored = &diag.Rule{
	Code: "limit-ignored", Group: "xrpc", Severity: diag.Always(diag.Warning),
	Summary: "a page has more items than the limit of its request",
	Reason:  "Clients use the limit to bound how much they have to process at once. Return at most as many items, and a cursor for the rest.",
	Spec:    "Pagination", Page: "specs/xrpc#cursors-and-pagination",
	Examples: `-- schema --
{"type": "query", "parameters": {"type": "params", "properties": {"limit": {"type": "integer", "minimum": 1}}},
 "output": {"encoding": "application/json", "schema": {"type": "object", "properties": {"names": {"type": "array", "items": {"type": "string"}}}}}}
-- response --
HTTP/1.1 400
Content-Type: application/json

{"error": "InvalidRequest", "message": "wrong limit"}
-- response to limit=1 --
HTTP/1.1 200
Content-Type: application/json

{"names": ["Lamp"«, "Table"|»]}`,
}

// ErrorMessage is raised for an error without a message.
var ErrorMessage = &diag.Rule{
	Code: "error-message", Group: "xrpc", Severity: diag.Always(diag.Warning),
	Summary: "an error response has no message",
	Reason:  "The name of an error is for programs. Without a message, nobody learns what was wrong with the request.",
	Spec:    "Errors", Page: "specs/xrpc#error-responses",
	Examples: `-- schema --
{"type": "query"}
-- response --
HTTP/1.1 400
Content-Type: application/json

{"error": "InvalidRequest"«|, "message": "the service is being moved"»}`,
}

// UnstableResponse is raised where the same query is answered differently.
var UnstableResponse = &diag.Rule{
	Code: "unstable-response", Group: "xrpc", Severity: diag.Always(diag.Info),
	Summary: "the same request has two different responses",
	Reason: "Caches and tests expect the same response to the same query, unless something has changed in between. " +
		"If the order of a list is random, sort it.",
	Spec: "Endpoints", Page: "specs/xrpc#lexicon-http-endpoints",
	Examples: `-- schema --
{"type": "query", "output": {"encoding": "application/json"}}
-- response --
HTTP/1.1 200
Content-Type: application/json

{"name": "Lamp"}
-- second response --
HTTP/1.1 200
Content-Type: application/json

{"name": "«Table|Lamp»"}`,
}
