package diag

import (
	"math/rand/v2"
	"strings"
	"testing"
)

func TestUTF16Columns(t *testing.T) {
	s := &Source{Text: []byte("x\r\na名🙂e\u0301\xff!\r\n")}
	start := int32(3)
	tests := []struct {
		part string
		want int
	}{
		{"a", 1}, {"名", 2}, {"🙂", 3}, {"e", 5}, {"\u0301", 6}, {"\xff", 7}, {"!", 8}, {"\r\n", 9}, {"\n", 10},
	}
	for _, test := range tests {
		offset := start + int32(strings.Index(string(s.Text[start:]), test.part))
		if got := s.UTF16Column(offset); got != test.want {
			t.Errorf("%q is in column %d, expected %d", test.part, got, test.want)
		}
	}
}

// In long lines, columns are the same as those that are counted from the start.
func TestUTF16ColumnsOfLongLines(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	for b.Len() < 8*markDistance {
		b.WriteString([]string{"a", "é", "名", "🙂", "\xff", "\xf0\x9f"}[r.IntN(6)])
		if r.IntN(2*markDistance) == 0 {
			b.WriteByte('\n')
		}
	}
	s := &Source{Text: []byte(b.String())}
	for range 500 {
		offset := int32(r.IntN(len(s.Text) + 1))
		_, start := s.Line(offset)
		want := 1 + int(utf16Length(s.Text[start:offset]))
		if got := s.UTF16Column(offset); got != want {
			t.Fatalf("offset %d is in column %d, want %d", offset, got, want)
		}
	}
}
