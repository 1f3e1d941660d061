package xrpc

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// answer checks what a handler returned and sends it.
func (c *call) answer(m *Method, response *Response) *Error {
	response = cmp.Or(response, &Response{})
	if response.JSON != nil && response.ContentType == "" {
		response.ContentType = "application/json"
	}
	defer response.Close()
	status := cmp.Or(response.Status, http.StatusOK)
	c.Status = status
	json, found := m.checkHeader(lexicon.PartOutput, response.ContentType, response.present())
	if json && response.JSON == nil {
		text, err := io.ReadAll(response.Stream)
		if err == nil {
			err = response.Close()
		}
		if err != nil {
			return c.failed(err)
		}
		response.JSON, response.Stream = text, nil
	}
	if json {
		found = append(found, m.checkText(lexicon.PartOutput, response.JSON)...)
	}
	if kept := c.note(InResponse, lexicon.PartOutput, found); diag.HasErrors(kept) {
		c.Err = &InvalidError{InResponse, kept}
		return fail(http.StatusInternalServerError, "the response does not match the Lexicon of %s", m.NSID)
	}
	h := c.w.Header()
	for name, values := range response.Header {
		h[http.CanonicalHeaderKey(name)] = values
	}
	c.send(status, &response.Body)
	return nil
}

// send sends an answer. When it fails, the connection is cut: the client must not
// take a part for all of it.
func (c *call) send(status int, body *Body) {
	h := c.w.Header()
	if body.ContentType != "" {
		h.Set("Content-Type", body.ContentType)
	}
	h.Set("X-Content-Type-Options", "nosniff")
	to := io.Writer(flushing{c.w})
	if n := body.length(); n >= 0 {
		h.Set("Content-Length", strconv.Itoa(n))
		to = c.w
	}
	c.w.WriteHeader(status)
	if c.r.Method == http.MethodHead {
		return
	}
	if _, err := io.Copy(to, body.Reader()); err != nil {
		c.Err = fmt.Errorf("the response is incomplete: %w", err)
		panic(http.ErrAbortHandler)
	}
}

// flushing sends each part of a stream at once, since the next one may take a while.
type flushing struct{ w *pacedWriter }

func (f flushing) Write(p []byte) (int, error) {
	n, err := f.w.Write(p)
	if err == nil {
		err = f.w.FlushError()
	}
	if errors.Is(err, http.ErrNotSupported) { // by what wraps the server
		err = nil
	}
	return n, err
}
