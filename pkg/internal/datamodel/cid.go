package datamodel

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/ipfs/go-cid"
	"github.com/multiformats/go-multibase"

	"github.com/lexsmith/lexsmith/internal/words"
)

// The CIDs of the data model: version 1, SHA-256, codec dag-cbor or raw.
const (
	LinkSize       = 36        // bytes in binary, with the hash at the end
	linkPrefix     = "bafyrei" // 01 71 12 20 in base32, but for its last two bits
	blobPrefix     = "bafkrei" // 01 55 12 20, likewise
	linkTextLength = 59
	// maxLinkText is the length of the longest spelling, in base2. Longer texts
	// are not decoded: in base58 that takes the square of their length.
	maxLinkText = 1 + 8*LinkSize
)

// IsLinkText reports whether text is a CID of the data model, in any base.
func IsLinkText(text string) bool {
	_, ok := DecodeLink(text)
	return ok
}

// DecodeLink decodes a CID of the data model, in any base, to its binary form.
func DecodeLink(text string) (id [LinkSize]byte, ok bool) {
	if IsCanonicalLink(text) {
		return decodeCanonical(text), true
	}
	if len(text) > maxLinkText {
		return id, false
	}
	decoded, err := DecodeCID(text)
	ok = err == nil && IsLinkBytes(decoded.Bytes())
	copy(id[:], decoded.Bytes())
	return id, ok
}

// DecodeCID decodes a CID in any base. Unlike cid.Decode, it refuses what decoders of
// base32 and base64 skip: line breaks, and whatever follows the padding.
func DecodeCID(text string) (cid.Cid, error) {
	id, err := cid.Decode(text)
	if err != nil || id.Version() == 0 {
		return id, err
	}
	base, _ := utf8.DecodeRuneInString(text)
	if again, err := id.StringOfBase(multibase.Encoding(base)); err != nil || len(again) != len(text) {
		return cid.Undef, errSkipped
	}
	return id, nil
}

var errSkipped = errors.New("the CID contains characters that do not belong to its base")

// maxCID is up to how many bytes the spelling of a CID is decoded. The network's own
// programs refuse longer ones.
const maxCID = 128

// IsCID reports whether text can be decoded as a CID of any kind. The canonical spelling
// of those of the data model is recognized without decoding it, so that it costs no
// allocation.
func IsCID(text string) bool {
	if IsCanonicalLink(text) {
		return true
	}
	if len(text) > maxCID {
		return false
	}
	_, err := DecodeCID(text)
	return err == nil
}

// DescribeUndecodable says why IsCID reports false, as a predicate of the text.
func DescribeUndecodable(text string) string {
	if len(text) > maxCID {
		return "is " + words.Count(len(text), "byte") + " long, but programs of the network decode only CIDs of at most " + strconv.Itoa(maxCID)
	}
	return "cannot be decoded as a CID"
}

// IsCanonicalLink reports whether text is the canonical spelling of a CID of the data
// model, in base32.
func IsCanonicalLink(text string) bool {
	if len(text) != linkTextLength || !strings.HasPrefix(text, linkPrefix) && !strings.HasPrefix(text, blobPrefix) {
		return false
	}
	// The last bits of 0x20, and those that fill up the last letter, are zero.
	if c := text[len(linkPrefix)]; c < 'a' || 'h' < c || strings.IndexByte("aeimquy4", text[linkTextLength-1]) < 0 {
		return false
	}
	all := isBase32(text[linkTextLength-8:])
	for i := len(linkPrefix); i < linkTextLength-8; i += 8 {
		all &= isBase32(text[i:])
	}
	return all == highBits
}

// isBase32 has the uppermost bit of each of the first 8 bytes of a text that is a letter
// of base32. It has no branches: the letters of a hash are practically random.
func isBase32(text string) uint64 {
	_ = text[7]
	w := uint64(text[0]) | uint64(text[1])<<8 | uint64(text[2])<<16 | uint64(text[3])<<24 |
		uint64(text[4])<<32 | uint64(text[5])<<40 | uint64(text[6])<<48 | uint64(text[7])<<56
	low := w &^ highBits // so that no sum carries into the next byte
	letter := (low + (0x80-'a')*eachByte) &^ (low + (0x7f-'z')*eachByte)
	digit := (low + (0x80-'2')*eachByte) &^ (low + (0x7f-'7')*eachByte)
	return (letter | digit) &^ w & highBits
}

// IsLinkBytes reports whether data is the binary form of a CID of the data model.
func IsLinkBytes(data []byte) bool { return len(data) == LinkSize && BeginsWithLink(data) }

// BeginsWithLink reports whether the first LinkSize bytes of data are the binary form of a
// CID of the data model.
func BeginsWithLink(data []byte) bool {
	return len(data) >= LinkSize && data[0] == 1 && (data[1] == 0x71 || data[1] == 0x55) && data[2] == 0x12 && data[3] == 0x20
}

// CIDOf returns the CID of a value in DAG-CBOR, in binary.
func CIDOf(data []byte) (id [LinkSize]byte) {
	sum := sha256.Sum256(data)
	copy(id[copy(id[:], "\x01\x71\x12\x20"):], sum[:])
	return id
}

// decodeCanonical decodes the canonical spelling of a CID of the data model.
func decodeCanonical(text string) (id [LinkSize]byte) {
	letters := text[1:linkTextLength]
	to := id[:]
	for ; len(to) >= 5; letters, to = letters[8:], to[5:] {
		group := fromBase32(word(letters))
		binary.BigEndian.PutUint32(to, uint32(group>>8))
		to[4] = byte(group)
	}
	to[0] = byte(fromBase32(uint64(letters[0])<<56|uint64(letters[1])<<48|'a'*(eachByte>>16)) >> 32)
	return id
}

// fromBase32 returns the 40 bits that 8 letters of base32 stand for. It has no branches: the
// bits of a hash are random.
func fromBase32(letters uint64) uint64 {
	isLetter := letters >> 6 & eachByte // else it is a digit
	v := letters - ('2'-26)*eachByte - isLetter*('a'-('2'-26))
	v = v>>3&0x03e003e0_03e003e0 | v&0x001f001f_001f001f
	v = v>>6&0x000ffc00_000ffc00 | v&0x000003ff_000003ff
	return v>>12&0xfffff00000 | v&0xfffff
}

// word returns the first 8 bytes of a text, the first of which is the uppermost.
func word(text string) uint64 {
	_ = text[7]
	return uint64(text[0])<<56 | uint64(text[1])<<48 | uint64(text[2])<<40 | uint64(text[3])<<32 |
		uint64(text[4])<<24 | uint64(text[5])<<16 | uint64(text[6])<<8 | uint64(text[7])
}
