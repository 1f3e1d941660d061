// Package cli has what the commands share in dealing with the user.
package cli

import (
	"io"
	"sync"
	"unicode/utf8"

	"github.com/lexsmith/lexsmith/internal/terminal"
)

// Terminal returns a writer to a terminal, which escapes everything in the text that the
// terminal would act on or not show, except line feeds and tabs. It is safe for concurrent
// use. A character whose bytes come in two calls of Write is written with the second.
func Terminal(w io.Writer) io.Writer { return &escaper{w: w} }

// Raw returns the writer that a Terminal writes to, for text that is escaped already and
// has colors or moves the cursor. It returns any other writer unchanged.
func Raw(w io.Writer) io.Writer {
	if t, ok := w.(*escaper); ok {
		return t.w
	}
	return w
}

type escaper struct {
	w    io.Writer
	lock sync.Mutex
	rest []byte // the start of a character
}

func (t *escaper) Write(p []byte) (int, error) {
	t.lock.Lock()
	defer t.lock.Unlock()
	text := append(t.rest, p...)
	end := whole(text)
	t.rest = append([]byte(nil), text[end:]...)
	if _, err := io.WriteString(t.w, terminal.EscapeLines(string(text[:end]))); err != nil {
		return 0, err
	}
	return len(p), nil
}

// whole returns how long a text is without the start of a character at its end.
func whole(text []byte) int {
	for i := len(text) - 1; i >= max(0, len(text)-utf8.UTFMax); i-- {
		if utf8.RuneStart(text[i]) {
			if !utf8.FullRune(text[i:]) {
				return i
			}
			break
		}
	}
	return len(text)
}
