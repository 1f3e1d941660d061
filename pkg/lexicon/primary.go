package lexicon

import (
	"cmp"
	"slices"
)

// Record is an object that repositories store.
type Record struct {
	Node
	Key    string  // record key type, as written: "tid", "nsid", "any" or "literal:VALUE"; "" when missing
	Object *Object // the field "record"; nil when missing or broken
}

// Endpoint is what queries, procedures and subscriptions consist of. A body is nil when
// there is none.
type Endpoint struct {
	Parameters *Params // nil when there are none, or broken
	Errors     []*ErrorDef
	Input      *Body    // of a procedure
	Output     *Body    // of a query or procedure
	Message    *Message // of a subscription
}

// EndpointOf returns the endpoint of a query, procedure or subscription; nil for any
// other schema.
func EndpointOf(s Schema) *Endpoint {
	switch s := s.(type) {
	case *Query:
		return &s.Endpoint
	case *Procedure:
		return &s.Endpoint
	case *Subscription:
		return &s.Endpoint
	}
	return nil
}

// Body returns the body of PartInput, PartOutput or PartMessage; nil when there is none.
func (e *Endpoint) Body(part Part) *Body {
	switch part {
	case PartInput:
		return e.Input
	case PartOutput:
		return e.Output
	case PartMessage:
		return e.Message
	}
	return nil
}

// Query is an HTTP GET method.
type Query struct {
	Node
	Endpoint
}

// Procedure is an HTTP POST method.
type Procedure struct {
	Node
	Endpoint
}

// Subscription is a stream of messages over WebSocket.
type Subscription struct {
	Node
	Endpoint
	Subprotocol Opt[string] // the encoding for clients that do not ask for one, as written; may be unknown
}

// Body describes the body of a request or response.
type Body struct {
	Node
	Encoding string // MIME type or list of them, as written; "" when missing
	Schema   Schema // *Object, *Ref, *Union, *Invalid, or nil when there is none
}

// Message describes the messages of a subscription. It has no Encoding, and its Schema
// is a *Union, *Invalid, or nil when it is missing.
type Message = Body

// ErrorDef is an error that a method can return.
type ErrorDef struct {
	Node
	Name string
}

// PermissionSet is a set of permissions that an application requests together.
type PermissionSet struct {
	Node
	Title       string
	Detail      string
	Permissions []*Permission
}

// Permission is an entry of a PermissionSet.
type Permission struct {
	Node
	Resource   string
	SpaceType  Opt[string] // resource space
	Authority  Opt[string] // resource space
	SKey       Opt[string] // resource space
	Collection []string    // resource repo or space
	Action     []string    // resource repo or space
	Manage     []string    // resource space
	LXM        []string    // resource rpc
	Aud        Opt[string]
	InheritAud Opt[bool]
}

// Space is a kind of space: a set of records with one access boundary.
type Space struct {
	Node
	Key         string   // space key type, as the Key of a Record; "" when missing
	Name        string   // for the people who grant access; "" when missing
	Collections []string // NSIDs of the records to expect, as written; nil without the field
}

// Type returns TypeRecord.
func (*Record) Type() Type { return TypeRecord }

// Type returns TypeQuery.
func (*Query) Type() Type { return TypeQuery }

// Type returns TypeProcedure.
func (*Procedure) Type() Type { return TypeProcedure }

// Type returns TypeSubscription.
func (*Subscription) Type() Type { return TypeSubscription }

// Type returns TypePermissionSet.
func (*PermissionSet) Type() Type { return TypePermissionSet }

// Type returns TypeSpace.
func (*Space) Type() Type { return TypeSpace }

// Type returns TypePermission.
func (*Permission) Type() Type { return TypePermission }

// Part is a part of a primary definition that describes data.
type Part uint8

// The parts.
const (
	PartNone    Part = iota // a definition that is not primary: the data itself
	PartRecord              // of a record
	PartParams              // of a query, procedure or subscription
	PartInput               // of a procedure
	PartOutput              // of a query or procedure
	PartMessage             // of a subscription
	PartError               // the declared errors of a query, procedure or subscription
)

var partNames = [...]string{"", "record", "params", "input", "output", "message", "error"}

// String returns the name of the part, such as "params"; "" for PartNone.
func (p Part) String() string { return partNames[p] }

// PartByName returns the part of that name; PartNone when there is none.
func PartByName(name string) Part {
	return Part(max(slices.Index(partNames[:], name), 0))
}

// The encodings of streams that are known, by the names that a subscription and a WebSocket
// client use for them.
const (
	// SubprotocolV0CBOR has two objects in DAG-CBOR in each frame: a header and a payload.
	// It is the default.
	SubprotocolV0CBOR = "xrpc.v0.cbor"
	// SubprotocolV1JSON and SubprotocolV1CBOR have one object in each frame, which contains
	// the payload.
	SubprotocolV1JSON = "xrpc.v1.json"
	SubprotocolV1CBOR = "xrpc.v1.cbor"
)

// Subprotocols are the encodings of streams that are known.
var Subprotocols = []string{SubprotocolV0CBOR, SubprotocolV1JSON, SubprotocolV1CBOR}

// Encoding returns the encoding that clients get unless they ask for another one: the
// declared subprotocol, which may be unknown, or the default.
func (s *Subscription) Encoding() string { return cmp.Or(s.Subprotocol.Value, SubprotocolV0CBOR) }
