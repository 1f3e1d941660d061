package report

import (
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// Wire says where a finding on a request, an answer or a message was made.
type Wire struct {
	Direction string // "request", "response" or "message"
	Part      string // of the method: "params", "input", "output", "message" or "error"; may be empty
	Status    int    // of the answer; 0 when there is none yet
}

// jsonWire is a finding on the wire. Its NSID is that of the method.
type jsonWire struct {
	*jsonFinding
	Direction string `json:"direction"`
	Part      string `json:"part,omitempty"`
	Status    int    `json:"status,omitempty"`
}

// WireFinding returns a finding as a JSON object on one line.
func WireFinding(f *lexicon.Finding, w Wire) []byte {
	e := newEncoder(nil) // it only encodes
	return e.encode(jsonWire{newJSONFinding(f), w.Direction, w.Part, w.Status})
}
