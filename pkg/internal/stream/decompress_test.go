package stream

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
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
		{"cut off in the data", whole[:len(whole)-20], "the data is truncated"},
		{"cut off in the checksum", whole[:len(whole)-3], "the data is truncated"},
		{"cut off in the header", whole[:5], "the data is truncated"},
		{"empty", nil, "the data is truncated"},
		{"not gzip", text, "the gzip header is missing"},
		{"a few bytes", text[:5], "the gzip header is missing"},
		{"one byte", text[:1], "the gzip header is missing"},
		{"one byte of the header", whole[:1], "the data is truncated"},
		{"another checksum", flipped, "the checksum does not match the data"},
		{"followed by something", append(bytes.Clone(whole), "x"...), "the compressed data is followed by other bytes"},
		{"half a part follows", append(bytes.Clone(whole), whole[:12]...), "the data is truncated"},
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

// Data that expands out of proportion ends early; what is merely well compressed does
// not.
func TestExpansion(t *testing.T) {
	zeros := func(n int64) io.Reader {
		in, out := io.Pipe()
		go func() {
			zip, _ := gzip.NewWriterLevel(out, gzip.BestSpeed)
			io.CopyN(zip, zeroReader{}, n)
			zip.Close()
			out.Close()
		}()
		return in
	}
	for _, test := range []struct {
		size, want int64
		fails      bool
	}{{freeExpansion, freeExpansion, false}, {2 * freeExpansion, freeExpansion, true}} {
		n, err := io.Copy(io.Discard, Decompress(zeros(test.size), false))
		if (err != nil) != test.fails || test.fails && err != ErrExpansion || n < test.want || n > test.want+1<<20 {
			t.Errorf("%d bytes: read %d, %v", test.size, n, err)
		}
	}
}

type zeroReader struct{}

func (zeroReader) Read(p []byte) (int, error) { clear(p); return len(p), nil }

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
	ctx, cancel = context.WithCancelCause(t.Context())
	blocked, hold := io.Pipe()
	defer hold.Close()
	go func() {
		io.WriteString(hold, "x")
		cancel(cause)
	}()
	if _, err := ReadAll(ctx, blocked, 10); err != cause {
		t.Errorf("got %v while a read blocks, want %v", err, cause)
	}
	broken := errors.New("broken")
	if text, err := ReadAll(t.Context(), io.MultiReader(strings.NewReader("xy"), iotest.ErrReader(broken)), 10); string(text) != "xy" || err != broken {
		t.Errorf("got %q, %v", text, err)
	}
}

func TestInflate(t *testing.T) {
	text := []byte(strings.Repeat("some text\n", 3000))
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	_, _ = w.Write(text)
	_ = w.Close()
	whole := b.Bytes()
	flipped := bytes.Clone(whole)
	flipped[len(flipped)-1] ^= 1 // in the checksum
	corrupt := bytes.Clone(whole)
	corrupt[2] |= 6 // the type of the first block
	for _, test := range []struct {
		name string
		data []byte
		want string // the reason; "" for none
	}{
		{"whole", whole, ""},
		{"cut off in the data", whole[:len(whole)-20], "the data is truncated"},
		{"cut off in the checksum", whole[:len(whole)-3], "the data is truncated"},
		{"cut off in the header", whole[:1], "the data is truncated"},
		{"empty", nil, "the data is truncated"},
		{"not zlib", text, "the zlib header is missing"},
		{"another checksum", flipped, "the checksum does not match the data"},
		{"corrupt", corrupt, "the data is corrupt"},
		{"followed by something", append(bytes.Clone(whole), "x"...), "the compressed data is followed by other bytes"},
	} {
		t.Run(test.name, func(t *testing.T) {
			out, err := io.ReadAll(Inflate(iotest.HalfReader(bytes.NewReader(test.data))))
			fault, _ := errors.AsType[*CompressionError](err)
			switch {
			case test.want == "" && (err != nil || !bytes.Equal(out, text)):
				t.Errorf("%d bytes, %v", len(out), err)
			case test.want != "" && (fault == nil || fault.Reason != test.want):
				t.Errorf("%v, want %s", err, test.want)
			}
		})
	}
	broken := errors.New("broken")
	for _, r := range []io.Reader{iotest.ErrReader(broken), io.MultiReader(bytes.NewReader(whole[:15]), iotest.ErrReader(broken))} {
		if _, err := io.ReadAll(Inflate(r)); !errors.Is(err, broken) {
			t.Errorf("got %v, want %v", err, broken)
		}
	}
}
