package registry

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/lexsmith/lexsmith/internal/files"
)

// File is another file to write along with a plan.
type File struct {
	Path string
	Text []byte
}

// Write writes the files that change, other files, and the manifest to a path, unless it
// says the same as the old one, which is nil when there is none. Nothing is written
// before all of it is complete, and the manifest comes last: a run that is interrupted
// leaves each file as it was or as it is to be. Then it deletes the files of what was
// removed, with the folders in the vendor folder that they leave empty.
func (p *Plan) Write(path string, old *Manifest, others ...File) error {
	set := files.Set{Stops: true} // pull ends on signals itself, and unlocks
	defer set.Discard()
	add := func(path string, text []byte) error {
		err := set.Add(path, func(w io.Writer) error { _, err := w.Write(text); return err })
		if err != nil {
			return fmt.Errorf("nothing was written: %w", err)
		}
		return nil
	}
	for _, e := range p.Entries {
		if !e.Changes() || e.Action == Remove {
			continue
		}
		if err := add(e.Path, e.text); err != nil {
			return err
		}
	}
	for _, f := range others {
		if err := add(f.Path, f.Text); err != nil {
			return err
		}
	}
	if text := p.Manifest.Text(); old == nil || !bytes.Equal(text, old.Text()) {
		if err := add(path, text); err != nil {
			return err
		}
	}
	if err := set.Commit(); err != nil {
		return err
	}
	return p.deleteRemoved()
}

func (p *Plan) deleteRemoved() error {
	for _, e := range p.Entries {
		if e.Action != Remove || e.old == nil {
			continue
		}
		if err := os.Remove(e.Path); err != nil {
			return files.Error("delete", e.Path, err)
		}
		dir := e.Path
		for range strings.Count(string(e.NSID), ".") {
			dir = filepath.Dir(dir)
			if os.Remove(dir) != nil { // it is not empty
				break
			}
		}
	}
	return nil
}
