package validate

import (
	"strings"

	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// specialObject gives an object with $type, $bytes or $link its meaning in the
// data model. The values inside it are on the tape already.
func (t *tape) specialObject(f frame) {
	tok := &t.tokens[f.at]
	switch {
	case t.cbor && f.names&(nameBytes|nameLink) != 0:
		t.refuse(breachReserved, f.at)
	case f.names&nameBytes != 0:
		t.bytesObject(f)
	case f.names&nameLink != 0:
		t.linkObject(f)
	default:
		at := uint32(tok.num)
		if value := &t.tokens[at]; value.kind != kindString || uint32(value.num) == 0 {
			tok.num = 0
			t.refuse(breachTypeText, at)
		} else if t.str(at) == "blob" {
			if tok.flag |= flagBlob; !t.blobObject(f.at) {
				tok.kind = kindInvalid
			}
		}
	}
}

// refuse notes a breach and takes the value out of the data model, so that
// nothing else is said of it.
func (t *tape) refuse(what breach, at uint32) {
	t.invalidate(at)
	t.breach(what, at)
}

// invalidate takes a value out of the data model whose fault is noted elsewhere.
// What is inside it stays on the tape.
func (t *tape) invalidate(at uint32) {
	tok := &t.tokens[at]
	if tok.kind == kindArray {
		tok.flag |= flagList
	}
	tok.kind = kindInvalid
}

func (t *tape) bytesObject(f frame) {
	if f.count != 1 {
		t.refuse(breachBytesKeys, f.at)
		return
	}
	value := f.at + 2
	if t.tokens[value].kind == kindString {
		if n, ok := base64Length(t.str(value)); ok {
			t.tokens[f.at].kind, t.tokens[f.at].num = kindBytes, uint64(n)
			return
		}
	}
	t.refuse(breachBytesText, f.at)
}

func (t *tape) linkObject(f frame) {
	if f.count != 1 {
		t.refuse(breachLinkKeys, f.at)
		return
	}
	value := f.at + 2
	if t.tokens[value].kind == kindString && isLinkText(t.str(value)) {
		t.tokens[f.at].kind, t.tokens[f.at].num = kindLink, t.tokens[value].num
		t.tokens[f.at].flag |= t.tokens[value].flag & flagMade
		return
	}
	t.refuse(breachLinkText, f.at)
}

// blobObject reports whether an object of $type blob is one, and notes what it
// lacks.
func (t *tape) blobObject(at uint32) bool {
	ref := t.blobField(at, "ref", breachBlobRef, breachNoBlobRef, func(i uint32) bool { return t.tokens[i].kind == kindLink })
	mime := t.blobField(at, "mimeType", breachBlobMIME, breachNoBlobMIME, func(i uint32) bool {
		return t.tokens[i].kind == kindString && syntax.IsMIMEType(t.str(i))
	})
	size := t.blobField(at, "size", breachBlobSize, breachNoBlobSize, func(i uint32) bool {
		return t.tokens[i].kind == kindInteger && int64(t.tokens[i].num) >= 0
	})
	return ref && mime && size
}

// blobField reports whether a blob has a good value in a field, and notes what
// is wrong: of a value that has a fault already, nothing.
func (t *tape) blobField(at uint32, name string, what, missing breach, good func(uint32) bool) bool {
	switch field := t.member(at, name); {
	case field == 0:
		t.breach(missing, at)
	case t.tokens[field].kind == kindInvalid:
	case !good(field):
		t.refuse(what, field)
	default:
		return true
	}
	return false
}

// base64Length returns how many bytes a text of base64 (RFC 4648 section 4)
// stands for. Padding is optional, but right where it is present.
func base64Length(text string) (n int, ok bool) {
	letters := strings.TrimRight(text, "=")
	if pad := len(text) - len(letters); pad > 0 && (pad > 2 || len(text)%4 != 0) {
		return 0, false
	}
	if len(letters)%4 == 1 {
		return 0, false
	}
	for i := range len(letters) {
		if !base64Letter[letters[i]] {
			return 0, false
		}
	}
	return len(letters)/4*3 + len(letters)%4*3/4, true
}

var base64Letter = [256]bool{
	'+': true, '/': true,
	'0': true, '1': true, '2': true, '3': true, '4': true, '5': true, '6': true, '7': true, '8': true, '9': true,
	'A': true, 'B': true, 'C': true, 'D': true, 'E': true, 'F': true, 'G': true, 'H': true, 'I': true, 'J': true, 'K': true, 'L': true, 'M': true,
	'N': true, 'O': true, 'P': true, 'Q': true, 'R': true, 'S': true, 'T': true, 'U': true, 'V': true, 'W': true, 'X': true, 'Y': true, 'Z': true,
	'a': true, 'b': true, 'c': true, 'd': true, 'e': true, 'f': true, 'g': true, 'h': true, 'i': true, 'j': true, 'k': true, 'l': true, 'm': true,
	'n': true, 'o': true, 'p': true, 'q': true, 'r': true, 's': true, 't': true, 'u': true, 'v': true, 'w': true, 'x': true, 'y': true, 'z': true,
}
