package stream

import (
	"bytes"
	"context"
	"io"
)

// ReadAll reads a text to its end, or to one byte more than limit. It returns
// what was read also when there is an error of r. When ctx is done, the error is its
// cause, and a read that is under way is not waited for.
func ReadAll(ctx context.Context, r io.Reader, limit int) ([]byte, error) {
	type result struct {
		text []byte
		err  error
	}
	done := make(chan result, 1)
	go func() {
		text, err := readAll(ctx, r, limit+1)
		done <- result{text, err}
	}()
	select {
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	case all := <-done:
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		return all.text, all.err
	}
}

// readAll reads a text to its end, or to most bytes of it.
func readAll(ctx context.Context, r io.Reader, most int) (text []byte, err error) {
	if sized, ok := r.(interface{ Size() int64 }); ok { // one byte more, to see the end
		text = make([]byte, 0, min(sized.Size()+1, int64(most)))
	}
	for len(text) < most && err == nil && ctx.Err() == nil {
		if len(text) == cap(text) {
			text = grow(text, min(len(text)+4<<10, most), most)
		}
		var n int
		n, err = read(r, text[len(text):cap(text)])
		text = text[:len(text)+n]
	}
	if err == io.EOF {
		err = nil
	}
	return text, err
}

// read reads into a buffer at least one byte, or returns an error.
func read(r io.Reader, buffer []byte) (n int, err error) {
	for range 100 {
		if n, err = r.Read(buffer); n > 0 || err != nil {
			return n, err
		}
	}
	return 0, io.ErrNoProgress
}

// grow returns a buffer with the same bytes and more room: for as many bytes as it needs
// now, or twice as many as it has, but not for more than the most that it can ever need.
func grow(text []byte, needs, most int) []byte {
	return append(make([]byte, 0, max(needs, min(2*len(text), most))), text...)
}

// IsLines reports whether each line of a text looks like a whole object or string.
func IsLines(text []byte) bool {
	for line := range bytes.Lines(text) {
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		first, last := line[0], line[len(line)-1]
		if len(line) < 2 || (first != '{' || last != '}') && (first != '"' || last != '"') {
			return false
		}
	}
	return true
}
