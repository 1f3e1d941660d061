package stream

import (
	"bufio"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
)

// CompressionError says that compressed data is damaged.
type CompressionError struct{ Reason string }

func (e *CompressionError) Error() string { return "invalid gzip data: " + e.Reason }

// Advice returns the message and the help of a finding on a file with this error.
func (e *CompressionError) Advice() (message, help string) {
	if e == ErrExpansion {
		return "cannot read all of the compressed data: " + e.Reason, "if you trust the file, decompress it first"
	}
	return "cannot decompress the file: " + e.Reason, "if the file is not compressed, remove .gz from its name; otherwise, download or compress it again"
}

// A few compressed bytes can stand for any number of bytes: what expands to more than
// maxExpansion times its size, and to more than freeExpansion bytes, is taken for an
// attack.
const (
	maxExpansion  = 200
	freeExpansion = 256 << 20
)

// ErrExpansion says that compressed data expands out of proportion.
var ErrExpansion = &CompressionError{fmt.Sprintf("it decompresses to more than %d times its size", maxExpansion)}

// Decompress returns a reader of the gzip data in r. With detect, data that does
// not begin like gzip data is passed on as it is. Where the data is damaged, or
// expands out of proportion, the reader returns what comes before, then a
// *CompressionError.
func Decompress(r io.Reader, detect bool) io.Reader {
	d := &decompressor{compressed: counter{in: r}, detect: detect}
	d.in = bufio.NewReaderSize(&d.compressed, chunkSize/2)
	return d
}

type decompressor struct {
	compressed counter
	in         *bufio.Reader
	detect     bool
	out        io.Reader   // nil before the first read; in where the data is not compressed, or zip
	zip        gzip.Reader // of the gzip data at hand
	expanded   int64       // bytes that were read from it
}

// counter counts the bytes that are read.
type counter struct {
	in    io.Reader
	bytes int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.in.Read(p)
	c.bytes += int64(n)
	return n, err
}

func (d *decompressor) Read(p []byte) (int, error) {
	if d.out == nil {
		if err := d.open(); err != nil {
			return 0, compressionError(err)
		}
	}
	n, err := d.out.Read(p)
	if d.out == d.in {
		return n, err
	}
	d.expanded += int64(n)
	switch {
	case d.expanded > max(freeExpansion, maxExpansion*d.compressed.bytes):
		return n, ErrExpansion
	case err == nil:
		return n, nil
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
		d.out = &d.zip
		return d.unzip()
	case d.detect:
		d.out = d.in
		return nil
	case err != nil && (len(magic) == 0 || magic[0] == gzipMagic[0]):
		return err
	}
	return gzip.ErrHeader
}

// unzip begins with gzip data.
func (d *decompressor) unzip() error {
	if err := d.zip.Reset(d.in); err != nil {
		return err
	}
	d.zip.Multistream(false)
	return nil
}

const gzipMagic = "\x1f\x8b"

var errOtherBytes = &CompressionError{"the compressed data is followed by other bytes"}

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
		return d.unzip()
	}
}

// compressionError tells damaged data from errors of reading.
func compressionError(err error) error {
	var corrupt flate.CorruptInputError
	switch {
	case err == io.EOF || errors.Is(err, io.ErrUnexpectedEOF):
		return &CompressionError{"the data is truncated"}
	case errors.Is(err, gzip.ErrHeader):
		return &CompressionError{"the gzip header is missing"}
	case errors.Is(err, zlib.ErrHeader), errors.Is(err, zlib.ErrDictionary):
		return &CompressionError{"the zlib header is missing"}
	case errors.Is(err, gzip.ErrChecksum), errors.Is(err, zlib.ErrChecksum):
		return &CompressionError{"the checksum does not match the data"}
	case errors.As(err, &corrupt):
		return &CompressionError{"the data is corrupt"}
	}
	return err
}

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
