package stream

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

func TestDecompress(t *testing.T) {
	text := []byte(strings.Repeat("some text\n", 3000))
	whole := compress(text)
	flipped := bytes.Clone(whole)
	flipped[len(flipped)-6] ^= 1 // in the checksum
	for _, test := range []struct {
		name string
		data []byte
		want string // the reason; "" for none
	}{
		{"whole", whole, ""},
		{"several parts with padding", slices.Concat(whole, make([]byte, 700), whole, make([]byte, 3)), ""},
		{"cut off in the data", whole[:len(whole)-20], "the data ends early"},
		{"cut off in the checksum", whole[:len(whole)-3], "the data ends early"},
		{"cut off in the header", whole[:5], "the data ends early"},
		{"empty", nil, "the data ends early"},
		{"not gzip", text, "it does not begin with a gzip header"},
		{"another checksum", flipped, "the checksum does not match the data"},
		{"followed by something", append(bytes.Clone(whole), "x"...), "other bytes follow the compressed data"},
		{"half a part follows", append(bytes.Clone(whole), whole[:12]...), "the data ends early"},
	} {
		t.Run(test.name, func(t *testing.T) {
			out, err := io.ReadAll(Decompress(iotest.HalfReader(bytes.NewReader(test.data)), false))
			fault, _ := errors.AsType[*CompressionError](err)
			switch {
			case test.want == "" && (err != nil || len(out)%len(text) != 0 || len(out) == 0):
				t.Errorf("%d bytes, %v", len(out), err)
			case test.want != "" && (fault == nil || fault.Reason != test.want):
				t.Errorf("%v, want %s", err, test.want)
			}
			if !bytes.HasPrefix(bytes.Repeat(text, 2), out) {
				t.Error("other text")
			}
		})
	}
	for name, data := range map[string][]byte{"nothing": nil, "a byte": []byte("x"), "text": text, "half a header": []byte("\x1f")} {
		if out, err := io.ReadAll(Decompress(bytes.NewReader(data), true)); err != nil || !bytes.Equal(out, data) {
			t.Errorf("%s is not passed on: %q, %v", name, out, err)
		}
	}
	broken := errors.New("broken")
	for _, detect := range []bool{false, true} {
		for _, r := range []io.Reader{iotest.ErrReader(broken), io.MultiReader(bytes.NewReader(whole[:15]), iotest.ErrReader(broken))} {
			if _, err := io.ReadAll(Decompress(r, detect)); !errors.Is(err, broken) {
				t.Errorf("got %v, want %v", err, broken)
			}
		}
	}
}

func TestReadAll(t *testing.T) {
	for n, want := range map[int]int{0: 0, 9: 9, 10: 10, 11: 11, 1000: 11} {
		if text, err := ReadAll(t.Context(), bytes.NewReader(make([]byte, n)), 10); err != nil || len(text) != want {
			t.Errorf("%d bytes: %d, %v", n, len(text), err)
		}
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cause := errors.New("cause")
	cancel(cause)
	if _, err := ReadAll(ctx, strings.NewReader("x"), 10); err != cause {
		t.Errorf("got %v, want %v", err, cause)
	}
}
