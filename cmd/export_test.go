package cmd

import (
	"io"
	"os"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/internal/build"
	"github.com/lexsmith/lexsmith/internal/cli"
)

// A failure to write to standard output is status 2.
func TestExportBrokenOutput(t *testing.T) {
	t.Chdir(t.TempDir())
	const schema = `{"lexicon": 1, "id": "com.example.size", "defs": {"main": {"type": "integer"}}}`
	if err := os.WriteFile("size.json", []byte(schema), 0o600); err != nil {
		t.Fatal(err)
	}
	var stderr strings.Builder
	status := execute(t.Context(), []string{"export", "jsonschema", "-q", "--report", "losses.json", "size.json"}, cli.Streams{Out: brokenWriter{io.ErrClosedPipe}, Err: &stderr}, build.Info{})
	if status != 2 || !strings.Contains(stderr.String(), io.ErrClosedPipe.Error()) {
		t.Errorf("status %d, %q", status, stderr.String())
	}
	if _, err := os.Stat("losses.json"); err == nil {
		t.Error("the report was written")
	}
}
