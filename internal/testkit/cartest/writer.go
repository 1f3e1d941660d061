// Package cartest makes CAR files with repositories, for tests.
package cartest

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"maps"
	"math/bits"
	"slices"

	"github.com/fxamacker/cbor/v2"
)

// BlockCID returns the binary CID of a block of DAG-CBOR.
func BlockCID(data []byte) []byte {
	sum := sha256.Sum256(data)
	return append([]byte{1, 0x71, 0x12, 0x20}, sum[:]...)
}

// Writer makes CAR files with repositories.
type Writer struct {
	Blocks []Block // in the order of the file

	encoder cbor.EncMode
	nodes   map[string]treeNode // by CID
}

// Block is a block of a CAR file: its binary CID and its bytes.
type Block struct{ ID, Data []byte }

// treeNode is what a node of a tree was made of.
type treeNode struct {
	left    []byte
	entries []Entry
}

// New returns a writer of a file without blocks.
func New() *Writer {
	mode, err := cbor.EncOptions{
		Sort: cbor.SortLengthFirst, IndefLength: cbor.IndefLengthForbidden, ShortestFloat: cbor.ShortestFloatNone,
		NaNConvert: cbor.NaNConvertReject, InfConvert: cbor.InfConvertReject, BigIntConvert: cbor.BigIntConvertReject,
	}.EncMode()
	if err != nil {
		panic(err)
	}
	return &Writer{encoder: mode, nodes: map[string]treeNode{}}
}

// Encode returns a value as DAG-CBOR.
func (w *Writer) Encode(value any) []byte {
	data, err := w.encoder.Marshal(value)
	if err != nil {
		panic(err)
	}
	return data
}

// Put adds a block and returns its CID.
func (w *Writer) Put(value any) []byte {
	data := w.Encode(value)
	w.Blocks = append(w.Blocks, Block{BlockCID(data), data})
	return BlockCID(data)
}

// Link returns a link, or null for nil.
func Link(id []byte) any {
	if id == nil {
		return nil
	}
	return cbor.Tag{Number: 42, Content: append([]byte{0}, id...)}
}

// DID is that of the account in Commit.
const DID = "did:plc:abcdefghijklmnopqrstuvwx"

// Commit adds a commit with that tree. Its signature is not valid.
func (w *Writer) Commit(tree []byte) []byte {
	return w.Sign(DID, "3jqfcqzm3fo2j", tree, func([]byte) []byte { return make([]byte, 64) })
}

// Sign adds a commit of an account with that tree, signed by a function that gets
// the bytes to sign.
func (w *Writer) Sign(did, rev string, tree []byte, sign func([]byte) []byte) []byte {
	commit := map[string]any{"did": did, "version": 3, "data": Link(tree), "rev": rev, "prev": nil}
	commit["sig"] = sign(w.Encode(commit))
	return w.Put(commit)
}

// Entry is an entry of a node: its key, of which so many bytes are those of the key
// before it, and the CIDs of its record and of the subtree after it.
type Entry struct {
	Key          string
	Shared       int
	Value, After []byte
}

// Node adds a node of a tree, with the CID of the subtree before its entries.
func (w *Writer) Node(left []byte, entries ...Entry) []byte {
	list := []any{}
	for _, e := range entries {
		list = append(list, map[string]any{"p": e.Shared, "k": []byte(e.Key[e.Shared:]), "v": Link(e.Value), "t": Link(e.After)})
	}
	id := w.Put(map[string]any{"l": Link(left), "e": list})
	w.nodes[string(id)] = treeNode{left, entries}
	return id
}

// Path returns the CIDs of the nodes from the topmost one of a tree to where a key is
// or would be, and of the record; without the record when there is none.
func (w *Writer) Path(tree []byte, key string) [][]byte {
	var path [][]byte
	for next := tree; next != nil; {
		path = append(path, next)
		n := w.nodes[string(next)]
		next = n.left
		for _, e := range n.entries {
			if e.Key == key {
				return append(path, e.Value)
			}
			if e.Key < key {
				next = e.After
			}
		}
	}
	return path
}

// Tree adds the nodes of the tree with these records by path, whose blocks are
// there already, and returns the CID of the topmost.
func (w *Writer) Tree(records map[string][]byte) []byte { return w.Misshapen(records, Shape{}) }

