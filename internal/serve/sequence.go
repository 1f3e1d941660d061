package serve

import (
	"cmp"
	"fmt"
	"math"
	"net/http"
	"slices"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/sample"
	"github.com/lexsmith/lexsmith/pkg/xrpc"
)

// sequence is what a subscription says about the seq of its messages. Messages have
// places in it, which increase by 1; the seq of a message is its place, as far as the
// schema allows that.
type sequence struct {
	schemas map[string]*lexicon.Integer // of seq, by $type; "" where messages are not a union
	first   int64                       // the first place: at least 1, and every minimum
	last    int64                       // the greatest seq that a message can have; at least 0
}

// sequenceOf returns the sequence of a subscription.
func sequenceOf(m *xrpc.Method) sequence {
	q := sequence{schemas: map[string]*lexicon.Integer{}, first: 1, last: math.MaxInt64}
	if m.Message == nil {
		return q
	}
	if union, ok := lexicon.Resolve(m.Message.Schema).(*lexicon.Union); ok {
		for _, l := range union.Refs {
			if l.Target != nil {
				q.add(l.Target.Reference().String(), l.Target.Schema)
			}
		}
	} else {
		q.add("", m.Message.Schema)
	}
	var last []int64
	for _, seq := range q.schemas {
		if !seq.Const.Set {
			q.first = max(q.first, allowed(seq, math.MinInt64))
		}
		last = append(last, allowed(seq, math.MaxInt64))
	}
	if len(last) > 0 {
		q.last = max(slices.Max(last), 0) // 0 is no cursor
	}
	return q
}

func (q sequence) add(typ string, schema lexicon.Schema) {
	schema = lexicon.Resolve(schema)
	if record, ok := schema.(*lexicon.Record); ok {
		schema = record.Object
	}
	object, _ := schema.(*lexicon.Object)
	if object == nil {
		return
	}
	if p := object.Property("seq"); p != nil {
		if seq, ok := lexicon.Resolve(p.Schema).(*lexicon.Integer); ok {
			q.schemas[typ] = seq
		}
	}
}

// allowed returns n if a schema allows it, else the next greater integer that it
// allows, else the greatest one.
func allowed(schema *lexicon.Integer, n int64) int64 {
	if schema.Const.Set {
		return schema.Const.Value
	}
	if schema.Minimum.Set {
		n = max(n, schema.Minimum.Value)
	}
	if schema.Maximum.Set {
		n = min(n, schema.Maximum.Value)
	}
	if len(schema.Enum) == 0 {
		return n
	}
	choices := slices.Sorted(slices.Values(schema.Enum))
	i, _ := slices.BinarySearch(choices, n)
	return choices[min(i, len(choices)-1)]
}

// after returns the place after a cursor. The error says that the cursor is beyond the
// end of the sequence.
func (q sequence) after(m *xrpc.Method, cursor int64) (int64, error) {
	if cursor <= q.last && cursor < math.MaxInt64 {
		return max(cursor+1, q.first), nil
	}
	err := &xrpc.Error{Name: "FutureCursor", Message: fmt.Sprintf("no message follows the cursor %d", cursor)}
	if m.Error(err.Name) == nil {
		err.Name = xrpc.StatusName(http.StatusBadRequest)
	}
	return 0, err
}

// number sets the seq of a message at a place, if the message has one.
func (q sequence) number(message sample.Value, place int64) sample.Value {
	o, _ := message.(sample.Object)
	if _, counted := o.Get("seq").(sample.Int); !counted {
		return message
	}
	typ, _ := o.Get("$type").(sample.String)
	if schema := cmp.Or(q.schemas[typ.Text], q.schemas[""]); schema != nil {
		place = allowed(schema, place)
	}
	return o.With("seq", sample.Number(place))
}
