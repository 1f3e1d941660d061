// Packaging writes what a release ships beside the program: manual pages in
// man1 and man7, packed, and completions for shells in completions.
//
//	go run ./internal/packaging FOLDER
//
// The files depend on nothing but the source.
package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"path/filepath"

	"github.com/lexsmith/lexsmith/cmd"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: packaging FOLDER")
		os.Exit(2)
	}
	if err := write(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "packaging:", err)
		os.Exit(1)
	}
}

// completions are the files under the names by which the shells look for them.
var completions = map[string]string{
	"bash":       "lexsmith.bash",
	"zsh":        "_lexsmith",
	"fish":       "lexsmith.fish",
	"powershell": "lexsmith.ps1",
}

func write(folder string) error {
	pages := cmd.Pages()
	for _, p := range pages {
		packed, err := pack(manual(p, pages))
		if err != nil {
			return err
		}
		name := fileName(p) + ".gz"
		if err := writeFile(filepath.Join(folder, "man"+section(p), name), packed); err != nil {
			return err
		}
	}
	for shell, name := range completions {
		var out, fault bytes.Buffer
		if status := cmd.Main([]string{"completion", shell}, cmd.Streams{Out: &out, Err: &fault}, cmd.Build{}); status != 0 {
			return fmt.Errorf("completion of %s: status %d: %s", shell, status, fault.Bytes())
		}
		if err := writeFile(filepath.Join(folder, "completions", name), out.Bytes()); err != nil {
			return err
		}
	}
	return nil
}

// pack compresses a page without its name and time, so that equal pages give
// equal files.
func pack(page string) ([]byte, error) {
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write([]byte(page)); err != nil {
		return nil, err
	}
	err = w.Close()
	return packed.Bytes(), err
}

func writeFile(path string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, data, 0o644)
}
