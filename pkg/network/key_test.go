package network

import (
	"bytes"
	"encoding/hex"
	"strings"
	"testing"

	"github.com/multiformats/go-multibase"
)

// The examples of the protocol's documentation.
const (
	p256Key = "zDnaembgSGUhZULN2Caob4HLJPaxBh92N7rtH21TErzqf8HQo"
	k256Key = "zQ3shqwJEJyMBsBXCWyCBpUBMqxcon9oHB7mCvx4sSpMdLJwc"
)

func TestMultikey(t *testing.T) {
	for _, text := range []string{p256Key, k256Key} {
		for _, prefix := range []string{"", "did:key:"} {
			key, err := parseMultikey(prefix + text)
			if err != nil || didKeyOf(key) != "did:key:"+text {
				t.Errorf("%s: %v, %v", text, key, err)
			}
		}
	}
	for text, want := range map[string]string{
		"":                           "base58",
		"did:key:":                   "base58",
		p256Key[1:]:                  "base58",
		"f8024" + p256Key:            "base58",
		"z" + strings.Repeat("1", 9): "9 bytes",
		"z0":                         "base58",
		strings.Repeat("z", 10_000):  "base58",
		base58Of(t, "8024", 32):      "34 bytes",
		base58Of(t, "8024", 65):      "67 bytes",
		base58Of(t, "8024", 33):      "not a point on P-256",
		base58Of(t, "e701", 33):      "invalid public key",
		base58Of(t, "ed01", 33):      "neither a P-256 nor a secp256k1 key",
	} {
		if key, err := parseMultikey(text); err == nil || key != nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, %v, want %q", text, key, err, want)
		}
	}
}

// base58Of returns a codec and zero bytes.
func base58Of(t testing.TB, codec string, zeros int) string {
	data, err := hex.DecodeString(codec)
	if err != nil {
		t.Fatal(err)
	}
	text, err := multibase.Encode(multibase.Base58BTC, append(data, make([]byte, zeros)...))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// The signatures of the protocol's interoperability tests: good, with a high S, and
// in DER.
func TestVerify(t *testing.T) {
	const message = "a16568656c6c6f65776f726c64" // {"hello": "world"}
	data, err := hex.DecodeString(message)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name, key, sig string
		want           bool
	}{
		{"P-256", "zDnaembgSGUhZULN2Caob4HLJPaxBh92N7rtH21TErzqf8HQo", "2vZNsG3UKvvO/CDlrdvyZRISOFylinBh0Jupc6KcWoJWExHptCfduPleDbG3rko3YZnn9Lw0IjpixVmexJDegg", true},
		{"P-256 with a high S", "zDnaembgSGUhZULN2Caob4HLJPaxBh92N7rtH21TErzqf8HQo", "2vZNsG3UKvvO/CDlrdvyZRISOFylinBh0Jupc6KcWoKp7O4VS9giSAah8k5IUbXIW00SuOrjfEqQ9HEkN9JGzw", false},
		{"P-256 in DER", "zDnaeT6hL2RnTdUhAPLij1QBkhYZnmuKyM7puQLW1tkF4Zkt8", "MEQCIFxYelWJ9lNcAVt+jK0y/T+DC/X4ohFZ+m8f9SEItkY1AiACX7eXz5sgtaRrz/SdPR8kprnbHMQVde0T2R8yOTBweA", false},
		{"secp256k1", "zQ3shqwJEJyMBsBXCWyCBpUBMqxcon9oHB7mCvx4sSpMdLJwc", "5WpdIuEUUfVUYaozsi8G0B3cWO09cgZbIIwg1t2YKdUn/FEznOndsz/qgiYb89zwxYCbB71f7yQK5Lr7NasfoA", true},
		{"secp256k1 with a high S", "zQ3shqwJEJyMBsBXCWyCBpUBMqxcon9oHB7mCvx4sSpMdLJwc", "5WpdIuEUUfVUYaozsi8G0B3cWO09cgZbIIwg1t2YKdXYA67MYxYiTMAVfdnkDCMN9S5B3vHosRe07aORmoshoQ", false},
		{"secp256k1 in DER", "zQ3shnriYMXc8wvkbJqfNWh5GXn2bVAeqTC92YuNbek4npqGF", "MEUCIQCWZYhxWpW+2aYBsHlwS06DKwNUuqSX2kFPRZQCvTnlLAIgDAlfeM7QaSTMyspBFvFyzT7QcTf+RAmjPPo+a7qVRUA", false},
	} {
		_, sig, err := multibase.Decode("m" + test.sig)
		if err != nil {
			t.Fatal(err)
		}
		key, err := parseMultikey(test.key)
		if err != nil {
			t.Fatal(err)
		}
		if got := key.Verify(data, sig); got != test.want {
			t.Errorf("%s: %t", test.name, got)
		}
		if key.Verify(append(data, 0), sig) {
			t.Errorf("%s: other data", test.name)
		}
	}
	// Numbers out of range.
	for _, text := range []string{p256Key, k256Key} {
		key, err := parseMultikey(text)
		if err != nil {
			t.Fatal(err)
		}
		for _, sig := range [][]byte{nil, make([]byte, 64), bytes.Repeat([]byte{0xff}, 64), append(make([]byte, 63), 1), make([]byte, 65)} {
			if key.Verify(data, sig) {
				t.Errorf("%s: %x", text, sig)
			}
		}
	}
}

// A Multikey that is accepted is the only spelling of its key.
func FuzzMultikey(f *testing.F) {
	for _, seed := range []string{p256Key, k256Key, "did:key:" + k256Key, "", "z", "z11", "did:key:z", "zz"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		key, err := parseMultikey(text)
		if err != nil {
			return
		}
		if got := didKeyOf(key); strings.TrimPrefix(got, "did:key:") != strings.TrimPrefix(text, "did:key:") {
			t.Errorf("%q is %s", text, got)
		}
		key.Verify([]byte(text), []byte(strings.Repeat("1", 64)))
	})
}

// didKeyOf returns a key as did:key.
func didKeyOf(k *Key) string {
	var data []byte
	if k.p256 != nil {
		point, err := k.p256.Bytes()
		if err != nil {
			panic(err)
		}
		data = append([]byte(p256Codec), 2+point[64]&1)
		data = append(data, point[1:33]...)
	} else {
		data = append([]byte(k256Codec), k.k256.SerializeCompressed()...)
	}
	text, err := multibase.Encode(multibase.Base58BTC, data)
	if err != nil {
		panic(err)
	}
	return didKey + text
}
