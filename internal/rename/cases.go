package rename

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/internal/files"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// maxCases is the maximum size of a file of test cases in which names are changed, in bytes.
const maxCases = 256 << 20

// CaseFiles calls each for the files of test cases below some paths, once for every file. They
// are read by files.Read, or by what returns the text of a file that is open in an editor.
func CaseFiles(ctx context.Context, paths []string, read func(path string, limit int64) ([]byte, error), each func(*diag.Source) error) error {
	seen := map[string]bool{}
	for _, path := range paths {
		err := filepath.WalkDir(path, func(path string, entry fs.DirEntry, err error) error {
			switch {
			case errors.Is(err, fs.ErrNotExist):
				return nil
			case err != nil:
				return files.Error("read", path, err)
			case ctx.Err() != nil:
				return ctx.Err()
			case entry.IsDir() && (entry.Name() == "node_modules" || strings.HasPrefix(entry.Name(), ".") && len(entry.Name()) > 2):
				return fs.SkipDir
			case !entry.Type().IsRegular() || seen[filepath.Clean(path)] || !slices.Contains([]string{".ndjson", ".jsonl"}, filepath.Ext(path)):
				return nil
			}
			seen[filepath.Clean(path)] = true
			text, err := read(path, maxCases)
			if err != nil {
				return files.Error("read", path, err)
			}
			return each(&diag.Source{Path: filepath.ToSlash(path), Text: text})
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// Cases returns the edits of a file of test cases: of ref and of each $type. Lines that are not
// cases stay as they are.
func (r *Rename) Cases(source *diag.Source) (edits []diag.Edit) {
	start := int32(0)
	for line := range bytes.Lines(source.Text) {
		for _, edit := range r.testCase(&diag.Source{Path: source.Path, Text: line}) {
			edit.Source, edit.Span.Start, edit.Span.End = source, edit.Span.Start+start, edit.Span.End+start
			edits = append(edits, edit)
		}
		start += int32(len(line))
	}
	return edits
}

// testCase returns the edits of a line.
func (r *Rename) testCase(line *diag.Source) []diag.Edit {
	if !json.Valid(line.Text) {
		return nil
	}
	root := lexicon.ReadBroken(line)
	if root == nil || root.Field("value") == nil || root.StringField("ref") == "" {
		return nil
	}
	e := &editor{Rename: r, source: line}
	e.value(root.Field("ref"), "")
	e.data(root.Field("value"))
	return e.sorted()
}
