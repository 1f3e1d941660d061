package diag

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestPosition(t *testing.T) {
	text := "a\r\n\tü=\n\n\u65e5x"
	s := &Source{Text: []byte(text)}
	for offset, want := range map[int32]Position{
		0: {1, 1}, 1: {1, 2}, 2: {1, 3}, // the line end belongs to its line
		3: {2, 1}, 4: {2, 2}, 6: {2, 4}, 7: {2, 5}, // tabs are one column, a letter its bytes
		8: {3, 1}, 9: {4, 1}, 12: {4, 4}, 13: {4, 5},
		-1: {1, 1}, 1000: {4, 5},
	} {
		if got := s.Position(offset); got != want {
			t.Errorf("offset %d is at %v, want %v", offset, got, want)
		}
	}
	for offset, want := range map[int32]string{0: "a", 2: "a", 3: "\tü=", 7: "\tü=", 8: "", 9: "\u65e5x", 13: "\u65e5x", -5: "a", 99: "\u65e5x"} {
		line, start := s.Line(offset)
		if string(line) != want {
			t.Errorf("the line at %d is %q, want %q", offset, line, want)
		}
		if got := s.Position(start); got.Column != 1 || got.Line != s.Position(offset).Line {
			t.Errorf("the line at %d begins at %v", offset, got)
		}
	}
}

func TestPositionAtTheEnd(t *testing.T) {
	for text, want := range map[string]Position{"": {1, 1}, "a": {1, 2}, "a\n": {2, 1}, "\r": {1, 2}, "a\rb": {1, 4}} {
		s := &Source{Text: []byte(text)}
		if got := s.Position(int32(len(text))); got != want {
			t.Errorf("%q ends at %v, want %v", text, got, want)
		}
	}
}

func TestPositionOfFirstLine(t *testing.T) {
	s := &Source{Text: []byte("a\nb"), FirstLine: 16}
	if got := s.Position(0); got != (Position{17, 1}) {
		t.Errorf("the start is at %v, want line 17", got)
	}
	if got := s.Position(2); got != (Position{18, 1}) {
		t.Errorf("the second line is at %v, want line 18", got)
	}
}

func TestCharacter(t *testing.T) {
	s := &Source{Text: []byte("a\u65e5\xffb")}
	for offset, want := range map[int]Span{0: {0, 1}, 1: {1, 4}, 4: {4, 5}, 5: {5, 6}, 6: {6, 6}, 9: {6, 6}} {
		if got := s.Character(offset); got != want {
			t.Errorf("the character at %d is %v, want %v", offset, got, want)
		}
	}
}

// Lines of any lengths are found as a count of line ends finds them, with little memory.
func TestManyLines(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		var text []byte
		for range r.IntN(30) {
			text = append(text, strings.Repeat("x", []int{0, 1, 5, 61, 62, 63, 64, 65, 200}[r.IntN(9)])...)
			if r.IntN(8) > 0 {
				text = append(text, '\n')
			}
		}
		s := &Source{Text: text}
		for offset := range len(text) + 1 {
			start := bytes.LastIndexByte(text[:offset], '\n') + 1
			end := len(text)
			if n := bytes.IndexByte(text[offset:], '\n'); n >= 0 {
				end = offset + n
			}
			want := Position{1 + bytes.Count(text[:offset], []byte("\n")), offset - start + 1}
			line, at := s.Line(int32(offset))
			if got := s.Position(int32(offset)); got != want || int(at) != start || string(line) != string(text[start:end]) {
				t.Fatalf("%q: offset %d is at %v, want %v, in the line %q", text, offset, got, want, line)
			}
		}
	}
	s := &Source{Text: bytes.Repeat([]byte("\n"), 1_000_000)}
	if s.Position(0); len(s.lines) > 1_000_000/lineGap+1 {
		t.Errorf("%d lines are kept", len(s.lines))
	}
}
