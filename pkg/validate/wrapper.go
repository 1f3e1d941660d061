package validate

import (
	"strings"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// wrappers are the objects in which programs send and get records, with the fields by
// which they are known.
var wrappers = []struct {
	diag.HintValuesAt
	fields map[string]datamodel.Kind
}{
	{diag.HintValuesAt{Wrapper: "a Jetstream event", Place: "/commit/record"}, map[string]datamodel.Kind{"did": datamodel.String, "time_us": datamodel.Integer}},
	{diag.HintValuesAt{Wrapper: "a Tap event", Place: "/record/record"}, map[string]datamodel.Kind{"id": datamodel.Integer, "type": datamodel.String, "record": datamodel.Object}},
	{diag.HintValuesAt{Wrapper: "a Tap event", Place: "/record/record"}, map[string]datamodel.Kind{"id": datamodel.Integer, "type": datamodel.String, "identity": datamodel.Object}},
	{diag.HintValuesAt{Wrapper: "the input of createRecord or putRecord", Place: "/record"}, map[string]datamodel.Kind{"collection": datamodel.String, "record": datamodel.Object}},
	{diag.HintValuesAt{Wrapper: "the input of applyWrites", Place: "/writes/*/value"}, map[string]datamodel.Kind{"repo": datamodel.String, "writes": datamodel.Array}},
	{diag.HintValuesAt{Wrapper: "a getRecord response", Place: "/value"}, map[string]datamodel.Kind{"uri": datamodel.String, "value": datamodel.Object}},
	{diag.HintValuesAt{Wrapper: "a view of a record", Place: "/record"}, map[string]datamodel.Kind{"uri": datamodel.String, "record": datamodel.Object}},
	{diag.HintValuesAt{Wrapper: "a listRecords response", Place: "/records/*/value"}, map[string]datamodel.Kind{"records": datamodel.Array}},
}

// wrapped says which values to check where a text, in place of a record, is a value with
// records inside, or a test case; "" when it is neither. Fits reports whether a $type is
// that of a record.
func (r *run) wrapped(i uint32, fits func(name string) bool) (help string, hint diag.Hint) {
	if i != 0 {
		return "", nil
	}
	is := func(name string, kind datamodel.Kind) bool {
		return r.Member(i, name) != 0 && r.Tokens[r.Member(i, name)].Kind == kind
	}
	at := diag.HintValuesAt{Wrapper: "a value that contains records", Place: r.recordPlace(i, fits)}
	switch r.Tokens[i].Kind {
	case datamodel.Object:
		if is("ref", datamodel.String) && r.Member(i, "value") != 0 {
			return "this looks like a test case; run it as one, or check only its value", diag.HintCase{}
		}
		for _, w := range wrappers {
			known := at.Place == "" || at.Place == w.Place
			for name, kind := range w.fields {
				known = known && is(name, kind)
			}
			if known {
				at = w.HintValuesAt
				break
			}
		}
	case datamodel.Array:
		if at.Place == "/*" || at.Place == "" && r.Tokens[i].Next > i+1 && r.Tokens[i+1].IsObject() {
			at = diag.HintValuesAt{Wrapper: "an array of records", Place: "/*"}
		}
	}
	switch {
	case at.Place != "":
		return "this looks like " + at.Wrapper + "; check the values at " + at.Place, at
	case r.isFrameHeader(i):
		return helpFrame, diag.HintEventFrame{}
	}
	return "", nil
}

// recordPlace returns the place of the records inside the value at i that are least
// deep; "" when there are none. A key that is not a plain name is "*" there.
func (r *run) recordPlace(i uint32, fits func(name string) bool) string {
	const deepest = 8
	var shortest Place
	for k := i + 1; k < r.Tokens[i].Next; k++ {
		if !r.Tokens[k].IsObject() || !fits(r.TypeOf(k)) {
			continue
		}
		var place Place
		r.Path(k, func(key uint32, index int) {
			segment := datamodel.Any
			if index < 0 && len(r.Text(key)) <= 64 && syntax.IsRecordKey(r.Text(key)) { // needs no quoting
				segment = strings.Clone(r.Text(key))
			}
			place = append(place, segment)
		})
		if len(place) <= deepest && (shortest == nil || len(place) < len(shortest)) {
			shortest = place
		}
		k = r.Tokens[k].Next - 1
	}
	return shortest.String()
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
