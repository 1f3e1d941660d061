package validate

import (
	"encoding/hex"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// unhex decodes bytes written in hexadecimal, with spaces, and texts in
// quotation marks among them.
func unhex(t testing.TB, text string) []byte {
	t.Helper()
	var out []byte
	for n, part := range strings.Split(text, `"`) {
		if n%2 == 1 {
			out = append(out, part...)
			continue
		}
		data, err := hex.DecodeString(strings.ReplaceAll(part, " ", ""))
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, data...)
	}
	return out
}

func TestCBORFindings(t *testing.T) {
	const hash = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
	v := Compile(lexicon.NewCatalog(), Options{}).Records()
	for data, want := range map[string][]string{
		`a4 61 "a" f9 3c00 61 "b" d82a 5825 00 01701220` + hash + ` 61 "c" 1b ffffffffffffffff 65 "$type" 63 "a.b"`: {
			`data-model /a 3-6: "a" is a floating-point number`,
			`data-model /b 8-49: "b" links to a CID that is not a version 1 CID with SHA-256 and the dag-cbor or raw codec`,
			`data-model /c 51-60: "c" is an integer that does not fit in 64 bits`,
			`type-syntax /$type 66-70: "$type" must be the NSID of a record, but is "a.b"`,
		},
		"81 18 01":                        {"invalid-cbor  1-2: the value is not valid DAG-CBOR: 1 is not in its shortest form: it takes up 2 bytes (at byte offset 1)"},
		"":                                {"invalid-cbor  0-0: the value is not valid DAG-CBOR: the data ends where a value or a key is expected (at byte offset 0)"},
		strings.Repeat("81", 1000) + "80": {"too-deep  1000-1001: the value is nested more than 1000 levels deep (at byte offset 1000)"},
	} {
		in := Input{Text: unhex(t, data), Encoding: CBOR}
		var got []string
		for _, f := range v.Check(in).Findings {
			if !f.NoPosition {
				t.Errorf("%s: %s has a line", data, f.Message)
			}
			got = append(got, fmt.Sprintf("%s %s %d-%d: %s", f.Rule.Code, f.Pointer, f.Span.Start, f.Span.End, f.Message))
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s\n got %q\nwant %q", data, got, want)
		}
		if v.Clean(in) {
			t.Errorf("%s is clean", data)
		}
	}
}
