package datamodel

import (
	"cmp"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// AppendJSON appends the value at i as JSON, with no more escapes than needed and
// members in the order of the tape. The tape must have no violations.
func (t *Tape) AppendJSON(b []byte, i uint32) []byte {
	tok := &t.Tokens[i]
	switch tok.Kind {
	case Null:
		return append(b, "null"...)
	case Boolean:
		return strconv.AppendBool(b, tok.Bool())
	case Integer:
		return strconv.AppendInt(b, tok.Int(), 10)
	case String:
		return appendQuoted(b, t.Text(i))
	case Bytes:
		b = append(b, `{"$bytes":"`...)
		b = base64.RawStdEncoding.AppendEncode(b, t.Bytes(i))
		return append(b, `"}`...)
	case Link:
		b = append(b, `{"$link":`...)
		return append(appendQuoted(b, t.LinkID(i).String()), '}')
	case Array:
		b = append(b, '[')
		for at := i + 1; at < tok.Next; at = t.Tokens[at].Next {
			if at > i+1 {
				b = append(b, ',')
			}
			b = t.AppendJSON(b, at)
		}
		return append(b, ']')
	case Object:
		b = append(b, '{')
		for k := i + 1; k < tok.Next; k = t.Tokens[k+1].Next {
			if k > i+1 {
				b = append(b, ',')
			}
			b = append(appendQuoted(b, t.Text(k)), ':')
			b = t.AppendJSON(b, k+1)
		}
		return append(b, '}')
	}
	panic("datamodel: cannot write an " + tok.Kind.String())
}

// AppendCBOR appends the value at i as DAG-CBOR. A member of the outermost object
// that is called without is left out; "" leaves out none. The tape must have no
// violations.
func (t *Tape) AppendCBOR(b []byte, i uint32, without string) []byte {
	tok := &t.Tokens[i]
	switch tok.Kind {
	case Null:
		return AppendNull(b)
	case Boolean:
		return AppendBool(b, tok.Bool())
	case Integer:
		return AppendInt(b, tok.Int())
	case String:
		return t.appendText(b, i)
	case Bytes:
		return AppendBytes(b, t.Bytes(i))
	case Link:
		return t.appendLink(b, i)
	case Array:
		b = AppendArray(b, tok.Len())
		for at := i + 1; at < tok.Next; at = t.Tokens[at].Next {
			b = t.AppendCBOR(b, at, "")
		}
		return b
	case Object:
		first := len(t.keys) // those of the objects around it come before
		for k := i + 1; k < tok.Next; k = t.Tokens[k+1].Next {
			if without == "" || t.Text(k) != without {
				t.keys = append(t.keys, k)
			}
		}
		t.sortKeys(t.keys[first:])
		last := len(t.keys)
		b = AppendMap(b, last-first)
		for n := first; n < last; n++ {
			k := t.keys[n]
			if b = t.appendText(b, k); t.Tokens[k+1].Kind == String { // as most are
				b = t.appendText(b, k+1)
			} else {
				b = t.AppendCBOR(b, k+1, "")
			}
		}
		t.keys = t.keys[:first]
		return b
	}
	panic("datamodel: cannot write an " + tok.Kind.String())
}

// appendText appends the text of the String or key at i as DAG-CBOR.
func (t *Tape) appendText(b []byte, i uint32) []byte {
	const short = 24 // bytes with a head of one byte, as nearly all keys
	tok := &t.Tokens[i]
	from, offset, length := t.Input, int(tok.high), int(tok.low)
	if tok.flag&flagMade != 0 {
		from = t.made
	}
	if length >= short || len(from)-offset < short-1 || cap(b)-len(b) < short {
		return AppendText(b, t.Text(i))
	}
	// A constant number of bytes is copied fastest; what follows the text is overwritten.
	to := b[len(b) : len(b)+short]
	to[0] = cborText<<5 | byte(length)
	*(*[short - 1]byte)(to[1:]) = [short - 1]byte(from[offset:])
	return b[:len(b)+1+length]
}

// sortKeys sorts keys as DAG-CBOR orders them; those that are the same stay in their order.
func (t *Tape) sortKeys(keys []uint32) {
	const few = 16 // as nearly all objects have, for which this is faster
	if len(keys) > few {
		slices.SortFunc(keys, t.compareKeys)
		return
	}
	for n := 1; n < len(keys); n++ {
		key, at := keys[n], n
		length := t.Tokens[key].low
		for ; at > 0; at-- {
			before := keys[at-1]
			if l := t.Tokens[before].low; l < length || l == length && t.Text(before) <= t.Text(key) {
				break
			}
			keys[at] = before
		}
		keys[at] = key
	}
}

// compareKeys compares keys as DAG-CBOR orders them, then by their place.
func (t *Tape) compareKeys(a, b uint32) int {
	if x, y := t.Tokens[a].low, t.Tokens[b].low; x != y {
		return cmp.Compare(x, y)
	}
	if c := strings.Compare(t.Text(a), t.Text(b)); c != 0 {
		return c
	}
	return cmp.Compare(a, b)
}

// appendLink appends the link at i as DAG-CBOR.
func (t *Tape) appendLink(b []byte, i uint32) []byte {
	if t.Tokens[i].flag&flagCanonical != 0 {
		id := decodeCanonical(t.Text(i))
		return AppendLink(b, id[:])
	}
	return AppendLink(b, t.LinkID(i).Bytes())
}

// Bytes returns the content of a Bytes value, of JSON as a new slice.
func (t *Tape) Bytes(i uint32) []byte {
	if t.CBOR {
		return t.Content(i)
	}
	letters := strings.TrimRight(t.Text(i+2), "=")
	data, err := base64.RawStdEncoding.DecodeString(letters)
	if err != nil {
		panic(fmt.Sprintf("datamodel: %q was read as base64: %v", letters, err))
	}
	return data
}

// AppendNull appends null as DAG-CBOR.
func AppendNull(b []byte) []byte { return append(b, cborNull) }

// AppendBool appends a boolean as DAG-CBOR.
func AppendBool(b []byte, v bool) []byte {
	if v {
		return append(b, cborTrue)
	}
	return append(b, cborFalse)
}

// AppendBytes appends a byte string as DAG-CBOR.
func AppendBytes(b, data []byte) []byte {
	return append(appendHead(b, cborBytes, uint64(len(data))), data...)
}

// AppendLink appends a link to a CID in binary as DAG-CBOR.
func AppendLink(b, id []byte) []byte {
	b = appendHead(appendHead(b, cborTag, cborLink), cborBytes, uint64(len(id)+1))
	return append(append(b, 0), id...)
}

// AppendArray appends the start of an array of n elements as DAG-CBOR.
func AppendArray(b []byte, n int) []byte { return appendHead(b, cborArray, uint64(n)) }

// AppendMap appends the start of a map with n keys as DAG-CBOR.
func AppendMap(b []byte, n int) []byte { return appendHead(b, cborMap, uint64(n)) }

// AppendInt appends an integer as DAG-CBOR.
func AppendInt(b []byte, n int64) []byte {
	if n < 0 {
		return appendHead(b, cborNegative, uint64(^n))
	}
	return appendHead(b, cborUnsigned, uint64(n))
}

// AppendText appends a text string as DAG-CBOR.
func AppendText(b []byte, s string) []byte {
	switch n := len(s); {
	case n < 24: // as nearly all keys
		b = append(b, cborText<<5|byte(n))
	case n < 1<<8:
		b = append(b, cborText<<5|24, byte(n))
	default:
		b = appendHead(b, cborText, uint64(n))
	}
	return append(b, s...)
}

// appendHead appends a major type and its argument in the shortest form.
func appendHead(b []byte, major byte, n uint64) []byte {
	major <<= 5
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

// appendQuoted appends a JSON string with no more escapes than needed.
func appendQuoted(b []byte, s string) []byte {
	b = append(b, '"')
	done := 0
	for i := range len(s) {
		c := s[i]
		if c >= ' ' && c != '"' && c != '\\' {
			continue
		}
		b = append(b, s[done:i]...)
		done = i + 1
		if c < ' ' {
			b = fmt.Appendf(b, `\u%04x`, c)
		} else {
			b = append(b, '\\', c)
		}
	}
	return append(append(b, s[done:]...), '"')
}
