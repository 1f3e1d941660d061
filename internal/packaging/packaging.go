// Package packaging writes what a release ships beside the program: manual pages
// and shell completions. The program itself does not import it.
package packaging

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/lexsmith/lexsmith/internal/cli"
)

// Write writes the manual pages of a command line to the folders man1 and man7
// below a folder, compressed, and its completions to the folder completions. The
// files depend only on the commands and on SOURCE_DATE_EPOCH, the date of the
// pages in seconds since 1970 (by default the current time).
func Write(root *cobra.Command, folder string) error {
	pages, err := manual(root)
	if err != nil {
		return err
	}
	for _, p := range pages {
		packed, err := pack(p.text)
		if err != nil {
			return err
		}
		if err := writeFile(filepath.Join(folder, "man"+p.section, p.name+"."+p.section+".gz"), packed); err != nil {
			return err
		}
	}
	scripts, err := completions(root)
	if err != nil {
		return err
	}
	for name, script := range scripts {
		if err := writeFile(filepath.Join(folder, "completions", name), script); err != nil {
			return err
		}
	}
	return nil
}

// completions returns the completion scripts under the names that the shells
// look for.
func completions(root *cobra.Command) (map[string][]byte, error) {
	scripts := map[string][]byte{}
	for shell, name := range map[string]string{
		"bash":       "lexsmith.bash",
		"zsh":        "_lexsmith",
		"fish":       "lexsmith.fish",
		"powershell": "lexsmith.ps1",
	} {
		var out bytes.Buffer
		if err := cli.WriteCompletion(&out, root, shell); err != nil {
			return nil, err
		}
		scripts[name] = out.Bytes()
	}
	return scripts, nil
}

// pack compresses a page without a name and a time, so that equal pages give
// equal files.
func pack(page []byte) ([]byte, error) {
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(page); err != nil {
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
