package validate

import (
	"math/rand/v2"
	"testing"

	"github.com/ipfs/go-cid"
	"github.com/multiformats/go-multibase"
)

// The CID library is the judge: of every binary CID, of its spelling, and of
// links in every base.
func TestCID(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	good := 0
	for range 20_000 {
		data := randomCID(r)
		c, err := cid.Cast(data)
		if got := isCIDBytes(data); got != (err == nil) {
			t.Fatalf("isCIDBytes(%x) = %v, the library says %v", data, got, err)
		}
		if err != nil {
			continue
		}
		good++
		if got := cidText(data); got != c.String() {
			t.Fatalf("cidText(%x) = %s, want %s", data, got, c)
		}
		for _, base := range []multibase.Encoding{multibase.Base2, multibase.Base16, multibase.Base32, multibase.Base32Upper, multibase.Base36, multibase.Base58BTC, multibase.Base64, multibase.Base64url} {
			text, err := multibase.Encode(base, data)
			if err != nil {
				t.Fatal(err)
			}
			decoded, err := cid.Decode(text)
			if want := err == nil && isLinkBytes(decoded.Bytes()); isLinkText(text) != want {
				t.Fatalf("isLinkText(%s) = %v, want %v", text, !want, want)
			}
		}
	}
	if good < 1000 {
		t.Errorf("only %d of the texts were CIDs", good)
	}
}

// randomCID makes the binary form of a CID, often with something wrong.
func randomCID(r *rand.Rand) []byte {
	pick := func(values ...byte) byte { return values[r.IntN(len(values))] }
	data := []byte{pick(1, 1, 1, 1, 0x12, 0, 2), pick(0x71, 0x55, 0x70, 0x20), pick(0x12, 0x12, 0x12, 0x13, 0x80), pick(32, 32, 32, 31, 64)}
	for range pick(32, 32, 32, 31, 33, 64, 0) {
		data = append(data, byte(r.Uint32()))
	}
	if r.IntN(10) == 0 {
		data = append([]byte{0x12, 0x20}, data[4:]...)
	}
	return data
}
