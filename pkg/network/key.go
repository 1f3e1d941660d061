package network

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/big"
	"strings"

	"github.com/decred/dcrd/dcrec/secp256k1/v4"
	secp256k1ecdsa "github.com/decred/dcrd/dcrec/secp256k1/v4/ecdsa"
	"github.com/multiformats/go-multibase"
)

// Key is a public key that verifies signatures: one of P-256 or of secp256k1.
type Key struct {
	p256 *ecdsa.PublicKey
	k256 *secp256k1.PublicKey
}

const (
	didKey       = "did:key:"
	p256Codec    = "\x80\x24" // of multicodec, as varints
	k256Codec    = "\xe7\x01"
	uncompressed = 4   // with which such a point of 65 bytes begins
	maxMultibase = 128 // bytes; decoding takes the square of it
)

// parseMultikey returns the key of a Multikey, such as "zQ3sh…". The "did:key:" in
// front is optional.
func parseMultikey(text string) (*Key, error) {
	data, err := decodeBase58(strings.TrimPrefix(text, didKey))
	if err != nil {
		return nil, err
	}
	if len(data) != 2+33 {
		return nil, fmt.Errorf("the Multikey is %d bytes long, but must be 35", len(data))
	}
	switch codec := string(data[:2]); codec {
	case p256Codec:
		return parseP256(data[2:])
	case k256Codec:
		return parseK256(data[2:])
	}
	return nil, errors.New("the Multikey is neither a P-256 nor a secp256k1 key")
}

// decodeBase58 decodes multibase base58btc, which begins with "z".
func decodeBase58(text string) ([]byte, error) {
	if len(text) > maxMultibase || !strings.HasPrefix(text, "z") {
		return nil, errors.New(`the key is not in base58 with the prefix "z"`)
	}
	_, data, err := multibase.Decode(text)
	return data, err
}

// parseP256 returns the key with a point on P-256, which can be compressed.
func parseP256(point []byte) (*Key, error) {
	if len(point) == 33 {
		x, y := elliptic.UnmarshalCompressed(elliptic.P256(), point)
		if x == nil {
			return nil, errors.New("not a point on P-256")
		}
		point = make([]byte, 65)
		point[0] = uncompressed
		x.FillBytes(point[1:33])
		y.FillBytes(point[33:])
	}
	key, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), point)
	if err != nil {
		return nil, err
	}
	return &Key{p256: key}, nil
}

// parseK256 returns the key with a point on secp256k1, which can be compressed.
func parseK256(point []byte) (*Key, error) {
	if len(point) == 65 && point[0] != uncompressed {
		return nil, errors.New("not a point on secp256k1")
	}
	key, err := secp256k1.ParsePubKey(point)
	if err != nil {
		return nil, err
	}
	return &Key{k256: key}, nil
}

// Verify reports whether sig, of 64 bytes, is the signature of data. Of the two that
// ECDSA allows only the one with the lower S counts.
func (k *Key) Verify(data, sig []byte) bool {
	if len(sig) != 64 {
		return false
	}
	hash := sha256.Sum256(data)
	if k.p256 != nil {
		r, s := new(big.Int).SetBytes(sig[:32]), new(big.Int).SetBytes(sig[32:])
		half := new(big.Int).Rsh(elliptic.P256().Params().N, 1)
		return s.Cmp(half) <= 0 && ecdsa.Verify(k.p256, hash[:], r, s)
	}
	var r, s secp256k1.ModNScalar
	if r.SetByteSlice(sig[:32]) || s.SetByteSlice(sig[32:]) || s.IsOverHalfOrder() {
		return false
	}
	return secp256k1ecdsa.NewSignature(&r, &s).Verify(hash[:], k.k256)
}
