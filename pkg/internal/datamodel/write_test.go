package datamodel_test

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/lexsmith/lexsmith/internal/testkit/generate"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// Values written in one form and read in the other come back, and their DAG-CBOR is
// what an independent encoder writes.
func TestWrite(t *testing.T) {
	var tape datamodel.Tape
	written := 0
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 3))
		c := generate.Catalog(generate.Schemas(r, diag.ProfileV1), diag.ProfileV1)
		for _, d := range c.Documents() {
			for _, def := range d.Defs {
				for _, schema := range lexicon.Parts(def.Schema) {
					if def.Schema.Type() == lexicon.TypeToken {
						continue
					}
					value := generate.Value(r, c, schema)
					want, ok := generate.CBOR(value)
					if !tape.ReadJSON(generate.JSON(value)) || !tape.Conforms() || !ok {
						continue
					}
					written++
					got := tape.AppendCBOR(nil, 0, "")
					if !bytes.Equal(got, want) {
						t.Fatalf("%s becomes %x, want %x", generate.JSON(value), got, want)
					}
					if err := tape.ReadCBOR(got); err != nil {
						t.Fatal(err)
					}
					text := tape.AppendJSON(nil, 0)
					if !tape.ReadJSON(text) || !bytes.Equal(tape.AppendCBOR(nil, 0, ""), want) {
						t.Fatalf("%x becomes %s, which is another value", want, text)
					}
				}
			}
		}
	}
	if written < 500 {
		t.Errorf("only %d values were written", written)
	}
}

func TestWriteForms(t *testing.T) {
	for text, want := range map[string]string{
		`{"$bytes": "aGk="}`:               `{"$bytes":"aGk"}`,
		`"\u0001\"\\\u00e9/"`:              `"\u0001\"\\é/"`,
		`{"b": [], "a": {}, "$type": "x"}`: `{"b":[],"a":{},"$type":"x"}`,
		`[-1, 1e3, true, false, null]`:     `[-1,1000,true,false,null]`,
		// In base32 with upper case.
		`{"$link": "BAFYREIDFAYVFUWQA7QLNOPDJIQRXZS6BLMOEU4RUJCJTNCI5BELUDIRZ2A"}`: `{"$link":"bafyreidfayvfuwqa7qlnopdjiqrxzs6blmoeu4rujcjtnci5beludirz2a"}`,
	} {
		var tape datamodel.Tape
		if !tape.ReadJSON([]byte(text)) || !tape.Conforms() {
			t.Errorf("%s is not a value", text)
			continue
		}
		if got := string(tape.AppendJSON(nil, 0)); got != want {
			t.Errorf("%s becomes %s, want %s", text, got, want)
		}
	}
}

func TestReadCBORPrefix(t *testing.T) {
	var tape datamodel.Tape
	end, err := tape.ReadCBORPrefix([]byte{0xa1, 0x61, 'a', 1, 0xf6})
	if end != 4 || err != nil || string(tape.AppendJSON(nil, 0)) != `{"a":1}` {
		t.Errorf("%d, %v", end, err)
	}
	if err := tape.ReadCBOR([]byte{0xa0, 0xf6}); err == nil {
		t.Error("a value after the value is accepted")
	}
	if _, err := tape.ReadCBORPrefix([]byte{0xa1}); err == nil {
		t.Error("half a value is accepted")
	}
}

func TestAppendCBORWithout(t *testing.T) {
	var tape datamodel.Tape
	tape.ReadJSON([]byte(`{"$type": "a#b", "x": {"$type": "c"}}`))
	if got, want := tape.AppendCBOR(nil, 0, "$type"), []byte("\xa1\x61x\xa1\x65$type\x61c"); !bytes.Equal(got, want) {
		t.Errorf("%x, want %x", got, want)
	}
}
