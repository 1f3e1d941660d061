package datamodel

import (
	"strings"

	"github.com/ipfs/go-cid"

	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// specialObject gives an object with $type, $bytes or $link its meaning in the
// data model. The values inside it are on the tape already.
func (t *Tape) specialObject(f *frame) {
	tok := &t.Tokens[f.at]
	switch {
	case t.CBOR && f.names&(nameBytes|nameLink) != 0:
		t.Refuse(ReservedKey, f.at)
	case f.names&nameBytes != 0:
		t.bytesObject(f)
	case f.names&nameLink != 0:
		t.linkObject(f)
	default:
		at := tok.low
		if value := &t.Tokens[at]; value.Kind != String || value.low == 0 {
			tok.low = 0
			t.Refuse(TypeText, at)
		} else if t.Text(at) == "blob" {
			if tok.flag |= flagBlob; !t.blobObject(f.at) {
				tok.Kind = Invalid
			}
		}
	}
}

func (t *Tape) bytesObject(f *frame) {
	if f.count != 1 {
		t.Refuse(BytesKeys, f.at)
		return
	}
	value := f.at + 2
	if t.Tokens[value].Kind == String {
		if n, ok := base64Length(t.Text(value)); ok {
			t.Tokens[f.at].Kind, t.Tokens[f.at].low = Bytes, uint32(n)
			return
		}
	}
	t.Refuse(BytesText, f.at)
}

const base64Letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

// IsBase64 reports whether a text can be that of $bytes.
func IsBase64(text string) bool {
	_, ok := base64Length(text)
	return ok
}

// base64Length returns how many bytes a text of base64 (RFC 4648 section 4) stands for.
// Padding is optional, but right where it is present.
func base64Length(text string) (n int, ok bool) {
	letters := strings.TrimRight(text, "=")
	pad := len(text) - len(letters)
	if pad > 2 || pad > 0 && len(text)%4 != 0 || len(letters)%4 == 1 || strings.TrimLeft(letters, base64Letters) != "" {
		return 0, false
	}
	return len(letters)/4*3 + len(letters)%4*3/4, true
}

func (t *Tape) linkObject(f *frame) {
	if f.count != 1 {
		t.Refuse(LinkKeys, f.at)
		return
	}
	value := f.at + 2
	text := &t.Tokens[value]
	canonical := text.Kind == String && IsCanonicalLink(t.Text(value))
	if !canonical && (text.Kind != String || !IsLinkText(t.Text(value))) {
		t.Refuse(LinkText, f.at)
		return
	}
	tok := &t.Tokens[f.at]
	tok.Kind, tok.low, tok.high = Link, text.low, text.high
	if tok.flag |= text.flag & flagMade; canonical {
		tok.flag |= flagCanonical
	}
}

// blobObject reports whether an object of $type blob is one, and notes what it
// lacks.
func (t *Tape) blobObject(at uint32) bool {
	// Without a field, its token is that at 0, which is none of the kinds.
	ref, mime, size := t.Member(at, "ref"), t.Member(at, "mimeType"), t.Member(at, "size")
	isRef := t.Tokens[ref].Kind == Link
	isMIME := t.Tokens[mime].Kind == String && t.IsMIMEType(t.Text(mime))
	isSize := t.Tokens[size].Kind == Integer && t.Tokens[size].Int() >= 0
	if isRef && !t.isRaw(ref) {
		isRef = t.blobField(at, ref, false, BlobCodec, NoBlobRef)
	} else {
		isRef = t.blobField(at, ref, isRef, BlobRef, NoBlobRef)
	}
	isMIME = t.blobField(at, mime, isMIME, BlobMIME, NoBlobMIME)
	isSize = t.blobField(at, size, isSize, BlobSize, NoBlobSize)
	return isRef && isMIME && isSize
}

// IsMIMEType reports whether text can be the MIME type of a blob.
func (t *Tape) IsMIMEType(text string) bool {
	return syntax.IsMIMEType(text) || t.AnyMIME && text == "*/*"
}

// isRaw reports whether a Link is to raw bytes.
func (t *Tape) isRaw(i uint32) bool {
	switch {
	case t.CBOR:
		return t.Content(i)[1] == cid.Raw
	case t.Tokens[i].flag&flagCanonical != 0:
		return strings.HasPrefix(t.Text(i), blobPrefix)
	}
	return t.LinkID(i).Type() == cid.Raw
}

// blobField reports whether a blob has a good value in a field, and notes what
// is wrong: of a value that has a fault already, nothing.
func (t *Tape) blobField(at, field uint32, good bool, what, missing ViolationKind) bool {
	switch {
	case field == 0:
		t.violate(missing, at)
	case t.Tokens[field].Kind == Invalid:
	case !good:
		t.Refuse(what, field)
	default:
		return true
	}
	return false
}
