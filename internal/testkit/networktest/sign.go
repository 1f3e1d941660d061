package networktest

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/sha256"
	"encoding/asn1"
	"math/big"

	"github.com/decred/dcrd/dcrec/secp256k1/v4"
	secp256k1ecdsa "github.com/decred/dcrd/dcrec/secp256k1/v4/ecdsa"
	"github.com/multiformats/go-multibase"
)

// Curve is the curve of a key.
type Curve string

// The curves of the protocol.
const (
	P256 Curve = "p256"
	K256 Curve = "k256"
)

// signer is a private key.
type signer struct {
	p256 *ecdsa.PrivateKey
	k256 *secp256k1.PrivateKey
}

// newSigner returns the key that belongs to a text.
func newSigner(curve Curve, seed string) signer {
	sum := sha256.Sum256([]byte("key of " + seed))
	if curve == K256 {
		return signer{k256: secp256k1.PrivKeyFromBytes(sum[:])}
	}
	key, err := ecdsa.ParseRawPrivateKey(elliptic.P256(), sum[:])
	if err != nil {
		panic(err)
	}
	return signer{p256: key}
}

// sign returns the signature of data, with a low S.
func (s signer) sign(data []byte) []byte {
	hash := sha256.Sum256(data)
	if s.k256 != nil {
		signature := secp256k1ecdsa.Sign(s.k256, hash[:])
		r, low := signature.R(), signature.S()
		first, last := r.Bytes(), low.Bytes()
		return append(first[:], last[:]...)
	}
	text, err := s.p256.Sign(nil, hash[:], crypto.SHA256)
	var parts struct{ R, S *big.Int }
	if err == nil {
		_, err = asn1.Unmarshal(text, &parts)
	}
	if err != nil {
		panic(err)
	}
	signature := make([]byte, 64)
	parts.R.FillBytes(signature[:32])
	parts.S.FillBytes(signature[32:])
	if n := elliptic.P256().Params().N; parts.S.Cmp(new(big.Int).Rsh(n, 1)) > 0 {
		return s.flipS(signature)
	}
	return signature
}

// signHigh is sign with a high S.
func (s signer) signHigh(data []byte) []byte { return s.flipS(s.sign(data)) }

// flipS returns the signature with the other S.
func (s signer) flipS(signature []byte) []byte {
	n := elliptic.P256().Params().N
	if s.k256 != nil {
		n = secp256k1.Params().N
	}
	out := append([]byte(nil), signature...)
	new(big.Int).Sub(n, new(big.Int).SetBytes(signature[32:])).FillBytes(out[32:])
	return out
}

// multikey returns the public key, in the newer spelling.
func (s signer) multikey() string {
	if s.k256 != nil {
		return base58(append([]byte{0xe7, 0x01}, s.k256.PubKey().SerializeCompressed()...))
	}
	point := s.point()
	return base58(append([]byte{0x80, 0x24, 2 + point[64]&1}, point[1:33]...))
}

// oldKey returns the type of the key, and the key, in the spelling of 2019.
func (s signer) oldKey() (kind, text string) {
	if s.k256 != nil {
		return "EcdsaSecp256k1VerificationKey2019", base58(s.k256.PubKey().SerializeUncompressed())
	}
	return "EcdsaSecp256r1VerificationKey2019", base58(s.point())
}

// point returns the public key on P-256: 4, and two coordinates of 32 bytes.
func (s signer) point() []byte {
	point, err := s.p256.PublicKey.Bytes()
	if err != nil {
		panic(err)
	}
	return point
}

func base58(data []byte) string {
	text, err := multibase.Encode(multibase.Base58BTC, data)
	if err != nil {
		panic(err)
	}
	return text
}
