package lsp

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"
)

func TestPositions(t *testing.T) {
	const s = "aé\r\n名😀b\rc\n"
	tx := newText([]byte(s))
	for _, test := range []struct {
		offset        int32
		line          uint32
		utf8c, utf16c uint32
	}{
		{0, 0, 0, 0}, {1, 0, 1, 1}, {3, 0, 3, 2}, {5, 1, 0, 0}, {8, 1, 3, 1}, {12, 1, 7, 3}, {13, 1, 8, 4}, {14, 2, 0, 0}, {16, 3, 0, 0},
	} {
		for e, character := range map[encoding]uint32{utf8Encoding: test.utf8c, utf16Encoding: test.utf16c} {
			want := position{test.line, character}
			if got := tx.position(test.offset, e); got != want {
				t.Errorf("%s: the position of %d is %v, want %v", e, test.offset, got, want)
			}
			if got := tx.offset(want, e); got != test.offset {
				t.Errorf("%s: the offset of %v is %d, want %d", e, want, got, test.offset)
			}
		}
	}
	for _, test := range []struct {
		p    position
		want int32
	}{
		{position{0, 99}, 3},  // before the line end
		{position{1, 2}, 8},   // within the emoji, for UTF-16
		{position{99, 0}, 16}, // behind the last line
		{position{3, 1}, 16},
		{position{^uint32(0), ^uint32(0)}, 16},
	} {
		if got := tx.offset(test.p, utf16Encoding); got != test.want {
			t.Errorf("the offset of %v is %d, want %d", test.p, got, test.want)
		}
	}
	if got := newText([]byte("\xff\xfea")).position(2, utf16Encoding); got != (position{0, 2}) {
		t.Errorf("bytes that are not UTF-8 count one each, got %v", got)
	}
}

// Positions in long lines are found by marks, and are those found without.
func TestLongLines(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	alphabet := []string{"a", "é", "名", "😀", "\xff", "\x80", "\r"}
	var b strings.Builder
	for range 3 {
		for range 4 * stride {
			b.WriteString(alphabet[random.IntN(len(alphabet)-1+random.IntN(500)/499)])
		}
		b.WriteString("\n\r\nshort\n")
	}
	tx := newText([]byte(b.String()))
	plain := &text{bytes: tx.bytes, marks: slices.DeleteFunc(slices.Clone(tx.marks), func(m mark) bool { return m.offset != m.start })}
	if n := len(tx.marks) - len(plain.marks); n < 3*3 {
		t.Fatalf("only %d marks", n)
	}
	for _, e := range []encoding{utf8Encoding, utf16Encoding} {
		for range 3000 {
			offset := int32(random.IntN(len(tx.bytes) + 1))
			p := plain.position(offset, e)
			if got := tx.position(offset, e); got != p {
				t.Fatalf("%s: the position of %d is %v, want %v", e, offset, got, p)
			}
			p.Character += uint32(random.IntN(3 * stride))
			if got, want := tx.offset(p, e), plain.offset(p, e); got != want {
				t.Fatalf("%s: the offset of %v is %d, want %d", e, p, got, want)
			}
		}
	}
}

// Changes by ranges give the text that the client has, whatever the encoding and the
// size of the text.
func TestIncrementalSync(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	alphabet := []rune("ab\"é名😀\n\r")
	some := func(n int) (s []rune) {
		for range n {
			s = append(s, alphabet[random.IntN(len(alphabet))])
		}
		return s
	}
	for _, e := range []encoding{utf8Encoding, utf16Encoding} {
		for round := range 320 {
			size, most := 20, 4
			if round%16 == 0 { // several pieces
				size, most = 6*pieceSize, pieceSize
			}
			want := some(random.IntN(size))
			tx := newText([]byte(string(want)))
			var changes []contentChange
			for range 10 {
				i := random.IntN(len(want) + 1)
				j := i + random.IntN(min(len(want)+1-i, 2*most))
				if inLineEnd(want, i) || inLineEnd(want, j) {
					continue // a position cannot say that
				}
				r := textRange{clientPosition(want, i, e), clientPosition(want, j, e)}
				insert := some(random.IntN(most))
				changes = append(changes, contentChange{Range: &r, Text: string(insert)})
				want = append(append(append([]rune{}, want[:i]...), insert...), want[j:]...)
			}
			if got := tx.edited(changes, e); string(got.bytes) != string(want) {
				t.Fatalf("%s: got %q, want %q", e, got.bytes, string(want))
			}
		}
	}
	backward, beyond := textRange{position{0, 2}, position{0, 1}}, textRange{position{0, 9}, position{9, 9}}
	for want, changes := range map[string][]contentChange{
		"x":      {{Text: "x"}}, // all of it
		"xd":     {{Text: "x"}, {Range: &beyond, Text: "d"}},
		"ac":     {{Range: &backward}},
		"abcd":   {{Range: &beyond, Text: "d"}},
		"abcabc": {{Range: &textRange{}, Text: "abc"}},
		"":       {{Text: ""}},
	} {
		if got := newText([]byte("abc")).edited(changes, utf8Encoding); string(got.bytes) != want {
			t.Errorf("got %q, want %q", got.bytes, want)
		}
	}
}

// Many changes in one message do not copy the text, each for itself.
func TestManyChanges(t *testing.T) {
	for name, line := range map[string]string{"lines": strings.Repeat("x", 99) + "\n", "one line": strings.Repeat("x", 100)} {
		const n = 10_000
		tx := newText([]byte(strings.Repeat(line, n)))
		var changes []contentChange
		for i := range n {
			at := position{0, uint32(i)}
			if name == "lines" {
				at = position{uint32(i), 1}
			}
			changes = append(changes, contentChange{Range: &textRange{at, at}, Text: "é"})
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		got := tx.edited(changes, utf16Encoding)
		runtime.ReadMemStats(&after)
		if made := after.TotalAlloc - before.TotalAlloc; made > uint64(n/10*len(got.bytes)) {
			t.Errorf("%s: %d bytes are allocated for a text of %d", name, made, len(got.bytes))
		}
		if len(got.bytes) != n*(len(line)+len("é")) {
			t.Errorf("%s: %d bytes", name, len(got.bytes))
		}
	}
}

func inLineEnd(text []rune, i int) bool {
	return i > 0 && i < len(text) && text[i-1] == '\r' && text[i] == '\n'
}

// clientPosition counts as clients do.
func clientPosition(text []rune, i int, e encoding) (p position) {
	for k, c := range text[:i] {
		switch {
		case c == '\n', c == '\r' && (k+1 == len(text) || text[k+1] != '\n'):
			p = position{Line: p.Line + 1}
		case e == utf8Encoding:
			p.Character += uint32(utf8.RuneLen(c))
		default:
			p.Character += uint32(utf16.RuneLen(c))
		}
	}
	return p
}

func TestURIs(t *testing.T) {
	for uri, path := range map[string]string{
		"file:///a/b%20c/%C3%A4.json": "/a/b c/ä.json",
		"file:///c%3A/x.json":         "C:/x.json",
		"file:///a/%23b":              "/a/#b",
	} {
		got, ok := pathOf(uri)
		if !ok || got != path {
			t.Errorf("%s: got %q, want %q", uri, got, path)
		}
		if back, _ := pathOf(uriOf(path)); back != path {
			t.Errorf("%s: there and back %q", path, back)
		}
	}
	for _, uri := range []string{"", "untitled:Untitled-1", "http://x/y", "file:", "%", "git:/a"} {
		if path, ok := pathOf(uri); ok {
			t.Errorf("%s: got the path %q", uri, path)
		}
	}
}
