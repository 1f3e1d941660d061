package datamodel

import (
	"slices"
	"strings"
	"testing"
)

func TestSelect(t *testing.T) {
	const text = `{"commit": {"record": {"a": 1}, "": [10, [20, 21], {"x": null}], "*": 5}, "commit": 2,
		"records": [{"value": 1}, {}, {"value": [2]}, 3, {"value": 4}], "$type": {"a": 6}, "t": {"$bytes": "AA"}}`
	var tape Tape
	if !tape.ReadJSON([]byte(text)) {
		t.Fatal("not JSON")
	}
	for place, want := range map[string][]string{
		"commit/record":   {`{"a": 1}`},
		"commit/record/a": {"1"},
		"commit//0":       {"10"}, "commit//1/1": {"21"}, "commit//2/x": {"null"},
		"commit//01": nil, "commit//+1": nil, "commit//3": nil, "commit//x": nil, "commit//99999999999": nil,
		"commit/*":        {`{"a": 1}`, `[10, [20, 21], {"x": null}]`, "5"},
		"records/*/value": {"1", "[2]", "4"},
		"records/2/value": {"[2]"},
		"records/*/*":     {"1", "[2]", "4"},
		"records/3/value": nil, "none": nil, "commit/record/a/b": nil,
		"$type/a": {"6"}, "t/$bytes": {`"AA"`},
	} {
		var got []string
		whole := tape.Select(strings.Split(place, "/"), func(i uint32) bool {
			got = append(got, text[tape.Tokens[i].Start:tape.Tokens[i].End])
			return true
		})
		if !whole || !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", place, got, want)
		}
		n := 0
		if tape.Select(strings.Split(place, "/"), func(uint32) bool { n++; return false }) != (want == nil) || n != min(len(want), 1) {
			t.Errorf("%s: visited %d values after the end", place, n)
		}
	}
	if !tape.Select(nil, func(i uint32) bool { return i == 0 }) {
		t.Error("the root is not at the empty place")
	}
	if err := tape.ReadCBOR([]byte("\xa1\x61a\x82\x41\x00\x02")); err != nil {
		t.Fatal(err)
	}
	for place, want := range map[string]int{"a/0": 1, "a/1": 1, "a/0/0": 0, "a/*": 2} {
		n := 0
		if tape.Select(strings.Split(place, "/"), func(uint32) bool { n++; return true }); n != want {
			t.Errorf("%s in CBOR: %d values, want %d", place, n, want)
		}
	}
}

// Room for all tokens is made before they are read.
func TestReserve(t *testing.T) {
	const n = 300_000
	list := append([]byte("\x9a\x00\x04\x93\xe0"), make([]byte, n)...)
	links := "\x82" + strings.Repeat("\xd8\x2a\x58\x25\x00\x01\x71\x12\x20"+strings.Repeat("x", 32), 2)
	for name, test := range map[string]struct {
		data        string
		most        int
		count, stop int
	}{
		"a list": {string(list), 2 * n, n + 1, 0}, "links": {links, 10, 3, 0}, "a map": {"\xa2\x61a\x01\x61b\x80", 10, 5, 0},
		"bytes behind": {"\x81\x01" + strings.Repeat("\x01", 100), 10, 2, 0}, "too many": {string(list), 100, 101, 5 + 99},
		"a long text": {"\x7b\xff\xff\xff\xff\xff\xff\xff\xff", 10, 1, 0}, "long bytes": {"\x5b\x7f\xff\xff\xff\xff\xff\xff\xff", 10, 1, 0},
		"a head cut off": {"\x1b", 10, 1, 0}, "half a head": {"\x82\x19\x01", 10, 2, 0}, "a break": {"\xff", 10, 1, 0}, "nothing": {"", 10, 0, 0},
		"a long map": {"\xbb\xff\xff\xff\xff\xff\xff\xff\xff\x01", 10, 1, 0}, "deep": {strings.Repeat("\x81", 5000), 9000, 5000, 0},
	} {
		if count, stop := countCBOR([]byte(test.data), test.most); count != test.count || stop != test.stop {
			t.Errorf("%s: counted %d, stopped at %d; want %d and %d", name, count, stop, test.count, test.stop)
		}
	}
	var tape Tape
	if err := tape.ReadCBOR(list); err != nil || cap(tape.Tokens) != n+1 {
		t.Errorf("%v, room for %d tokens", err, cap(tape.Tokens))
	}
	if tape.Release(); cap(tape.Tokens) > 1<<16 {
		t.Error("a large tape is kept")
	}
}

// A value has a limit in proportion to its size.
func TestMaxTokens(t *testing.T) {
	list := func(n int) []byte {
		return append([]byte{0x9a, byte(n >> 24), byte(n >> 16), byte(n >> 8), byte(n)}, make([]byte, n)...)
	}
	n := 960_000
	for n+1 < MaxTokens(n+5) {
		n++
	}
	var tape Tape
	if err := tape.ReadCBOR(list(n)); err != nil {
		t.Errorf("%d values: %v", n, err)
	}
	err := tape.ReadCBOR(list(n + 1))
	if fault, _ := err.(*CBORError); fault == nil || !fault.TooMany {
		t.Errorf("%d values: %v", n+1, err)
	}
}
