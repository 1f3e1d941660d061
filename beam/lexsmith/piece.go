package lexsmith

import (
	"context"
	"fmt"
	"hash/fnv"
	"io"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"

	"github.com/lexsmith/lexsmith/internal/datafile"
)

// Piece is what is checked at once: a file, lines of a file, or a value. Make pieces
// with Files, FileNames, Lines and Records.
type Piece struct {
	Path string // of the file; the key of a record
	// Format is that of the file; "" for a value.
	Format string
	// Start and End are offsets of a part of the file, in bytes; an End of 0 is that
	// of the file. Line and Index are how many lines and values come before it.
	Start, End, Line, Index int64
	Text                    []byte // of a value: JSON or DAG-CBOR
	Key                     string // at:// URI of a record; ""
	Lane                    int64  // selects the branch that checks it, see Options.Workers
}

// format is what Format stands for.
func (p *Piece) format() datafile.Format { return datafile.Format(p.Format) }

// compressed reports whether the file is a gzip file.
func (p *Piece) compressed() bool { return datafile.Compressed(p.Path) }

// Files returns the files that match the patterns: NDJSON, JSON, DAG-CBOR and CAR files
// by their extension, each also with .gz. Any other extension is JSON. A long NDJSON file
// is cut into pieces where its file system can read from an offset. A pattern without a
// match fails the pipeline.
func Files(s beam.Scope, patterns ...string) beam.PCollection {
	s = s.Scope("lexsmith.Files")
	return cutFiles(s, beam.ParDo(s, listFiles, beam.CreateList(s, patterns)))
}

// FileNames is like Files for a PCollection<string> of names.
func FileNames(s beam.Scope, names beam.PCollection) beam.PCollection {
	s = s.Scope("lexsmith.FileNames")
	return cutFiles(s, beam.ParDo(s, fileOf, names))
}

// Lines returns the lines of a PCollection<string>, each a value in JSON. Findings on
// them have no path, and the line 1.
func Lines(s beam.Scope, lines beam.PCollection) beam.PCollection {
	return beam.ParDo(s.Scope("lexsmith.Lines"), lineOf, lines)
}

// Records returns the records of a PCollection<KV<string,[]byte>>. The key is the URI of
// the record, "at://DID/COLLECTION/RECORDKEY": the record must have that collection as its
// $type and a record key that its schema allows. Another key is only the path that findings
// show. The value is JSON or DAG-CBOR.
func Records(s beam.Scope, records beam.PCollection) beam.PCollection {
	return beam.ParDo(s.Scope("lexsmith.Records"), recordOf, records)
}

func listFiles(ctx context.Context, pattern string, emit func(Piece)) error {
	files, err := filesystem.New(ctx, pattern)
	if err != nil {
		return err
	}
	defer files.Close()
	names, err := files.List(ctx, pattern)
	if err != nil {
		return err
	}
	if len(names) == 0 {
		return fmt.Errorf("no file matches %s", pattern)
	}
	for i, name := range names {
		p := fileOf(name)
		p.Lane = int64(i)
		emit(p)
	}
	return nil
}

func fileOf(name string) Piece {
	format, _ := datafile.FormatOf(name)
	return Piece{Path: name, Format: string(format), Lane: lane([]byte(name))}
}

func lineOf(line string) Piece { return Piece{Text: []byte(line), Lane: lane([]byte(line))} }

func recordOf(key string, record []byte) Piece {
	p := Piece{Path: key, Text: record, Lane: lane([]byte(key))}
	if parts := strings.Split(strings.TrimPrefix(key, "at://"), "/"); strings.HasPrefix(key, "at://") && len(parts) == 3 {
		p.Key = key
	}
	return p
}

// lane spreads texts evenly.
func lane(text []byte) int64 {
	h := fnv.New64a()
	h.Write(text)
	return int64(h.Sum64() >> 33)
}

// open opens a file of any file system that the program registers.
func open(ctx context.Context, name string) (io.ReadCloser, error) {
	files, err := filesystem.New(ctx, name)
	if err != nil {
		return nil, err
	}
	file, err := files.OpenRead(ctx, name)
	if err != nil {
		files.Close()
		return nil, err
	}
	return file, nil
}
