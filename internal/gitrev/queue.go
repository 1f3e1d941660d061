package gitrev

import (
	"context"
	"path"
	"slices"

	"github.com/lexsmith/lexsmith/internal/git"
	"github.com/lexsmith/lexsmith/internal/memfs"
)

// queue holds the files that are to be read, all at once.
type queue map[queuedFile]git.Entry

// queuedFile is a file, whatever name it is read under.
type queuedFile struct {
	fs   *memfs.FS
	path string // without links
}

// enqueue adds a file that is to be read into fs under a name, which may be a link to it.
// A file with several names gets its own or else the first one.
func (r *Repository) enqueue(fs *memfs.FS, name string, file git.Entry) {
	key := queuedFile{fs, file.Name}
	if _, isQueued := r.queue[key]; !isQueued || name == file.Name {
		r.queue[key] = git.Entry{Mode: file.Mode, Name: name, ID: file.ID}
	}
}

// fill reads the files in the queue, and those of submodules.
func (r *Repository) fill(ctx context.Context, most int64) error {
	var ids []string
	for _, file := range r.queue {
		ids = append(ids, file.ID)
	}
	slices.Sort(ids)
	texts, err := r.objects.Texts(ctx, slices.Compact(ids), most)
	if err != nil {
		return err
	}
	for key, file := range r.queue {
		key.fs.Add(path.Join(r.mount, file.Name), texts[file.ID])
	}
	clear(r.queue)
	for _, module := range r.modules {
		if err := module.fill(ctx, most); err != nil {
			return err
		}
	}
	return nil
}
