package datamodel

import (
	"slices"
	"testing"
	"unicode/utf8"
)

// isUTF8 agrees with package utf8 on all texts that begin with a byte that is not ASCII
// and interesting ones after it, wherever they begin and end in a longer text.
func TestIsUTF8(t *testing.T) {
	interesting := []byte{0, 'a', 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xed, 0xef, 0xf0, 0xf4, 0xf5, 0xff}
	for first := range 0x80 {
		for _, second := range interesting {
			for _, third := range interesting {
				for _, fourth := range interesting {
					text := []byte{byte(0x80 + first), second, third, fourth}
					for n := range len(text) + 1 {
						for _, before := range []string{"", "abc", "abcdefgh"} {
							whole := slices.Concat([]byte(before), text, []byte("\x80 some more"))
							start, end := len(before), len(before)+n
							if got, want := isUTF8(whole, start, end), utf8.Valid(whole[start:end]); got != want {
								t.Fatalf("%q: %v, want %v", whole[start:end], got, want)
							}
							if got, want := isUTF8(whole[:end], 0, end), utf8.Valid(whole[:end]); got != want {
								t.Fatalf("%q: %v, want %v", whole[:end], got, want)
							}
						}
					}
				}
			}
		}
	}
}

func FuzzIsUTF8(f *testing.F) {
	f.Add([]byte("größer schön 今日は 天気 🎉 \xed\xa0\x80"), 3, 20)
	f.Fuzz(func(t *testing.T, text []byte, start, end int) {
		if start < 0 || start > end || end > len(text) {
			return
		}
		if got, want := isUTF8(text, start, end), utf8.Valid(text[start:end]); got != want {
			t.Errorf("%q: %v, want %v", text[start:end], got, want)
		}
	})
}
