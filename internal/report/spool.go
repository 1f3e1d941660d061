package report

import (
	"errors"
	"io"

	"github.com/lexsmith/lexsmith/internal/files"
)

// spoolMemory is how many bytes of text are kept in memory.
const spoolMemory = 1 << 20

// spool keeps any amount of text for later, most of it in a temporary file.
type spool struct {
	text []byte          // what is not in the file
	file *files.TempFile // nil until it is needed
	err  error           // the first one
}

// add appends text.
func (s *spool) add(text ...[]byte) {
	for _, t := range text {
		s.text = append(s.text, t...)
	}
	if len(s.text) < spoolMemory {
		return
	}
	if s.file == nil && s.err == nil {
		s.file, s.err = files.CreateTemp()
	}
	if s.err == nil {
		_, s.err = s.file.Write(s.text)
	}
	s.text = s.text[:0]
}

// empty reports whether nothing was kept.
func (s *spool) empty() bool { return s.file == nil && len(s.text) == 0 }

// copyTo writes the text and drops it.
func (s *spool) copyTo(w io.Writer) error {
	if s.file != nil && s.err == nil {
		if _, s.err = s.file.Seek(0, io.SeekStart); s.err == nil {
			_, s.err = io.Copy(w, s.file)
		}
	}
	if s.err == nil {
		_, s.err = w.Write(s.text)
	}
	if s.file != nil {
		s.err = errors.Join(s.err, s.file.Close())
	}
	return s.err
}
