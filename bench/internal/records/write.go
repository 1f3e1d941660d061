package records

import (
	"bufio"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/lexsmith/lexsmith/internal/testkit/cartest"
)

// Encoding is how records are written, and the extension of the files.
type Encoding string

// The encodings.
const (
	NDJSON Encoding = "ndjson" // a record on each line
	CAR    Encoding = "car"    // a repository
	CBOR   Encoding = "cbor"   // a folder of files, each with many records at Place
)

// Encodings returns all encodings.
func Encodings() []Encoding { return []Encoding{NDJSON, CAR, CBOR} }

// Place is where the records are in a file of CBOR, and perFile how many: indigo
// refuses a value of more than 1 MiB.
const (
	Place   = "/records/*"
	perFile = 1000
)

// Write writes n records of a shape to a path and returns the indexes of those that
// are not valid.
func Write(path string, shape Shape, encoding Encoding, n int) (invalid []int, err error) {
	texts := func(yield func(int, string) bool) {
		for i, r := range generate(shape, n) {
			if r.faulty {
				invalid = append(invalid, i)
			}
			if !yield(i, r.text) {
				return
			}
		}
	}
	write := map[Encoding]func(string, iter.Seq2[int, string], int) error{NDJSON: writeLines, CAR: writeCAR, CBOR: writeCBOR}[encoding]
	if err := write(path, texts, n); err != nil {
		return nil, fmt.Errorf("writing %s: %w", path, err)
	}
	return invalid, nil
}

func writeLines(path string, texts iter.Seq2[int, string], _ int) (err error) {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	out := bufio.NewWriterSize(file, 1<<20)
	for _, text := range texts {
		if _, err := out.WriteString(text + "\n"); err != nil {
			return err
		}
	}
	return out.Flush()
}

func writeCAR(path string, texts iter.Seq2[int, string], _ int) error {
	w, tree := cartest.New(), map[string][]byte{}
	for i, text := range texts {
		value, err := cartest.Parse([]byte(text))
		if err != nil {
			return err
		}
		tree[fmt.Sprint(value.(map[string]any)["$type"], "/", key(i))] = w.Put(cartest.Data(value))
	}
	return os.WriteFile(path, w.File(w.Commit(w.Tree(tree))), 0o644)
}

func writeCBOR(path string, texts iter.Seq2[int, string], n int) error {
	if err := os.Mkdir(path, 0o755); err != nil {
		return err
	}
	var list []any
	for i, text := range texts {
		value, err := cartest.Parse([]byte(text))
		if err != nil {
			return err
		}
		if list = append(list, cartest.Data(value)); len(list) < perFile && i < n-1 {
			continue
		}
		data := cartest.New().Encode(map[string]any{"records": list})
		if err := os.WriteFile(filepath.Join(path, fmt.Sprintf("%06d.cbor", i/perFile)), data, 0o644); err != nil {
			return err
		}
		list = nil
	}
	return nil
}

// Index returns which record a finding is about, by what "lexsmith validate --format
// json" says of it: record, path and pointer.
func Index(record, path, pointer string) (int, error) {
	switch filepath.Ext(path) {
	case "." + string(CAR):
		text := strings.Trim(record, `"`)
		return indexOf(text[strings.LastIndexByte(text, '/')+1:])
	case "." + string(CBOR):
		file, err := strconv.Atoi(strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)))
		if err != nil {
			return 0, err
		}
		steps := strings.Split(pointer, "/") // "", "records", index
		if len(steps) < 3 {
			return 0, fmt.Errorf("a finding is not in a record, but at %q", pointer)
		}
		i, err := strconv.Atoi(steps[2])
		return file*perFile + i, err
	}
	return strconv.Atoi(record)
}
