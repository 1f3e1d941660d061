package lexsmith

import (
	"bytes"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"
)

// The pipeline counts what "lexsmith stats" does, byte for byte, however the files are cut.
func TestSameStats(t *testing.T) {
	tool := buildTool(t)
	files, records := generated(2)
	for i := range records {
		records[i] = records[i][:bytes.LastIndexByte(records[i][:min(len(records[i]), 3<<20)], '\n')+1]
	}
	files["data/a.ndjson"] = records[0]
	files["data/b.ndjson.gz"] = zipped(records[1])
	writeFiles(t, files)
	text, err := exec.Command(tool, "stats", "--format", "json", "data").Output()
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for line := range bytes.Lines(text) {
		if line = bytes.TrimRight(line, ",]\n"); bytes.HasPrefix(line, []byte(`{"ref":`)) {
			want = append(want, string(line))
		}
	}
	if slices.Sort(want); len(want) < 5 {
		t.Fatalf("only %d types", len(want))
	}
	out := t.TempDir()
	p, s := beam.NewPipelineWithRoot()
	Write(s, filepath.Join(out, "stats"), 1, Stats(s, Options{Workers: 2}, beam.Create(s, pack(t, "lexicons")), cutFilesAt(s, 1<<19, "data/*")))
	if err := ptest.Run(p); err != nil {
		t.Fatal(err)
	}
	equal(t, "stats", lines(t, filepath.Join(out, "stats")), want)
}
