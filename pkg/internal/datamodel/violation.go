package datamodel

import (
	"cmp"
	"slices"
)

// Conforms reports whether the value breaks no rule of the data model.
func (t *Tape) Conforms() bool { return len(t.violations) == 0 }

// Violations returns what breaks the data model, in the order of the text. The
// slice is good until the tape is filled again.
func (t *Tape) Violations() []Violation {
	// They come as objects end, and paths are cheap in order only.
	slices.SortStableFunc(t.violations, func(a, b Violation) int { return cmp.Compare(a.At, b.At) })
	return t.violations
}

func (t *Tape) violate(what ViolationKind, at uint32) {
	t.violations = append(t.violations, Violation{what, at})
}

// Refuse notes a violation and takes the value out of the data model, so that
// nothing else is said about it.
func (t *Tape) Refuse(what ViolationKind, at uint32) {
	t.Invalidate(at)
	t.violate(what, at)
}

// Invalidate takes a value out of the data model whose fault is noted elsewhere.
// What is inside it stays on the tape.
func (t *Tape) Invalidate(at uint32) {
	tok := &t.Tokens[at]
	if tok.Kind == Array {
		tok.flag |= flagList
	}
	tok.Kind = Invalid
}

// Describe says what a violation is, as a predicate of the value, and how to fix
// it. It is not for RepeatedKey, whose subject is a key.
func (t *Tape) Describe(v Violation) (message, help string) {
	switch v.Kind {
	case Fraction:
		return "is a floating-point number, which the data model does not support", "use an integer in a smaller unit, or a string"
	case LargeInteger:
		return "is an integer that does not fit in 64 bits", "use an integer from -2^63 to 2^63-1"
	case BytesKeys:
		return "contains other keys besides $bytes", "remove the other keys; $bytes must be the only key"
	case BytesText:
		return "contains a $bytes value that is not a base64 string", "use the base64 alphabet of RFC 4648 section 4 (with + and /); padding is optional"
	case LinkKeys:
		return "contains other keys besides $link", "remove the other keys; $link must be the only key"
	case LinkText:
		return "contains a $link value that is not a version 1 CID with SHA-256 and the dag-cbor or raw codec", "use a CID that begins with bafyrei or bafkrei"
	case TypeText:
		return "must be a non-empty string", "set $type to the NSID of a record, or to NSID#name"
	case BlobRef:
		return "must be a link" + t.found(v.At), t.linkHelp()
	case BlobCodec:
		return "must be a link to raw bytes, but has the CID of a record (codec dag-cbor)", "use the CID of the file, which begins with bafkrei"
	case BlobMIME:
		return "must have the form type/subtype" + t.found(v.At), mimeHelp
	case BlobSize:
		return "must be a non-negative integer" + t.found(v.At), sizeHelp
	case NoBlobRef:
		return `is a blob without "ref"`, t.linkHelp()
	case NoBlobMIME:
		return `is a blob without "mimeType"`, mimeHelp
	case NoBlobSize:
		return `is a blob without "size"`, sizeHelp
	case ReservedKey:
		return "contains a key that is reserved for JSON", "in CBOR, write bytes as a byte string and a link with tag 42"
	case Float:
		return "is a floating-point number", "write an integer or a string; the data model does not support floating-point numbers, not even whole ones"
	case LinkCID:
		return "links to a CID that is not a version 1 CID with SHA-256 and the dag-cbor or raw codec", "use a version 1 CID with SHA-256 and the dag-cbor or raw codec"
	}
	panic("datamodel: no description of a violation")
}

const (
	mimeHelp = `set "mimeType" to a MIME type, such as "image/jpeg"`
	sizeHelp = `set "size" to the number of bytes`
)

// linkHelp says how a link is written.
func (t *Tape) linkHelp() string {
	if t.CBOR {
		return "in CBOR, write a link with tag 42"
	}
	return `use "ref": {"$link": "bafkrei…"}`
}

// found ends a message with a value that is outside the data model, where it is
// text and short.
func (t *Tape) found(i uint32) string {
	const longest = 40
	tok := &t.Tokens[i]
	if t.CBOR || tok.End-tok.Start > longest {
		return ""
	}
	return ", but is " + string(t.Input[tok.Start:tok.End])
}

// repeatedKeys notes the keys that an object, which begins at a token and ends with the
// tape, has before.
func (t *Tape) repeatedKeys(object uint32) {
	t.keys = t.keys[:0]
	for k := object + 1; k < uint32(len(t.Tokens)); k = t.Tokens[k+1].Next {
		t.keys = append(t.keys, k)
	}
	t.sortKeys(t.keys)
	for n := 1; n < len(t.keys); n++ {
		if t.Text(t.keys[n-1]) == t.Text(t.keys[n]) {
			t.violate(RepeatedKey, t.keys[n])
		}
	}
}
