package report

import (
	"bufio"
	"errors"
	"io"

	"github.com/lexsmith/lexsmith/internal/files"
)

// spoolMemory is how many bytes of text are kept in memory.
const spoolMemory = 1 << 20

// spool is what does not fit in the memory of a buffer before it: a temporary file, which
// is created when it is needed.
type spool struct {
	file *files.TempFile
	to   io.Writer // nil until copyTo
}

// Write appends text.
func (s *spool) Write(text []byte) (n int, err error) {
	if s.to != nil {
		return s.to.Write(text)
	}
	if s.file == nil {
		if s.file, err = files.CreateTemp(); err != nil {
			return 0, err
		}
	}
	return s.file.Write(text)
}

// copyTo writes the text of the file, and then what is still in the buffer.
func (s *spool) copyTo(w io.Writer, buffer *bufio.Writer) (err error) {
	if s.file != nil {
		if _, err = s.file.Seek(0, io.SeekStart); err == nil {
			_, err = io.Copy(w, s.file)
		}
		err = errors.Join(err, s.file.Close())
	}
	if err == nil {
		s.to = w
		err = buffer.Flush()
	}
	return err
}
