package generate

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/fxamacker/cbor/v2"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// eachValue makes values for all definitions that have some.
func eachValue(visit func(c *lexicon.Catalog, def *lexicon.Definition, v V)) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 1))
		c := Catalog(Schemas(r, diag.ProfileV1), diag.ProfileV1)
		for _, d := range c.Documents() {
			for _, def := range d.Defs {
				switch def.Schema.Type() {
				case lexicon.TypeToken, lexicon.TypeQuery, lexicon.TypeProcedure, lexicon.TypeSubscription:
				default:
					visit(c, def, Value(r, c, def.Schema))
				}
			}
		}
	}
}

func TestValueIsJSON(t *testing.T) {
	eachValue(func(_ *lexicon.Catalog, _ *lexicon.Definition, v V) {
		if text := JSON(v); !json.Valid(text) {
			t.Errorf("%s", text)
		}
	})
}

// TestValueIsRepeatable makes all values twice.
func TestValueIsRepeatable(t *testing.T) {
	var first []V
	eachValue(func(_ *lexicon.Catalog, _ *lexicon.Definition, v V) { first = append(first, v) })
	i := 0
	eachValue(func(_ *lexicon.Catalog, _ *lexicon.Definition, v V) {
		if i >= len(first) || !reflect.DeepEqual(v, first[i]) {
			t.Fatalf("value %d is another the second time: %s", i, JSON(v))
		}
		i++
	})
}

// TestValueIsBetween checks that enough values fit their schema, and enough do
// not.
func TestValueIsBetween(t *testing.T) {
	valid, all := 0, 0
	eachValue(func(c *lexicon.Catalog, def *lexicon.Definition, v V) {
		s := validate.Compile(c, validate.Options{AllowUnknown: true})
		checker, err := s.Validator(def.Reference(), lexicon.PartNone)
		if err != nil {
			t.Fatal(err)
		}
		all++
		if checker.Check(validate.Input{Text: JSON(v)}).Valid() {
			valid++
		}
	})
	if valid < all/2 || valid > all*9/10 {
		t.Errorf("%d of %d values are valid", valid, all)
	}
}

// TestCBOR lets another library read what CBOR writes, and write it again.
func TestCBOR(t *testing.T) {
	decoder, err := cbor.DecOptions{DupMapKey: cbor.DupMapKeyEnforcedAPF, IndefLength: cbor.IndefLengthForbidden}.DecMode()
	if err != nil {
		t.Fatal(err)
	}
	encoder, err := cbor.EncOptions{Sort: cbor.SortLengthFirst}.EncMode()
	if err != nil {
		t.Fatal(err)
	}
	written := 0
	eachValue(func(_ *lexicon.Catalog, _ *lexicon.Definition, v V) {
		data, ok := CBOR(v)
		if !ok {
			return
		}
		written++
		var read any
		if err := decoder.Unmarshal(data, &read); err != nil {
			t.Fatalf("%s: %x: %v", JSON(v), data, err)
		}
		again, err := encoder.Marshal(read)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(again, data) {
			t.Errorf("%s:\n%x, want\n%x", JSON(v), data, again)
		}
	})
	if written == 0 {
		t.Error("nothing was written")
	}
}

func TestCBORRefuses(t *testing.T) {
	for _, v := range []V{
		Raw("1.5"), Array{Raw("1e40")},
		Object{}.Set("a", Null{}).Set("a", Null{}), Object{}.Set("$bytes", text("")), Object{}.Set("k", Object{}.Set("$link", Null{})),
	} {
		if data, ok := CBOR(v); ok {
			t.Errorf("%s: %x", JSON(v), data)
		}
	}
}
