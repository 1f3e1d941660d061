package datamodel

import (
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

func (t *Tape) linkObject(f *frame) {
	if f.count != 1 {
		t.Refuse(LinkKeys, f.at)
		return
	}
	value := f.at + 2
	if t.Tokens[value].Kind == String && IsLinkText(t.Text(value)) {
		tok, text := &t.Tokens[f.at], &t.Tokens[value]
		tok.Kind, tok.low, tok.high = Link, text.low, text.high
		tok.flag |= text.flag & flagMade
		return
	}
	t.Refuse(LinkText, f.at)
}

// blobObject reports whether an object of $type blob is one, and notes what it
// lacks.
func (t *Tape) blobObject(at uint32) bool {
	var ref, mime, size uint32 // the values of the first key with that name; 0 without one
	for k, end := at+1, t.Tokens[at].Next; k < end; k = t.Tokens[k+1].Next {
		field := &size
		switch t.Text(k) {
		case "ref":
			field = &ref
		case "mimeType":
			field = &mime
		case "size":
		default:
			continue
		}
		if *field == 0 {
			*field = k + 1
		}
	}
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
	if t.CBOR {
		return t.LinkBytes(i)[1] == cid.Raw
	}
	return isRawLink(t.Text(i))
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
