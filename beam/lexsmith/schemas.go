package lexsmith

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// root is a file or folder that was packed. Its files are in the archive in a folder
// whose name is the index of the root.
type root struct {
	Name    string `json:"name"`    // path in that folder; "." is all of it
	Display string `json:"display"` // the path that findings show
}

// Pack returns a zip archive of schema files: those at the paths, and *.json in
// folders, as "lexsmith validate -L" reads them. Findings show the paths as they are
// here, wherever the archive is read. The same files give the same archive.
func Pack(paths ...string) ([]byte, error) {
	var archive bytes.Buffer
	out := zip.NewWriter(&archive)
	roots := make([]root, len(paths))
	for i, name := range paths {
		roots[i] = root{Name: ".", Display: filepath.ToSlash(name)}
		info, err := os.Stat(name)
		if err != nil {
			return nil, err
		}
		dir := name
		if !info.IsDir() {
			dir, roots[i].Name = filepath.Split(name)
		}
		n, err := packRoot(out, strconv.Itoa(i), filepath.Clean(dir), roots[i].Name)
		if err != nil {
			return nil, err
		}
		if n == 0 {
			return nil, fmt.Errorf("no *.json file found in %s", name)
		}
	}
	text, err := json.Marshal(roots)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(out.SetComment(string(text)), out.Close()); err != nil {
		return nil, err
	}
	return archive.Bytes(), nil
}

// packRoot adds a file, or the files in a folder, to an archive, and returns how many
// there are.
func packRoot(out *zip.Writer, folder, dir, name string) (count int, err error) {
	tree := os.DirFS(dir)
	err = fs.WalkDir(tree, name, func(at string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		base := entry.Name()
		switch {
		case entry.IsDir() && at != name && (strings.HasPrefix(base, ".") || base == "node_modules"):
			return fs.SkipDir
		case entry.IsDir() || at != name && !strings.HasSuffix(base, ".json"):
			return nil
		}
		if info, err := fs.Stat(tree, at); err != nil || !info.Mode().IsRegular() {
			return err
		}
		text, err := fs.ReadFile(tree, at)
		if err != nil {
			return err
		}
		count++
		w, err := out.CreateHeader(&zip.FileHeader{Name: path.Join(folder, at), Method: zip.Deflate})
		if err == nil {
			_, err = w.Write(text)
		}
		return err
	})
	return count, err
}

// load reads the schemas of an archive. One that Pack has not made is a folder of
// schemas.
func load(ctx context.Context, archive []byte, profile diag.Profile) (*lexicon.Catalog, error) {
	files, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		return nil, fmt.Errorf("archive of schemas: %w", err)
	}
	inputs := []lexicon.Input{{FS: files, Name: "."}}
	var roots []root
	if err := json.Unmarshal([]byte(files.Comment), &roots); err == nil {
		inputs = nil
		for i, r := range roots {
			tree, err := fs.Sub(files, strconv.Itoa(i))
			if err != nil {
				return nil, err
			}
			inputs = append(inputs, lexicon.Input{FS: tree, Name: r.Name, Display: r.Display})
		}
	}
	catalog, err := lexicon.Load(ctx, inputs, lexicon.LoadOptions{Profile: profile})
	if err == nil && catalog.Files() == 0 {
		err = errors.New("no Lexicons found in the archive of schemas")
	}
	return catalog, err
}

// ReadArchive returns a collection with the content of a file, for the schemas of
// Validate. The pipeline reads the file when it runs.
func ReadArchive(s beam.Scope, name string) beam.PCollection {
	return beam.ParDo(s.Scope("lexsmith.ReadArchive"), readArchive, beam.Create(s, name))
}

func readArchive(ctx context.Context, name string) ([]byte, error) {
	file, err := open(ctx, name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(file)
}
