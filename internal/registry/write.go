package registry

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/internal/config"
	"github.com/lexsmith/lexsmith/internal/files"
	"github.com/lexsmith/lexsmith/internal/git"
	"github.com/lexsmith/lexsmith/internal/project"
)

// changes reports whether the file changes.
func (e *Entry) changes() bool { return e.Action != Drop && !bytes.Equal(e.text, e.file) }

// changes reports whether a file or the manifest changes.
func (p *Pull) changes() bool { return p.Count(Keep, Unpublished) < len(p.Plan) }

// rewrites reports whether the manifest or the lock changes.
func (v *Vendor) rewrites(p *Pull) bool {
	return !bytes.Equal(p.Manifest.Text(), v.Manifest.Text()) || !bytes.Equal(p.Lock.Text(), v.Lock.Text())
}

// CheckPlaces refuses a plan that writes outside of the project: the repository around
// the config file, or else the folder that it is in. With outside, it refuses only what is
// in a folder of Git, which may run files.
func (v *Vendor) CheckPlaces(p *Pull, outside bool) error {
	manifest := project.ManifestBeside(v.config.Path)
	base, err := project.RealPlace(filepath.Dir(manifest))
	if err != nil {
		return err
	}
	root := cmp.Or(git.Root(base), base)
	var paths []string
	if p.changes() || v.rewrites(p) {
		paths = append(paths, v.Folder, manifest, project.LockBeside(v.config.Path))
		if !v.listed && v.config.Path != "" {
			paths = append(paths, v.config.Path)
		}
	} else if _, err := os.Stat(v.Folder); v.listed && errors.Is(err, fs.ErrNotExist) {
		paths = append(paths, v.Folder)
	}
	for _, e := range p.Plan {
		if e.changes() {
			paths = append(paths, e.Path)
		}
	}
	for _, path := range paths {
		real, err := project.RealPlace(path)
		if err != nil {
			return files.Error("write", path, err)
		}
		relative, err := filepath.Rel(root, real)
		path = filepath.ToSlash(path)
		if slices.ContainsFunc(strings.Split(filepath.ToSlash(relative), "/"), func(name string) bool { return strings.EqualFold(name, ".git") }) {
			return fmt.Errorf("%s is in a .git folder, which belongs to Git; nothing was written", path)
		}
		if !outside && (err != nil || !filepath.IsLocal(relative)) {
			return fmt.Errorf("%s is outside of the project: it is %s, and the project is %s; nothing was written; to write there, add --outside",
				path, filepath.ToSlash(real), filepath.ToSlash(root))
		}
	}
	return nil
}

// Write carries out a plan, and returns what the user is to know about the config file, or
// "". Nothing is written before all of it is complete, and the manifest comes last: a run
// that is interrupted leaves each file as it was or as it is to be. Then it deletes the
// files of what was removed.
func (v *Vendor) Write(p *Pull) (note string, err error) {
	var withInclude []byte // text of the config file
	switch {
	case v.listed || !p.changes():
	case v.config.Path == "":
		note = fmt.Sprintf("no command reads %[1]s yet; load it with -L, or create %[2]s with the line: include: [%[3]s]",
			filepath.ToSlash(v.Folder), config.FileName, vendorFolder)
	default:
		note = fmt.Sprintf("%s: added %s to \"include\"", v.config.Path, vendorFolder)
		if withInclude, err = v.config.WithInclude(vendorFolder); err != nil {
			return "", err
		}
	}
	set := files.Set{Stops: true} // pull ends on signals itself, and unlocks
	defer set.Discard()
	add := func(path string, text []byte) {
		if err == nil {
			err = set.Add(path, files.Content(text))
		}
	}
	for _, e := range p.Plan {
		if e.changes() && e.Action != Remove {
			add(e.Path, e.text)
		}
	}
	if withInclude != nil {
		add(v.config.Path, withInclude)
	}
	if text := p.Manifest.Text(); !bytes.Equal(text, v.Manifest.Text()) {
		add(project.ManifestBeside(v.config.Path), text)
	}
	if text := p.Lock.Text(); !bytes.Equal(text, v.Lock.Text()) {
		add(project.LockBeside(v.config.Path), text)
	}
	if err != nil {
		return "", fmt.Errorf("nothing was written: %w", err)
	}
	if err := set.Commit(); err != nil {
		return "", err
	}
	for _, e := range p.Plan {
		if e.Action == Remove && e.file != nil {
			if err := e.delete(); err != nil {
				return note, err
			}
		}
	}
	if v.listed { // it does not exist in a fresh clone
		err = files.Error("create", v.Folder, os.MkdirAll(v.Folder, 0o777))
	}
	return note, err
}

// delete deletes the file, with the folders for the segments of its name that it leaves empty.
func (e *Entry) delete() error {
	if err := os.Remove(e.Path); err != nil {
		return files.Error("delete", e.Path, err)
	}
	dir := filepath.Dir(e.Path)
	for _, segment := range slices.Backward(strings.Split(e.NSID.Group(), ".")) {
		if filepath.Base(dir) != segment || os.Remove(dir) != nil { // it is not empty
			break
		}
		dir = filepath.Dir(dir)
	}
	return nil
}
