package datamodel

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/fxamacker/cbor/v2"
	"github.com/ipfs/go-cid"

	"github.com/lexsmith/lexsmith/internal/testkit/conformance"
)

// cborOracle decodes with all that the peer can be told to refuse.
func cborOracle(t testing.TB) cbor.DecMode {
	t.Helper()
	var refused []func(*cbor.SimpleValueRegistry) error
	for n := range 256 {
		if n < 20 || n > 31 || n == 23 {
			refused = append(refused, cbor.WithRejectedSimpleValue(cbor.SimpleValue(n)))
		}
	}
	simple, err := cbor.NewSimpleValueRegistryFromDefaults(refused...)
	if err != nil {
		t.Fatal(err)
	}
	mode, err := cbor.DecOptions{
		DupMapKey: cbor.DupMapKeyEnforcedAPF, IndefLength: cbor.IndefLengthForbidden, BignumTag: cbor.BignumTagForbidden,
		NaN: cbor.NaNDecodeForbidden, Inf: cbor.InfDecodeForbidden, IntDec: cbor.IntDecConvertSignedOrFail,
		MapKeyByteString: cbor.MapKeyByteStringForbidden, DefaultMapType: reflect.TypeFor[map[string]any](),
		UTF8: cbor.UTF8RejectInvalid, MaxNestedLevels: MaxDepth + 1, MaxArrayElements: 1<<31 - 1, MaxMapPairs: 1<<31 - 1,
		SimpleValues: simple,
	}.DecMode()
	if err != nil {
		t.Fatal(err)
	}
	return mode
}

func cborEncoder(t testing.TB) cbor.EncMode {
	t.Helper()
	mode, err := cbor.EncOptions{
		Sort: cbor.SortLengthFirst, IndefLength: cbor.IndefLengthForbidden, ShortestFloat: cbor.ShortestFloatNone,
		NaNConvert: cbor.NaNConvertReject, InfConvert: cbor.InfConvertReject, BigIntConvert: cbor.BigIntConvertReject,
	}.EncMode()
	if err != nil {
		t.Fatal(err)
	}
	return mode
}

// againstOracle checks the laws that hold of any bytes.
func againstOracle(t *testing.T, tape *Tape, oracle cbor.DecMode, encoder cbor.EncMode, data []byte) {
	before := bytes.Clone(data)
	err := tape.ReadCBOR(data)
	if !bytes.Equal(data, before) {
		t.Fatal("the data was changed")
	}
	if len(tape.Tokens) > len(data) {
		t.Fatalf("%d tokens from %d bytes", len(tape.Tokens), len(data))
	}
	if err != nil {
		if at := err.(*CBORError).Offset; at < 0 || at > len(data) {
			t.Fatalf("a fault at byte %d of %d", at, len(data))
		}
	}
	var value any
	refused := oracle.Unmarshal(data, &value)
	ours := err == nil && len(tape.violations) == 0
	if ours && refused != nil {
		t.Fatalf("%x is accepted, the oracle says %v", data, refused)
	}
	if !ours {
		return
	}
	// What is accepted has one spelling only: it comes back as it was.
	again, err := encoder.Marshal(value)
	if err != nil || !bytes.Equal(again, data) {
		t.Fatalf("%x is accepted, but its spelling is %x (%v)", data, again, err)
	}
}

func FuzzCBOR(f *testing.F) {
	for _, seed := range []string{
		"", "00", "82 00 20", `a2 61 "a" 01 62 "aa" 83 f4 f5 f6`, aLink, "fb 3ff8000000000000", `a1 65 "$type" 63 "a.b"`, "5f 41 00 ff", "c2 41 01", "f8 ff",
		`a1 65 "$type" a1 65 "$link" 60`, "1b ffffffffffffffff", "d82a 5823 00 1220" + aHash, strings.Repeat("81", 999) + "80", strings.Repeat("a160", 1001) + "00",
	} {
		f.Add(unhex(f, seed))
	}
	oracle, encoder := cborOracle(f), cborEncoder(f)
	var tape Tape
	f.Fuzz(func(t *testing.T, data []byte) {
		againstOracle(t, &tape, oracle, encoder, data)
	})
}

// TestCBORMutations goes where a fuzzer would take long to come: every byte of
// good values replaced by every other one, and every cut.
func TestCBORMutations(t *testing.T) {
	oracle, encoder := cborOracle(t), cborEncoder(t)
	var tape Tape
	for _, good := range []string{
		`a3 61 "b" 82 01 3903e7 62 "aa" a1 60 f5 65 "$type" 63 "a.b"`, "82 " + aLink + " 43 010203",
		`81 1b 7fffffffffffffff`, `82 63 e2 82 ac f6`, "d82a 5823 00 1220" + aHash,
	} {
		data := unhex(t, good)
		for i := range data {
			againstOracle(t, &tape, oracle, encoder, data[:i])
			for c := range 256 {
				changed := bytes.Clone(data)
				changed[i] = byte(c)
				againstOracle(t, &tape, oracle, encoder, changed)
			}
		}
	}
}

func TestReadCBORAllocatesNothing(t *testing.T) {
	data, err := cborEncoder(t).Marshal(map[string]any{
		"$type": "app.bsky.feed.post", "text": "grüß Gott", "langs": []string{"de", "en"}, "n": -70000, "raw": []byte{1, 2, 3},
		"embed": map[string]any{"$type": "blob", "ref": cbor.Tag{Number: 42, Content: append([]byte{0}, unhex(t, "01551220"+aHash)...)}, "mimeType": "image/png", "size": 12},
	})
	if err != nil {
		t.Fatal(err)
	}
	var tape Tape
	if allocations := testing.AllocsPerRun(100, func() {
		if err := tape.ReadCBOR(data); err != nil || len(tape.violations) > 0 {
			t.Fatal(err, tape.violations)
		}
	}); allocations != 0 {
		t.Errorf("%v allocations", allocations)
	}
}

func TestDataModelFixtures(t *testing.T) {
	text, err := os.ReadFile(conformance.Path(t, "interop/data-model/data-model-fixtures.json"))
	if err != nil {
		t.Fatal(err)
	}
	var fixtures []struct {
		JSON json.RawMessage `json:"json"`
		CBOR string          `json:"cbor_base64"`
		CID  string          `json:"cid"`
	}
	if err := json.Unmarshal(text, &fixtures); err != nil {
		t.Fatal(err)
	}
	if len(fixtures) == 0 {
		t.Fatal("no fixtures")
	}
	for n, fixture := range fixtures {
		data, err := base64.RawStdEncoding.DecodeString(fixture.CBOR)
		if err != nil {
			t.Fatal(err)
		}
		var a, b Tape
		if err := a.ReadCBOR(data); err != nil || len(a.violations) > 0 {
			t.Errorf("fixture %d: %v, %v", n, err, a.violations)
			continue
		}
		if !b.ReadJSON(fixture.JSON) || len(b.violations) > 0 {
			t.Errorf("fixture %d is not JSON of the data model: %v", n, b.violations)
			continue
		}
		if outline(&a) != outline(&b) {
			t.Errorf("fixture %d:\nCBOR %s\nJSON %s", n, outline(&a), outline(&b))
		}
		id, err := cid.Decode(fixture.CID)
		if err != nil {
			t.Fatal(err)
		}
		if sum, err := id.Prefix().Sum(data); err != nil || sum != id {
			t.Errorf("fixture %d has the CID %s, want %s (%v)", n, sum, id, err)
		}
	}
}
