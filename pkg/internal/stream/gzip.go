package stream

import (
	"bufio"
	"compress/flate"
	"compress/gzip"
	"errors"
	"io"
)

// CompressionError says that compressed data is damaged.
type CompressionError struct{ Reason string }

func (e *CompressionError) Error() string { return "gzip: " + e.Reason }

// Decompress returns a reader of the gzip data in r. With detect, data that does
// not begin like gzip data is passed on as it is. Where the data is damaged, the
// reader returns what comes before, then a *CompressionError.
func Decompress(r io.Reader, detect bool) io.Reader {
	return &decompressor{in: bufio.NewReaderSize(r, chunkSize/2), detect: detect}
}

type decompressor struct {
	in     *bufio.Reader
	detect bool
	out    io.Reader    // nil before the first read
	zip    *gzip.Reader // out, where the data is compressed
}

func (d *decompressor) Read(p []byte) (int, error) {
	if d.out == nil {
		if err := d.open(); err != nil {
			return 0, compressionError(err)
		}
	}
	n, err := d.out.Read(p)
	if err == nil || d.zip == nil {
		return n, err
	}
	if err == io.EOF {
		if err = d.next(); err == io.EOF {
			return n, err
		}
	}
	return n, compressionError(err)
}

func (d *decompressor) open() error {
	switch magic, err := d.in.Peek(2); {
	case string(magic) == gzipMagic:
	case d.detect:
		d.out = d.in
		return nil
	case err != nil:
		return err
	default:
		return gzip.ErrHeader
	}
	var err error
	if d.zip, err = gzip.NewReader(d.in); err != nil {
		return err
	}
	d.zip.Multistream(false)
	d.out = d.zip
	return nil
}

const gzipMagic = "\x1f\x8b"

var errOtherBytes = &CompressionError{"other bytes follow the compressed data"}

// next goes on to the gzip data that follows the data which has ended. Zero bytes
// between them are padding. The error is io.EOF at the end.
func (d *decompressor) next() error {
	for {
		rest, err := d.in.Peek(2)
		switch {
		case len(rest) == 0:
			return err
		case rest[0] == 0:
			if _, err := d.in.Discard(1); err != nil {
				return err
			}
			continue
		case string(rest) != gzipMagic:
			return errOtherBytes
		}
		if err := d.zip.Reset(d.in); err != nil {
			return err
		}
		d.zip.Multistream(false)
		return nil
	}
}

// compressionError tells damaged data from errors of reading.
func compressionError(err error) error {
	var corrupt flate.CorruptInputError
	switch {
	case err == io.EOF || errors.Is(err, io.ErrUnexpectedEOF):
		return &CompressionError{"the data ends early"}
	case errors.Is(err, gzip.ErrHeader):
		return &CompressionError{"it does not begin with a gzip header"}
	case errors.Is(err, gzip.ErrChecksum):
		return &CompressionError{"the checksum does not match the data"}
	case errors.As(err, &corrupt):
		return &CompressionError{"the data is corrupt"}
	}
	return err
}
