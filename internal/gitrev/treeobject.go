package gitrev

import (
	"bufio"
	"context"
	"encoding/hex"
	"errors"
	"io"
	"slices"
	"strings"
)

// tree is a tree object.
type tree struct {
	entries []entry
	index   map[string]int // by name; made by the first lookup
}

func (t *tree) find(name string) (entry, bool) {
	if t.index == nil {
		t.index = make(map[string]int, len(t.entries))
		for i := range t.entries {
			t.index[t.entries[i].name] = i
		}
	}
	i, ok := t.index[name]
	if !ok {
		return entry{}, false
	}
	return t.entries[i], true
}

// tree returns a tree by its id, or that of a commit. If a partial clone lacks
// it, it is fetched with all trees below it.
func (o *objects) tree(ctx context.Context, id string) (*tree, error) {
	if t := o.trees[id]; t != nil {
		return t, nil
	}
	if err := o.readTrees(ctx, []string{id}); err != nil {
		return nil, err
	}
	if o.trees[id] == nil {
		if err := o.fetch(ctx, []string{id}, "blob:none"); err != nil {
			return nil, err
		}
		if err := o.readTrees(ctx, []string{id}); err != nil {
			return nil, err
		}
	}
	if o.trees[id] == nil {
		return nil, errBroken(id)
	}
	return o.trees[id], nil
}

// readTrees reads those of the trees that exist and have not been read.
func (o *objects) readTrees(ctx context.Context, ids []string) error {
	size := 20
	if o.format == "sha256" {
		size = 32
	}
	ids = slices.DeleteFunc(ids, func(id string) bool { return o.trees[id] != nil })
	in := bufio.NewReader(nil)
	return o.ask(ctx, ids, func(i int, kind string, _ int64, content io.Reader) error {
		if kind != "tree" {
			return nil
		}
		t := &tree{}
		in.Reset(content)
		if err := t.parse(in, size); err != nil {
			return err
		}
		o.trees[ids[i]] = t
		return nil
	})
}

// parse reads the content of a tree object: for each entry "MODE NAME", a zero
// byte, and an object id of so many bytes.
func (t *tree) parse(in *bufio.Reader, idSize int) error {
	id := make([]byte, idSize)
	for {
		head, err := in.ReadString(0)
		if errors.Is(err, io.EOF) && head == "" {
			return nil
		}
		mode, name, ok := strings.Cut(strings.TrimSuffix(head, "\x00"), " ")
		if err == nil {
			_, err = io.ReadFull(in, id)
		}
		if err != nil || !ok {
			return errors.New(`a tree object in the repository is broken; run "git fsck"`)
		}
		if t.entries = append(t.entries, entry{mode, name, hex.EncodeToString(id)}); len(t.entries) > maxEntries {
			return errTooMany
		}
	}
}
