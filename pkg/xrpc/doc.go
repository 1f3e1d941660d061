// Package xrpc is the HTTP and WebSocket side of Lexicons: it serves, calls and
// proxies the queries, procedures and subscriptions of a catalog, and checks
// everything that goes over the wire.
//
// A Server calls a handler with typed parameters and a checked body, and checks
// what it returns:
//
//	server := xrpc.NewServer(catalog, xrpc.Options{})
//	server.Handle("com.example.getThing", getThing)
//	http.ListenAndServe(":2584", server)
//
// A Client makes the same checks from the other side, and a Proxy stands between a
// client and a service. All three report what does not match a Lexicon as a
// Violation: see Options.Report.
//
// JSON bodies are passed on byte for byte, and other bodies are streamed. No peer
// can hold a connection by sending or reading slowly; NewHTTPServer sets the limits
// that are those of the server.
package xrpc
