package validate

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestParsePlace(t *testing.T) {
	for pointer, want := range map[string]Place{
		"": nil, "/": {""}, "/commit/record": {"commit", "record"}, "/records/*/value": {"records", "*", "value"}, "/a~1b/~0": {"a/b", "~"},
	} {
		got, err := ParsePlace(pointer)
		if err != nil || !slices.Equal(got, want) || got.String() != pointer {
			t.Errorf("%q: got %q (%s), %v", pointer, got, got, err)
		}
	}
	for _, pointer := range []string{"commit", "#/a", "/a~", "/a~2"} {
		if got, err := ParsePlace(pointer); err == nil {
			t.Errorf("%q: got %q", pointer, got)
		}
	}
}

// toldAt returns what is said about the values at a place of a text.
func toldAt(t *testing.T, v *Validator, f format, place string, data []byte) []string {
	t.Helper()
	at, err := ParsePlace(place)
	if err != nil {
		t.Fatal(err)
	}
	in := Input{Path: "d", Encoding: f.encoding, At: at}
	results := v.Read(t.Context(), bytes.NewReader(data), in)
	if f.lines {
		results = v.Lines(t.Context(), bytes.NewReader(data), in, StreamOptions{Workers: 3})
	}
	var lines []string
	for result, err := range results {
		if err != nil {
			t.Fatal(err)
		}
		line := fmt.Sprint(result.Index)
		if result.Absent {
			line += " absent"
		}
		for _, f := range result.Findings {
			line += fmt.Sprintf(" %s %s %d: %s", f.Rule.Code, f.Pointer, f.Span.Start, f.Message)
		}
		lines = append(lines, line)
	}
	return lines
}

// Values are checked where they are in a text; what is around them only has to be well
// formed. Positions and pointers are those of the text.
func TestAt(t *testing.T) {
	v := memoValidator(t, Options{})
	const bad = `{"$type":"com.example.memo","text":"too long"}`
	for _, test := range []struct {
		format format
		place  string
		data   string
		want   []string
	}{
		{formatJSON, "/value", `{"value": ` + goodMemo + `, "x": 1.5, "x": 2, "$type": ""}`, []string{"0"}},
		{formatJSON, "/value", `{"value": ` + bad + `}`, []string{"0 length /value/text 45: \"text\" is 8 bytes long, but at most 4 are allowed"}},
		{formatJSON, "/value", `{"value": {"$type":"com.example.memo","n":1.5}, "x": 1.5}`, []string{"0 missing-required /value 10: the value is missing the required \"text\" field data-model /value/n 42: \"n\" is a floating-point number, which the data model does not support"}},
		{formatJSON, "/value", `{"value": null}`, []string{"0 null-not-allowed /value 10: the value must not be null"}},
		{formatJSON, "/value", `{"value": 1.5}`, []string{"0 data-model /value 10: the value is a floating-point number, which the data model does not support"}},
		{formatJSON, "/value", `{}`, []string{"0 absent"}},
		{formatJSON, "/value", `[]`, []string{"0 absent"}},
		{formatJSON, "/value", `{"value": `, []string{"0 json-syntax /value 10: unexpected end of the JSON text"}},
		{formatJSON, "/value", "\uFEFF" + `{"value": ` + bad + `}`, []string{
			"0 byte-order-mark  0: the file begins with a byte-order mark length /value/text 48: \"text\" is 8 bytes long, but at most 4 are allowed"}},
		{formatJSON, "/records/*/value", `{"records": [{"value": ` + goodMemo + `}, {}, {"value": ` + bad + `}, {"value": ` + goodMemo + `}]}`, []string{
			"0", "0 length /records/2/value/text 115: \"text\" is 8 bytes long, but at most 4 are allowed", "0"}},
		{formatJSON, "/records/*/value", `{"records": [{"value": ` + goodMemo + `}, {"value": ` + goodMemo + `}]}`, []string{"0", "0"}},
		{formatJSON, "/records/*/value", `{"records": []}`, []string{"0 absent"}},
		{formatNDJSON, "/commit/record", `{"kind": "identity"}` + "\n" + `{"commit": {"record": ` + goodMemo + "}}\n\n" + `{"commit": {"record": ` + bad + "}}\n{", []string{
			"0 absent", "1", "2 length /commit/record/text 57: \"text\" is 8 bytes long, but at most 4 are allowed", "3 json-syntax  1: unexpected end of the JSON text"}},
		{formatNDJSON, "/*", "[" + goodMemo + "," + goodMemo + "]\n[]\n[" + goodMemo + "," + bad + "]", []string{
			"0", "0", "1 absent", "2", "2 length /1/text 77: \"text\" is 8 bytes long, but at most 4 are allowed"}},
		{formatCBOR, "/value", "\xa1\x65value\xa2\x64text\x65longo\x65$type\x70com.example.memo", []string{"0 length /value/text 13: \"text\" is 5 bytes long, but at most 4 are allowed"}},
		{formatCBOR, "/values/1", "\xa1\x66values\x82\xf6\xa2\x64text\x62ok\x65$type\x70com.example.memo", []string{"0"}},
		{formatCBOR, "/value", "\xa0", []string{"0 absent"}},
	} {
		if got := toldAt(t, v, test.format, test.place, []byte(test.data)); !slices.Equal(got, test.want) {
			t.Errorf("%s at %s\n got %q\nwant %q", test.data, test.place, got, test.want)
		}
	}
}

// Clean values at a place, and lines without any, cost no allocation.
func TestAtAllocations(t *testing.T) {
	if underRace {
		t.Skip("pools do not keep what they get under the race detector")
	}
	v := memoValidator(t, Options{})
	const lines = 20_000
	text := strings.Repeat(`{"kind": "identity"}`+"\n"+`{"commit": {"record": `+goodMemo+"}}\n", lines/2)
	in := Input{At: Place{"commit", "record"}}
	allocations := testing.AllocsPerRun(3, func() {
		for _, err := range v.Lines(t.Context(), strings.NewReader(text), in, StreamOptions{Workers: 2}) {
			if err != nil {
				t.Fatal(err)
			}
		}
	})
	if allocations > lines/100 {
		t.Errorf("%v allocations for %d lines", allocations, lines)
	}
}
