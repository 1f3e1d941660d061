package network

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/internal/testkit/cartest"
	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
)

// The CID of the DAG-CBOR that another encoder writes.
func TestRecordCID(t *testing.T) {
	text := `{ "b": [1, -7, 1.0, 1e3, true, null], "aa": "é\u00e9😀", "a": {"": {}, "$type": "x"} }`
	want := cartest.BlockCID(cartest.New().Encode(map[string]any{
		"b": []any{1, -7, 1, 1000, true, nil}, "aa": "éé😀", "a": map[string]any{"": map[string]any{}, "$type": "x"},
	}))
	id, err := RecordCID([]byte(text))
	if err != nil || id.KeyString() != string(want) {
		t.Errorf("%s, %v", id, err)
	}
	for text, message := range map[string]string{
		``:                   "invalid record: not valid JSON",
		`{} {}`:              "invalid record: not valid JSON",
		`"x"`:                "invalid record: not an object",
		`{"a": {"b": 1.5}}`:  `invalid record: "/a/b" is a floating-point number, which the data model does not support`,
		`{"a": 1, "a": 2}`:   `invalid record: the key "a" appears twice`,
		`{"$type": 1}`:       `invalid record: "/$type" must be a non-empty string`,
		`{"a": 1e400}`:       `invalid record: "/a" is an integer that does not fit in 64 bits`,
		`{"a": "\ud800"}`:    "invalid record: not valid JSON",
		`{"$bytes": "AAAA"}`: "invalid record: not an object",
	} {
		if _, err := RecordCID([]byte(text)); !errors.Is(err, ErrRecord) || err.Error() != message {
			t.Errorf("%s: %v, want %s", text, err, message)
		}
	}
}

func TestRecord(t *testing.T) {
	const member = `"$type": "com.atproto.lexicon.schema"`
	for text, want := range map[string]string{
		"{}": "{" + member + "}",
		" {\n\t\"id\": \"x\",\n\t\"unknown\": 1e0\n}\n": " {" + member + ", \n\t\"id\": \"x\",\n\t\"unknown\": 1e0\n}\n",
		`{"id": "x", ` + member + `}`:                   `{"id": "x", ` + member + `}`,
		"\ufeff{}":                                      "{" + member + "}",
	} {
		record, id, err := Record([]byte(text))
		if err != nil || string(record) != want || !json.Valid(record) {
			t.Errorf("%q, %v, want %q", record, err, want)
		}
		if again, err := RecordCID(record); err != nil || again != id {
			t.Errorf("%s, want %s, %v", again, id, err)
		}
	}
	if _, _, err := Record([]byte(`{"$type": "com.example.thing"}`)); !errors.Is(err, ErrID) || !strings.Contains(err.Error(), `$type is "com.example.thing", but must be com.atproto.lexicon.schema`) {
		t.Error(err)
	}
	if _, _, err := Record([]byte(`{`)); !errors.Is(err, ErrRecord) {
		t.Error(err)
	}
}

func TestStorable(t *testing.T) {
	for text, message := range map[string]string{
		`{"a": 9007199254740991, "b": -9007199254740991}`: "",
		`{"a": [{"b": 9007199254740992}]}`:                `invalid record: "/a/0/b" is 9007199254740992, but servers store no integers beyond 2^53-1`,
		`{"a": -9007199254740992}`:                        `invalid record: "/a" is -9007199254740992, but servers store no integers beyond 2^53-1`,
		`[]`:                                              "invalid record: not an object",
	} {
		if err := Storable([]byte(text)); message == "" && err != nil || message != "" && (!errors.Is(err, ErrRecord) || err.Error() != message) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// A record with a CID can be written as JSON and read again without changing it.
func FuzzRecord(f *testing.F) {
	for _, seed := range []string{lexiconOf(thing, "x"), "{}", `{"a": [1.0, {"$bytes": "AAE"}]}`, `{"$type": "blob"}`, `{"\u0000": "\ud83d\ude00"}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		record, want, err := Record(text)
		if err != nil {
			return
		}
		var tape datamodel.Tape
		if err := readRecord(&tape, record); err != nil {
			t.Fatal(err)
		}
		if id, err := RecordCID(tape.AppendJSON(nil, 0)); err != nil || id != want {
			t.Fatalf("%s has the CID %s, want %s, %v", tape.AppendJSON(nil, 0), id, want, err)
		}
		if same, id, err := Record(record); err != nil || id != want || string(same) != string(record) {
			t.Fatalf("%s becomes %s, %v", record, same, err)
		}
	})
}
