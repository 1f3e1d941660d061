package stream

import (
	"context"
	"io"
)

// ReadAll reads a text to its end, or to one byte more than limit. It returns
// what was read also when there is an error: one of r, or the cause when ctx is
// done.
func ReadAll(ctx context.Context, r io.Reader, limit int) ([]byte, error) {
	return io.ReadAll(io.LimitReader(contextReader{ctx, r}, int64(limit)+1))
}

// contextReader reads until ctx is done.
type contextReader struct {
	ctx context.Context
	in  io.Reader
}

func (r contextReader) Read(p []byte) (int, error) {
	if r.ctx.Err() != nil {
		return 0, context.Cause(r.ctx)
	}
	return r.in.Read(p)
}
