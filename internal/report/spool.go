package report

import (
	"errors"
	"io"
	"os"
)

// spoolMemory is how many bytes of text are kept in memory.
const spoolMemory = 1 << 20

// spool keeps text until it is wanted: as much as there may be, so that most of
// it goes to a temporary file.
type spool struct {
	text []byte   // what is not in the file
	file *os.File // nil before it is needed
	// failed says that there can be no file: all stays in memory.
	failed bool
	err    error // the first one of writing
}

// add keeps text behind what is there.
func (s *spool) add(text ...[]byte) {
	for _, t := range text {
		s.text = append(s.text, t...)
	}
	if len(s.text) < spoolMemory || s.failed || s.err != nil {
		return
	}
	if s.file == nil {
		file, err := os.CreateTemp("", "lexsmith-*.json")
		if s.failed = err != nil; s.failed {
			return
		}
		s.file = file
		// Where the system lets it go, it is gone however the process ends.
		_ = os.Remove(file.Name())
	}
	_, s.err = s.file.Write(s.text)
	s.text = s.text[:0]
}

// empty reports whether nothing was kept.
func (s *spool) empty() bool { return s.file == nil && len(s.text) == 0 }

// copyTo writes all that was kept, and forgets it.
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
		_ = os.Remove(s.file.Name()) // where it was not let go before
	}
	return s.err
}
