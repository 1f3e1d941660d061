package validate_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/fxamacker/cbor/v2"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

const ticker = `{"lexicon": 1, "id": "com.example.ticker", "defs": {
  "main": {"type": "subscription", "subprotocol": "xrpc.v1.json", "message": {"schema": {"type": "union", "refs": ["#tick"CLOSED}}, "errors": [{"name": "FutureCursor"}]},
  "tick": {"type": "object", "required": ["seq"], "properties": {"seq": {"type": "integer"}, "when": {"type": "bytes"}}}
}}`

// A message is checked alone, or in a frame of xrpc.v1, in JSON and in DAG-CBOR.
func TestFrames(t *testing.T) {
	const tick = `"$type": "com.example.ticker#tick"`
	for _, test := range []struct{ name, text, want string }{
		{"a message", `{` + tick + `, "seq": 42}`, ""},
		{"a wrong message", `{` + tick + `, "seq": "two"}`, "error value-type /seq"},
		{"without $type", `{"seq": 42}`, ""},
		{"a frame", `{"$type": "message", "payload": {` + tick + `, "seq": 42}}`, ""},
		{"a frame with more", `{"$type": "message", "payload": {` + tick + `, "seq": 42}, "time": 1, "error": 2}`, ""},
		{"a wrong payload", `{"$type": "message", "payload": {` + tick + `, "seq": "two"}}`, "error value-type /payload/seq"},
		{"a payload without a field", `{"$type": "message", "payload": {` + tick + `}}`, "error missing-required /payload"},
		{"a payload without $type", `{"$type": "message", "payload": {"seq": 42}}`, "error type-missing /payload"},
		{"with an empty one", `{"$type": "message", "payload": {"$type": "", "seq": 42}}`, "error data-model /payload/$type"},
		{"with the short name", `{"$type": "message", "payload": {"$type": "#tick", "seq": 42}}`, "error type-syntax /payload/$type"},
		{"an unlisted variant", `{"$type": "message", "payload": {"$type": "com.example.other", "seq": 42}}`, "CLOSED error type-mismatch /payload/$type"},
		{"a frame in a frame", `{"$type": "message", "payload": {"$type": "message", "payload": {` + tick + `, "seq": 42}}}`, "error type-syntax /payload/$type"},
		{"no payload", `{"$type": "message"}`, "error missing-required "},
		{"null", `{"$type": "message", "payload": null}`, "error null-not-allowed /payload"},
		{"a list", `{"$type": "message", "payload": [{` + tick + `, "seq": 42}]}`, "error value-type /payload"},
		{"an error", `{"$type": "error", "error": "FutureCursor", "message": "too new"}`, ""},
		{"without a message", `{"$type": "error", "error": "FutureCursor"}`, ""},
		{"an unknown error", `{"$type": "error", "error": "FutureCurse"}`, "info unknown-error /error"},
		{"without its name", `{"$type": "error", "message": "too new"}`, "error missing-required "},
		{"a number as its name", `{"$type": "error", "error": 404}`, "error value-type /error"},
		{"a number as its message", `{"$type": "error", "error": "FutureCursor", "message": 404}`, "error value-type /message"},
		{"an error without $type", `{"error": "FutureCursor"}`, "error union-variant "},
		{"another kind of frame", `{"$type": "event", "payload": {` + tick + `, "seq": 42}}`, "error type-syntax /$type"},
		{"no frame", `{"$type": "event", "seq": 42}`, "error type-syntax /$type"},
	} {
		for _, closed := range []string{`]`, `], "closed": true`} {
			for _, bare := range []bool{false, true} {
				document := lexicon.Parse(&diag.Source{Text: []byte(strings.Replace(ticker, "CLOSED", closed, 1))}, diag.ProfileATProto)
				schemas := validate.Compile(lexicon.NewCatalog(document), validate.Options{Profile: diag.ProfileATProto, BareMessages: bare})
				v, err := schemas.Validator(lexicon.Reference{NSID: "com.example.ticker", Name: "main"}, lexicon.PartMessage)
				if err != nil {
					t.Fatal(err)
				}
				want, only := strings.CutPrefix(test.want, "CLOSED ")
				if only && closed == "]" {
					want = ""
				}
				if bare && strings.Contains(test.text, `"$type": "`) && !strings.HasPrefix(test.text, `{`+tick) {
					want = "error type-syntax /$type"
				}
				for _, in := range []validate.Input{{Text: []byte(test.text)}, {Text: asCBOR(t, test.text), Encoding: validate.CBOR}} {
					var got []string
					for _, f := range v.Check(in).Findings {
						got = append(got, fmt.Sprintf("%s %s %s", f.Severity, f.Rule.Code, f.Pointer))
					}
					if got := strings.Join(got, "; "); got != want && !(bare && strings.Contains(got, want)) {
						t.Errorf("%s, bare %t, CBOR %t: got %q, want %q", test.name, bare, in.Encoding == validate.CBOR, got, want)
					}
					if v.Clean(in) != (want == "" && len(got) == 0) {
						t.Errorf("%s, bare %t: clean is %t", test.name, bare, v.Clean(in))
					}
				}
			}
		}
	}
}

// An open union without variants, which takes anything in profile v1, still needs a $type
// in a frame.
func TestFrameOfAnything(t *testing.T) {
	document := lexicon.Parse(&diag.Source{Text: []byte(`{"lexicon": 1, "id": "com.example.any", "defs": {"main": {"type": "subscription", "message": {"schema": {"type": "union", "refs": []}}}}}`)}, diag.ProfileV1)
	v, err := validate.Compile(lexicon.NewCatalog(document), validate.Options{}).Validator(lexicon.Reference{NSID: "com.example.any", Name: "main"}, lexicon.PartMessage)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		`3`: "", `{"$type": "message", "payload": {"$type": "com.example.any#a"}}`: "",
		`{"$type": "message", "payload": {"a": 1}}`: "type-missing /payload", `{"$type": "message", "payload": 3}`: "value-type /payload",
		`{"$type": "message", "payload": null}`: "null-not-allowed /payload", `{"$type": "message"}`: "missing-required ", `{"$type": "error"}`: "missing-required ",
	} {
		var got []string
		for _, f := range v.Check(validate.Input{Text: []byte(text)}).Findings {
			got = append(got, f.Rule.Code+" "+f.Pointer)
		}
		if got := strings.Join(got, "; "); got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}

// asCBOR returns a text in JSON as DAG-CBOR.
func asCBOR(t *testing.T, text string) []byte {
	t.Helper()
	var v any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatal(err)
	}
	mode, err := cbor.EncOptions{Sort: cbor.SortLengthFirst}.EncMode()
	if err != nil {
		t.Fatal(err)
	}
	data, err := mode.Marshal(whole(v))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// whole returns a value with integers in place of its numbers.
func whole(v any) any {
	switch v := v.(type) {
	case float64:
		return int(v)
	case []any:
		for i := range v {
			v[i] = whole(v[i])
		}
	case map[string]any:
		for k := range v {
			v[k] = whole(v[k])
		}
	}
	return v
}
