package datamodel

import (
	"bytes"
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ipfs/go-cid"
)

// A CID in binary, and in every base, is a link exactly where go-cid says that it
// is a CID of the data model.
func TestLinks(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	good := 0
	for range 8_000 {
		data := randomCID(r)
		isLink := func(id cid.Cid, err error) bool {
			p := id.Prefix()
			return err == nil && p.Version == 1 && p.MhType == 0x12 && p.MhLength == 32 && (p.Codec == cid.DagCBOR || p.Codec == cid.Raw)
		}
		want := isLink(cid.Cast(data))
		if IsLinkBytes(data) != want {
			t.Fatalf("IsLinkBytes(%x) = %v, want %v", data, !want, want)
		}
		if want {
			good++
		}
		for _, text := range spellings(data) {
			if want := isLink(cid.Decode(text)); IsLinkText(text) != want {
				t.Fatalf("IsLinkText(%s) = %v, want %v", text, !want, want)
			}
		}
	}
	if good < 250 {
		t.Errorf("only %d of the texts were links", good)
	}
}

// Spellings with one more character, wherever it is, are no links.
func TestLinksWithMore(t *testing.T) {
	data, err := hex.DecodeString("01551220" + strings.Repeat("5c", 32))
	if err != nil || !IsLinkBytes(data) {
		t.Fatal(err)
	}
	for _, text := range spellings(data) {
		if !IsLinkText(text) {
			continue
		}
		for c := range byte(0x80) {
			for i := range len(text) + 1 {
				if more := text[:i] + string(rune(c)) + text[i:]; IsLinkText(more) {
					t.Errorf("%q is a link", more)
				}
			}
		}
	}
}

// spellings returns the text of a binary CID in several bases.
func spellings(data []byte) []string {
	lower := base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(data)
	var number big.Int
	number.SetBytes(data)
	var bits strings.Builder
	for _, c := range data {
		for i := 7; i >= 0; i-- {
			bits.WriteByte('0' + c>>i&1)
		}
	}
	return []string{
		"0" + bits.String(), "f" + hex.EncodeToString(data), "F" + strings.ToUpper(hex.EncodeToString(data)),
		"b" + strings.ToLower(lower), "B" + lower, "b" + lower, "k" + number.Text(36), "K" + strings.ToUpper(number.Text(36)),
		"z" + base58(&number), base58(&number),
		"m" + base64.RawStdEncoding.EncodeToString(data), "u" + base64.RawURLEncoding.EncodeToString(data),
		"M" + base64.StdEncoding.EncodeToString(data), "U" + base64.URLEncoding.EncodeToString(data),
		"v" + strings.ToLower(base32.HexEncoding.WithPadding(base32.NoPadding).EncodeToString(data)),
		"C" + base32.StdEncoding.EncodeToString(data), "", "b", "Q" + lower,
	}
}

func base58(n *big.Int) string {
	const digits = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
	var out []byte
	n, digit := new(big.Int).Set(n), new(big.Int)
	for n.Sign() > 0 {
		n.DivMod(n, big.NewInt(58), digit)
		out = append([]byte{digits[digit.Int64()]}, out...)
	}
	return string(out)
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

// A CID of any kind and base is one; that of the data model is recognized without an
// allocation.
func TestIsCID(t *testing.T) {
	const link = "bafyreiccldh766hwcnuxnf2wh6jgzepf2nlu2lvcllt63eww5p6chi4ity"
	for text, want := range map[string]bool{
		link: true,
		"zdj7WbTaiJT1fgatdet9Ei9iDB5hdCxkbVyhyh8YTUnXMiwYi":           true,
		"bafyreiexample00000000000000":                                false,
		"bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi": true,
		link[:58]: false, link + "a": false, "": false, "b": false, "12345678": false,
	} {
		if got := IsCID(text); got != want {
			t.Errorf("IsCID(%q) = %v, want %v", text, got, want)
		}
	}
	if n := testing.AllocsPerRun(10, func() { IsCID(link) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

// The CID of a value, and a link in its canonical spelling, are what the library for CIDs
// makes of them.
func TestCIDOf(t *testing.T) {
	for seed := range 200 {
		data := []byte(strings.Repeat("x", seed))
		want, err := cid.Prefix{Version: 1, Codec: cid.DagCBOR, MhType: 0x12, MhLength: -1}.Sum(data)
		if err != nil {
			t.Fatal(err)
		}
		if got := CIDOf(data); string(got[:]) != want.KeyString() {
			t.Fatalf("got %x, want %s", got, want)
		}
		var tape Tape
		if !tape.ReadJSON([]byte(`{"$link": "` + want.String() + `"}`)) {
			t.Fatalf("%s is not a link", want)
		}
		if got := tape.AppendCBOR(nil, 0, ""); !bytes.HasSuffix(got, want.Bytes()) {
			t.Fatalf("%s is %x, want %x at its end", want, got, want.Bytes())
		}
	}
}
