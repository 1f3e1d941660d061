package gitrev

import (
	"context"
	"errors"
	"os"
	"path"
	"path/filepath"
)

// addModule adds the files of a submodule, as the commit that the revision
// records for it has them. They are in the repository of the submodule, if it is
// checked out: otherwise the working tree lacks them too. It returns an error if
// they have to be left out.
func (v *Revision) addModule(ctx context.Context, module entry, wanted Wanted) error {
	leftOut := &submoduleError{module.name}
	if v.repository.top == "" {
		return leftOut
	}
	dir := v.repository.onDisk(module.name)
	if _, err := os.Lstat(filepath.Join(dir, ".git")); err != nil {
		return leftOut
	}
	r, err := Open(ctx, dir)
	if err != nil {
		return leftOut
	}
	v.repository.modules = append(v.repository.modules, r) // which closes it
	c, err := r.objects.commit(ctx, module.id)
	switch {
	case errors.Is(err, errMissing), r.prefix != "":
		return leftOut
	case err != nil:
		return err
	}
	r.mount = path.Join(v.repository.mount, module.name)
	inner := &Revision{Label: v.Label, FS: v.FS, repository: r, root: entry{modeFolder, ".", c.tree}}
	_, err = inner.Add(ctx, ".", func(name string, folder bool) bool { return wanted(path.Join(module.name, name), folder) })
	v.LeftOut = append(v.LeftOut, inner.LeftOut...)
	return err
}
