package lsp

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/textproto"
	"strconv"
	"strings"
	"sync"
)

// maxMessage is how many bytes a message may have. The text of a file of 50 MB fits.
const maxMessage = 256 << 20

// errFrame says that the input is not a sequence of messages. Nothing after that can
// be understood.
var errFrame = errors.New("the input is not a message of the Language Server Protocol")

// reader reads messages: a header with Content-Length, a blank line, and the content.
type reader struct{ in *bufio.Reader }

// read returns the content of the next message. The error is io.EOF when the input
// ends, even in the middle of a message, and wraps errFrame when it is malformed.
func (r reader) read() ([]byte, error) {
	length, err := r.header()
	if err != nil {
		return nil, err
	}
	content, err := io.ReadAll(io.LimitReader(r.in, int64(length)))
	if err == nil && len(content) < length {
		err = io.EOF
	}
	return content, err
}

// header reads the header of a message and returns the length of its content.
func (r reader) header() (int, error) {
	const maxHeader = 64 << 10
	length, read := -1, 0
	for {
		line, err := r.in.ReadSlice('\n')
		if errors.Is(err, bufio.ErrBufferFull) {
			return 0, fmt.Errorf("%w: a header line is too long", errFrame)
		}
		if err != nil {
			return 0, err
		}
		if read += len(line); read > maxHeader {
			return 0, fmt.Errorf("%w: the header is too long", errFrame)
		}
		text := strings.TrimRight(string(line), "\r\n")
		if text == "" && read == len(line) { // left over from the message before
			read = 0
			continue
		}
		if text == "" {
			break
		}
		name, value, ok := strings.Cut(text, ":")
		if !ok {
			return 0, fmt.Errorf("%w: a header line without a colon", errFrame)
		}
		if textproto.CanonicalMIMEHeaderKey(name) == "Content-Length" {
			length, err = strconv.Atoi(strings.TrimSpace(value))
			if err != nil || length < 0 || length > maxMessage {
				return 0, fmt.Errorf("%w: invalid Content-Length", errFrame)
			}
		}
	}
	if length < 0 {
		return 0, fmt.Errorf("%w: a message without Content-Length", errFrame)
	}
	return length, nil
}

// writer writes messages. It is safe for concurrent use.
type writer struct {
	mu     sync.Mutex
	out    io.Writer
	failed func(error) // called when the other side is gone
}

// write writes a value as a message.
func (w *writer) write(message any) {
	content, err := json.Marshal(message)
	if err != nil { // all messages are made of plain data
		panic(err)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	frame := fmt.Appendf(make([]byte, 0, len(content)+32), "Content-Length: %d\r\n\r\n%s", len(content), content)
	if _, err := w.out.Write(frame); err != nil {
		w.failed(err)
	}
}
