package cmd

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/pkg/convert"
)

// write writes the documents and the report of --report.
func (o *exportOptions) write(export *convert.Export, set *schemas) error {
	if info, err := os.Stat(o.output); o.layout == "files" && err == nil && !info.IsDir() {
		return fmt.Errorf("%s is a file; --layout files needs a folder", filepath.ToSlash(o.output))
	}
	var files outputs
	for _, d := range set.Documents() {
		if info, err := os.Stat(filepath.FromSlash(d.Source.Path)); err == nil {
			files.sources = append(files.sources, info)
		}
	}
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
		constraints := "constraints"
		if n == 1 {
			constraints = "constraint"
		}
		where := "; list them with --report FILE"
		if o.losses != "" {
			where = ", listed in " + printable(filepath.ToSlash(o.losses))
		}
		_, err := fmt.Fprintf(out, "%d %s the target format cannot express%s\n", n, constraints, where)
		return err
	}
	return nil
}

// isYAML reports whether a file name has an extension of YAML.
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
