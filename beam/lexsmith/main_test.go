package lexsmith

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"
)

func TestMain(m *testing.M) {
	log.LogLevel = "error"
	ptest.Main(m)
}

// memo is the schema of a record with a text of at most 4 bytes.
const memo = `{"lexicon": 1, "id": "com.example.memo", "defs": {"main": {
	"type": "record", "key": "tid",
	"record": {"type": "object", "required": ["text"], "properties": {"text": {"type": "string", "maxLength": 4}}}
}}}`

// writeFiles writes files below a new folder, which becomes the working directory.
func writeFiles(t *testing.T, files map[string][]byte) {
	t.Helper()
	t.Chdir(t.TempDir())
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func pack(t *testing.T, paths ...string) []byte {
	t.Helper()
	archive, err := Pack(paths...)
	if err != nil {
		t.Fatal(err)
	}
	return archive
}

// results are the lines that a pipeline writes, sorted.
type results struct{ findings, counts, invalid []string }

// run checks the pieces that a function makes on prism.
func run(t *testing.T, o Options, archive []byte, pieces func(beam.Scope) beam.PCollection) results {
	t.Helper()
	r, err := tryRun(t, o, archive, pieces)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func tryRun(t *testing.T, o Options, archive []byte, pieces func(beam.Scope) beam.PCollection) (r results, err error) {
	t.Helper()
	out := t.TempDir()
	p, s := beam.NewPipelineWithRoot()
	checked := Validate(s, o, beam.Create(s, archive), pieces(s))
	Write(s, filepath.Join(out, "findings"), 1, checked.Findings)
	Write(s, filepath.Join(out, "counts"), 2, checked.Counts)
	Write(s, filepath.Join(out, "invalid"), 1, checked.Invalid)
	if err := ptest.Run(p); err != nil {
		return r, err
	}
	return results{
		lines(t, filepath.Join(out, "findings")),
		lines(t, filepath.Join(out, "counts-00000-of-00002"), filepath.Join(out, "counts-00001-of-00002")),
		lines(t, filepath.Join(out, "invalid")),
	}, nil
}

// lines returns the lines of files, sorted.
func lines(t *testing.T, names ...string) []string {
	t.Helper()
	var all []string
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for line := range bytes.Lines(text) {
			all = append(all, strings.TrimSuffix(string(line), "\n"))
		}
	}
	slices.Sort(all)
	return all
}

// equal compares lines.
func equal(t *testing.T, what string, got, want []string) {
	t.Helper()
	if slices.Equal(got, want) {
		return
	}
	t.Errorf("%s: %d lines, want %d", what, len(got), len(want))
	for i := range max(len(got), len(want)) {
		g, w := at(got, i), at(want, i)
		if g != w {
			t.Fatalf("%s: the first difference is\n got %s\nwant %s", what, g, w)
		}
	}
}

func at(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return fmt.Sprintf("the end, after %d lines", len(lines))
}
