package datamodel

// ReadJSON fills the tape with the one JSON value of text. It reports whether text
// is JSON in UTF-8 without unpaired surrogates, of at most MaxDepth levels. What
// else breaks the data model is in Violations; the value concerned is then
// Invalid, so that nothing more is said about it.
//
// It answers only yes or no, since for every text that needs an explanation there
// are a million that do not. The tape points into text.
func (t *Tape) ReadJSON(text []byte) bool {
	t.reset(text, false)
	i := SkipBlanks(text, 0)
	for {
		// A value begins at i.
		if i >= len(text) {
			return false
		}
		switch c := text[i]; c {
		case '"':
			i = t.jsonString(i)
		case '{', '[':
			if len(t.stack) == MaxDepth {
				return false
			}
			closing := c + 2
			if i = t.openJSON(i, closing); i >= len(text) {
				return false
			}
			if text[i] != closing {
				if c == '{' {
					if i = t.jsonKey(i); i < 0 {
						return false
					}
				}
				continue
			}
			i++
			t.closeContainer(i)
		case 't':
			i = t.word(i, "true", Boolean, 1)
		case 'f':
			i = t.word(i, "false", Boolean, 0)
		case 'n':
			i = t.word(i, "null", Null, 0)
		default:
			i = t.jsonNumber(i)
		}
		if i < 0 {
			return false
		}
		// A value has ended before i.
		for {
			i = SkipBlanks(text, i)
			n := len(t.stack)
			if n == 0 {
				return i == len(text)
			}
			if i >= len(text) {
				return false
			}
			f := &t.stack[n-1]
			f.count++
			if c := text[i]; c == ',' {
				i = SkipBlanks(text, i+1)
				if f.closing == '}' {
					if i = t.jsonKey(i); i < 0 {
						return false
					}
				}
				break
			} else if c != f.closing {
				return false
			}
			i++
			t.closeContainer(i)
		}
	}
}

// openJSON begins the container whose opening bracket is at i. It returns the index of
// what follows.
func (t *Tape) openJSON(i int, closing byte) int {
	t.stack = append(t.stack, frame{at: uint32(len(t.Tokens)), closing: closing})
	tok := t.push(Array)
	if closing == '}' {
		tok.Kind = Object
	}
	tok.Start = uint32(i)
	return SkipBlanks(t.Input, i+1)
}

// closeContainer ends the innermost container, whose text ends before i.
func (t *Tape) closeContainer(i int) {
	f := &t.stack[len(t.stack)-1]
	t.stack = t.stack[:len(t.stack)-1]
	tok := &t.Tokens[f.at]
	tok.End, tok.Next = uint32(i), uint32(len(t.Tokens))
	if tok.Kind == Array {
		if !t.CBOR { // where the head says how many
			tok.low = f.count
		}
		return
	}
	if f.names&alikeKeys != 0 {
		t.repeatedKeys(f.at)
	}
	if f.names&^alikeKeys != 0 {
		t.specialObject(f)
	}
}

// SkipBlanks returns the index of the first byte from i on that is not white
// space.
func SkipBlanks(text []byte, i int) int {
	for i < len(text) && text[i] <= ' ' && (text[i] == ' ' || text[i] == '\n' || text[i] == '\r' || text[i] == '\t') {
		i++
	}
	return i
}

// word reads true, false or null. It returns the index after it, -1 when something
// else is there.
func (t *Tape) word(i int, word string, k Kind, value uint32) int {
	end := i + len(word)
	if end > len(t.Input) || string(t.Input[i:end]) != word {
		return -1
	}
	tok := t.push(k)
	tok.Start, tok.End, tok.low = uint32(i), uint32(end), value
	return end
}

// jsonKey reads a key and the colon after it. It returns the index at which
// the value begins, -1 when there is none.
func (t *Tape) jsonKey(i int) int {
	if i >= len(t.Input) || t.Input[i] != '"' {
		return -1
	}
	start, at := i, uint32(len(t.Tokens))
	if i = t.jsonString(i); i < 0 {
		return -1
	}
	first, last := t.Input[start+1], t.Input[i-2]
	f, key := &t.stack[len(t.stack)-1], &t.Tokens[at]
	alike := uint64(1) << ((uint32(first) + uint32(last)*10 + key.low*25) & 63)
	switch {
	case key.IsEscaped(): // an escape can stand for any character
		f.names |= alikeKeys
		t.noteName(at)
	case first == '$':
		t.noteName(at)
	}
	if f.seen&alike != 0 {
		f.names |= alikeKeys
	}
	f.seen |= alike
	i = SkipBlanks(t.Input, i)
	if i >= len(t.Input) || t.Input[i] != ':' {
		return -1
	}
	return SkipBlanks(t.Input, i+1)
}

// noteName notes a key, if it means something in the data model. The value's token
// will be the next one.
func (t *Tape) noteName(key uint32) {
	f := &t.stack[len(t.stack)-1]
	switch t.Text(key) {
	case "$type":
		if f.names&nameType == 0 {
			t.Tokens[f.at].low = key + 1
		}
		f.names |= nameType
	case "$bytes":
		f.names |= nameBytes
	case "$link":
		f.names |= nameLink
	}
}

// jsonString reads a string token that begins at i. It returns the index after
// it, -1 when there is none.
func (t *Tape) jsonString(i int) int {
	end, ascii := skipPlain(t.Input, i+1)
	if end >= len(t.Input) {
		return -1
	}
	switch t.Input[end] {
	case '"':
	case '\\':
		return t.escapedString(i, end, ascii)
	default:
		return -1
	}
	if !ascii && !isUTF8(t.Input, i+1, end) {
		return -1
	}
	tok := t.push(String)
	tok.Start, tok.End = uint32(i), uint32(end+1)
	tok.low, tok.high = uint32(end-i-1), uint32(i+1)
	return end + 1
}

// jsonNumber reads a number. It returns the index after it, -1 when there is none.
func (t *Tape) jsonNumber(i int) int {
	text := t.Input
	start := i
	negative := text[i] == '-'
	if negative {
		i++
	}
	var n uint64
	first := i
	for i < len(text) && '0' <= text[i] && text[i] <= '9' && i-first < 19 {
		n = n*10 + uint64(text[i]-'0')
		i++
	}
	if i == first {
		return -1
	}
	tok := t.push(Integer)
	if i-first == 19 || text[first] == '0' && i-first > 1 || i < len(text) && (text[i] == '.' || text[i]|0x20 == 'e') {
		for i < len(text) && (('0' <= text[i] && text[i] <= '9') || text[i] == '.' || text[i] == '+' || text[i] == '-' || text[i]|0x20 == 'e') {
			i++
		}
		value, number := ParseInteger(string(text[start:i]))
		switch number {
		case NumberMalformed:
			return -1
		case NumberFraction:
			t.Refuse(Fraction, uint32(len(t.Tokens)-1))
		case NumberTooLarge:
			t.Refuse(LargeInteger, uint32(len(t.Tokens)-1))
		}
		n = uint64(value)
	} else if negative {
		n = -n
	}
	tok.Start, tok.End = uint32(start), uint32(i)
	tok.setInt(n)
	return i
}

// CountTokens returns how many tokens a tape needs for a JSON text, without reading it:
// one for each value and key. Of a text that is not JSON it is about right.
func CountTokens(text []byte) int {
	n := 1
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			for i++; i < len(text) && text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
		case ',', ':':
			n++
		case '[', '{':
			if next := SkipBlanks(text, i+1); next < len(text) && text[next] != ']' && text[next] != '}' {
				n++
			}
		}
	}
	return n
}
