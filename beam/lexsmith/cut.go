package lexsmith

import (
	"bufio"
	"bytes"
	"context"
	"io"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"github.com/lexsmith/lexsmith/internal/datafile"
)

// pieceSize is how many bytes a piece of an NDJSON file has at least, apart from the
// last one.
const pieceSize = 4 << 20

// cutFiles cuts files into pieces that any worker can take.
func cutFiles(s beam.Scope, files beam.PCollection) beam.PCollection {
	pieces := beam.ParDo(s, &cutFn{Size: pieceSize}, beam.Reshuffle(s, files))
	return beam.Reshuffle(s, pieces)
}

// cutFn cuts long NDJSON files at line ends. It counts the lines and values before each
// piece, so that findings have the line and the index that they have in the file.
type cutFn struct{ Size int64 }

// ProcessElement cuts a file.
func (fn *cutFn) ProcessElement(ctx context.Context, p Piece, emit func(Piece)) error {
	if p.format() != datafile.NDJSON || p.compressed() {
		emit(p)
		return nil
	}
	file, err := open(ctx, p.Path)
	if err != nil {
		return err
	}
	defer file.Close()
	size := int64(-1)
	if seeker, ok := file.(io.Seeker); ok {
		if end, err := seeker.Seek(0, io.SeekEnd); err == nil {
			size = end
		}
		if _, err := seeker.Seek(0, io.SeekStart); err != nil {
			return err
		}
	}
	if size <= fn.Size { // short, or without offsets
		emit(p)
		return nil
	}
	return cut(p, file, fn.Size, emit)
}

// cut emits the pieces of a file.
func cut(p Piece, file io.Reader, size int64, emit func(Piece)) error {
	in := bufio.NewReaderSize(file, 1<<20)
	p.End = 0
	end, lines, values := int64(0), int64(0), int64(0) // of what was read
	blank := true                                      // the line at hand, so far
	for {
		text, err := in.ReadSlice('\n')
		end += int64(len(text))
		blank = blank && len(bytes.Trim(text, " \t\r\n")) == 0
		switch {
		case err == nil:
			lines++
			if !blank {
				values++
			}
			blank = true
		case err == bufio.ErrBufferFull:
			continue
		case err != io.EOF:
			return err
		}
		if end > p.Start && (err != nil || end-p.Start >= size) {
			p.End = end
			emit(p)
			p.Start, p.Line, p.Index, p.Lane = end, lines, values, p.Lane+1
		}
		if err != nil {
			return nil
		}
	}
}
