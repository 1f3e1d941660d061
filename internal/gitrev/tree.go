package gitrev

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"path"
	"strconv"
	"strings"
)

// Read reads a file, or the files of a folder whose paths wanted accepts, into
// FS; at most the first most bytes of each. All paths are relative to the root
// of the repository. Texts are as stored: line endings can differ from those in
// the working tree. IsAbsent recognizes the error for a path that does not exist
// in the revision.
func (r *Revision) Read(name string, most int64, wanted func(name string) bool) error {
	found, err := r.lookUp(name)
	if err != nil {
		return err
	}
	files := []entry{found}
	if found.kind == "tree" {
		r.FS.add(name, &node{folder: true})
		if files, err = r.list(found, wanted); err != nil {
			return err
		}
	}
	return r.fill(files, most)
}

// list returns the files in a folder and records what it leaves out.
func (r *Revision) list(folder entry, wanted func(string) bool) ([]entry, error) {
	listing, err := r.repository.run("ls-tree", "-rz", "--full-tree", folder.id)
	if err != nil {
		return nil, err
	}
	entries, err := parseEntries(listing)
	if err != nil {
		return nil, err
	}
	files := entries[:0]
	for _, e := range entries {
		e.name = path.Join(folder.name, e.name)
		switch {
		case e.mode == modeSubmodule:
			r.Submodules = append(r.Submodules, e.name)
		case !wanted(e.name):
		case e.mode == modeLink:
			r.Links = append(r.Links, e.name)
		default:
			files = append(files, e)
		}
	}
	return files, nil
}

// fill adds files and their texts to the file system.
func (r *Revision) fill(files []entry, most int64) error {
	if len(files) == 0 {
		return nil
	}
	var ids bytes.Buffer
	for _, f := range files {
		ids.WriteString(f.id + "\n")
	}
	reader, writer := io.Pipe()
	failed := make(chan error, 1)
	go func() {
		err := r.repository.pipe(&ids, writer, "cat-file", "--batch", "--buffer")
		writer.CloseWithError(err)
		failed <- err
	}()
	err := addBlobs(r.FS, files, most, bufio.NewReaderSize(reader, 64<<10))
	reader.CloseWithError(err)
	if gitFailed := <-failed; err == nil || errors.Is(err, gitFailed) {
		return gitFailed
	}
	return err
}

// addBlobs reads the output of cat-file --batch for the ids of files. For each
// it is "ID blob SIZE", the content, and line feeds, or "ID missing".
func addBlobs(system *FS, files []entry, most int64, in *bufio.Reader) error {
	for _, f := range files {
		head, err := in.ReadString('\n')
		if err != nil {
			return err
		}
		fields := strings.Fields(head)
		if len(fields) != 3 {
			return fmt.Errorf("git has no content for %s: %s", f.name, strings.TrimSpace(head))
		}
		size, err := strconv.ParseInt(fields[2], 10, 64)
		if err != nil {
			return fmt.Errorf("git cat-file answered %q", head)
		}
		kept := min(size, most)
		var text bytes.Buffer
		if _, err := io.CopyN(&text, in, kept); err != nil {
			return err
		}
		if _, err := io.CopyN(io.Discard, in, size-kept+1); err != nil {
			return err
		}
		system.add(f.name, &node{text: text.Bytes()})
	}
	return nil
}
