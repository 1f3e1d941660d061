package validate

import (
	"strings"

	"github.com/multiformats/go-multibase"
)

// The CIDs of the data model: version 1, SHA-256, codec dag-cbor or raw.
const (
	linkPrefix      = "bafyrei" // 01 71 12 20 in base32, but for its last two bits
	blobPrefix      = "bafkrei" // 01 55 12 20, likewise
	linkTextLength  = 59
	linkBytesLength = 36
	// maxLinkText is the length of the longest spelling, in base2. What is longer
	// is not decoded: that takes the square of its length in base58.
	maxLinkText = 1 + 8*linkBytesLength
)

// isLinkText reports whether text is a CID of the data model. The canonical
// spelling is recognized by hand; the other bases are left to a library.
func isLinkText(text string) bool {
	if isCanonicalLink(text) {
		return true
	}
	if len(text) > maxLinkText {
		return false
	}
	_, id, err := multibase.Decode(text)
	return err == nil && isLinkBytes(id)
}

func isCanonicalLink(text string) bool {
	if len(text) != linkTextLength || !strings.HasPrefix(text, linkPrefix) && !strings.HasPrefix(text, blobPrefix) {
		return false
	}
	// The last bits of 0x20, and those that fill up the last letter, are zero.
	if c := text[len(linkPrefix)]; c < 'a' || 'h' < c || strings.IndexByte("aeimquy4", text[linkTextLength-1]) < 0 {
		return false
	}
	for i := len(linkPrefix); i < linkTextLength; i++ {
		if c := text[i]; !('a' <= c && c <= 'z' || '2' <= c && c <= '7') {
			return false
		}
	}
	return true
}

// isLinkBytes reports whether data is the binary form of a CID of the data model.
func isLinkBytes(data []byte) bool {
	return len(data) == linkBytesLength && data[0] == 1 && (data[1] == 0x71 || data[1] == 0x55) && data[2] == 0x12 && data[3] == 0x20
}

// isCIDBytes reports whether data is the binary form of a CID of any kind: of
// version 0, a bare SHA-256 multihash, or version 1 with a codec and a
// multihash.
func isCIDBytes(data []byte) bool {
	if isVersion0(data) {
		return true
	}
	var parts [4]uint64 // version, codec, hash function, length of the hash
	for i := range parts {
		value, n, wrong := uvarint(data)
		if wrong != "" {
			return false
		}
		parts[i], data = value, data[n:]
	}
	return parts[0] == 1 && parts[3] == uint64(len(data))
}

func isVersion0(data []byte) bool {
	return len(data) == 34 && data[0] == 0x12 && data[1] == 0x20
}

// cidText returns the spelling of a binary CID in messages: base32, and base58
// without a prefix for version 0.
func cidText(id []byte) string {
	if !isCIDBytes(id) {
		return "a broken CID"
	}
	base := multibase.Encoding(multibase.Base32)
	if isVersion0(id) {
		base = multibase.Base58BTC
	}
	text, err := multibase.Encode(base, id)
	if err != nil {
		return "a broken CID"
	}
	if isVersion0(id) {
		return text[1:]
	}
	return text
}
