package datamodel

// Values that are in no JSON or CBOR text, such as the parameters of a query
// string, are laid out token by token with the methods below: Reset, then in the
// order of the text Open, the parts of the container and Close, and AddString for
// all other values and for keys. Start and end are places in the input.

// Reset empties the tape for a value that is laid out by hand.
func (t *Tape) Reset(input []byte) { t.reset(input, false) }

// Open begins an Object or Array and returns its index.
func (t *Tape) Open(k Kind, start uint32) (at uint32) {
	at = uint32(len(t.Tokens))
	t.push(k).Start = start
	return at
}

// Close ends the Object or Array at an index. An array has so many elements.
func (t *Tape) Close(at, end uint32, elements int) {
	tok := &t.Tokens[at]
	tok.End, tok.Next = end, uint32(len(t.Tokens))
	if tok.Kind == Array {
		tok.low = uint32(elements)
	}
}

// AddString adds a String, or a key, and returns its index. The text is copied.
func (t *Tape) AddString(text string, start, end uint32) (at uint32) {
	at = uint32(len(t.Tokens))
	begin := len(t.made)
	t.made = append(t.made, text...)
	tok := t.push(String)
	tok.flag, tok.Start, tok.End = flagMade, start, end
	tok.low, tok.high = uint32(len(text)), uint32(begin)
	return at
}

// SetBool turns the String at an index into a Boolean.
func (t *Tape) SetBool(at uint32, b bool) {
	tok := &t.Tokens[at]
	tok.Kind, tok.flag, tok.low = Boolean, 0, 0
	if b {
		tok.low = 1
	}
}

// SetInt turns the String at an index into an Integer.
func (t *Tape) SetInt(at uint32, n int64) {
	tok := &t.Tokens[at]
	tok.Kind, tok.flag = Integer, 0
	tok.setInt(uint64(n))
}
