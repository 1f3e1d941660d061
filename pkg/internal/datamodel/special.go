package datamodel

import (
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// specialObject gives an object with $type, $bytes or $link its meaning in the
// data model. The values inside it are on the tape already.
func (t *Tape) specialObject(f frame) {
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

func (t *Tape) bytesObject(f frame) {
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

func (t *Tape) linkObject(f frame) {
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
	ref := t.blobField(at, "ref", BlobRef, NoBlobRef, func(i uint32) bool { return t.Tokens[i].Kind == Link })
	mime := t.blobField(at, "mimeType", BlobMIME, NoBlobMIME, func(i uint32) bool {
		return t.Tokens[i].Kind == String && syntax.IsMIMEType(t.Text(i))
	})
	size := t.blobField(at, "size", BlobSize, NoBlobSize, func(i uint32) bool {
		return t.Tokens[i].Kind == Integer && t.Tokens[i].Int() >= 0
	})
	return ref && mime && size
}

// blobField reports whether a blob has a good value in a field, and notes what
// is wrong: of a value that has a fault already, nothing.
func (t *Tape) blobField(at uint32, name string, what, missing ViolationKind, good func(uint32) bool) bool {
	switch field := t.Member(at, name); {
	case field == 0:
		t.violate(missing, at)
	case t.Tokens[field].Kind == Invalid:
	case !good(field):
		t.Refuse(what, field)
	default:
		return true
	}
	return false
}
