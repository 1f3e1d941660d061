package datamodel

import (
	"strings"

	"github.com/ipfs/go-cid"
)

// The CIDs of the data model: version 1, SHA-256, codec dag-cbor or raw.
const (
	linkPrefix      = "bafyrei" // 01 71 12 20 in base32, but for its last two bits
	blobPrefix      = "bafkrei" // 01 55 12 20, likewise
	linkTextLength  = 59
	linkBytesLength = 36
	// maxLinkText is the length of the longest spelling, in base2. Longer texts
	// are not decoded: in base58 that takes the square of their length.
	maxLinkText = 1 + 8*linkBytesLength
)

// IsLinkText reports whether text is a CID of the data model, in any base. The
// canonical spelling is recognized without decoding it.
func IsLinkText(text string) bool {
	if isCanonicalLink(text) {
		return true
	}
	if len(text) > maxLinkText {
		return false
	}
	id, err := cid.Decode(text)
	return err == nil && isLinkBytes(id.Bytes())
}

// IsCID reports whether text, of a few hundred bytes, can be decoded as a CID of any
// kind. The canonical spelling of those of the data model is recognized without
// decoding it, so that it costs no allocation.
func IsCID(text string) bool {
	if isCanonicalLink(text) {
		return true
	}
	_, err := cid.Decode(text)
	return err == nil
}

func isCanonicalLink(text string) bool {
	if len(text) != linkTextLength || !strings.HasPrefix(text, linkPrefix) && !strings.HasPrefix(text, blobPrefix) {
		return false
	}
	// The last bits of 0x20, and those that fill up the last letter, are zero.
	if c := text[len(linkPrefix)]; c < 'a' || 'h' < c || strings.IndexByte("aeimquy4", text[linkTextLength-1]) < 0 {
		return false
	}
	// Without a branch for each letter: they are practically random.
	all := uint8(1)
	for i := len(linkPrefix); i < linkTextLength; i++ {
		all &= base32Letter[text[i]]
	}
	return all != 0
}

// base32Letter is 1 for the letters of base32.
var base32Letter = [256]uint8{
	'2': 1, '3': 1, '4': 1, '5': 1, '6': 1, '7': 1,
	'a': 1, 'b': 1, 'c': 1, 'd': 1, 'e': 1, 'f': 1, 'g': 1, 'h': 1, 'i': 1, 'j': 1, 'k': 1, 'l': 1, 'm': 1,
	'n': 1, 'o': 1, 'p': 1, 'q': 1, 'r': 1, 's': 1, 't': 1, 'u': 1, 'v': 1, 'w': 1, 'x': 1, 'y': 1, 'z': 1,
}

// isLinkBytes reports whether data is the binary form of a CID of the data model.
func isLinkBytes(data []byte) bool {
	return len(data) == linkBytesLength && data[0] == 1 && (data[1] == 0x71 || data[1] == 0x55) && data[2] == 0x12 && data[3] == 0x20
}
