package cmd

import (
	"bytes"
	"compress/gzip"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/lexsmith/lexsmith/internal/build"
	"github.com/lexsmith/lexsmith/pkg/repo"
)

// A CAR that is not a regular file is copied to a temporary file, which goes away.
func TestValidateCARCopy(t *testing.T) {
	t.Chdir(t.TempDir())
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	t.Setenv("TMP", temporary)
	example := txtar.Parse([]byte(repo.Rules()[0].Good())).Files
	car, err := hex.DecodeString(strings.Join(strings.Fields(string(example[0].Data)), ""))
	if err != nil {
		t.Fatal(err)
	}
	var compressed bytes.Buffer
	zip := gzip.NewWriter(&compressed)
	zip.Write(car)
	zip.Close()
	for name, data := range map[string][]byte{
		"size.json": []byte(`{"lexicon": 1, "id": "com.example.size", "defs": {"main": {"type": "integer"}}}`),
		"a.car":     car, "a.car.gz": compressed.Bytes(), "cut.car.gz": compressed.Bytes()[:compressed.Len()-9],
	} {
		if err := os.WriteFile(name, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	run := func(stdin []byte, args ...string) (int, string) {
		var stdout, stderr strings.Builder
		status := execute(append([]string{"validate", "-L", "size.json"}, args...), streams{In: bytes.NewReader(stdin), Out: &stdout, Err: &stderr}, build.Info{})
		if stderr.Len() > 0 {
			t.Errorf("%q: %s", args, stderr.String())
		}
		if left, err := filepath.Glob(filepath.Join(temporary, "*")); err != nil || len(left) > 0 {
			t.Errorf("%q: %v is left, %v", args, left, err)
		}
		return status, stdout.String()
	}
	for _, args := range [][]string{{"a.car"}, {"a.car.gz"}, {"--data-format", "car", "-"}} {
		if status, out := run(car, args...); status != 0 || out != "1 file, 0 values, no findings\n" {
			t.Errorf("%q: status %d, %s", args, status, out)
		}
	}
	if status, out := run(nil, "cut.car.gz"); status != 1 || !strings.Contains(out, "cut.car.gz: error: cannot decompress the file: the data is truncated [invalid-car]") {
		t.Errorf("cut off: status %d, %s", status, out)
	}
}
