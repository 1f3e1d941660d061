package validate

import (
	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// wrapped says which values to check where an object, in place of a record, is the
// envelope that programs get records in, or a test case; "" when it is neither.
func (r *run) wrapped(i uint32) (help string, hint lexicon.Hint) {
	is := func(name string, kind datamodel.Kind) bool {
		at := r.Member(i, name)
		return at != 0 && r.Tokens[at].Kind == kind
	}
	var at lexicon.HintValuesAt
	switch {
	case i != 0:
		return "", nil
	case is("did", datamodel.String) && is("time_us", datamodel.Integer):
		at = lexicon.HintValuesAt{Wrapper: "a Jetstream event", Place: "/commit/record"}
	case is("uri", datamodel.String) && is("value", datamodel.Object):
		at = lexicon.HintValuesAt{Wrapper: "a getRecord response", Place: "/value"}
	case is("records", datamodel.Array):
		at = lexicon.HintValuesAt{Wrapper: "a listRecords response", Place: "/records/*/value"}
	case is("ref", datamodel.String) && r.Member(i, "value") != 0:
		return "this looks like a test case; run it, or check its value", lexicon.HintCase{}
	case r.isFrameHeader(i):
		return helpFrame, lexicon.HintEventFrame{}
	default:
		return "", nil
	}
	return "this looks like " + at.Wrapper + "; check the values at " + at.Place, at
}

const helpFrame = "this is the header of an event stream frame; check the payload that follows it"

// isFrameHeader reports whether the object at i is the header of a frame of an event
// stream: op and, unless it is an error, t.
func (r *run) isFrameHeader(i uint32) bool {
	if r.Tokens[i].Kind != datamodel.Object {
		return false
	}
	op, t := r.Member(i, "op"), r.Member(i, "t")
	return op != 0 && r.Tokens[op].Kind == datamodel.Integer && (t == 0 && r.Tokens[op].Int() == -1 || t != 0 && r.Tokens[t].Kind == datamodel.String)
}
