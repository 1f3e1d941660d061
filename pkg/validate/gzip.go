package validate

import (
	"bufio"
	"compress/flate"
	"compress/gzip"
	"errors"
	"io"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// CompressionError says that compressed data cannot be read on.
type CompressionError struct{ Reason string }

func (e *CompressionError) Error() string { return "gzip: " + e.Reason }

// Decompress returns a reader of what r holds in gzip. With detect, data that
// does not begin as gzip does is passed on as it is. When the data is damaged,
// what stands before is read, then comes a *CompressionError.
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

var errOtherBytes = &CompressionError{"there are other bytes behind the compressed data"}

// next goes on to the data of another gzip file behind the one that has ended.
// Zero bytes are padding. The error is io.EOF at the end.
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

// compressionError tells damaged data from faults of reading.
func compressionError(err error) error {
	var corrupt flate.CorruptInputError
	switch {
	case err == io.EOF || errors.Is(err, io.ErrUnexpectedEOF):
		return &CompressionError{"the data ends early"}
	case errors.Is(err, gzip.ErrHeader):
		return &CompressionError{"there is no gzip header"}
	case errors.Is(err, gzip.ErrChecksum):
		return &CompressionError{"the checksum does not fit the data"}
	case errors.As(err, &corrupt):
		return &CompressionError{"the data is corrupt"}
	}
	return err
}

// damaged returns the finding on compressed data that could not be read beyond
// the text of source; false when err is another error.
func damaged(source *lexicon.Source, rule *lexicon.Rule, err error) (lexicon.Finding, bool) {
	var fault *CompressionError
	if !errors.As(err, &fault) {
		return lexicon.Finding{}, false
	}
	end := int32(len(source.Text))
	return lexicon.Finding{
		Rule: rule, Severity: lexicon.Error,
		Message:  "the compressed file cannot be read on: " + fault.Error(),
		Help:     "fetch or compress the file again",
		Location: lexicon.Location{Source: source, Span: lexicon.Span{Start: end, End: end}},
	}, true
}
