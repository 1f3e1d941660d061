package xrpc

import (
	"errors"
	"io"
	"net/http"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/words"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// readInput checks the body of a request: a JSON body is read, any other is left to
// the handler.
func (c *call) readInput(request *Request) *Error {
	m, r := request.Method, c.r
	contentType := r.Header.Get("Content-Type")
	var source io.ReadCloser = http.NoBody
	if c.in != nil {
		source = c.in
	}
	source, present := peek(source, r.ContentLength)
	json, found := m.checkHeader(lexicon.PartInput, contentType, present)
	if kept := c.note(InRequest, lexicon.PartInput, found); diag.HasErrors(kept) {
		status := http.StatusBadRequest
		if kept[0].Rule == ruleContentType {
			status = http.StatusUnsupportedMediaType
		}
		return fail(status, "%s", describeShort(kept))
	}
	if m.input.declared == nil {
		return nil
	}
	limit := c.options.MaxUpload
	if json {
		limit = c.options.MaxBody
	}
	if r.ContentLength > limit {
		return tooLarge(limit)
	}
	body, known := decoded(r.Header, http.MaxBytesReader(c.w.ResponseWriter, source, limit))
	if !known {
		return fail(http.StatusUnsupportedMediaType, "unsupported Content-Encoding %s; use gzip or deflate", words.Quote(r.Header.Get("Content-Encoding")))
	}
	request.Body.ContentType = contentType
	if !json {
		c.input = &inputReader{body: body, left: limit, limit: limit}
		request.Body.Stream = c.input
		return nil
	}
	text, whole, err := readAll(body, limit)
	switch {
	case err != nil:
		return unreadable(err)
	case !whole:
		return tooLarge(limit)
	}
	if kept := c.note(InRequest, lexicon.PartInput, m.checkText(lexicon.PartInput, text)); diag.HasErrors(kept) {
		return fail(http.StatusBadRequest, "input: %s", describe(kept))
	}
	request.Body.JSON = text
	return nil
}

// inputReader is a body that a handler reads. It remembers why that failed, and has
// the limit for what comes out of a compressed one.
type inputReader struct {
	body        io.Reader
	left, limit int64
	err         error
}

func (r *inputReader) Read(p []byte) (int, error) {
	if r.err != nil {
		return 0, r.err
	}
	n, err := r.body.Read(p)
	if r.left -= int64(n); r.left < 0 {
		err = &http.MaxBytesError{Limit: r.limit}
	}
	if err != nil && err != io.EOF {
		r.err = err
	}
	return n, err
}

func tooLarge(limit int64) *Error {
	return fail(http.StatusRequestEntityTooLarge, "the body is larger than %s", words.ByteCount(limit))
}

// unreadable is the answer to a request whose body could not be read. Most of the
// time nobody is left to get it.
func unreadable(err error) *Error {
	var large *http.MaxBytesError
	if errors.As(err, &large) {
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
