package files

import (
	"errors"
	"io/fs"
	"os"
	"testing"
)

func TestTempError(t *testing.T) {
	t.Setenv("TMPDIR", "/no/such/folder")
	if os.TempDir() != "/no/such/folder" {
		t.Skip("TMPDIR does not name the temporary folder here")
	}
	_, err := os.CreateTemp("", "x")                   //nolint:usetesting // the folder must not exist
	err = Error("read", "data.car.gz", TempError(err)) // as a caller does that reads a file
	if want := `cannot create a temporary file in "/no/such/folder": no such file or directory`; err == nil || err.Error() != want || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v, want %s", err, want)
	}
}
