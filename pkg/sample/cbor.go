package sample

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"
)

// The major types of CBOR.
const (
	majorUnsigned = iota << 5
	majorNegative
	majorBytes
	majorText
	majorArray
	majorMap
	majorTag
	majorSimple
)

// CBOR returns the value as canonical DAG-CBOR. It returns false for a value
// that has no such form: one with Raw in it, with a name that repeats, or with
// a name that the data model reserves for JSON.
func CBOR(v Value) ([]byte, bool) { return appendCBOR(nil, v) }

func appendCBOR(b []byte, v Value) ([]byte, bool) {
	switch v := v.(type) {
	case Null:
		return append(b, majorSimple|22), true
	case Bool:
		if v {
			return append(b, majorSimple|21), true
		}
		return append(b, majorSimple|20), true
	case Int:
		if v.Value < 0 {
			return appendHead(b, majorNegative, uint64(^v.Value)), true
		}
		return appendHead(b, majorUnsigned, uint64(v.Value)), true
	case String:
		return appendText(b, v.Text), true
	case Bytes:
		return append(appendHead(b, majorBytes, uint64(len(v.Data))), v.Data...), true
	case Link:
		b = appendHead(b, majorTag, 42)
		b = append(appendHead(b, majorBytes, uint64(len(v)+1)), 0)
		return append(b, v[:]...), true
	case Array:
		b = appendHead(b, majorArray, uint64(len(v)))
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
	b = appendHead(b, majorMap, uint64(len(members)))
	for i, m := range members {
		if m.Name == "$bytes" || m.Name == "$link" || i > 0 && m.Name == members[i-1].Name {
			return nil, false
		}
		var ok bool
		if b, ok = appendCBOR(appendText(b, m.Name), m.Value); !ok {
			return nil, false
		}
	}
	return b, true
}

func appendText(b []byte, s string) []byte {
	return append(appendHead(b, majorText, uint64(len(s))), s...)
}

// appendHead appends a major type and its argument in the shortest form.
func appendHead(b []byte, major byte, n uint64) []byte {
	switch {
	case n < 24:
		return append(b, major|byte(n))
	case n < 1<<8:
		return append(b, major|24, byte(n))
	case n < 1<<16:
		return binary.BigEndian.AppendUint16(append(b, major|25), uint16(n))
	case n < 1<<32:
		return binary.BigEndian.AppendUint32(append(b, major|26), uint32(n))
	}
	return binary.BigEndian.AppendUint64(append(b, major|27), n)
}
