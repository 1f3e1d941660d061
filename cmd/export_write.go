package cmd

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/pkg/convert"
)

// write puts the documents where they belong, and the list of losses.
func (o *exportOptions) write(export *convert.Export) error {
	if info, err := os.Stat(o.output); o.layout == "files" && err == nil && !info.IsDir() {
		return fmt.Errorf("%s is a file: --layout files writes to a folder", filepath.ToSlash(o.output))
	}
	var files outputs
	defer files.discard()
	for i := range export.Files {
		file := &export.Files[i]
		path := o.output
		if o.layout == "files" {
			path = filepath.Join(o.output, file.Name)
		}
		content := file.JSON
		if o.yaml || isYAML(path) {
			content = file.YAML
		}
		if path == "" {
			if _, err := o.streams.Out.Write(content()); err != nil {
				return err
			}
			continue
		}
		if err := files.add(path, content()); err != nil {
			return err
		}
	}
	if o.losses != "" {
		text := &strings.Builder{}
		if err := writeLosses(text, export.Losses); err != nil {
			return err
		}
		if err := files.add(o.losses, []byte(text.String())); err != nil {
			return err
		}
	}
	if err := files.commit(); err != nil {
		return err
	}
	if n := len(export.Losses); n > 0 && o.format == string(report.Text) && !o.quiet {
		out := o.streams.Out
		if o.output == "" {
			out = o.streams.Err
		}
		places := "places where"
		if n == 1 {
			places = "place where"
		}
		list := "--report FILE lists them"
		if o.losses != "" {
			list = printable(filepath.ToSlash(o.losses)) + " lists them"
		}
		_, err := fmt.Fprintf(out, "%d %s the Lexicons say more than the export can, %s\n", n, places, list)
		return err
	}
	return nil
}

// isYAML reports whether the name of a file asks for YAML.
func isYAML(path string) bool {
	extension := strings.ToLower(filepath.Ext(path))
	return extension == ".yaml" || extension == ".yml"
}

func writeLosses(w *strings.Builder, losses []convert.Loss) error {
	type loss struct {
		Ref     string `json:"ref"`
		Pointer string `json:"pointer"`
		Field   string `json:"field"`
		Gap     string `json:"gap"`
	}
	list := make([]loss, len(losses))
	for i, l := range losses {
		list[i] = loss{l.Ref, l.Pointer, l.Field, l.Gap.Name}
	}
	return writeJSON(w, struct {
		Losses []loss `json:"losses"`
	}{list})
}

// outputs are files that are written beside their places first and then take
// them together, so that a failure leaves what was there before.
type outputs []outputFile

type outputFile struct {
	path      string
	temporary string
}

// add writes the content of a file beside its place. Missing folders are made.
// What is no regular file, such as /dev/null, is written to at once.
func (all *outputs) add(path string, content []byte) error {
	shown := filepath.ToSlash(path)
	mode := fs.FileMode(0o666)
	switch info, err := os.Stat(path); {
	case err == nil && info.IsDir():
		return fmt.Errorf("%s is a folder: name a file in it", shown)
	case err == nil && !info.Mode().IsRegular():
		return pathError(shown, os.WriteFile(path, content, 0o666))
	case err == nil:
		if path, err = filepath.EvalSymlinks(path); err != nil {
			return pathError(shown, err)
		}
		mode = info.Mode().Perm()
	case !errors.Is(err, fs.ErrNotExist):
		return pathError(shown, err)
	}
	dir, name := filepath.Split(path)
	if dir != "" {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return pathError(filepath.ToSlash(filepath.Clean(dir)), err)
		}
	}
	temporary := filepath.Join(dir, fmt.Sprintf(".%s.%d.tmp", name, os.Getpid()))
	*all = append(*all, outputFile{path, temporary})
	return pathError(shown, os.WriteFile(temporary, content, mode))
}

// commit moves all files to their places.
func (all *outputs) commit() error {
	for len(*all) > 0 {
		f := (*all)[0]
		if err := os.Rename(f.temporary, f.path); err != nil {
			return pathError(filepath.ToSlash(f.path), err)
		}
		*all = (*all)[1:]
	}
	return nil
}

// discard removes the files that did not reach their places.
func (all *outputs) discard() {
	for _, f := range *all {
		os.Remove(f.temporary)
	}
}
