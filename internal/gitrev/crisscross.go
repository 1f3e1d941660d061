package gitrev

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// join merges further merge bases into a revision that is one. After a crosswise
// merge no single commit holds all that two branches have in common, and compared
// with one of them the other's changes would count as made by the branch. Where
// two bases changed the same lines, the revision prevails.
func (c *Comparison) join(ctx context.Context, v *Revision, others []string) error {
	for _, other := range others {
		id, err := c.objects.commit(ctx, other)
		if err != nil {
			return err
		}
		short, err := c.objects.abbreviate(ctx, other)
		if err != nil {
			return err
		}
		ancestor := ""
		found, err := c.git.lines(ctx, "merge-base", "--all", v.Commit, other)
		if failed := (*gitError)(nil); err != nil && !(errors.As(err, &failed) && failed.status == 1) {
			return err
		}
		if len(found) > 0 {
			commit, err := c.objects.commit(ctx, found[0])
			if err != nil {
				return err
			}
			ancestor = commit.tree
		}
		m := treeMerger{objects: c.objects, done: map[[3]string]string{}}
		if v.root.id, err = m.merge(ctx, ancestor, v.root.id, id.tree); err != nil {
			return err
		}
		v.others = append(v.others, short)
	}
	return nil
}

// treeMerger merges trees. The merged ones get ids of their own, under which
// objects returns them.
type treeMerger struct {
	objects *objects
	done    map[[3]string]string
}

// merge returns the id of the tree with the changes from an ancestor, "" for an
// empty tree, to two trees.
func (m *treeMerger) merge(ctx context.Context, ancestor, ours, theirs string) (string, error) {
	key := [3]string{ancestor, ours, theirs}
	if id, ok := m.done[key]; ok {
		return id, nil
	}
	var trees [3]*tree
	for i, id := range key {
		trees[i] = &tree{}
		if id == "" {
			continue
		}
		var err error
		if trees[i], err = m.objects.tree(ctx, id); err != nil {
			return "", err
		}
	}
	merged := &tree{}
	add := func(name string) error {
		var versions [3]entry
		for i, t := range trees {
			versions[i], _ = t.find(name)
		}
		e, err := m.entry(ctx, versions[0], versions[1], versions[2])
		if e.id != "" {
			merged.entries = append(merged.entries, e)
		}
		return err
	}
	for _, e := range trees[1].entries {
		if err := add(e.name); err != nil {
			return "", err
		}
	}
	for _, e := range trees[2].entries {
		if _, ok := trees[1].find(e.name); !ok {
			if err := add(e.name); err != nil {
				return "", err
			}
		}
	}
	id := "merged " + strings.Join(key[:], " ")
	m.objects.trees[id], m.done[key] = merged, id
	return id, nil
}

// entry merges the entries of one name. An entry without id does not exist.
func (m *treeMerger) entry(ctx context.Context, ancestor, ours, theirs entry) (entry, error) {
	switch {
	case ours == theirs, theirs == ancestor:
		return ours, nil
	case ours == ancestor:
		return theirs, nil
	case ours.mode == modeFolder && theirs.mode == modeFolder:
		if ancestor.mode != modeFolder {
			ancestor.id = ""
		}
		var err error
		ours.id, err = m.merge(ctx, ancestor.id, ours.id, theirs.id)
		return ours, err
	case isFile(ancestor) && isFile(ours) && isFile(theirs):
		id := "merged " + ancestor.id + " " + ours.id + " " + theirs.id
		m.objects.merged[id] = [3]string{ours.id, ancestor.id, theirs.id}
		ours.id = id
	}
	return ours, nil
}

func isFile(e entry) bool { return strings.HasPrefix(e.mode, "100") }

// mergeTexts merges three versions of a file, ours, the ancestor, and theirs,
// line by line. If that is not possible, the result is ours.
func (o *objects) mergeTexts(ctx context.Context, versions [3][]byte) ([]byte, error) {
	inner, err := o.git()
	if err != nil {
		return nil, err
	}
	args := []string{"merge-file", "-p", "--quiet"}
	for i, name := range []string{"ours", "ancestor", "theirs"} {
		name = filepath.Join(o.dir, name)
		if err := os.WriteFile(name, versions[i], 0o600); err != nil {
			return nil, err
		}
		args = append(args, name)
	}
	c := inner.command(ctx, args...)
	var merged bytes.Buffer
	c.Stdout = &merged
	var exited *exec.ExitError
	switch err := c.Run(); {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.As(err, &exited): // conflicts, or not a text
		return versions[0], nil
	case err != nil:
		return nil, err
	}
	return merged.Bytes(), nil
}
