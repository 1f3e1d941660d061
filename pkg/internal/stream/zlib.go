package stream

import (
	"bufio"
	"compress/zlib"
	"io"
)

// Inflate returns a reader of the zlib data in r, the "deflate" of HTTP. Where the data
// is damaged, or other bytes follow, the reader returns what comes before, then a
// *CompressionError.
func Inflate(r io.Reader) io.Reader { return &inflater{in: bufio.NewReader(r)} }

type inflater struct {
	in  *bufio.Reader
	out io.Reader // nil before the first read, since opening reads
}

func (i *inflater) Read(p []byte) (n int, err error) {
	if i.out == nil {
		if i.out, err = zlib.NewReader(i.in); err != nil {
			i.out = nil
			return 0, compressionError(err)
		}
	}
	n, err = i.out.Read(p)
	switch {
	case err == nil:
		return n, nil
	case err != io.EOF:
		return n, compressionError(err)
	}
	if _, err = i.in.Peek(1); err == nil {
		err = errOtherBytes
	}
	return n, err
}
