package lsp

import "encoding/json"

// message is a request, a notification or a response of JSON-RPC 2.0.
type message struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id,omitempty"` // absent in a notification
	Method  string          `json:"method,omitempty"`
	Params  json.RawMessage `json:"params,omitempty"`
	Error   *responseError  `json:"error,omitempty"`
}

// The messages that the server sends.
type (
	response struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"` // nil for null
		Result  any             `json:"result,omitempty"`
		Error   *responseError  `json:"error,omitempty"`
	}
	call struct {
		Version string `json:"jsonrpc"`
		ID      int64  `json:"id,omitempty"` // 0 for a notification
		Method  string `json:"method"`
		Params  any    `json:"params"`
	}
)

// null is the result of a request that has none.
var null = json.RawMessage("null")

// responseError is the answer to a request that failed.
type responseError struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

func (e *responseError) Error() string { return e.Message }

// The codes of errors.
const (
	codeParseError     = -32700
	codeInvalidRequest = -32600
	codeMethodNotFound = -32601
	codeInvalidParams  = -32602
	codeInternalError  = -32603
	codeNotInitialized = -32002
	codeRequestFailed  = -32803
	codeCancelled      = -32800
)
