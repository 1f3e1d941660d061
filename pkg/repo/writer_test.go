package repo

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"maps"
	"math/bits"
	"slices"
	"testing"

	"github.com/fxamacker/cbor/v2"
)

// blockCID returns the binary CID of a block of DAG-CBOR.
func blockCID(data []byte) []byte {
	sum := sha256.Sum256(data)
	return append([]byte{1, 0x71, 0x12, 0x20}, sum[:]...)
}

// carWriter makes CAR files with repositories.
type carWriter struct {
	t       testing.TB
	encoder cbor.EncMode
	blocks  []carBlock // in the order of the file
}

type carBlock struct{ id, data []byte }

func newCARWriter(t testing.TB) *carWriter {
	mode, err := cbor.EncOptions{
		Sort: cbor.SortLengthFirst, IndefLength: cbor.IndefLengthForbidden, ShortestFloat: cbor.ShortestFloatNone,
		NaNConvert: cbor.NaNConvertReject, InfConvert: cbor.InfConvertReject, BigIntConvert: cbor.BigIntConvertReject,
	}.EncMode()
	if err != nil {
		t.Fatal(err)
	}
	return &carWriter{t: t, encoder: mode}
}

func (w *carWriter) encode(value any) []byte {
	data, err := w.encoder.Marshal(value)
	if err != nil {
		w.t.Fatal(err)
	}
	return data
}

// put adds a block and returns its CID.
func (w *carWriter) put(value any) []byte {
	data := w.encode(value)
	w.blocks = append(w.blocks, carBlock{blockCID(data), data})
	return blockCID(data)
}

// cidLink returns a link, or null for nil.
func cidLink(id []byte) any {
	if id == nil {
		return nil
	}
	return cbor.Tag{Number: 42, Content: append([]byte{0}, id...)}
}

// commit adds a commit with that tree.
func (w *carWriter) commit(tree []byte) []byte {
	return w.put(map[string]any{"did": testDID, "version": 3, "data": cidLink(tree), "rev": "3jqfcqzm3fo2j", "prev": nil, "sig": make([]byte, 64)})
}

const testDID = "did:plc:abcdefghijklmnopqrstuvwx"

type nodeEntry struct {
	key          string
	shared       int
	value, after []byte
}

func (w *carWriter) node(left []byte, entries ...nodeEntry) []byte {
	list := []any{}
	for _, e := range entries {
		list = append(list, map[string]any{"p": e.shared, "k": []byte(e.key[e.shared:]), "v": cidLink(e.value), "t": cidLink(e.after)})
	}
	return w.put(map[string]any{"l": cidLink(left), "e": list})
}

// tree adds the nodes of a tree with these records by path, whose blocks are
// there already, and returns the CID of the topmost.
func (w *carWriter) tree(records map[string][]byte) []byte {
	keys := slices.Sorted(maps.Keys(records))
	top := 0
	for _, key := range keys {
		top = max(top, keyLevel(key))
	}
	return w.subtree(records, keys, top)
}

// keyLevel is half the number of zero bits with which a key's hash begins.
func keyLevel(key string) int {
	sum := sha256.Sum256([]byte(key))
	zeros := 0
	for _, c := range sum {
		zeros += bits.LeadingZeros8(c)
		if c != 0 {
			break
		}
	}
	return zeros / 2
}

func (w *carWriter) subtree(records map[string][]byte, keys []string, level int) []byte {
	if len(keys) == 0 && level < 0 {
		return nil
	}
	var entries []nodeEntry
	var left []byte
	rest := keys
	below := func(keys []string) []byte {
		if len(keys) == 0 {
			return nil
		}
		return w.subtree(records, keys, level-1)
	}
	for {
		n := slices.IndexFunc(rest, func(key string) bool { return keyLevel(key) == level })
		part := rest
		if n >= 0 {
			part = rest[:n]
		}
		if id := below(part); len(entries) == 0 {
			left = id
		} else {
			entries[len(entries)-1].after = id
		}
		if n < 0 {
			break
		}
		e := nodeEntry{key: rest[n], value: records[rest[n]]}
		if len(entries) > 0 {
			for last := entries[len(entries)-1].key; e.shared < min(len(last), len(e.key)) && last[e.shared] == e.key[e.shared]; {
				e.shared++
			}
		}
		entries = append(entries, e)
		rest = rest[n+1:]
	}
	return w.node(left, entries...)
}

// section puts a length in front of data.
func section(data ...[]byte) []byte {
	all := bytes.Join(data, nil)
	return append(binary.AppendUvarint(nil, uint64(len(all))), all...)
}

// file returns the CAR with these roots and the blocks that were put.
func (w *carWriter) file(roots ...[]byte) []byte {
	links := []any{}
	for _, root := range roots {
		links = append(links, cidLink(root))
	}
	out := section(w.encode(map[string]any{"roots": links, "version": 1}))
	for _, b := range w.blocks {
		out = append(out, section(b.id, b.data)...)
	}
	return out
}

// version2 puts a CAR of version 1 into one of version 2.
func version2(car []byte) []byte {
	out := append([]byte(pragma2), make([]byte, 16)...)
	out = binary.LittleEndian.AppendUint64(out, 51)
	out = binary.LittleEndian.AppendUint64(out, uint64(len(car)))
	out = binary.LittleEndian.AppendUint64(out, 0)
	return append(out, car...)
}
