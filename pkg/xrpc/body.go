package xrpc

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/internal/stream"
)

// Body is what a request or an answer carries. The zero Body is none, and so is one
// without any bytes.
type Body struct {
	ContentType string
	// JSON is the whole text of a body in JSON. It was checked, and is as it was
	// sent, byte for byte.
	JSON []byte
	// Stream has any other body. Of an answer that a client got it must be read
	// to the end or closed: see Response.Close.
	Stream io.Reader
}

// Reader returns the bytes of the body.
func (b *Body) Reader() io.Reader {
	switch {
	case b.JSON != nil:
		return bytes.NewReader(b.JSON)
	case b.Stream != nil:
		return b.Stream
	}
	return http.NoBody
}

// Close closes the body. It is not needed after a JSON body.
func (b *Body) Close() error {
	if c, ok := b.Stream.(io.Closer); ok {
		return c.Close()
	}
	return nil
}

// length returns the number of bytes; -1 when it is not known. Of streams, it is known
// where net/http knows it.
func (b *Body) length() int {
	if b.JSON != nil || b.Stream == nil {
		return len(b.JSON)
	}
	switch b.Stream.(type) {
	case *bytes.Buffer, *bytes.Reader, *strings.Reader:
		return b.Stream.(interface{ Len() int }).Len()
	}
	return -1
}

// present reports whether there is a body: one without any bytes is none. It may read
// from Stream, and replaces that.
func (b *Body) present() bool {
	if n := b.length(); n >= 0 {
		return n > 0
	}
	closer, ok := b.Stream.(io.Closer)
	if !ok {
		closer = http.NoBody
	}
	body, present := peek(bodyReader{b.Stream, closer}, -1)
	b.Stream = body
	return present
}

// load reads the text of a JSON body, which may have as many bytes as the limit.
func (b *Body) load(limit int64) error {
	if b.JSON != nil {
		return nil
	}
	text, whole, err := readAll(b.Stream, -1, limit)
	if err == nil {
		err = b.Close()
	}
	if err == nil && !whole {
		err = errors.New("the JSON input is larger than " + words.ByteCount(limit))
	}
	if err != nil {
		return err
	}
	b.JSON, b.Stream = text, nil
	return nil
}

// peek reports whether a body has any bytes, and returns a reader of all of them.
// A length of -1 is not known.
func peek(body io.ReadCloser, length int64) (io.ReadCloser, bool) {
	if length >= 0 {
		return body, length > 0
	}
	ahead := bufio.NewReader(body)
	_, err := ahead.Peek(1)
	return bodyReader{ahead, body}, err != io.EOF
}

// bodyReader is a body whose start was read.
type bodyReader struct {
	io.Reader
	io.Closer
}

// Response is the answer of a method: a handler makes it, a client gets it.
type Response struct {
	Status int         // 0 is 200 in a handler
	Header http.Header // besides Content-Type; may be nil in a handler
	Body
	// Valid says that a handler made the JSON of the Body so that it matches the Lexicon:
	// a server does not check it again.
	Valid bool
	// Findings has what a client found, warnings and info findings; with an
	// *InvalidError also what is wrong.
	Findings []Violation
}

// JSON returns an answer in JSON. A json.RawMessage is sent byte for byte.
func JSON(v any) (*Response, error) {
	text, err := marshal(v)
	if err != nil {
		return nil, err
	}
	return &Response{Body: Body{ContentType: typeJSON, JSON: text}}, nil
}

// marshal encodes a value. Texts in JSON stay as they are.
func marshal(v any) ([]byte, error) {
	switch v := v.(type) {
	case json.RawMessage:
		return v, nil
	case []byte:
		return v, nil
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// readAll reads a text up to a limit in bytes. Whole reports whether that is all
// of it. The length is what the sender says that it is; -1 if it does not.
func readAll(r io.Reader, length, limit int64) (text []byte, whole bool, err error) {
	if f, ok := r.(*fetched); ok {
		return f.text, int64(len(f.text)) <= limit, f.err
	}
	const most = 1 << 20 // that is believed
	var b bytes.Buffer
	if length > 0 {
		b.Grow(int(min(length, limit, most)) + bytes.MinRead)
	}
	n, err := io.Copy(&b, io.LimitReader(r, limit+1))
	return b.Bytes(), n <= limit, err
}

// fetched is a body that is in memory, up to the error in reading it.
type fetched struct {
	*bytes.Reader
	text []byte
	err  error
}

func (f *fetched) Read(p []byte) (int, error) {
	n, err := f.Reader.Read(p)
	if err == io.EOF && f.err != nil {
		err = f.err
	}
	return n, err
}

func (f *fetched) Close() error { return nil }

// decoded returns a reader of a body without its Content-Encoding; false when that
// is not known. Where the data is damaged, its error is a *stream.CompressionError.
func decoded(h http.Header, body io.Reader) (io.Reader, bool) {
	switch strings.ToLower(strings.TrimSpace(h.Get("Content-Encoding"))) {
	case "", "identity":
		return body, true
	case "gzip", "x-gzip":
		return stream.Decompress(body, false), true
	case "deflate":
		return stream.Inflate(body), true
	}
	return nil, false
}

// damage returns the reason of an error of reading what decoded returns; "" for an
// error of the connection.
func damage(err error) string {
	var damaged *stream.CompressionError
	if errors.As(err, &damaged) {
		return damaged.Reason
	}
	return ""
}

func tooLarge(limit int64) *Error {
	return fail(http.StatusRequestEntityTooLarge, "the body is larger than %s", words.ByteCount(limit))
}

// unreadable is the answer to a request whose body could not be read. Most of the
// time nobody is left to get it.
func unreadable(err error) *Error {
	if large, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return tooLarge(large.Limit)
	}
	if reason := damage(err); reason != "" {
		return fail(http.StatusBadRequest, "the body cannot be decompressed: %s", reason)
	}
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return fail(http.StatusBadRequest, "the body is truncated")
	}
	return fail(http.StatusBadRequest, "the body could not be read")
}
