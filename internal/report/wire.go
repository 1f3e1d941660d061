package report

import (
	"github.com/lexsmith/lexsmith/pkg/diag"
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

// LineFinding returns a finding as a JSON object on one line, without a fix: the same
// text as in a JSON report.
func LineFinding(f *diag.Finding) []byte {
	j := newJSONFinding(f)
	j.Fix = nil
	return JSONLine(j)
}

// WireFinding returns a finding on the wire as a JSON object on one line.
func WireFinding(f *diag.Finding, w Wire) []byte {
	return JSONLine(jsonWire{newJSONFinding(f), w.Direction, w.Part, w.Status})
}
