package gitrev

import (
	"context"
	"path"
)

// queue lists files that are to be read, all at once.
type queue []queuedFile

// queuedFile is a file, which gets its own name or that of a link to it.
type queuedFile struct {
	id   string
	name string
	original
}

// original is a file itself, whatever name it is read under.
type original struct {
	fs   *FS
	path string // without links
}

// add adds a file that is to be read into fs under the name of an entry, which may be a
// link to it.
func (q *queue) add(fs *FS, name string, file entry) {
	*q = append(*q, queuedFile{file.id, name, original{fs, file.name}})
}

// read reads the files, at most the first most bytes of each, and puts them into their
// file systems, below a folder. A file with several names gets its own or, if that is not
// in the queue, the first one.
func (q queue) read(ctx context.Context, o *objects, folder string, most int64) error {
	seen := map[original]bool{}
	var files queue
	var ids []string
	for _, links := range []bool{false, true} {
		for _, f := range q {
			if (f.name != f.path) == links && !seen[f.original] {
				seen[f.original] = true
				files, ids = append(files, f), append(ids, f.id)
			}
		}
	}
	texts, err := o.texts(ctx, ids, most)
	if err != nil {
		return err
	}
	for _, f := range files {
		f.fs.Add(path.Join(folder, f.name), texts[f.id])
	}
	return nil
}
