package cli

import (
	"bytes"
	"errors"
	"io"
	"testing"
)

func TestTerminal(t *testing.T) {
	for _, test := range []struct {
		in   []string // writes
		want string
	}{
		{[]string{"plain\n\ttext ünd 日本\n"}, "plain\n\ttext ünd 日本\n"},
		{[]string{"\x1b[31mred\x1b[0m\r\n"}, `\x1b[31mred\x1b[0m\r` + "\n"},
		{[]string{"\x1b]0;title\x07\u202e\u009b2J\x7f\xff"}, `\x1b]0;title\x07\u202e\u009b2J\x7f\xff`},
		{[]string{"a\xe6", "\x97", "\xa5b"}, "a日b"},
		{[]string{"\xc2", "\x9b2J"}, `\u009b2J`},
		{[]string{"\xe6", "a"}, `\xe6a`},
		{[]string{"", "\x1b", "[2J"}, `\x1b[2J`},
	} {
		var out bytes.Buffer
		w := Terminal(&out)
		for _, text := range test.in {
			if n, err := io.WriteString(w, text); n != len(text) || err != nil {
				t.Errorf("%q: %d, %v", text, n, err)
			}
		}
		if out.String() != test.want {
			t.Errorf("%q: got %q, want %q", test.in, out.String(), test.want)
		}
	}
}

func TestRaw(t *testing.T) {
	var out bytes.Buffer
	if Raw(Terminal(&out)) != &out || Raw(&out) != &out {
		t.Error("another writer is returned")
	}
}

func TestTerminalFails(t *testing.T) {
	r, w := io.Pipe()
	broken := errors.New("broken")
	r.CloseWithError(broken)
	if n, err := Terminal(w).Write([]byte("a")); n != 0 || !errors.Is(err, broken) {
		t.Errorf("%d, %v", n, err)
	}
}