// Shape is how a tree differs from the one that its keys determine. The zero value is the
// right shape.
type Shape struct {
	Level    func(key string) int // at which a key is; nil for the function Level
	Skips    bool                 // there are no nodes for levels without keys
	Leaves   bool                 // there are nodes without entries where there is no subtree
	HighRoot bool                 // the root has no entries
}

// WrongShapes returns shapes by name, which differ from the right one if there are a few
// hundred keys.
func WrongShapes() map[string]Shape {
	some := func(key string) int { return int(sha256.Sum256([]byte(key))[31] % 2) }
	return map[string]Shape{
		"keys-too-high":    {Level: func(key string) int { return Level(key) + some(key) }},
		"keys-too-low":     {Level: func(key string) int { return max(Level(key)-some(key), 0) }},
		"another-fanout":   {Level: func(key string) int { return Level(key) / 2 }},
		"one-node":         {Level: func(string) int { return 0 }},
		"skipped-layer":    {Skips: true},
		"nodes-of-nothing": {Leaves: true},
		"root-of-nothing":  {HighRoot: true},
	}
}

// Misshapen adds the nodes of a tree as Tree does, in a shape.
func (w *Writer) Misshapen(records map[string][]byte, s Shape) []byte {
	if s.Level == nil {
		s.Level = Level
	}
	keys := slices.Sorted(maps.Keys(records))
	tree := w.subtree(records, keys, s.highest(keys), &s)
	if s.HighRoot {
		tree = w.Node(tree)
	}
	return tree
}

// highest returns the highest level of keys; 0 without keys.
func (s *Shape) highest(keys []string) (level int) {
	for _, key := range keys {
		level = max(level, s.Level(key))
	}
	return level
}

// Level is half the number of zero bits with which a key's hash begins.
func Level(key string) int {
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

func (w *Writer) subtree(records map[string][]byte, keys []string, level int, s *Shape) []byte {
	var entries []Entry
	var left []byte
	rest := keys
	below := func(keys []string) []byte {
		switch {
		case len(keys) == 0 && (level == 0 || !s.Leaves):
			return nil
		case s.Skips:
			return w.subtree(records, keys, s.highest(keys), s)
		}
		return w.subtree(records, keys, level-1, s)
	}
	for {
		n := slices.IndexFunc(rest, func(key string) bool { return s.Level(key) == level })
		part := rest
		if n >= 0 {
			part = rest[:n]
		}
		if id := below(part); len(entries) == 0 {
			left = id
		} else {
			entries[len(entries)-1].After = id
		}
		if n < 0 {
			break
		}
		entries = append(entries, Entry{Key: rest[n], Value: records[rest[n]]})
		rest = rest[n+1:]
	}
	return w.Node(left, Compressed(entries...)...)
}

// Compressed returns entries whose keys share as many bytes as they can.
func Compressed(entries ...Entry) []Entry {
	for i := range entries {
		e := &entries[i]
		for e.Shared = 0; i > 0 && e.Shared < min(len(entries[i-1].Key), len(e.Key)) && entries[i-1].Key[e.Shared] == e.Key[e.Shared]; {
			e.Shared++
		}
	}
	return entries
}

// Section puts a length in front of data.
func Section(data ...[]byte) []byte {
	all := bytes.Join(data, nil)
	return append(binary.AppendUvarint(nil, uint64(len(all))), all...)
}

// File returns the CAR with these roots and the blocks that were put.
func (w *Writer) File(roots ...[]byte) []byte {
	links := []any{}
	for _, root := range roots {
		links = append(links, Link(root))
	}
	out := Section(w.Encode(map[string]any{"roots": links, "version": 1}))
	for _, b := range w.Blocks {
		out = append(out, Section(b.ID, b.Data)...)
	}
	return out
}

// Version2 puts a CAR of version 1 into one of version 2.
func Version2(car []byte) []byte {
	out := append([]byte("\x0a\xa1\x67version\x02"), make([]byte, 16)...)
	out = binary.LittleEndian.AppendUint64(out, 51)
	out = binary.LittleEndian.AppendUint64(out, uint64(len(car)))
	out = binary.LittleEndian.AppendUint64(out, 0)
	return append(out, car...)
}
