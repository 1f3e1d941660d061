package sample

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
)

// CBOR returns the value as canonical DAG-CBOR. It returns false for a value
// that has no such form: one with Raw in it, with a name that repeats, or with
// a name that the data model reserves for JSON.
func CBOR(v Value) ([]byte, bool) { return appendCBOR(nil, v) }

func appendCBOR(b []byte, v Value) ([]byte, bool) {
	switch v := v.(type) {
	case Null:
		return datamodel.AppendNull(b), true
	case Bool:
		return datamodel.AppendBool(b, bool(v)), true
	case Int:
		return datamodel.AppendInt(b, v.Value), true
	case String:
		return datamodel.AppendText(b, v.Text), true
	case Bytes:
		return datamodel.AppendBytes(b, v.Data), true
	case Link:
		return datamodel.AppendLink(b, v[:]), true
	case Array:
		b = datamodel.AppendArray(b, len(v))
		for _, item := range v {
			var ok bool
			if b, ok = appendCBOR(b, item); !ok {
				return nil, false
			}
		}
		return b, true
	case Object:
		return appendMap(b, v)
	case Raw:
		return nil, false
	}
	panic(fmt.Sprintf("sample: cannot write %T", v))
}

// appendMap appends a map with its keys sorted, shorter ones first.
func appendMap(b []byte, v Object) ([]byte, bool) {
	members := slices.Clone(v)
	slices.SortStableFunc(members, func(a, b Member) int {
		return cmp.Or(len(a.Name)-len(b.Name), cmp.Compare(a.Name, b.Name))
	})
	b = datamodel.AppendMap(b, len(members))
	for i, m := range members {
		if m.Name == "$bytes" || m.Name == "$link" || i > 0 && m.Name == members[i-1].Name {
			return nil, false
		}
		var ok bool
		if b, ok = appendCBOR(datamodel.AppendText(b, m.Name), m.Value); !ok {
			return nil, false
		}
	}
	return b, true
}
