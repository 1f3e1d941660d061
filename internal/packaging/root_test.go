package packaging_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// The tests of this package are about files of the whole repository, and run in its root.
func TestMain(m *testing.M) {
	if err := os.Chdir(filepath.Join("..", "..")); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}
