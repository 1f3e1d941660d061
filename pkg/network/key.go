package network

// Key is a public key that verifies signatures: one of P-256 or secp256k1.
type Key struct {
}

// ParseMultikey returns the key of a Multikey, such as "zQ3sh…". The "did:key:" in
// front is optional.
func ParseMultikey(text string) (*Key, error) {
	return nil, errTodo
}

// String returns the key as did:key.
func (k *Key) String() string { return "" }

// Verify reports whether sig, of 64 bytes, is the signature of data, with a low S.
func (k *Key) Verify(data, sig []byte) bool { return false }
