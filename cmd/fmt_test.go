package cmd

import (
	"bytes"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/internal/build"
	"github.com/lexsmith/lexsmith/internal/cli"
)

// A result that cannot be printed is status 2.
func TestFmtBrokenOutput(t *testing.T) {
	fault := errors.New("broken stream")
	t.Chdir(t.TempDir())
	if err := os.WriteFile("a.json", []byte(`{"lexicon": 1}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range []string{"--check a.json", "--diff a.json", "-", "--check --format json a.json"} {
		var stderr bytes.Buffer
		status := execute(t.Context(), append([]string{"fmt"}, strings.Fields(args)...), cli.Streams{In: strings.NewReader("{}"), Out: brokenWriter{fault}, Err: &stderr}, build.Info{})
		if status != 2 || !strings.Contains(stderr.String(), fault.Error()) {
			t.Errorf("%s: status %d, %s", args, status, &stderr)
		}
	}
}
