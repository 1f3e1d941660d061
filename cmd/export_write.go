package cmd

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/lexsmith/lexsmith/internal/outfile"
	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/pkg/convert"
)

// write puts the documents where they belong, and the list of losses.
func (o *exportOptions) write(export *convert.Export, set *schemas) error {
	if info, err := os.Stat(o.output); o.layout == "files" && err == nil && !info.IsDir() {
		return fmt.Errorf("%s is a file: --layout files writes to a folder", filepath.ToSlash(o.output))
	}
	var files outfile.Set
	for _, d := range set.Documents() {
		if info, err := os.Stat(filepath.FromSlash(d.Source.Path)); err == nil {
			files.Protected = append(files.Protected, info)
		}
	}
	defer files.Discard()
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
		if err := files.Add(path, content()); err != nil {
			return err
		}
	}
	if o.losses != "" {
		text := &strings.Builder{}
		if err := writeLosses(text, export.Losses); err != nil {
			return err
		}
		if err := files.Add(o.losses, []byte(text.String())); err != nil {
			return err
		}
	}
	if err := files.Commit(); err != nil {
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
